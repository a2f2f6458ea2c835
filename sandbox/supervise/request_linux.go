//go:build amd64 || arm64

package supervise

import (
	"bytes"
	"encoding/binary"
	"os"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A request is a call about which the supervisor decides.
type request struct {
	*Supervisor
	call
	id     uint64
	thread int
	opened []int // descriptors to close after the answer
}

// call is a system call, by its number on all machines.
type call struct {
	nr   uintptr
	args [6]uint64
}

// fd returns an argument that is a descriptor.
func (c call) fd(i int) int { return int(int32(c.args[i])) }

// proc returns the path of a file of the caller's in /proc.
func (r *request) proc(name string) string { return "/proc/" + strconv.Itoa(r.thread) + "/" + name }

// keep remembers a descriptor to close after the answer.
func (r *request) keep(fd int, err error) (int, error) {
	if err == nil {
		r.opened = append(r.opened, fd)
	}
	return fd, err
}

func (r *request) close() {
	for _, fd := range r.opened {
		_ = unix.Close(fd)
	}
}

// longest is PATH_MAX.
const longest = 4096

// pageSize divides the page size of every machine.
const pageSize = 4096

// text copies a path from the caller's memory.
func (r *request) text(at uint64) (string, error) {
	var buf [longest]byte
	n := 0
	for n < longest {
		some := min(longest-n, int(pageSize-(at+uint64(n))%pageSize)) // the next page may not be mapped
		if err := r.copy(buf[n:n+some], at+uint64(n)); err != nil {
			return "", err
		}
		if end := bytes.IndexByte(buf[n:n+some], 0); end >= 0 {
			return string(buf[:n+end]), nil
		}
		n += some
	}
	return "", unix.ENAMETOOLONG
}

// copy copies the caller's memory.
func (r *request) copy(to []byte, from uint64) error {
	if from == 0 {
		return unix.EFAULT
	}
	local := unix.Iovec{Base: &to[0]}
	local.SetLen(len(to))
	n, err := unix.ProcessVMReadv(r.thread, []unix.Iovec{local}, []unix.RemoteIovec{{Base: uintptr(from), Len: len(to)}}, 0)
	if err == nil && n == len(to) {
		return nil
	}
	f, err := os.Open(r.proc("mem")) // containers may refuse that call, but not this file
	if err != nil {
		return unix.EACCES
	}
	defer f.Close()
	if n, _ := f.ReadAt(to, int64(from)); n < len(to) {
		return unix.EFAULT
	}
	return nil
}

// copyInto copies the caller's memory into a value.
func copyInto[T any](r *request, to *T, from uint64) error {
	return r.copy(unsafe.Slice((*byte)(unsafe.Pointer(to)), unsafe.Sizeof(*to)), from)
}

// status returns a number from the caller's /proc/PID/status, in some base.
func (r *request) status(field string, base int) (int, error) {
	number, err := r.statusWord(field, base)
	return int(number), err
}

func (r *request) statusWord(field string, base int) (uint64, error) {
	fd, err := unix.Open(r.proc("status"), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	text := make([]byte, 0, pageSize)
	for { // the groups of a user can be longer than a page
		text = slices.Grow(text, pageSize/2)
		n, err := unix.Read(fd, text[len(text):cap(text)])
		if err != nil {
			return 0, err
		}
		if n == 0 {
			return 0, unix.EACCES
		}
		text = text[:len(text)+n]
		if value, found := fieldOf(text, field); found {
			return strconv.ParseUint(string(value), base, 64)
		}
	}
}

// fieldOf returns a field of such a text, if its line is complete.
func fieldOf(text []byte, field string) ([]byte, bool) {
	_, rest, found := bytes.Cut(text, []byte("\n"+field+":\t"))
	if !found {
		return nil, false
	}
	value, _, complete := bytes.Cut(rest, []byte("\n"))
	return value, complete
}

// mode returns the mode for a new file, without the bits of the caller's umask(2).
func (r *request) mode(asked uint64) (uint32, error) {
	mask, err := r.status("Umask", 8)
	return uint32(asked) & 0o7777 &^ uint32(mask), err
}

// word reads a number in the machine's byte order.
func word(b []byte) uint64 { return binary.NativeEndian.Uint64(b) }

// longestWord bounds one word of an argument vector, with its end: MAX_ARG_STRLEN.
const longestWord = 32 * pageSize

// long copies a text that may be longer than a path.
func (r *request) long(at uint64) (string, error) {
	var out []byte
	for len(out) < longestWord {
		some := make([]byte, pageSize-(at+uint64(len(out)))%pageSize)
		if err := r.copy(some, at+uint64(len(out))); err != nil {
			return "", err
		}
		if end := bytes.IndexByte(some, 0); end >= 0 && len(out)+end < longestWord {
			return string(append(out, some[:end]...)), nil
		} else if end >= 0 {
			break
		}
		out = append(out, some...)
	}
	return "", unix.E2BIG
}
