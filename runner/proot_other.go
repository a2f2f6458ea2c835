//go:build !linux

package runner

// endProot does nothing: proot is for Linux.
func (c *child) endProot() {}
