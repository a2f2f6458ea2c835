//go:build !linux

package runner

import "syscall"

// process is one process.
type process struct{}

// descendants finds none where there is no /proc: the process group has to do.
func descendants(int) []process { return nil }

func signalAll([]process, syscall.Signal) {}
