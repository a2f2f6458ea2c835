package terminal

import (
	"bytes"
	"os"
	"strconv"
)

// hasStopped reports whether a process group has stopped: its leader, or a descendant of
// it in the same group, such as the command below the process that sets up a sandbox.
func hasStopped(group int) bool { return group > 1 && stoppedBelow(group, group) }

// stoppedBelow reports whether a process, or one below it, is in a group and has stopped.
func stoppedBelow(pid, group int) bool {
	dir := "/proc/" + strconv.Itoa(pid)
	text, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // state, parent, group: proc_pid_stat(5)
	if len(fields) >= 3 && string(fields[0]) == "T" && string(fields[2]) == strconv.Itoa(group) {
		return true
	}
	threads, _ := os.ReadDir(dir + "/task") // the process may have ended
	for _, thread := range threads {
		children, _ := os.ReadFile(dir + "/task/" + thread.Name() + "/children")
		for child := range bytes.FieldsSeq(children) {
			if pid, err := strconv.Atoi(string(child)); err == nil && stoppedBelow(pid, group) {
				return true
			}
		}
	}
	return false
}
