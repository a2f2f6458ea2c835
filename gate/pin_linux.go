//go:build linux && (amd64 || arm64) && !race && !msan && !asan

package gate

import "unsafe"

// threadState is the earlier state of what pin changes in this process's first thread. It
// holds no pointers.
type threadState struct {
	slack int     // its timer slack in nanoseconds; 0 if unchanged
	size  int     // bytes of cpus in use; 0 if unchanged
	cpus  cpuMask // the processors it was allowed
	set   cpuMask // the processors to request
	cpu   uint32
}

// cpuMask is a bit set of processors, for as many as a kernel can be built for (NR_CPUS).
type cpuMask [maxCPUs / 64]uint64

const (
	maxCPUs   = 8192
	setSlack  = 29        // PR_SET_TIMERSLACK
	getSlack  = 30        // PR_GET_TIMERSLACK
	lateTimer = 5_000_000 // nanoseconds
	caller    = 0         // the calling thread
)

// pin keeps a process on its current processor, and lets its timers fire late. It is for
// a process that ends within a millisecond: a thread of the Go runtime wakes up every 20
// microseconds on another processor to check for hangs; and while threads of a process
// run on two processors, copying a page interrupts both. The threads that the runtime
// starts inherit these settings.
func (p *threadState) pin() {
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

// unpin restores the first thread's processors for a thread. An affinity mask outlives an
// exec, and applies even if an administrator later grants the program more processors. So
// unpin first allows all processors, the default of threads without a mask, and sets a
// narrower mask only if the first thread had one.
func (p *threadState) unpin(thread int) {
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

// run restricts a thread to the processors in p.set, and reports whether that worked.
func (p *threadState) run(thread, size int) bool {
	return invoke(numSetCPUs, uintptr(thread), uintptr(size), uintptr(unsafe.Pointer(&p.set)), 0, 0, 0) == errNone
}

// Unpin lets this process's first thread, and the calling one, run on all the processors
// that the process was started with. It is for a decision that takes longer than the few
// milliseconds that a light start is meant for. It must not run concurrently with
// Restore.
func Unpin() {
	p := &shared.pinned
	if p.size == 0 {
		return
	}
	p.unpin(invoke(numGetpid, 0, 0, 0, 0, 0, 0))
	p.unpin(caller)
}

// restore restores all that pin changed in the calling thread.
func (p *threadState) restore() {
	if p.slack != 0 {
		invoke(numProcess, setSlack, uintptr(p.slack), 0, 0, 0, 0)
	}
	if p.size != 0 {
		p.unpin(caller)
	}
}
