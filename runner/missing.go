package runner

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/host"
)

// makePlaces makes the directories that may be written and are missing, for nothing can be
// mounted where nothing is. Those of the policy's own list stay. It returns what takes away
// again the caches that stayed empty. Other runs may have mounted one by then: a lock tells.
// What does nothing but read misses no cache.
func (s *Session) makePlaces(j Job) (remove func()) {
	for _, dir := range s.site().WritePlaces() {
		makeBelow(dir)
	}
	lock, remove := s.runs().HoldCaches()
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
