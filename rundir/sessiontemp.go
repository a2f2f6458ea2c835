package rundir

import (
	"encoding/hex"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// sessionPrefix begins the name of a directory, beside those of runs, that the commands of
// an agent's session have for /tmp, one after the other.
const sessionPrefix = "session-"

// sessionKept is how long such a directory is kept after its last command.
const sessionKept = 24 * time.Hour

// SessionTemp returns the directory for temporary files of an agent's session: what one command leaves there, the next one finds. It is held until release is
// called. Where there can be none, it is "": each command has its own then.
func (r Runs) SessionTemp(session string) (dir string, release func()) {
	if session == "" {
		return "", func() {}
	}
	sum := fnv.New128a()
	sum.Write([]byte(r.Root + "\x00" + session))
	own := filepath.Join(r.Dir, sessionPrefix+hex.EncodeToString(sum.Sum(nil)))
	if err := r.Make(); err != nil {
		return "", func() {}
	}
	if err := os.Mkdir(own, 0o700); err == nil {
		r.forgetSessions()
	}
	lock, ok := holdSession(own)
	if !ok {
		return "", func() {}
	}
	dir = filepath.Join(own, Temp)
	if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
		lock.Close()
		return "", func() {}
	}
	return dir, func() { lock.Close() }
}

// holdSession takes a share in the lock of a session's directory, if that is ours alone, and
// no link.
func holdSession(own string) (*os.File, bool) {
	info, err := os.Lstat(own)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 {
		return nil, false
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || int(st.Uid) != host.UID() {
		return nil, false
	}
	lock, err := os.OpenFile(filepath.Join(own, lockName), os.O_CREATE|os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, false
	}
	if unix.Flock(int(lock.Fd()), unix.LOCK_SH|unix.LOCK_NB) != nil {
		lock.Close()
		return nil, false // it is being removed
	}
	now := time.Now()
	_ = os.Chtimes(lock.Name(), now, now)
	return lock, true
}

// forgetSessions removes the directories of sessions that have ended.
func (r Runs) forgetSessions() {
	names, err := os.ReadDir(r.Dir)
	if err != nil {
		return
	}
	for _, name := range names {
		own := filepath.Join(r.Dir, name.Name())
		if !strings.HasPrefix(name.Name(), sessionPrefix) {
			continue
		}
		info, err := os.Lstat(filepath.Join(own, lockName))
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < sessionKept {
			continue
		}
		if lock, err := os.OpenFile(filepath.Join(own, lockName), os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0); err == nil {
			if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
				_ = os.RemoveAll(own)
			}
			lock.Close()
		}
	}
}
