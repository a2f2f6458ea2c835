//go:build amd64 || arm64

package supervise

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// errNotTheirs says that a pseudo-terminal is neither the caller's nor made by a confined process.
var errNotTheirs = errors.New("a terminal of another process")

// terminals are the pseudo-terminals that confined processes made: by number, a descriptor of the
// file in /dev/pts, opened with O_PATH. The kernel gives the number to another terminal when
// one is gone, but not the file: that has no link from then on, and cannot be opened.
type terminals struct {
	mu  sync.Mutex
	fds map[uint32]int
}

// mostTerminals bounds how many there are at a time. Each takes a descriptor of this process.
const mostTerminals = 256

// hasRoom forgets the terminals that are gone, and reports whether another one can be remembered.
func (t *terminals) hasRoom() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for number, fd := range t.fds {
		if isGoneTerminal(fd) {
			t.drop(number)
		}
	}
	return len(t.fds) < mostTerminals
}

// add remembers the terminal of a master that this process has open: until it is closed, no other
// terminal has its number. A terminal that is not remembered cannot be opened by its name.
func (t *terminals) add(master int) {
	number, err := unix.IoctlGetUint32(master, unix.TIOCGPTN)
	if err != nil {
		return
	}
	fd, err := unix.Open(slaveOf(number), unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.fds == nil {
		t.fds = map[uint32]int{}
	}
	if _, known := t.fds[number]; known {
		t.drop(number)
	}
	t.fds[number] = fd
}

// open opens the terminal with a number, if it is still the one that was made.
func (t *terminals) open(number uint32, how int) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fd, is := t.fds[number]
	if is && isGoneTerminal(fd) {
		t.drop(number)
		is = false
	}
	if !is {
		return -1, errNotTheirs
	}
	return place{fd: fd}.openDevice(how)
}

func (t *terminals) drop(number uint32) {
	_ = unix.Close(t.fds[number])
	delete(t.fds, number)
}

func (t *terminals) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for number := range t.fds {
		t.drop(number)
	}
}

// isGoneTerminal reports whether the master of a terminal is closed.
func isGoneTerminal(fd int) bool {
	var st unix.Stat_t
	return unix.Fstat(fd, &st) != nil || st.Nlink == 0
}

// slaveOf returns the file of a pseudo-terminal.
func slaveOf(number uint32) string { return "/dev/pts/" + strconv.FormatUint(uint64(number), 10) }

// makeTerminal opens the device that makes a pseudo-terminal.
func (r *request) makeTerminal(p place, how int) (int, error) {
	if !r.terms.hasRoom() {
		return -1, unix.ENOSPC // as the kernel says where there are too many
	}
	fd, err := p.openDevice(how)
	if err == nil {
		r.terms.add(fd)
	}
	return fd, err
}

// openTerminal opens a pseudo-terminal that a confined process made, or that is the caller's.
func (r *request) openTerminal(p place, name string, how int) (int, error) {
	number, err := strconv.ParseUint(name, 10, 32)
	if err != nil {
		return -1, errNotTheirs
	}
	fd, err := r.terms.open(uint32(number), how)
	if err != errNotTheirs {
		return fd, err
	}
	if own, err := r.terminal(); err != nil || own != uint32(number) {
		return -1, errNotTheirs
	}
	return r.openOwnTerminal(how)
}

// openOwnTerminal opens the caller's controlling terminal. Before it is open here, the caller may
// let go of it, and its number may be given to another one. What has the number afterwards is what is
// open, for the number of an open terminal is not given away.
func (r *request) openOwnTerminal(how int) (int, error) {
	number, err := r.terminal()
	if err != nil {
		return -1, err
	}
	fd, err := unix.Open(slaveOf(number), how&^(unix.O_CREAT|unix.O_EXCL|unix.O_TRUNC), 0)
	if err != nil {
		return -1, err
	}
	if now, err := r.terminal(); err != nil || now != number {
		_ = unix.Close(fd)
		return -1, errNotTheirs
	}
	return fd, nil
}

// terminal returns the number of the caller's controlling terminal, if that is a
// pseudo-terminal: field 7 of proc_pid_stat(5).
func (r *request) terminal() (uint32, error) {
	text, err := os.ReadFile(r.proc("stat"))
	if err != nil {
		return 0, unix.ENXIO
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	device, err := strconv.Atoi(fields[4])
	if major := unix.Major(uint64(device)); err != nil || major < 136 || major > 143 {
		return 0, unix.ENXIO
	}
	return unix.Minor(uint64(device)), nil
}
