package runner

import (
	"os"
	"syscall"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/terminal"
	"github.com/agent-loop/shimgen/userterminal"
)

// attach gives a child the caller's standard streams or, with own, a terminal of its own in
// place of those that are terminals. "2>log" stays as it is.
func (c *child) attach(own bool) (err error) {
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	if !own || !host.IsTerminal(0) || !host.IsTerminal(1) {
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: !onTerminal()}
		return nil
	}
	if c.terminal, err = terminal.Open(os.Stdin); err != nil {
		return err
	}
	c.Stdin, c.Stdout = c.terminal.Inside, c.terminal.Inside
	if host.IsTerminal(2) {
		c.Stderr = c.terminal.Inside
	}
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	c.Env = append(c.Env, userterminal.TerminalVariable+"=1")
	return nil
}

// connect connects a started child with the caller's terminal.
func (c *child) connect() error {
	if c.terminal == nil {
		return nil
	}
	gone, err := c.terminal.Connect(os.Stdout)
	if err != nil { // the terminal is gone
		_ = c.Process.Kill()
		_ = c.Wait()
		return err
	}
	c.gone = gone
	return nil
}

// detach restores the caller's terminal.
func (c *child) detach() {
	if c.terminal != nil {
		c.terminal.Close()
		c.terminal = nil
	}
}
