package process

import (
	"bytes"
	"os"
	"strconv"
)

// Used is what a process and those below it use, by /proc/PID/statm: of each what is
// in memory without what it shares with files and others (proc_pid_statm(5)).
func Used(pid int) Usage {
	var u Usage
	for _, p := range append(Descendants(pid), ID{pid: pid}) {
		text, err := os.ReadFile("/proc/" + strconv.Itoa(p.pid) + "/statm")
		fields := bytes.Fields(text)
		if err != nil || len(fields) < 3 {
			continue
		}
		resident, _ := strconv.ParseInt(string(fields[1]), 10, 64)
		shared, _ := strconv.ParseInt(string(fields[2]), 10, 64)
		u.Processes++
		u.Memory += (resident - shared) * int64(os.Getpagesize())
	}
	return u
}
