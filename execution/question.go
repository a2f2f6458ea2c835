package execution

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/explain"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/printable"
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
		fmt.Fprintf(to, "shimgen: in %s, sandbox: %s\n", printable.VisibleLine(s.Dir), in)
		PrintStakes(to, d, s.Dir)
		yes = askToRun(tty, s.Policy.AskTimeout, func() { _ = explain.New(text, req, s.Explain(req), s).Print(tty) })
		return yes, true
	}
	yes, err := s.AskByNotification(d, text)
	if err != nil && !errors.Is(err, runner.ErrNobody) {
		fmt.Fprintf(c.Err, "shimgen: asked by a notification: %s\n", printable.Line(err.Error()))
	}
	return err == nil && yes, err == nil
}

// PrintStakes says what is at stake in what a decision asks about, for a command that would
// start in dir.
func PrintStakes(to io.Writer, d guard.Decision, dir string) {
	for _, line := range preview.Look(d, dir, preview.Patience) {
		fmt.Fprintf(to, "shimgen: %s\n", printable.VisibleLine(line))
	}
}

// Confirm asks the person at the terminal. The answer is no without a terminal, after this
// time, and if run has given the terminal to a program: an agent could answer there itself.
func Confirm(env []string, within time.Duration) bool {
	tty, err := Terminal(env)
	if err != nil {
		return false
	}
	defer tty.Close()
	return askToRun(tty, within, nil)
}

// askToRun asks whether a command may run, and says so where nobody answers in time.
func askToRun(tty *os.File, within time.Duration, explain func()) bool {
	yes, err := ask(runIt, explain, func(question string) (string, error) { return host.AskWithin(tty, question, within) })
	if errors.Is(err, os.ErrDeadlineExceeded) {
		fmt.Fprintf(tty, "\nshimgen: no answer within %s counts as no\n", within)
	}
	return err == nil && yes
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
	return ask(question, explain, func(question string) (string, error) { return host.Ask(tty, question) })
}

// ask is Ask with another way to get an answer.
func ask(question string, explain func(), by func(question string) (string, error)) (yes bool, err error) {
	answers := " [y/N] "
	if explain != nil {
		answers = " [y/N, a explains] "
	}
	for {
		answer, err := by("shimgen: " + question + answers)
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
