package runner

import "syscall"

// endProot makes the kernel send SIGQUIT to proot when this process ends, even by a kill. proot
// then ends all that it traces. After SIGKILL its tracees would run on without it, and so
// without anything that it hides.
func (c *child) endProot() {
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	c.SysProcAttr.Pdeathsig = syscall.SIGQUIT
}
