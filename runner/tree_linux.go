package runner

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// process is one process for as long as it lives: its number is given again
// later, but not with the same start.
type process struct {
	pid   int
	start string // in clock ticks since the machine started
}

// descendants returns the processes below one, by what /proc says of parents.
// One whose parents have ended is found no longer, so this comes before the
// signals.
func descendants(of int) []process {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]process{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if parent, start, ok := readStat(pid); ok {
				children[parent] = append(children[parent], process{pid, start})
			}
		}
	}
	var below []process
	for next := []int{of}; len(next) > 0; next = next[1:] {
		for _, p := range children[next[0]] {
			below = append(below, p)
			next = append(next, p.pid)
		}
		delete(children, next[0]) // a parent that changes while we read makes no circle
	}
	return below
}

// readStat returns a process's parent and start: fields 4 and 22 of proc_pid_stat(5).
// The name before them, in parentheses, may hold anything.
func readStat(pid int) (parent int, start string, ok bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, "", false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return 0, "", false
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, string(fields[19]), err == nil
}

// signalAll sends a signal to those of the processes that still live.
func signalAll(ps []process, sig syscall.Signal) {
	for _, p := range ps {
		if _, start, ok := readStat(p.pid); ok && start == p.start {
			_ = syscall.Kill(p.pid, sig) // it may be another user's, or gone by now
		}
	}
}
