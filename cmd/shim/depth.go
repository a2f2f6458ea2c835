package main

import (
	"strconv"
	"strings"
)

// depthVariable counts how many shims one process has been, as PID:COUNT. A
// process that forks begins anew, so an ordinary tree of commands, however
// deep, never counts up; only shims that execute each other do. What ends such a
// chain is the search for the real program, which leaves out every shim it can
// tell. This is for the copy of a shim that it cannot tell, and no more than an
// aid: whoever unsets it harms nobody but himself.
const depthVariable = "AGENT_LOOP_DEPTH"

// maxDepth is far above any honest chain of execs: env, nice, sh -c "exec …".
const maxDepth = 32

// descend returns env with one shim more counted for the process pid, and
// whether that may go on.
func descend(env []string, pid int) ([]string, bool) {
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
	if count >= maxDepth {
		return env, false
	}
	return append(deeper, prefix+strconv.Itoa(pid)+":"+strconv.Itoa(count+1)), true
}
