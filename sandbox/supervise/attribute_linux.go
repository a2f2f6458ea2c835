//go:build amd64 || arm64

package supervise

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// How older calls pass times, encoded in place of flags.
const (
	inSeconds      = 1 << 32
	inMicroseconds = 1 << 33
)

// raw2 makes a system call on a name in a directory, with two more arguments.
func raw2(nr uintptr, dir int, name string, a, b uintptr) error {
	return raw3(nr, dir, name, a, b, 0)
}

func raw3(nr uintptr, dir int, name string, a, b, c uintptr) error {
	at, err := unix.BytePtrFromString(name)
	if err != nil {
		return err
	}
	_, _, errno := unix.Syscall6(nr, uintptr(dir), uintptr(unsafe.Pointer(at)), a, b, c, 0)
	runtime.KeepAlive(at)
	if errno != 0 {
		return errno
	}
	return nil
}

// openForAttributes opens the file whose attributes a call changes, named by path or, if there is none, by
// descriptor. It refuses one that may not be changed.
func (r *request) openForAttributes(dirfd int, at uint64, flags int) (fd int, out reply, ok bool) {
	var p place
	name, err := "", error(nil)
	if at != 0 {
		name, err = r.text(at)
	}
	switch {
	case err != nil:
	case name == "" && (at == 0 || flags&unix.AT_EMPTY_PATH != 0) && dirfd != unix.AT_FDCWD:
		p, err = r.descriptor(dirfd)
	case name == "" && at != 0 && flags&unix.AT_EMPTY_PATH != 0:
		p, err = r.find(dirfd, ".", true)
	default:
		p, err = r.find(dirfd, name, flags&unix.AT_SYMLINK_NOFOLLOW == 0)
	}
	if err != nil {
		return 0, refusal(err), false
	}
	f, st, err := r.fix(p)
	switch {
	case err != nil:
		return 0, refusal(err), false
	case r.rules.partOf(f.path()) == written && !r.isSecret(st):
		return f.fd, done(), true
	case int(st.Uid) != unix.Geteuid():
		return 0, refusal(unix.EPERM), false // only a file's owner may change them
	}
	return 0, r.deny("write", f.path(), unix.EROFS), false
}

func (r *request) truncate() reply {
	name, err := r.text(r.args[0])
	if err != nil {
		return refusal(err)
	}
	p, err := r.find(unix.AT_FDCWD, name, true)
	if err != nil {
		return refusal(err)
	}
	f, st, missing := r.fix(p)
	switch kind := st.Mode & unix.S_IFMT; {
	case missing != nil:
		return r.refuseOpen(p, unix.O_WRONLY, missing)
	case !r.mayOpen(f, false):
		return r.refuseOpen(f, unix.O_WRONLY, nil)
	case r.isSecret(st):
		return r.deny("write", f.path(), unix.EACCES)
	case kind == unix.S_IFDIR:
		return refusal(unix.EISDIR)
	case kind != unix.S_IFREG: // a pipe would take this process for a writer
		return refusal(unix.EINVAL)
	}
	return refusal(unix.Truncate(self(f.fd), int64(r.args[1])))
}

func (r *request) fchmodat2() reply { return r.chmod(r.fd(0), r.args[1], r.args[2], int(r.args[3])) }

func (r *request) fchmod() reply { return r.chmod(r.fd(0), 0, r.args[1], 0) }

func (r *request) chmod(dirfd int, at, mode uint64, flags int) reply {
	fd, out, ok := r.openForAttributes(dirfd, at, flags)
	if !ok {
		return out
	}
	return refusal(setMode(fd, uint32(mode)&0o7777))
}

// setMode changes the mode of an open file through its name in /proc: that works on all
// kernels, and for a file opened with O_PATH.
func setMode(fd int, mode uint32) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT == unix.S_IFLNK {
		return unix.EOPNOTSUPP
	}
	return unix.Fchmodat(unix.AT_FDCWD, self(fd), mode, 0)
}

func (r *request) fchownat() reply {
	return r.chown(r.fd(0), r.args[1], r.args[2], r.args[3], int(r.args[4]))
}

func (r *request) fchown() reply { return r.chown(r.fd(0), 0, r.args[1], r.args[2], 0) }

func (r *request) chown(dirfd int, at, user, group uint64, flags int) reply {
	fd, out, ok := r.openForAttributes(dirfd, at, flags)
	if !ok {
		return out
	}
	return refusal(unix.Fchownat(fd, "", int(int32(user)), int(int32(group)), unix.AT_EMPTY_PATH))
}

func (r *request) utimensat() reply {
	form := r.args[4]
	times, err := r.times(r.args[2], form)
	if err != nil {
		return refusal(err)
	}
	fd, out, ok := r.openForAttributes(r.fd(0), r.args[1], int(int32(r.args[3])))
	if !ok {
		return out
	}
	return refusal(raw2(unix.SYS_UTIMENSAT, unix.AT_FDCWD, self(fd), uintptr(unsafe.Pointer(times)), 0))
}

// times copies the two times of a call. Without times it returns the present one.
func (r *request) times(at, form uint64) (*[2]unix.Timespec, error) {
	var t [2]unix.Timespec
	var whole [2]int64
	switch {
	case at == 0:
		t[0].Nsec, t[1].Nsec = unix.UTIME_NOW, unix.UTIME_NOW
		return &t, nil
	case form&inSeconds != 0:
		err := copyInto(r, &whole, at)
		t[0].Sec, t[1].Sec = whole[0], whole[1]
		return &t, err
	}
	err := copyInto(r, &t, at)
	if form&inMicroseconds != 0 {
		t[0].Nsec, t[1].Nsec = t[0].Nsec*1000, t[1].Nsec*1000
	}
	return &t, err
}
