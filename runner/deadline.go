package runner

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// lookEvery is how often the time that judging takes is looked at.
const lookEvery = 20 * time.Millisecond

// Late says that judging took too much processor time.
type Late struct{ Limit time.Duration }

func (l Late) Error() string {
	return fmt.Sprintf("judging took more than %s of processor time", l.Limit)
}

// inTime returns what judge does, or Late where it takes more processor time than it
// may. What takes steps is stopped by its budget long before; this is for all that
// nobody thought to count. Then judge is told to stop, and is not waited for.
func inTime[T any](limit time.Duration, judge func(stop <-chan struct{}) T) (T, error) {
	stop, done := make(chan struct{}), make(chan T, 1)
	from := processorTime()
	go func() { done <- judge(stop) }()
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case answer := <-done:
			return answer, nil
		case <-look.C:
			if processorTime()-from > limit {
				close(stop)
				var none T
				return none, Late{limit}
			}
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
