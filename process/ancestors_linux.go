package process

import "os"

// Ancestors are the processes above this one.
func Ancestors() (pids []int) {
	for pid := os.Getppid(); pid > 1; {
		pids = append(pids, pid)
		e, ok := Lookup(pid)
		if !ok {
			break
		}
		pid = e.Parent
	}
	return pids
}
