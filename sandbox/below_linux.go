package sandbox

import (
	"bytes"
	"os"
	"strconv"
)

// belowSelf returns all descendants of this process: proc_pid_stat(5).
func belowSelf() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	children := map[int][]int{}
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			parent := parentOf(name)
			children[parent] = append(children[parent], pid)
		}
	}
	var found []int
	for next := []int{os.Getpid()}; len(next) > 0; next = next[1:] {
		found = append(found, children[next[0]]...)
		next = append(next, children[next[0]]...)
		delete(children, next[0]) // a parent that changes while we read must not make this endless
	}
	return found
}

// parentOf returns the parent of a process, or 0 if it is unknown.
func parentOf(pid string) int {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if err != nil || len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}
