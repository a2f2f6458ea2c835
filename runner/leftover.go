package runner

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// runsDir is the directory in which the runs of this user in a sandbox have theirs. It is
// one, so that no run sees those of others.
func (s *Session) runsDir() string { return runsIn(s.Machine.Temp[0]) }

func runsIn(temp string) string { return filepath.Join(temp, "shimgen-"+strconv.Itoa(host.UID())) }

// makeRunsDir makes it. One that another user has made, or could write to, is none.
func (s *Session) makeRunsDir() error {
	dir := s.runsDir()
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return MissingBackendError{err, "a run in a sandbox keeps its files below " + filepath.Dir(dir) + ": make that a directory in which you may write"}
	}
	f, err := host.Open(dir, host.PrivateDir(host.UID()))
	if err == nil {
		err = f.Close()
	}
	return err
}

// hold locks a run's directory for as long as this process lives: who finds it without a
// lock knows that its run was killed. The file says whose trail its records belong to; the
// caller closes it.
func hold(own, root string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(own, "lock"), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
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

// takeOver takes over what runs have left that were killed: the records of the shims that
// their commands met, which nobody has put into the audit trail, and the protected names
// that they made, which nobody has looked for. Then it removes the rest. What such a run had
// started in a sandbox ended with it.
func (s *Session) takeOver() {
	names, err := os.ReadDir(s.runsDir())
	if err != nil {
		return
	}
	for _, name := range names {
		if name.IsDir() {
			s.takeOverRun(filepath.Join(s.runsDir(), name.Name()))
		}
	}
}

// takeOverRun does that with one directory, if it is ours and nobody holds it.
func (s *Session) takeOverRun(own string) {
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != host.UID() {
		return
	}
	if !host.Exists(filepath.Join(own, "spool")) && !host.Exists(filepath.Join(own, "proot")) {
		return // none that we made
	}
	lock, err := os.OpenFile(filepath.Join(own, "lock"), os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return
	}
	if root, err := io.ReadAll(io.LimitReader(lock, unix.PathMax)); err != nil || string(root) != s.Root && !isGone(string(root)) {
		return // another installation's
	}
	s.takeOverNames(own)
	s.collect(own, nil)
	os.RemoveAll(own)
}
