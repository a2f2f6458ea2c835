//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// runtimeState is what the Go runtime changes when it starts, as it was before. It holds no
// pointers.
type runtimeState struct {
	ignored uint64 // bit n-1: signal n is ignored
	blocked uint64 // bit n-1: signal n is blocked
	closed  uint8  // bit n: descriptor n was closed
	lifted  uint8  // bit n: the limit hindering[n] was raised
	limits  [len(hindering)]limit
	lift    limit
	action  action
}

// action is the kernel's struct sigaction.
type action struct{ handler, flags, restorer, mask uintptr }

const (
	standard = 3  // descriptors; the runtime opens /dev/null for closed ones
	signals  = 64 // the kernel's, from 1
	setSize  = 8  // size of a signal set in bytes
	sigIgn   = 1  // SIG_IGN
	setMask  = 2  // SIG_SETMASK
	getFlags = 1  // F_GETFD
	setFlags = 2  // F_SETFD
	onExec   = 1  // FD_CLOEXEC

	limitData   = 2 // RLIMIT_DATA
	limitTasks  = 6 // RLIMIT_NPROC
	limitMemory = 9 // RLIMIT_AS
	unlimited   = 1<<64 - 1
)

// hindering are limits under which a program may run but a judge may not: Go's runtime
// reserves addresses and starts threads, and the judge writes a record. The first is the
// address space limit.
var hindering = [...]uint8{limitMemory, limitData, limitTasks, limitSize}

// reserve is how much address space a judge needs, nearly all of it for the tables of the
// runtime's heap.
const reserve = 720 << 20

const tooLow = "shimgen: the limit of address space (ulimit -v) is too low for the judge\n" +
	"shimgen: hint: lower the soft limit alone (ulimit -S -v): the judge lifts it for itself, and the program gets it back\n"

// keep records what the runtime is about to change, for Restore, and raises soft limits
// under which it might not start. Nobody may raise hard limits: if the runtime cannot
// start, keep prints a line and nothing runs.
func (w *workspace) keep() {
	k := &w.runtimeState
	for fd := 0; fd < standard; fd++ {
		if invoke(numControl, uintptr(fd), getFlags, 0, 0, 0, 0) < 0 {
			k.closed |= 1 << fd
		}
	}
	for n := 1; n <= signals; n++ {
		if invoke(numSigaction, uintptr(n), 0, uintptr(unsafe.Pointer(&k.action)), setSize, 0, 0) == errNone && k.action.handler == sigIgn {
			k.ignored |= 1 << (n - 1)
		}
	}
	invoke(numSigmask, 0, 0, uintptr(unsafe.Pointer(&k.blocked)), setSize, 0, 0)
	for i := 0; i < len(hindering); i++ {
		k.raise(i)
	}
	if k.limits[0].hard != unlimited && !roomy() {
		sysWrite(2, unsafe.StringData(tooLow), len(tooLow))
		invoke(numExit, StatusFailed, 0, 0, 0, 0, 0)
	}
}

// raise raises a soft limit to the hard one.
func (k *runtimeState) raise(i int) {
	l := &k.limits[i]
	if !sysLimit(hindering[i], nil, l) || l.soft == l.hard {
		return
	}
	k.lift.soft, k.lift.hard = l.hard, l.hard
	if sysLimit(hindering[i], &k.lift, nil) {
		k.lifted |= 1 << i
	}
}

// roomy reports whether the address space that the runtime needs is available.
func roomy() bool {
	at, errno := outcome(invoke(numMmap, 0, reserve, 0, mapPrivate|mapNothing, ^uintptr(0), 0))
	if errno == errNone {
		invoke(numMunmap, uintptr(at), reserve, 0, 0, 0, 0)
	}
	return errno == errNone
}

// ThreadBound reports whether Restore must run on the thread of the exec: because signals
// were blocked when the process started, or because a light start changed the thread
// (pin).
func ThreadBound() bool {
	return shared.blocked != 0 || shared.pinned.size != 0 || shared.pinned.slack != 0
}

// Restore restores what the Go runtime changed in this process, as the entry recorded it:
// ignored and blocked signals, closed standard streams, limits; and what a light start
// changed in the thread (pin). Call it just before an exec, on the same thread. A program
// without an entry has nothing to restore.
func Restore() {
	w := &shared
	if !w.entered {
		return
	}
	k := &w.runtimeState
	k.action = action{handler: sigIgn}
	for n := 1; n <= signals; n++ {
		if k.ignored>>(n-1)&1 != 0 {
			invoke(numSigaction, uintptr(n), uintptr(unsafe.Pointer(&k.action)), 0, setSize, 0, 0)
		}
	}
	if k.blocked != 0 {
		invoke(numSigmask, setMask, uintptr(unsafe.Pointer(&k.blocked)), 0, setSize, 0, 0)
	}
	for fd := 0; fd < standard; fd++ {
		if k.closed>>fd&1 != 0 {
			invoke(numControl, uintptr(fd), setFlags, onExec, 0, 0, 0)
		}
	}
	for i := 0; i < len(hindering); i++ {
		if k.lifted>>i&1 != 0 {
			sysLimit(hindering[i], &k.limits[i], nil)
		}
	}
	w.pinned.restore()
}
