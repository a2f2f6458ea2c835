package host

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// openLeaf are the flags of every last step: no link is followed, a FIFO does
// not hang, a terminal does not become ours, no child inherits it.
const openLeaf = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC

// Open opens the file at path if it is what need asks for. The path must be
// absolute and plain (no "..", ".", "//" or trailing slash), and no component
// may be a symbolic link, at the moment of opening: nobody can swap one in
// between a check and the use.
//
// All checks are made on the open descriptor, not on the path (as doas does
// with its configuration). A FIFO, socket, device or directory where a file is
// due is refused, and not opened unless it was put there while we looked.
//
// The error is a *Refusal if something is there and will not do, else an
// *fs.PathError, which errors.Is knows as fs.ErrNotExist or fs.ErrPermission.
func Open(path string, need Need) (*os.File, error) {
	return open(path, need, openParent)
}

// open is Open by a given way to reach the parent directory.
func open(path string, need Need, reach func(string, Need) (int, error)) (*os.File, error) {
	if need.kind == 0 {
		return nil, &Refusal{Path: path, Why: NoNeed}
	}
	if !plain(path) {
		return nil, &Refusal{Path: path, Why: NotPlain}
	}
	dir, err := reach(filepath.Dir(path), need)
	if err != nil {
		return nil, err
	}
	defer unix.Close(dir)
	fd, err := openLast(dir, path, need)
	if err != nil {
		return nil, err
	}
	if err := need.admitOpen(fd, path); err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

// plain says whether the kernel reads path as its letters say.
func plain(path string) bool {
	return filepath.IsAbs(path) && path != "/" && filepath.Clean(path) == path && !strings.Contains(path, "\x00")
}

// openParent opens the directory dir in one call where that is possible and
// enough. Whatever goes wrong there, the walk has the last word: it works on
// every kernel and can name the component that is to blame.
func openParent(dir string, need Need) (int, error) {
	if !need.parents {
		if fd, err := openDirect(dir); err == nil {
			return fd, nil
		}
	}
	return walk(dir, need)
}

// walk opens the directory dir one component at a time, each relative to the
// one before and none through a link.
func walk(dir string, need Need) (int, error) {
	at := "/"
	fd, err := unix.Open(at, openDir, 0)
	if err != nil {
		return -1, &fs.PathError{Op: "open", Path: at, Err: err}
	}
	for _, name := range strings.FieldsFunc(dir, func(r rune) bool { return r == '/' }) {
		if err := need.admitParent(fd, at); err != nil {
			unix.Close(fd)
			return -1, err
		}
		at = filepath.Join(at, name)
		next, err := openAt(fd, name, openDir)
		if err != nil {
			err = blame(fd, at, err)
		}
		unix.Close(fd)
		if err != nil {
			return -1, err
		}
		fd = next
	}
	if err := need.admitParent(fd, at); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// openLast opens the last component of path below the directory dir. The look
// before only spares devices an open; what counts is looked at afterwards.
func openLast(dir int, path string, need Need) (int, error) {
	name := filepath.Base(path)
	var st unix.Stat_t
	err, made := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW), false
	if errors.Is(err, unix.ENOENT) {
		failed := need.make(dir, name)
		if errors.Is(failed, unix.EACCES) || errors.Is(failed, unix.EROFS) { // what opening it says is only that it is not there
			return -1, &fs.PathError{Op: "open", Path: path, Err: failed}
		}
		if made = failed == nil; made || errors.Is(failed, unix.EEXIST) {
			err = unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW)
		}
	}
	if err == nil {
		if err := need.admitType(path, &st); err != nil {
			return -1, err
		}
		need.setMode(dir, name, &st, made)
	}
	fd, err := openAt(dir, name, need.flags|openLeaf)
	if err != nil {
		return -1, blame(dir, path, err)
	}
	return fd, nil
}

// make makes what is asked for, where it may be missing. The error of what is not made
// is that it is not there.
func (n Need) make(dir int, name string) error {
	if n.kind == unix.S_IFDIR {
		return unix.Mkdirat(dir, name, n.mode)
	}
	if n.flags&unix.O_CREAT == 0 {
		return unix.ENOENT
	}
	fd, err := openAt(dir, name, n.flags|unix.O_EXCL|openLeaf)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

// setMode gives what was just looked at the mode that is asked for: what was made,
// which a umask may have taken bits from, and what is mended. Nobody does that for
// another user: root might be led to a file that is none of his.
func (n Need) setMode(dir int, name string, st *unix.Stat_t, made bool) {
	if n.mode != 0 && (made || n.mend) && uint32(st.Mode)&0o777 != n.mode && int(st.Uid) == n.uid && n.uid == UID() {
		_ = unix.Fchmodat(dir, name, n.mode, 0) // opening it says what that left
	}
}

// openAt is openat(2), again when a signal came in between, as network file
// systems allow.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags, 0o600)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// blame turns the failure to open path, whose last component lies in dir, into
// what the caller should read: kernels disagree on the errno for a link.
func blame(dir int, path string, err error) error {
	var st unix.Stat_t
	if unix.Fstatat(dir, filepath.Base(path), &st, unix.AT_SYMLINK_NOFOLLOW) == nil && isLink(&st) {
		return &Refusal{Path: path, Why: Symlink, Owner: int(st.Uid)}
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// Read returns everything in f, or a *Refusal if that is more than limit
// bytes. Unlike the size Open looked at, this also holds for a file that grows
// and for one that claims to be empty, as those in /proc do.
func Read(f *os.File, limit int64) ([]byte, error) {
	var text bytes.Buffer
	if st, err := f.Stat(); err == nil {
		text.Grow(int(min(st.Size(), limit)) + bytes.MinRead) // its size is a good guess
	}
	if _, err := text.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	}
	if int64(text.Len()) > limit {
		return nil, &Refusal{Path: f.Name(), Why: TooLarge, Limit: limit}
	}
	return text.Bytes(), nil
}

// MakePrivate makes a directory that nobody else can enter, or gives it that mode where it
// has another. Its parents must be there.
func MakePrivate(dir string) error {
	f, err := Open(dir, PrivateDir(UID()))
	if err != nil {
		return err
	}
	return f.Close()
}

// SameFile reports whether two names are one file or directory.
func SameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// ReadUntrusted reads a file that may be anybody's, within the bounds of a policy.
func ReadUntrusted(name string) ([]byte, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if path, err = Canonical(path); err != nil {
		return nil, err
	}
	f, err := Open(path, Untrusted(PolicyLimit))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, PolicyLimit)
}
