package main

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// depthVariable counts how often one process has been judged, as PID:COUNT. A
// process that forks begins anew, so an ordinary tree of commands, however
// deep, never counts up; only shims that execute each other do. What ends such a
// chain is the search for the real program, which leaves out every shim it can
// tell. This is for the copy of a shim that it cannot tell, and no more than an
// aid: whoever unsets it harms nobody but himself.
const depthVariable = "AGENT_LOOP_DEPTH"

const (
	// maxDepth is far above any honest chain of execs: env, nice, sh -c "exec …".
	maxDepth = 32

	// quiet is how much processor time a process may have used before anything is
	// counted: an exec takes away no time that was used. So a program sees nothing
	// of this but at the end of a process that has worked for long, and a chain
	// without end takes a little longer to be noticed.
	quiet = 2 * time.Second
)

// descend returns the environment for what the process pid is to become after it
// has used so much time, and whether that may go on.
func descend(env []string, pid int, used time.Duration) ([]string, bool) {
	prefix := depthVariable + "="
	count := 0
	deeper := make([]string, 0, len(env)+1)
	for _, entry := range env {
		value, ok := strings.CutPrefix(entry, prefix)
		if !ok {
			deeper = append(deeper, entry)
			continue
		}
		owner, number, _ := strings.Cut(value, ":")
		if owner == strconv.Itoa(pid) {
			n, err := strconv.Atoi(number)
			if err != nil || n < 0 {
				n = maxDepth
			}
			count = max(count, n)
		}
	}
	switch {
	case used < quiet:
		return env, true
	case count >= maxDepth:
		return env, false
	}
	return append(deeper, prefix+strconv.Itoa(pid)+":"+strconv.Itoa(count+1)), true
}

// usedTime is how much of the processor's time this process has used, in all the
// programs that it was.
func usedTime() time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &usage) != nil {
		return quiet
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
