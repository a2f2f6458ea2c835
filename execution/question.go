package execution

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agent-loop/shimgen/explain"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/preview"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/userterminal"
	"github.com/agent-loop/shimgen/verdict"
)

// confirm asks whether a command may run: at the terminal or, on a phone without one, by a
// notification. It reports whether there was anybody to be asked.
func (c *Command) confirm(s *runner.Session, req guard.Request, d guard.Decision, text string, in runner.Sandbox) (yes, asked bool) {
	if tty, err := Terminal(c.Env); err == nil {
		defer tty.Close()
		to := c.Err
		if f, ok := c.Err.(*os.File); ok && !host.IsTerminal(int(f.Fd())) {
			to = tty // what is asked must stand where it is asked
			verdict.PrintQuestion(to, d)
		}
		fmt.Fprintf(to, "shimgen: in %s, sandbox: %s\n", verdict.VisibleLine(s.Dir), in)
		PrintStakes(to, d, s.Dir)
		yes, err := Ask(tty, runIt, func() { _ = explain.New(text, req, s.Explain(req), s).Print(tty) })
		return err == nil && yes, true
	}
	yes, err := s.AskByNotification(d, text)
	if err != nil && !errors.Is(err, runner.ErrNobody) {
		fmt.Fprintf(c.Err, "shimgen: asked by a notification: %s\n", verdict.Line(err.Error()))
	}
	return err == nil && yes, err == nil
}

// PrintStakes says what is at stake in what a decision asks about, for a command that would
// start in dir.
func PrintStakes(to io.Writer, d guard.Decision, dir string) {
	for _, line := range preview.Look(d, dir, preview.Patience) {
		fmt.Fprintf(to, "shimgen: %s\n", verdict.VisibleLine(line))
	}
}

// Confirm asks the person at the terminal. The answer is no without a terminal, and if
// run has given the terminal to a program: an agent could answer there itself.
func Confirm(env []string) bool {
	yes, _ := AskAt(env, runIt)
	return yes
}

// runIt is the question about a command.
const runIt = "run it?"

// AskAt asks the person at the terminal a question, and reports whether there was anybody.
// The answer is no as for Confirm.
func AskAt(env []string, question string) (yes, asked bool) {
	tty, err := Terminal(env)
	if err != nil {
		return false, false
	}
	defer tty.Close()
	yes, err = Ask(tty, question, nil)
	return err == nil && yes, true
}

// Terminal opens the terminal of the person who started this process.
func Terminal(env []string) (*os.File, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err == nil && (!host.IsTerminal(0) || userterminal.OnOwnTerminal(env)) {
		tty.Close()
		err = errors.New("no terminal of a person's")
	}
	return tty, err
}

// Ask asks a question on a terminal. The answers are y, for which it returns true, and n, as
// which all else counts; and a, if explain is not nil: then it explains and asks again. The
// error says that nobody answered.
func Ask(tty *os.File, question string, explain func()) (yes bool, err error) {
	answers := " [y/N] "
	if explain != nil {
		answers = " [y/N, a explains] "
	}
	for {
		answer, err := host.Ask(tty, "shimgen: "+question+answers)
		if err != nil {
			return false, err
		}
		switch strings.TrimSpace(answer) {
		case "a":
			if explain != nil {
				explain()
				continue
			}
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}
