package runner

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// runPrefix begins the name of a run's directory.
const runPrefix = "shimgen-"

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

// takeOver takes over what runs have left that were killed: the records of the shims that
// their commands met, which nobody has put into the audit trail, and then removes it. What
// such a run had started in a sandbox ended with it.
func (s *Session) takeOver() {
	names, err := os.ReadDir(s.Machine.Temp[0])
	if err != nil {
		return
	}
	for _, name := range names {
		if strings.HasPrefix(name.Name(), runPrefix) && name.IsDir() {
			s.takeOverRun(filepath.Join(s.Machine.Temp[0], name.Name()))
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
	spool := filepath.Join(own, "spool")
	if !isThere(spool) {
		return // proot's, which may go on without us
	}
	lock, err := os.OpenFile(filepath.Join(own, "lock"), os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer lock.Close()
	if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return
	}
	root := make([]byte, len(s.Root)+1)
	if n, _ := lock.ReadAt(root, 0); string(root[:n]) != s.Root {
		return // another installation's
	}
	s.collect(spool)
	os.RemoveAll(own)
}
