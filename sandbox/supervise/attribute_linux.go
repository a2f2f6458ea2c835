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
	if fd, err = r.file(p); err != nil {
		return 0, refusal(err), false
	}
	if r.rules.partOf(p.path()) != written || r.isSecret(fd) {
		return 0, r.refuseAttribute(fd, p.path()), false
	}
	return fd, done(), true
}

// refuseAttribute refuses a change that only a file's owner may make.
func (r *request) refuseAttribute(fd int, name string) reply {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || int(st.Uid) != unix.Geteuid() {
		return refusal(unix.EPERM)
	}
	return r.deny("write", name, unix.EROFS)
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
	if _, missing := p.stat(); missing != nil || !r.mayOpen(p, false) {
		return r.refuseOpen(p, unix.O_WRONLY, missing)
	}
	fd, err := r.file(p)
	if err != nil {
		return refusal(err)
	}
	if r.isSecret(fd) {
		return r.deny("write", p.path(), unix.EACCES)
	}
	return refusal(setLength(fd, int64(r.args[1])))
}

// setLength changes the length of a file opened with O_PATH. It opens nothing for writing but
// files: a pipe would take that for a writer.
func setLength(fd int, length int64) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
	case unix.S_IFDIR:
		return unix.EISDIR
	case unix.S_IFLNK: // it was none when its path was followed
		return unix.ELOOP
	default:
		return unix.EINVAL
	}
	return unix.Truncate(self(fd), length)
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
