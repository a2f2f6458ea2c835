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

// cacheFile is where it is kept which programs shims lie over: hundreds of names are looked
// up for it. It is believed as the gate's table is, and counts while the directories that
// were looked in are what they were: a program that comes, goes or gets another name changes
// the times of its directory.
func (f Finder) cacheFile() string { return filepath.Join(f.Root, "state", "cover") }

// coverKey is the first line of that file: what else its content depends on.
func (f Finder) coverKey(dirs []string) string {
	return fmt.Sprintf("1 %q %q %q %q", tellOwnFile, shells, f.Trees, dirs)
}

// The lines that follow it begin so.
const (
	lookedIn = "in "   // a directory, as it was
	isOver   = "over " // a program
)

// keptCover returns what is kept for some directories of programs, if it still counts.
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

// stampOf is a directory with what changes where something in it does, and when that was.
func stampOf(dir string) (stamp string, changed time.Time, err error) {
	is, err := gate.StatSource(dir)
	changed = time.Unix(0, max(is.Mtime, is.Ctime))
	return fmt.Sprintf("%d %d %d %d %d\t%s", is.Dev, is.Ino, is.Size, is.Mtime, is.Ctime, dir), changed, err
}

// settled is how long nothing in a directory must have changed: what changes twice within
// what a file system's clock tells apart looks as it did.
const settled = 2 * time.Second

// keepCover keeps what shims lie over, and in which directories that was looked for. As with
// the gate's table nothing depends on it.
func (f Finder) keepCover(found Programs, dirs []string, through map[string]bool) {
	if f.Owner != f.UID || f.Inside() {
		return // it is its owner's to write, and in a sandbox nobody's
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

// looked are the directories on which it depends what shims lie over: those of programs and
// of shims, those that links of theirs lead through, and those in which is looked for what no
// shim is put over.
func (f Finder) looked(dirs []string, through map[string]bool) (all []string) {
	all = append(slices.Clone(dirs), filepath.Join(f.Root, "bin"), filepath.Join(f.Root, "libexec"))
	all = append(append(all, systemBin[:]...), gitCore[:]...)
	for dir := range through {
		all = append(all, dir)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
