//go:build amd64 || arm64

package supervise

import (
	"errors"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/sandbox/ptrace"
)

// tracer is a transport by ptrace(2), for kernels without notification or without descriptors
// in answers. Only waits and answer may be called from other threads than its own.
type tracer struct {
	*Supervisor
	thread  int // the tracer's thread
	traced  map[int]*tracee
	early   map[int]ptrace.Event // threads that stopped before the event of the thread that started them
	outlet  outlet
	leaves  bool // the kernel reports the end of a single call
	jobs    chan func()
	over    chan struct{}
	resting time.Duration

	mu      sync.Mutex
	waiting map[uint64]*waiter
	last    uint64
}

// tracee is a traced thread.
type tracee struct {
	process int // 0 while unknown
	memory  *memory
	files   *int // how many threads share its table of descriptors
	opens   *opening
}

// memory is shared by the threads of a process. page is the page for the arguments of calls, or
// 0.
type memory struct{ page uint64 }

// waiter is a waiting call.
type waiter struct {
	*ptrace.Stop
	thread int
}

// Trace answers the calls of a thread, and of all that it starts, until none is left. The
// thread's filter must answer SECCOMP_RET_TRACE where that of [Serve] has a listener.
func Trace(thread int, rules Rules) (*Supervisor, error) {
	t := &tracer{
		traced: map[int]*tracee{}, early: map[int]ptrace.Event{}, waiting: map[uint64]*waiter{},
		jobs: make(chan func()), over: make(chan struct{}),
	}
	rules.First = thread
	t.Supervisor = newSupervisor(t, rules)
	t.leaves = isFrom(4, 8)
	begun := make(chan error)
	go t.begin(thread, begun, make(chan struct{}))
	if err := <-begun; err != nil {
		return nil, err
	}
	return t.Supervisor, nil
}

// begin finds a thread of its own for the tracer that has started no process: otherwise wait
// would return others' children, too. It keeps an unsuitable thread locked until it has found
// the next one.
func (t *tracer) begin(first int, begun chan<- error, locked chan<- struct{}) {
	runtime.LockOSThread()
	close(locked)
	if ptrace.Suits() {
		t.work(first, begun)
		return
	}
	next := make(chan struct{})
	go t.begin(first, begun, next)
	<-next
	runtime.UnlockOSThread()
}

// work traces until no thread is left. When this thread ends, all traced ones end.
func (t *tracer) work(first int, begun chan<- error) {
	t.thread = unix.Gettid()
	defer t.close()
	defer close(t.over)
	err := t.outlet.open()
	if err == nil {
		defer t.outlet.close()
		err = ptrace.Seize(first) // with its capabilities; decisions are made without any
	}
	if err == nil {
		err = dropCapabilities()
	}
	begun <- err
	if err != nil {
		return
	}
	t.traced[first] = alone()
	for {
		e, err := t.next()
		if err != nil {
			return
		}
		t.event(e)
	}
}

func alone() *tracee { return &tracee{memory: &memory{}, files: new(int)} }

// unknownTracee is a thread without an event of the one that started it. It may share its
// descriptors.
func unknownTracee() *tracee {
	who := alone()
	*who.files = 1
	return who
}

// next waits for an event. While calls wait, it also looks for jobs that others want done on
// this thread.
func (t *tracer) next() (ptrace.Event, error) {
	for {
		if !t.hasWaiting() {
			return ptrace.Wait(-1, true)
		}
		select {
		case do := <-t.jobs:
			do()
			continue
		default:
		}
		e, err := ptrace.Wait(-1, false)
		if err != nil || e.Kind != ptrace.None {
			t.resting = shortRest
			return e, err
		}
		select {
		case do := <-t.jobs:
			do()
		case <-time.After(t.resting):
			t.resting = min(2*t.resting, longRest)
		}
	}
}

// How long the tracer sleeps while calls wait: it begins with the first.
const (
	shortRest = 50 * time.Microsecond
	longRest  = 2 * time.Millisecond
)

func (t *tracer) hasWaiting() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting) > 0
}

// event handles an event.
func (t *tracer) event(e ptrace.Event) {
	switch who := t.traced[e.Thread]; e.Kind {
	case ptrace.Ended:
		t.forget(e.Thread)
	case ptrace.Started:
		t.handleClone(e)
	case ptrace.Became:
		t.handleExec(e)
	case ptrace.Asked:
		t.handleCall(e)
	case ptrace.Boundary:
		if who != nil && who.opens != nil {
			t.opened(e, who)
			return
		}
		ptrace.Resume(e)
	default:
		if who == nil {
			t.early[e.Thread] = e // until the event of the thread that started it
			return
		}
		ptrace.Resume(e)
	}
}

// forget removes a thread that has ended. It resumes the threads that it had just started,
// because their event will never come.
func (t *tracer) forget(thread int) {
	who := t.traced[thread]
	delete(t.traced, thread)
	delete(t.early, thread)
	if who != nil {
		*who.files--
		if who.opens != nil {
			_ = unix.Close(who.opens.fd)
		}
	}
	t.release(thread)
	for child, e := range t.early {
		t.register(child, unknownTracee())
		ptrace.Resume(e)
	}
}

// release forgets the waiting calls of a thread.
func (t *tracer) release(thread int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, h := range t.waiting {
		if h.thread == thread {
			delete(t.waiting, id)
		}
	}
}

// register registers a thread.
func (t *tracer) register(thread int, who *tracee) {
	delete(t.early, thread)
	*who.files++
	t.traced[thread] = who
}

// handleClone registers what a thread has started, by the flags of clone(2).
func (t *tracer) handleClone(e ptrace.Event) {
	child, by := alone(), t.traced[e.Thread]
	nr, args, err := ptrace.CallOf(e.Thread)
	if by != nil && err == nil {
		flags := uint64(0)
		if nr == unix.SYS_CLONE {
			flags = args[0]
		}
		if child.memory = by.memory; flags&unix.CLONE_VM == 0 && !isVfork(nr) {
			child.memory = &memory{page: by.memory.page}
		}
		if flags&unix.CLONE_FILES != 0 {
			child.files = by.files
		}
	}
	first, stopped := t.early[e.Other]
	switch known := t.traced[e.Other]; {
	case e.Other == 0:
	case known == nil:
		t.register(e.Other, child)
	case by != nil && child.files == by.files: // it was resumed before this event
		*known.files--
		known.files = by.files
		*by.files++
	}
	if stopped {
		ptrace.Resume(first)
	}
	ptrace.Resume(e)
}

// handleExec handles an execve: the process has a new memory, and if the thread was not the first
// of its process, it gets that one's number.
func (t *tracer) handleExec(e ptrace.Event) {
	t.release(e.Thread)
	for _, thread := range []int{e.Thread, e.Other} {
		if who := t.traced[thread]; who != nil {
			*who.files--
			delete(t.traced, thread)
		}
	}
	t.register(e.Thread, alone())
	ptrace.Resume(e)
}

// handleCall decides about a call.
func (t *tracer) handleCall(e ptrace.Event) {
	if t.traced[e.Thread] == nil {
		t.register(e.Thread, unknownTracee())
	}
	stop, err := ptrace.Stopped(e.Thread)
	if err != nil {
		return // the thread is gone, which is an event of its own
	}
	nr, args := stop.Call()
	r := &request{Supervisor: t.Supervisor, call: modern(nr, args), thread: e.Thread}
	h := &waiter{Stop: stop, thread: e.Thread}
	t.mu.Lock()
	t.last++
	r.id = t.last
	t.waiting[r.id] = h
	t.mu.Unlock()
	t.resting = shortRest
	t.handle(r)
}

func (t *tracer) waits(id uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waiting[id] != nil
}

// answer answers on the tracer's thread. That thread takes jobs only while a call waits.
func (t *tracer) answer(id uint64, r reply) (waited bool) {
	if !t.waits(id) || !t.do(func() { waited = t.end(id, r) }) {
		if r.fd >= 0 {
			_ = unix.Close(r.fd)
		}
	}
	return waited
}

// do runs a job on the tracer's thread. It returns false if that thread has ended: then its number
// may be another one's.
func (t *tracer) do(job func()) bool {
	select {
	case <-t.over:
		return false
	default:
	}
	if unix.Gettid() == t.thread {
		job()
		return true
	}
	done := make(chan struct{})
	select {
	case t.jobs <- func() { job(); close(done) }:
		<-done
		return true
	case <-t.over:
		return false
	}
}

// end ends the wait of a call, and reports whether it still waited.
func (t *tracer) end(id uint64, r reply) bool {
	t.mu.Lock()
	h := t.waiting[id]
	delete(t.waiting, id)
	t.mu.Unlock()
	if r.fd >= 0 {
		defer unix.Close(r.fd)
	}
	switch {
	case h == nil: // it no longer waits
		return false
	case r.pass:
		h.Pass()
	case r.fd < 0:
		h.Return(ending(r))
	case r.own && t.leaves && *t.traced[h.thread].files == 1:
		t.openItself(h, r)
	default:
		number, err := t.give(h, r.fd, r.modes)
		switch {
		case t.isOver(h, err):
			return false
		case err != nil:
			h.Return(ending(refusal(err)))
		default:
			h.Return(int64(number))
		}
	}
	return true
}

// ending returns what a call returns that the kernel does not make.
func ending(r reply) int64 {
	if r.errno != 0 {
		return -int64(r.errno)
	}
	return r.value
}

// isOver handles an event of the thread that came instead of the wanted one. It reports whether
// the thread can no longer be used.
func (t *tracer) isOver(h *waiter, err error) bool {
	var other ptrace.Interrupted
	if errors.As(err, &other) {
		t.event(other.Event)
		return true
	}
	return errors.Is(err, unix.ESRCH) || errors.Is(err, ptrace.ErrForeign)
}

// isFrom reports whether the kernel has at least a version.
func isFrom(major, minor int) bool {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return false
	}
	parts := strings.SplitN(unix.ByteSliceToString(u.Release[:]), ".", 3)
	if len(parts) < 2 {
		return false
	}
	first, err := strconv.Atoi(parts[0])
	second, wrong := strconv.Atoi(strings.TrimRight(parts[1], "-+abcdefghijklmnopqrstuvwxyz"))
	return err == nil && wrong == nil && (first > major || first == major && second >= minor)
}
