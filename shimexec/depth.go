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

// depthVariable counts how often one process has been judged, as PID:COUNT. A forked
// process starts at zero, so a deep tree of commands never counts up; only shims that
// execute each other do. Normally the search for the real program ends such a chain,
// because it skips every shim that it recognizes. This count catches a copied shim that
// it does not recognize. Whoever unsets the variable harms only himself.
const depthVariable = "AGENT_LOOP_DEPTH"

const (
	// maxDepth is far above any honest chain of execs: env, nice, sh -c "exec …".
	maxDepth = 32

	// maxAbove limits how many ancestors of a process may run the same program: more than
	// maxWrapped, after which the search starts behind the wrapper.
	maxAbove = 2 * maxWrapped

	// minLoopTime is how much processor time a process may use before we count: an exec
	// keeps the time used before. So no ordinary program sees the variable, and an
	// endless chain is found a little later. From then on the gate clears nothing, so
	// every start is counted here.
	minLoopTime = gate.LoopSeconds * time.Second
)

// countDepth returns the environment for the program that process pid becomes after it
// has used that processor time, and false if the chain must end.
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

// usedTime is the processor time that this process has used, in all programs it executed.
func usedTime() time.Duration { return timeOf(unix.RUSAGE_SELF) }

// waitedTime is the processor time of its reaped children.
func waitedTime() time.Duration { return timeOf(unix.RUSAGE_CHILDREN) }

func timeOf(whose int) time.Duration {
	var usage unix.Rusage
	if unix.Getrusage(whose, &usage) != nil {
		return minLoopTime
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// loops reports whether a shim and its program start each other endlessly in a way that
// the environment does not show: the program is its own ancestor many times over, or a
// process that has used much time has been the same shim many times. Such a program looks
// for another of its name on PATH and finds the shim.
func loops(root, name, program string, env []string) bool {
	if fewDescriptors() || !runsFile(os.Getppid(), program) && !gate.Wraps(program, launch.SearchPath(env), root) {
		return false
	}
	return ancestors(program) >= maxAbove || usedTime()+waitedTime() >= minLoopTime && countRecords(root, name, os.Getpid()) >= maxDepth
}

// ancestors counts the ancestors of this process that run a program, as its own file or
// as a script by path. It stops after three ancestors in a row that run something else.
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

// runsProgram reports whether a process runs a program: as a script by path, or as its
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

// countRecords counts the lines at the end of today's trail by which a process was the
// shim of a name.
func countRecords(root, name string, pid int) int {
	const end = 64 << 10
	file, err := os.Open(filepath.Join(root, gate.TrailName, time.Now().UTC().Format("20060102")+".jsonl"))
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
