package runner

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
)

// coverFile is where it is kept which programs shims lie over: hundreds of names are looked
// up for it. It is believed as the gate's table is, and counts while the directories that
// were looked in are what they were: a program that comes, goes or gets another name changes
// the times of its directory.
func (s *Session) coverFile() string { return filepath.Join(s.Root, "state", "cover") }

// coverKey is the first line of that file: what else its content depends on.
func (s *Session) coverKey(dirs []string) string {
	return fmt.Sprintf("1 %q %q %q %q", tellOwnFile, shells, s.trees, dirs)
}

// The lines that follow it begin so.
const (
	lookedIn = "in "   // a directory, as it was
	isOver   = "over " // a program
)

// keptCover returns what is kept for some directories of programs, if it still counts.
func (s *Session) keptCover(dirs []string) (cover, bool) {
	f, err := host.Open(s.coverFile(), host.Index(s.owner, false))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := host.Read(f, host.IndexLimit)
	if err != nil {
		return nil, false
	}
	key, rest, _ := strings.Cut(string(data), "\n")
	if key != s.coverKey(dirs) {
		return nil, false
	}
	kept := cover{}
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
func (s *Session) keepCover(dirs []string, through map[string]bool) {
	if s.owner != s.uid || inside() {
		return // it is its owner's to write, and in a sandbox nobody's
	}
	var text strings.Builder
	text.WriteString(s.coverKey(dirs) + "\n")
	for _, dir := range s.looked(dirs, through) {
		stamp, changed, err := stampOf(dir)
		if err != nil || strings.ContainsAny(dir, "\t\n") || time.Since(changed) < settled {
			return
		}
		text.WriteString(lookedIn + stamp + "\n")
	}
	for file := range s.cover {
		if strings.Contains(file, "\n") {
			return
		}
		text.WriteString(isOver + file + "\n")
	}
	_ = host.Replace(s.coverFile(), []byte(text.String()), 0o600)
}

// looked are the directories on which it depends what shims lie over: those of programs and
// of shims, those that links of theirs lead through, and those in which is looked for what no
// shim is put over.
func (s *Session) looked(dirs []string, through map[string]bool) (all []string) {
	all = append(slices.Clone(dirs), s.shims(), filepath.Join(s.Root, "libexec"))
	all = append(append(all, systemBin[:]...), gitCore[:]...)
	for dir := range through {
		all = append(all, dir)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
