package rundir

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// Runs is the directory in which the runs of this user in a sandbox have theirs. It is
// one, so that no run sees those of others.
type Runs struct {
	Dir  string
	Root string // of the installation that the runs are for
}

// In is the directory of this user's runs in one for temporary files.
func In(temp string) string { return filepath.Join(temp, "shimgen-"+strconv.Itoa(host.UID())) }

// MakeError says that the directory cannot be made.
type MakeError struct{ Err error }

// Error is why.
func (c MakeError) Error() string { return c.Err.Error() }

// Unwrap returns the cause.
func (c MakeError) Unwrap() error { return c.Err }

// Make makes it. One that another user has made, or could write to, is none.
func (r Runs) Make() error {
	if err := os.Mkdir(r.Dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return MakeError{err}
	}
	f, err := host.Open(r.Dir, host.PrivateDir(host.UID()))
	if err == nil {
		err = f.Close()
	}
	return err
}

// Inside reports whether this process is in a sandbox of ours: something of a run's
// directory is mounted there.
func Inside() bool {
	table, err := os.ReadFile("/proc/self/mountinfo")
	return err == nil && strings.Contains(string(table), "/"+filepath.Base(In("/"))+"/")
}

// Hold locks a run's directory for as long as this process lives: who finds it without a
// lock knows that its run was killed. The file says whose trail its records belong to; the
// caller closes it.
func Hold(own, root string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(own, lockName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, os.NewSyscallError("flock", err)
	}
	if _, err := f.WriteString(root); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isGone reports whether an installation is no longer there, so that nobody but us will
// ever take over what its runs have left.
func isGone(root string) bool {
	_, err := os.Lstat(root)
	return filepath.IsAbs(root) && errors.Is(err, fs.ErrNotExist)
}

// TakeOver takes over what runs have left that were killed, with what is handed the directory
// of each, and then removes the rest. What such a run had started in a sandbox ended with it.
func (r Runs) TakeOver(with func(own string)) {
	names, err := os.ReadDir(r.Dir)
	if err != nil {
		return
	}
	for _, name := range names {
		if name.IsDir() {
			r.takeOverRun(filepath.Join(r.Dir, name.Name()), with)
		}
	}
}

// takeOverRun does that with one directory, if it is ours and nobody holds it.
func (r Runs) takeOverRun(own string, with func(own string)) {
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != host.UID() {
		return
	}
	if !host.Exists(filepath.Join(own, Spool)) && !host.Exists(filepath.Join(own, Proot)) {
		return // none that we made
	}
	lock, err := os.OpenFile(filepath.Join(own, lockName), os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return
	}
	if root, err := io.ReadAll(io.LimitReader(lock, unix.PathMax)); err != nil || string(root) != r.Root && !isGone(string(root)) {
		return // another installation's
	}
	with(own)
	os.RemoveAll(own)
}

// HoldCaches keeps other runs from taking away the caches that stayed empty until release is
// called, which does so if nobody else holds them. made gets the names of those that are
// made, each with a NUL behind it; it is nil where none can be.
func (r Runs) HoldCaches() (made *os.File, release func()) {
	lock, err := os.OpenFile(filepath.Join(r.Dir, cachesName), os.O_CREATE|os.O_RDWR|os.O_APPEND|unix.O_NOFOLLOW, 0o600)
	if err != nil || unix.Flock(int(lock.Fd()), unix.LOCK_SH) != nil {
		return nil, func() {}
	}
	return lock, func() {
		defer lock.Close()
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
			return // the last of the runs does it for all
		}
		made := make([]byte, 1<<16)
		n, _ := lock.ReadAt(made, 0)
		for _, dir := range slices.Backward(strings.Split(string(made[:n]), "\x00")) {
			_ = unix.Rmdir(dir) // what holds something stays
		}
		_ = lock.Truncate(0)
	}
}

// WillExist is os.Lstat, except that what Run makes below own counts as there before
// it is: a dry run makes nothing.
func WillExist(own string) func(name string) (os.FileInfo, error) {
	return func(name string) (os.FileInfo, error) {
		info, err := os.Lstat(name)
		if err != nil && (name == own || filepath.Dir(name) == own || name == filepath.Dir(own)) {
			return os.Stat("/")
		}
		return info, err
	}
}
