package overlay

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
)

// cacheFile is the cache of the covered programs, whose search looks up hundreds of names.
// It is trusted like the gate's table, and stays valid while the searched directories are
// unchanged: a program that is added, removed or renamed changes the times of its directory.
func (f Finder) cacheFile() string { return filepath.Join(f.Root, "state", "cover") }

// coverKey returns the first line of that file: everything else that its content depends on.
func (f Finder) coverKey(dirs []string) string {
	return fmt.Sprintf("1 %q %q %q %q", tellOwnFile, shells, f.Trees, dirs)
}

// The prefixes of the lines that follow.
const (
	lookedIn = "in "   // a directory, with its stamp
	isOver   = "over " // a covered program
)

// keptCover returns the cached programs for some directories of programs, if the cache is
// still valid.
func (f Finder) keptCover(dirs []string) (Programs, bool) {
	file, err := host.Open(f.cacheFile(), host.Index(f.Owner, false))
	if err != nil {
		return nil, false
	}
	defer file.Close()
	data, err := host.Read(file, host.IndexLimit)
	if err != nil {
		return nil, false
	}
	key, rest, _ := strings.Cut(string(data), "\n")
	if key != f.coverKey(dirs) {
		return nil, false
	}
	kept := Programs{}
	for line := range strings.Lines(rest) {
		line = strings.TrimSuffix(line, "\n")
		if file, is := strings.CutPrefix(line, isOver); is {
			kept[file] = true
			continue
		}
		dir := line[strings.LastIndexByte(line, '\t')+1:]
		if now, _, err := stampOf(dir); err != nil || line != lookedIn+now {
			return nil, false
		}
	}
	return kept, true
}

// stampOf returns a directory with the values that change when something in it changes, and
// the time of the last change.
func stampOf(dir string) (stamp string, changed time.Time, err error) {
	is, err := gate.StatSource(dir)
	changed = time.Unix(0, max(is.Mtime, is.Ctime))
	return fmt.Sprintf("%d %d %d %d %d\t%s", is.Dev, is.Ino, is.Size, is.Mtime, is.Ctime, dir), changed, err
}

// settled is how long a directory must have been unchanged before it is cached: two changes
// within one tick of a file system's clock look like one.
const settled = 2 * time.Second

// keepCover writes the covered programs and the searched directories to the cache. As with
// the gate's table, nothing depends on it.
func (f Finder) keepCover(found Programs, dirs []string, through map[string]bool) {
	if f.Owner != f.UID || f.Inside() {
		return // only the owner writes it, and nobody does in a sandbox
	}
	var text strings.Builder
	text.WriteString(f.coverKey(dirs) + "\n")
	for _, dir := range f.looked(dirs, through) {
		stamp, changed, err := stampOf(dir)
		if err != nil || strings.ContainsAny(dir, "\t\n") || time.Since(changed) < settled {
			return
		}
		text.WriteString(lookedIn + stamp + "\n")
	}
	for file := range found {
		if strings.Contains(file, "\n") {
			return
		}
		text.WriteString(isOver + file + "\n")
	}
	_ = host.Replace(f.cacheFile(), []byte(text.String()), 0o600)
}

// looked returns the directories on which the covered programs depend: those of programs and
// of shims, those that their links lead through, and those searched for programs that get no
// shim.
func (f Finder) looked(dirs []string, through map[string]bool) (all []string) {
	all = append(slices.Clone(dirs), filepath.Join(f.Root, "bin"), filepath.Join(f.Root, "libexec"))
	all = append(append(all, systemBin[:]...), gitCore[:]...)
	for dir := range through {
		all = append(all, dir)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
