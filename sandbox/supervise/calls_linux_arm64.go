package supervise

import "golang.org/x/sys/unix"

func olderCalls() []uint32 { return nil }

// isVfork is about a call that there is not: clone(2) stands for it.
func isVfork(uintptr) bool { return false }

func openCalls() map[uint32]int { return map[uint32]int{unix.SYS_OPENAT: 2} }

// modern is a call as the newest one that does the same.
func modern(nr uintptr, a [6]uint64) call { return modernCommon(nr, a) }
