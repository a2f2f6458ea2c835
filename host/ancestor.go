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

// Process is a process as no later one can be: a number is given again, a start time is not.
type Process struct {
	PID   int    `json:"pid"`
	Start uint64 `json:"start"` // ticks since boot
}

// Relative is a process above another, with what the system says of it.
type Relative struct {
	Process
	Parent   int
	Leader   int    // the session's (setsid(2))
	Terminal uint64 // the device number of its controlling terminal, 0 for none
}

// Ancestors returns a process and all above it that this one may see, the nearest first
// (proc_pid_stat(5)). Elsewhere than on Linux it finds none.
func Ancestors(pid int) []Relative { return slices.Collect(EachAncestor(pid)) }

// EachAncestor yields what Ancestors returns, and looks at no process before it is asked for.
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

// maxAncestors is more than any tree is deep.
const maxAncestors = 4096

// relative looks a process up.
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

// IsWindow reports whether the process's terminal is a pseudo-terminal (pts(4)): that of a
// window, a pane or a remote login.
func (r Relative) IsWindow() bool {
	const first, last = 136, 143    // the major numbers of Linux
	major := r.Terminal >> 8 & 0xff // proc_pid_stat(5): tty_nr
	return major >= first && major <= last
}

// IsManager reports whether a process starts everybody's programs: another user's, as the
// system's first one is, or one of a name that init systems have.
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
