package runner

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"golang.org/x/sys/unix"
)

// makePlaces makes the directories that may be written and are missing, for nothing can be
// mounted where nothing is. Those of the policy's own list stay. It returns what takes away
// again the caches that stayed empty. Other runs may have mounted one by then: a lock tells.
// What does nothing but read misses no cache.
func (s *Session) makePlaces(j Job) (remove func()) {
	for _, dir := range s.site().WritePlaces() {
		makeBelow(dir)
	}
	lock, remove := s.holdCaches()
	if lock == nil || j.Reads {
		return remove
	}
	for _, dir := range s.missingDirs(j) { // of the lists as it is now that nobody takes away
		for _, made := range makeBelow(dir) {
			_, _ = lock.WriteString(made + "\x00") // else it stays
		}
	}
	return remove
}

// missingDirs are the directories that a job would make if it could, and cannot in a sandbox.
func (s *Session) missingDirs(j Job) []string {
	dirs := s.site().MissingCaches()
	if s.gentle(j) {
		dirs = append(dirs, s.site().MissingClientDirs(j.Text)...)
	}
	return dirs
}

// holdCaches keeps other runs from taking away the caches that stayed empty until release is
// called, which does so if nobody else holds them. made gets the names of those that are
// made, each with a NUL behind it; it is nil where none can be.
func (s *Session) holdCaches() (made *os.File, release func()) {
	lock, err := os.OpenFile(filepath.Join(s.runsDir(), "caches"), os.O_CREATE|os.O_RDWR|os.O_APPEND|unix.O_NOFOLLOW, 0o600)
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

// makeBelow makes a directory with those above it, and returns what it made. The mode is the
// one that the XDG Base Directory Specification has programs give to what they miss there,
// and that gpg wants of its own.
func makeBelow(dir string) (made []string) {
	var above []string
	for ; !host.Exists(dir); dir = filepath.Dir(dir) {
		above = append(above, dir)
	}
	for _, dir := range slices.Backward(above) {
		if os.Mkdir(dir, 0o700) != nil {
			return made
		}
		made = append(made, dir)
	}
	return made
}
