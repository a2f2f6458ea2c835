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

// openLeaf are the flags of every last step: open follows no link, does not hang on a FIFO,
// acquires no controlling terminal, and no child inherits the descriptor.
const openLeaf = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC

// Open opens the file at path if it satisfies need. The path must be absolute and plain
// (no "..", ".", "//" or trailing slash), and no component may be a symbolic link at the
// moment of opening: nobody can swap one in between check and use. For a SystemPolicy a
// directory may be a link, which only root can have made.
//
// All checks look at the open descriptor, not at the path (as doas does with its
// configuration). Open refuses a FIFO, socket, device or directory in the place of a file
// without opening it, unless somebody put it there at that moment.
//
// The error is a *Refusal if something exists and does not satisfy need, else an
// *fs.PathError, for which errors.Is knows fs.ErrNotExist and fs.ErrPermission.
func Open(path string, need Need) (*os.File, error) {
	return open(path, need, openParent)
}

// open is Open with a given way to reach the parent directory.
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

// plain reports whether path has only components that lead down, so that its text alone says
// where it leads.
func plain(path string) bool {
	return filepath.IsAbs(path) && path != "/" && filepath.Clean(path) == path && !strings.Contains(path, "\x00")
}

// openParent opens the directory dir in one call if that is possible and enough. If that
// fails, walk decides: it works on every kernel and can name the component to blame.
func openParent(dir string, need Need) (int, error) {
	if !need.parents {
		if fd, err := openDirect(dir); err == nil {
			return fd, nil
		}
	}
	return walk(dir, need)
}

// walk opens the directory dir one component at a time, each relative to the one before and
// never through a link. There is one exception: if only root can write to any directory
// above, root made the link, as Android's /etc, and walk follows it.
func walk(dir string, need Need) (int, error) {
	const links = 8 // far more than any system has
	for range links {
		fd, next, err := walkTo(dir, need)
		if next == "" {
			return fd, err
		}
		dir = next
	}
	return -1, &Refusal{Path: dir, Why: Symlink}
}

// walkTo is walk up to root's first link. It also returns where the whole path then leads.
func walkTo(dir string, need Need) (fd int, next string, err error) {
	at := "/"
	fd, err = unix.Open(at, openDir, 0)
	if err != nil {
		return -1, "", &fs.PathError{Op: "open", Path: at, Err: err}
	}
	for _, name := range strings.FieldsFunc(dir, func(r rune) bool { return r == '/' }) {
		if err := need.admitParent(fd, at); err != nil {
			unix.Close(fd)
			return -1, "", err
		}
		above := at
		at = filepath.Join(at, name)
		below, err := openAt(fd, name, openDir)
		if err != nil {
			err = blame(fd, at, err)
		}
		target := ""
		if err != nil && need.parents {
			target = readLink(fd, name)
		}
		unix.Close(fd)
		if target != "" {
			if !filepath.IsAbs(target) {
				target = filepath.Join(above, target)
			}
			return -1, filepath.Join(target, strings.TrimPrefix(dir, at)), nil
		}
		if err != nil {
			return -1, "", err
		}
		fd = below
	}
	if err := need.admitParent(fd, at); err != nil {
		unix.Close(fd)
		return -1, "", err
	}
	return fd, "", nil
}

// readLink returns where a link in the directory dir leads, "" if it is none.
func readLink(dir int, name string) string {
	text := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(dir, name, text)
	if err != nil || n < 1 || n == len(text) {
		return ""
	}
	return string(text[:n])
}

// openLast opens the last component of path below the directory dir. The earlier stat only
// avoids opening devices; the check that counts comes after the open.
func openLast(dir int, path string, need Need) (int, error) {
	name := filepath.Base(path)
	var st unix.Stat_t
	err, made := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW), false
	if errors.Is(err, unix.ENOENT) {
		failed := need.make(dir, name)
		if errors.Is(failed, unix.EACCES) || errors.Is(failed, unix.EROFS) { // opening it would only say that it does not exist
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

// make creates the file or directory if n permits that. If not, it returns ENOENT.
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

// setMode gives a file that was just examined the mode that n wants: a file it created,
// from whose mode the umask may have taken bits, and one to repair. It never does so for
// another user: somebody might lead root to another file.
func (n Need) setMode(dir int, name string, st *unix.Stat_t, made bool) {
	if n.mode != 0 && (made || n.mend) && uint32(st.Mode)&0o777 != n.mode && int(st.Uid) == n.uid && n.uid == UID() {
		_ = unix.Fchmodat(dir, name, n.mode, 0) // the open reports what went wrong
	}
}

// openAt is openat(2), retried after a signal, since network file systems may interrupt it.
func openAt(dir int, name string, flags int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flags, 0o600)
		if !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}

// blame turns a failure to open path, whose last component lies in dir, into a uniform
// error: kernels disagree on the errno for a link.
func blame(dir int, path string, err error) error {
	var st unix.Stat_t
	if unix.Fstatat(dir, filepath.Base(path), &st, unix.AT_SYMLINK_NOFOLLOW) == nil && isLink(&st) {
		return &Refusal{Path: path, Why: Symlink, Owner: int(st.Uid)}
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// Read returns everything in f, or a *Refusal if that is more than limit bytes. Unlike
// the size that Open checked, this also bounds a file that grows and one that claims to
// be empty, as those in /proc do.
func Read(f *os.File, limit int64) ([]byte, error) {
	var text bytes.Buffer
	if st, err := f.Stat(); err == nil {
		text.Grow(int(min(st.Size(), limit)) + bytes.MinRead) // a good guess of the size
	}
	if _, err := text.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, err
	}
	if int64(text.Len()) > limit {
		return nil, &Refusal{Path: f.Name(), Why: TooLarge, Limit: limit}
	}
	return text.Bytes(), nil
}

// MakePrivate creates a directory that nobody else can enter, or sets that mode. Its
// parents must exist.
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

// ReadUntrusted reads a file of any owner, up to the size limit of a policy.
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
