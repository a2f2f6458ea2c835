package host

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// FirstPage returns the first page of a file, or nothing. It uses one descriptor and no Go
// file, which would need more descriptors for the poller: the caller may have left us few.
func FirstPage(name string) []byte {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	page := make([]byte, 4096)
	n, _ := unix.Read(fd, page)
	return page[:max(n, 0)]
}

// ParentOf returns the parent of a process, or 0 (proc_pid_stat(5)).
func ParentOf(pid int) int {
	text := FirstPage("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}

// CommandLine returns the arguments that a process was started with
// (proc_pid_cmdline(5)).
func CommandLine(pid int) ([]string, error) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00"), nil
}
