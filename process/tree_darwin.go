package process

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const kernProc = "kern.proc.all"

// native is this system's layout.
var native = &darwinLayout

// The layout is written out so that it can be tried anywhere. Here it is held to
// what golang.org/x/sys/unix makes of Apple's headers: a difference does not
// compile, since a constant index must lie in its array.
const (
	atProc  = unsafe.Offsetof(unix.KinfoProc{}.Proc)
	atEproc = unsafe.Offsetof(unix.KinfoProc{}.Eproc)
)

var (
	_ = [1]struct{}{}[unix.SizeofKinfoProc-darwinSize]
	_ = [1]struct{}{}[atProc+unsafe.Offsetof(unix.ExternProc{}.P_starttime)-darwinStart]
	_ = [1]struct{}{}[atProc+unsafe.Offsetof(unix.ExternProc{}.P_stat)-darwinStat]
	_ = [1]struct{}{}[atProc+unsafe.Offsetof(unix.ExternProc{}.P_pid)-darwinPid]
	_ = [1]struct{}{}[atEproc+unsafe.Offsetof(unix.Eproc{}.Ppid)-darwinParent]
)
