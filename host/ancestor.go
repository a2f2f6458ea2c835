package host

import (
	"bytes"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// Process identifies a process uniquely: the system reuses process numbers, but not a number
// with the same start time.
type Process struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"` // ticks since boot
}

// Relative is a process above another, with the system's facts about it.
type Relative struct {
	Process
	Parent   int
	Leader   int    // of the session (setsid(2))
	Terminal uint64 // the device number of its controlling terminal, 0 for none
}

// Ancestors returns a process and all its ancestors that this process may see, the nearest
// first (proc_pid_stat(5)). On systems other than Linux it returns none.
func Ancestors(pid int) []Relative { return slices.Collect(EachAncestor(pid)) }

// EachAncestor yields what Ancestors returns. It reads each process only when the caller
// asks for it.
func EachAncestor(pid int) iter.Seq[Relative] {
	return func(yield func(Relative) bool) {
		for range maxAncestors {
			r, ok := relative(pid)
			if !ok || !yield(r) {
				return
			}
			pid = r.Parent
		}
	}
}

// maxAncestors is larger than the depth of any process tree.
const maxAncestors = 4096

// relative returns the facts about a process.
func relative(pid int) (r Relative, ok bool) {
	if pid <= 0 {
		return r, false
	}
	text := FirstPage("/proc/" + strconv.Itoa(pid) + "/stat")
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return r, false
	}
	number := func(i int) uint64 {
		n, err := strconv.ParseInt(string(fields[i]), 10, 64)
		ok = ok && err == nil
		return uint64(n)
	}
	ok = true
	r = Relative{Process{pid, number(19)}, int(number(1)), int(number(3)), number(4)}
	return r, ok
}

// IsWindow reports whether the process's terminal is a pseudo-terminal (pts(4)): the
// terminal of a window, a pane or a remote login.
func (r Relative) IsWindow() bool {
	const first, last = 136, 143    // the major numbers of Linux
	major := r.Terminal >> 8 & 0xff // proc_pid_stat(5): tty_nr
	return major >= first && major <= last
}

// IsManager reports whether a process starts everybody's programs. Such a process belongs to
// another user, as the system's first one does, or has the name of an init system.
func (r Relative) IsManager() bool {
	dir := "/proc/" + strconv.Itoa(r.PID)
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok && int(st.Uid) != UID() {
		return true
	}
	program, err := os.Readlink(dir + "/exe")
	if err != nil {
		return false
	}
	switch filepath.Base(program) {
	case "init", "systemd", "sshd", "sshd-session", "tini", "dumb-init", "docker-init", "runit", "s6-svscan", "openrc-init":
		return true
	}
	return false
}
