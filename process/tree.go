package process

import (
	"syscall"
	"time"
)

// ID is one process for as long as it lives: its number is given again
// later, but not with the same start.
type ID struct {
	pid   int
	start string // as the system counts it; only equality means anything
}

// Entry is what the system's table says of a process.
type Entry struct {
	ID
	Parent int
	Ended  bool // and waits for its parent to hear of it
}

// Descendants returns the processes below one, by what the system says of
// parents. One whose parents have ended is found no longer, so this comes before
// the signals. Where the system has no table that we read, it finds none: the
// process group has to do.
func Descendants(of int) []ID { return below(of, table()) }

// below returns the processes of a table below one.
func below(of int, all []Entry) []ID {
	children := map[int][]ID{}
	for _, e := range all {
		children[e.Parent] = append(children[e.Parent], e.ID)
	}
	var found []ID
	for next := []int{of}; len(next) > 0; next = next[1:] {
		for _, p := range children[next[0]] {
			found = append(found, p)
			next = append(next, p.pid)
		}
		delete(children, next[0]) // a parent that changes while we read makes no circle
	}
	return found
}

// SignalAll sends a signal to those of the processes that still live.
func SignalAll(ps []ID, sig syscall.Signal) {
	for _, p := range ps {
		if e, ok := Lookup(p.pid); ok && e.start == p.start {
			_ = syscall.Kill(p.pid, sig) // it may be another user's, or gone by now
		}
	}
}

// endIn is how long processes that were killed may take to be gone.
const endIn = 2 * time.Second

// AwaitEnd waits until processes that were killed are gone: what comes next looks at what
// they did. Another user's cannot be killed, and are not waited for much longer.
func AwaitEnd(ps []ID) {
	until := time.Now().Add(endIn)
	for _, p := range ps {
		for {
			e, ok := Lookup(p.pid)
			if !ok || e.start != p.start || e.Ended || time.Now().After(until) {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}

// Usage is what some processes use together.
type Usage struct {
	Processes int64
	Memory    int64 // bytes that belong to one process alone
}
