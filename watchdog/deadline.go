package watchdog

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
)

// lookEvery is how often the time that judging takes is looked at, once it takes
// any. What is over by then is short.
const lookEvery = 20 * time.Millisecond

// Late says that judging took too much processor time.
type Late struct{ Limit time.Duration }

// Error names the limit.
func (l Late) Error() string {
	return fmt.Sprintf("judging took more than %s of processor time", l.Limit)
}

// Crash says that judging ended in a fault of ours.
type Crash struct{ Fault any }

// Error describes the fault.
func (c Crash) Error() string { return fmt.Sprintf("shimgen failed, so it refuses: %v", c.Fault) }

// graceTime is how much longer judging may take that was told to stop.
const graceTime = 250 * time.Millisecond

// Run returns what judge does, or Late where it takes more processor time than it
// may. What takes steps is stopped by its budget long before; this is for all that
// nobody thought to count. Then judge is told to stop.
//
// It runs in the caller's goroutine, for another one is another thread, and to wake
// that takes longer than most decisions. What does not heed that it should stop is
// then left to hung, which must end the process. Who judges for others has no hung: a
// goroutine of its own is left behind then, and the caller gets its answer.
//
// Of decisions that are made side by side each is taken to have its share of the
// time: busy counts them.
//
// A fault in judge is a Crash: the process would end with Go's own status.
func Run[T any](limit time.Duration, busy *atomic.Int32, hung func(error), judge func(stop <-chan struct{}) T) (T, error) {
	busy.Add(1)
	defer busy.Add(-1)
	stop := make(chan struct{})
	w := &watch{limit: limit, busy: busy, stop: stop, hung: hung, from: processorTime(), over: make(chan struct{})}
	go w.run()
	defer w.end()
	if hung != nil {
		return answered(w, judge)
	}
	type result struct {
		answer T
		err    error
	}
	done := make(chan result, 1)
	go func() {
		answer, err := answered(w, judge)
		done <- result{answer, err}
	}()
	select {
	case r := <-done:
		return r.answer, r.err
	case <-stop:
		var none T
		return none, Late{limit}
	}
}

// answered is what judge does in this goroutine.
func answered[T any](w *watch, judge func(stop <-chan struct{}) T) (answer T, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = Crash{fault}
		}
	}()
	given := judge(w.stop)
	select {
	case <-w.stop:
		return answer, Late{w.limit}
	default:
		return given, nil
	}
}

// watch looks now and then at the processor time that judging takes.
type watch struct {
	limit time.Duration
	busy  *atomic.Int32
	stop  chan struct{} // closed when the time is up
	hung  func(error)   // ends the process; nil if it goes on without this answer

	mu          sync.Mutex
	over        chan struct{} // closed, under mu, when there is an answer
	told        bool          // that it should stop
	from, taken time.Duration
}

// run looks until there is an answer. With one processor it begins where the scheduler
// takes the processor away from the judge, after 10 ms, and most often never.
func (w *watch) run() {
	if w.isOver() {
		return
	}
	w.unpin()
	again := time.NewTicker(lookEvery)
	defer again.Stop()
	for w.look() {
		select {
		case <-w.over:
		case <-again.C:
		}
	}
}

// unpin lets a light start that has only one processor use the others: this goroutine comes
// second there, after some ten milliseconds, so the decision is a long one.
func (w *watch) unpin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.isOver() {
		gate.Unpin()
	}
}

// end waits for a look that is being taken: what hung does is all that is done then.
func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	close(w.over)
}

func (w *watch) isOver() bool {
	select {
	case <-w.over:
		return true
	default:
		return false
	}
}

// look reports whether to look again.
func (w *watch) look() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isOver() {
		return false
	}
	now := processorTime()
	w.taken += (now - w.from) / time.Duration(max(w.busy.Load(), 1))
	w.from = now
	switch {
	case w.taken > w.limit && !w.told:
		close(w.stop)
		w.told = true
	case w.taken > w.limit+graceTime && w.hung != nil:
		w.hung(Late{w.limit})
		return false
	}
	return w.hung != nil || !w.told
}

// processorTime is what this process has taken so far, on all processors.
func processorTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
