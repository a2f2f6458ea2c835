//go:build amd64 || arm64

package supervise

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func (r *request) execve() reply { return r.start(unix.AT_FDCWD, r.args[0], r.args[1], 0) }

func (r *request) execveat() reply { return r.start(r.fd(0), r.args[1], r.args[2], int(r.args[4])) }

// start decides about a program about to start. The kernel reads the path and the words once
// more: if another thread of the caller overwrites them after the decision, that is what runs. So
// does what a script names as its interpreter.
func (r *request) start(dirfd int, at, words uint64, flags int) reply {
	mayHide := r.rules.Reads || len(r.rules.Around) > 0
	if r.rules.Exec == nil && !mayHide {
		return passed()
	}
	name, err := r.text(at)
	if err != nil {
		return refusal(err)
	}
	var p place
	if name == "" && flags&unix.AT_EMPTY_PATH != 0 {
		p, err = r.descriptor(dirfd)
	} else {
		p, err = r.find(dirfd, name, flags&unix.AT_SYMLINK_NOFOLLOW == 0)
	}
	switch {
	case errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.EACCES):
		return refusal(err) // there is nothing to start; it may be there when the kernel looks
	case err != nil:
		return r.deny("exec", name, unix.EACCES) // for example through /proc/PID/root or /proc/PID/fd
	case mayHide && r.hides(p):
		return r.deny("exec", p.path(), unix.EACCES)
	}
	if r.rules.Exec == nil || r.rules.Programs != nil && !r.rules.Programs[p.path()] {
		return r.provide(p)
	}
	return r.later(func(r *request) reply { return r.decide(p, words) }) // it may take milliseconds
}

// decide asks Rules.Exec about a program.
func (r *request) decide(p place, words uint64) reply {
	argv, err := r.vector(words)
	if err != nil {
		return refusal(err)
	}
	dir, err := os.Readlink(r.proc("cwd"))
	if err != nil {
		return refusal(err)
	}
	by, err := os.Readlink(r.proc("exe"))
	if err != nil {
		return refusal(err)
	}
	if err := r.rules.Exec(Start{p.path(), argv, dir, by}); err != nil {
		r.denied(Denial{"exec", p.path(), err})
		return refusal(unix.EACCES)
	}
	return r.provide(p)
}

// mostWords and mostBytes bound the words of a command. A command with more is refused, as the
// kernel does at the latest: execve(2).
const (
	mostWords = 64 << 10
	mostBytes = 6 << 20
)

// vector copies an argument vector.
func (r *request) vector(at uint64) ([]string, error) {
	var argv []string
	left := mostBytes
	for ; at != 0 && len(argv) < mostWords; at += 8 {
		var b [8]byte
		if err := r.copy(b[:], at); err != nil {
			return nil, err
		}
		if word(b[:]) == 0 {
			return argv, nil
		}
		text, err := r.long(word(b[:]))
		if err != nil {
			return nil, err
		}
		if left -= len(b) + len(text) + 1; left < 0 {
			return nil, unix.E2BIG
		}
		argv = append(argv, text)
	}
	if at == 0 {
		return nil, nil
	}
	return nil, unix.E2BIG
}
