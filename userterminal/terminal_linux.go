package userterminal

import (
	"bytes"
	"os"
	"strconv"
)

// givesTerminal reports whether a process is "shimgen run", by whatever name.
func givesTerminal(pid int) bool {
	dir := "/proc/" + strconv.Itoa(pid)
	line, err := os.ReadFile(dir + "/cmdline")
	words := bytes.Split(line, []byte{0})
	if err != nil || len(words) < 2 || string(words[1]) != "run" {
		return false
	}
	own, err := os.Stat("/proc/self/exe")
	its, other := os.Stat(dir + "/exe")
	return err == nil && other == nil && os.SameFile(own, its)
}
