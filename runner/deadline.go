package runner

import (
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// lookEvery is how often the time that judging takes is looked at, once it takes
// any. What is over by then is short.
const lookEvery = 20 * time.Millisecond

// Late says that judging took too much processor time.
type Late struct{ Limit time.Duration }

func (l Late) Error() string {
	return fmt.Sprintf("judging took more than %s of processor time", l.Limit)
}

// Crash says that judging ended in a fault of ours.
type Crash struct{ Fault any }

func (c Crash) Error() string { return fmt.Sprintf("shimgen failed, so it refuses: %v", c.Fault) }

// inTime returns what judge does, or Late where it takes more processor time than it
// may. What takes steps is stopped by its budget long before; this is for all that
// nobody thought to count. Then judge is told to stop, and is not waited for.
//
// The watch starts before the judge, so that with one processor the judge, which
// the caller waits for, comes first: the watch begins where the scheduler takes the
// processor away from it, after 10 ms, and most often never.
//
// Of decisions that are made side by side each is taken to have its share of the
// time: busy counts them.
//
// A fault in judge is a Crash: nobody else can take hold of it in a goroutine, and the
// process would end with Go's own status.
func inTime[T any](limit time.Duration, busy *atomic.Int32, judge func(stop <-chan struct{}) T) (T, error) {
	stop, over, done, late := make(chan struct{}), make(chan struct{}), make(chan T, 1), make(chan struct{})
	defer close(over)
	busy.Add(1)
	defer busy.Add(-1)
	from := processorTime()
	go func() {
		if watch(from, limit, busy, over) {
			close(late)
		}
	}()
	crashed := make(chan Crash, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				crashed <- Crash{fault}
			}
		}()
		done <- judge(stop)
	}()
	select {
	case answer := <-done:
		return answer, nil
	case crash := <-crashed:
		var none T
		return none, crash
	case <-late:
		close(stop)
		var none T
		return none, Late{limit}
	}
}

// watch reports whether more processor time than the limit was taken before it is over.
func watch(from, limit time.Duration, busy *atomic.Int32, over <-chan struct{}) bool {
	select {
	case <-over:
		return false
	default:
	}
	taken := time.Duration(0)
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-over:
			return false
		case <-look.C:
		}
		now := processorTime()
		taken += (now - from) / time.Duration(max(busy.Load(), 1))
		if from = now; taken > limit {
			return true
		}
	}
}

// processorTime is what this process has taken so far, on all processors.
func processorTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
