package runner

import (
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/process"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/terminal"
)

// ownTerminal is a variable that says to what runs below that its terminal is one of ours.
const ownTerminal = "AGENT_LOOP_TERMINAL"

// OnOwnTerminal reports whether this process runs below one that gave a program a terminal
// of its own, so that it may be this program, and no person, who answers there. Who leaves
// both its parents and this variable behind is not known.
func OnOwnTerminal(env []string) bool {
	said := slices.ContainsFunc(env, func(pair string) bool { return strings.HasPrefix(pair, ownTerminal+"=") })
	return said || rundir.Inside() || slices.ContainsFunc(process.Ancestors(), givesTerminal)
}

// attach gives a child the caller's standard streams, or a terminal of its own in their
// place, where they are one. What is no terminal stays as it is: "2>log".
func (c *child) attach(own bool) (err error) {
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if !own || !host.IsTerminal(0) || !host.IsTerminal(1) {
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: !onTerminal()}
		return nil
	}
	if c.own, err = terminal.Open(os.Stdin); err != nil {
		return err
	}
	c.Stdin, c.Stdout = c.own.Inside, c.own.Inside
	if host.IsTerminal(2) {
		c.Stderr = c.own.Inside
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	c.Env = append(c.Env, ownTerminal+"=1")
	return nil
}

// connect connects a child that has started with the caller's terminal.
func (c *child) connect() error {
	if c.own == nil {
		return nil
	}
	gone, err := c.own.Connect(os.Stdout)
	if err != nil { // there is no terminal any more
		_ = c.Process.Kill()
		_ = c.Wait()
		return err
	}
	c.gone = gone
	return nil
}

// detach gives the caller's terminal back.
func (c *child) detach() {
	if c.own != nil {
		c.own.Close()
		c.own = nil
	}
}
