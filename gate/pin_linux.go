//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// pinned is what pin changes of this process's first thread, as it was before. It holds no
// pointers.
type pinned struct {
	slack int     // nanoseconds that its timers might be late; 0 if that was not changed
	size  int     // bytes of cpus that count; 0 if they were not changed
	cpus  cpuMask // where it might run
	set   cpuMask // what is asked for
	cpu   uint32
}

// cpuMask is a set of processors, bit by bit, for as many as a kernel can be built for
// (NR_CPUS).
type cpuMask [maxCPUs / 64]uint64

const (
	maxCPUs   = 8192
	setSlack  = 29        // PR_SET_TIMERSLACK
	getSlack  = 30        // PR_GET_TIMERSLACK
	lateTimer = 5_000_000 // nanoseconds
	caller    = 0         // the thread that asks
)

// pin keeps a process on the processor where it is, and lets its timers be late. It is for
// one that is over in a millisecond: a thread of the Go runtime wakes up every 20
// microseconds and looks whether anything hangs, on another processor; and while threads
// of a process run on two processors, a page that is copied interrupts both. The threads
// that the runtime starts inherit what is set here.
func (p *pinned) pin() {
	slack, errno := outcome(invoke(numProcess, getSlack, 0, 0, 0, 0, 0))
	if errno == errNone && slack > 0 && slack < lateTimer && invoke(numProcess, setSlack, lateTimer, 0, 0, 0, 0) == errNone {
		p.slack = slack
	}
	size, errno := outcome(invoke(numGetCPUs, caller, unsafe.Sizeof(p.cpus), uintptr(unsafe.Pointer(&p.cpus)), 0, 0, 0))
	if errno != errNone || invoke(numWhichCPU, uintptr(unsafe.Pointer(&p.cpu)), 0, 0, 0, 0, 0) != errNone || p.cpu >= maxCPUs {
		return
	}
	p.set[p.cpu/64] = 1 << (p.cpu % 64)
	if p.run(caller, size) {
		p.size = size
	}
}

// unpin gives a thread the processors back that the first one had. What it may run on is
// an order that outlives an exec, and holds even if an administrator grants the program
// more later on. So the thread is told that it may run everywhere, as threads are that
// nobody told anything, and gets a narrower order only if the first one had one.
func (p *pinned) unpin(thread int) {
	words := p.size / 8
	for i := 0; i < words; i++ {
		p.set[i] = ^uint64(0)
	}
	if p.run(thread, p.size) {
		invoke(numGetCPUs, uintptr(thread), unsafe.Sizeof(p.set), uintptr(unsafe.Pointer(&p.set)), 0, 0, 0)
	}
	for i := 0; i < words; i++ {
		if p.set[i] != p.cpus[i] {
			p.set = p.cpus
			p.run(thread, p.size)
			return
		}
	}
}

// run makes a thread run on the processors of p.set alone, and reports whether it does.
func (p *pinned) run(thread, size int) bool {
	return invoke(numSetCPUs, uintptr(thread), uintptr(size), uintptr(unsafe.Pointer(&p.set)), 0, 0, 0) == errNone
}

// Unpin lets this process's first thread, and the calling one, run on all processors again
// that the process was started with. It is for a decision that takes longer than the
// few milliseconds for which a light start stays on one. It must not run beside Restore.
func Unpin() {
	p := &shared.pinned
	if p.size == 0 {
		return
	}
	p.unpin(invoke(numGetpid, 0, 0, 0, 0, 0, 0))
	p.unpin(caller)
}

// restore gives the calling thread back all that pin changed.
func (p *pinned) restore() {
	if p.slack != 0 {
		invoke(numProcess, setSlack, uintptr(p.slack), 0, 0, 0, 0)
	}
	if p.size != 0 {
		p.unpin(caller)
	}
}
