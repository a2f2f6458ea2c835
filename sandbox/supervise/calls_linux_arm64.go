package supervise

import "golang.org/x/sys/unix"

func olderCalls() []uint32 { return nil }

// isVfork is false: this machine has clone(2) instead.
func isVfork(uintptr) bool { return false }

func openCalls() map[uint32]int { return map[uint32]int{unix.SYS_OPENAT: 2} }

// modern converts a call to the newest one that does the same.
func modern(nr uintptr, a [6]uint64) call { return modernCommon(nr, a) }
