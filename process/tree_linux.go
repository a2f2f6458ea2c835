package process

import (
	"bytes"
	"os"
	"strconv"
)

// table lists the processes that /proc shows.
func table() []Entry {
	names, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all []Entry
	for _, name := range names {
		if pid, err := strconv.Atoi(name.Name()); err == nil {
			if e, ok := Lookup(pid); ok {
				all = append(all, e)
			}
		}
	}
	return all
}

// Lookup returns what /proc says of a process: fields 3, 4 and 22 of
// proc_pid_stat(5). The name before them, in parentheses, may hold anything.
func Lookup(pid int) (Entry, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return Entry{}, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return Entry{}, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	e := Entry{ID{pid, string(fields[19])}, parent, string(fields[0]) == "Z"}
	return e, err == nil
}
