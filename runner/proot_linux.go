package runner

import "syscall"

// endProot has proot end with us, even if we are killed. SIGKILL would not do: what it
// traces would go on without it, and without anything that it hides. At SIGQUIT it ends all
// that it traces first.
func (c *child) endProot() {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	c.SysProcAttr.Pdeathsig = syscall.SIGQUIT
}
