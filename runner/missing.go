package runner

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/host"
)

// makePlaces creates missing directories that the command may write to, because nothing can be
// mounted on a path that does not exist. Those of the policy's own list stay. It returns a
// function that removes the caches that are still empty; a lock keeps it from removing one that
// another run has mounted. A command that only reads gets no caches.
func (s *Session) makePlaces(j Job) (remove func()) {
	for _, dir := range s.site().WritePlaces() {
		makeBelow(dir)
	}
	lock, remove := s.runs().HoldCaches()
	if lock == nil || j.Reads {
		return remove
	}
	for _, dir := range s.missingDirs(j) { // the list as it is while nobody removes directories
		for _, made := range makeBelow(dir) {
			_, _ = lock.WriteString(made + "\x00") // if this fails, the directory stays
		}
	}
	return remove
}

// missingDirs returns the directories that the job's programs would create if they were not in
// a sandbox.
func (s *Session) missingDirs(j Job) []string {
	dirs := s.site().MissingCaches()
	if s.isLenient(j) {
		dirs = append(dirs, s.site().MissingClientDirs(j.Text)...)
	}
	return dirs
}

// makeBelow creates a directory with its parents, and returns what it created. The mode is the
// one that the XDG Base Directory Specification demands and that gpg wants for its directory.
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
