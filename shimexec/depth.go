package shimexec

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/launch"
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

	// maxAbove is how many processes above one may run the same program: more than
	// maxWrapped, after which a wrapper is led on behind itself.
	maxAbove = 2 * maxWrapped

	// minLoopTime is how much processor time a process may have used before anything is
	// counted: an exec takes away no time that was used. So a program sees nothing
	// of this but at the end of a process that has worked for long, and a chain
	// without end takes a little longer to be noticed. From then on the gate clears
	// nothing, so that every start is counted here.
	minLoopTime = gate.LoopSeconds * time.Second
)

// countDepth returns the environment for what the process pid is to become after it
// has used so much time, and whether that may go on.
func countDepth(env []string, pid int, used time.Duration) ([]string, bool) {
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
	case used < minLoopTime:
		return env, true
	case count >= maxDepth:
		return env, false
	}
	return append(deeper, prefix+strconv.Itoa(pid)+":"+strconv.Itoa(count+1)), true
}

// usedTime is how much of the processor's time this process has used, in all the
// programs that it was.
func usedTime() time.Duration { return timeOf(unix.RUSAGE_SELF) }

// waitedTime is how much those of its children have used that have ended.
func waitedTime() time.Duration { return timeOf(unix.RUSAGE_CHILDREN) }

func timeOf(whose int) time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(whose, &usage) != nil {
		return minLoopTime
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// loops reports whether a shim and the program that it is to become start each
// other without end, though their environment does not tell: because the program is
// its own ancestor many times over, or because a process that has worked for long has
// been the same shim many times. Such a program looks for another of its name on
// PATH, finds the shim, and does not know it.
func loops(root, name, program string, env []string) bool {
	if fewDescriptors() || !runsFile(os.Getppid(), program) && !gate.Wraps(program, launch.SearchPath(env), root) {
		return false
	}
	return ancestors(program) >= maxAbove || usedTime()+waitedTime() >= minLoopTime && countRecords(root, name, os.Getpid()) >= maxDepth
}

// ancestors counts the processes above this one that run a program: as the program's
// own file, or as a script by its path. Where the parent of this one runs something
// else, and so does that one's parent, there are none.
func ancestors(program string) (count int) {
	pid, strangers := os.Getppid(), 0
	for ; pid > 1 && count < maxAbove && strangers < 3; pid = host.ParentOf(pid) {
		if script, file := runsProgram(pid, program); script || file {
			count, strangers = count+1, 0
			continue
		}
		strangers++
	}
	return count
}

// runsProgram reports whether a process runs a program: as a script by its path, or as its
// own file.
func runsProgram(pid int, program string) (script, file bool) {
	words := bytes.SplitN(host.FirstPage("/proc/"+strconv.Itoa(pid)+"/cmdline"), []byte{0}, 4)
	script = slices.ContainsFunc(words[:min(3, len(words))], func(word []byte) bool { return string(word) == program })
	return script, runsFile(pid, program)
}

// runsFile reports whether a process runs a program as its own file.
func runsFile(pid int, program string) bool {
	exe, err := os.Stat("/proc/" + strconv.Itoa(pid) + "/exe")
	file, err2 := os.Stat(program)
	return err == nil && err2 == nil && os.SameFile(exe, file)
}

// countRecords counts the lines at the end of today's trail that say that a process was
// the shim of a name.
func countRecords(root, name string, pid int) int {
	const end = 64 << 10
	file, err := os.Open(filepath.Join(root, "audit", time.Now().UTC().Format("20060102")+".jsonl"))
	if err != nil {
		return 0
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		_, _ = file.Seek(max(0, info.Size()-end), io.SeekStart)
	}
	text, _ := io.ReadAll(io.LimitReader(file, end))
	count := 0
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte(`"command":"`+name+`"`)) && bytes.Contains(line, []byte(`"pid":`+strconv.Itoa(pid)+`,`)) {
			count++
		}
	}
	return count
}
