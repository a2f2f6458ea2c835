package preview

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/zone"
)

// acts are what may happen to files, and how a line says it.
var acts = [...]struct {
	kind grammar.Kind
	says string // before the names
}{
	{grammar.Deletes, "would be deleted or moved away: "},
	{grammar.Writes, "would be written over: "},
	{grammar.Changes, "would get another mode or owner: "},
}

// files says what is at the paths that a command would delete, overwrite or change.
func (l *look) files(v *grammar.Invocation) {
	for _, act := range acts {
		found := &tally{}
		var names []string
		for i := range v.Effects {
			e := &v.Effects[i]
			if e.Kind&act.kind == 0 || e.Away || e.Truth == parser.No || appends(v.Command, e) {
				continue
			}
			for _, path := range l.paths(v.Command, e.Word) {
				if l.limit.IsOver() && len(names) > 0 {
					found.more = true
					break
				}
				if !slices.Contains(names, l.shown(path)) && l.count(found, path, act.kind, e.Recursive != parser.No) {
					names = append(names, l.shown(path))
				}
			}
		}
		if len(names) > 0 {
			l.say(act.says + list(names) + ": " + found.words(act.kind))
		}
	}
}

// appends reports whether an effect is a redirection that leaves a file's content.
func appends(c *parser.Command, e *grammar.Effect) bool {
	if e.Kind&grammar.Writes == 0 || e.Cause != grammar.ByRedirect {
		return false
	}
	return !slices.ContainsFunc(c.Redirects, func(r parser.Redirect) bool {
		text, known := r.Target.Text()
		return strings.Contains(r.Op, ">") && !strings.Contains(r.Op, ">>") && known && e.Word.Is(text) != parser.No
	})
}

// paths are the names on the disk that a word means; none if a part of it is not known.
func (l *look) paths(c *parser.Command, w parser.Word) []string {
	pattern, isPattern := "", false
	for _, p := range zone.Join(c.Dir, w).Parts {
		switch p.Kind {
		case parser.Literal:
			pattern += escape(p.Text)
		case parser.Glob:
			pattern, isPattern = pattern+p.Text, true
		default:
			return nil
		}
	}
	if pattern == "" {
		return nil
	}
	if !filepath.IsAbs(pattern) {
		pattern = escape(l.dir) + "/" + pattern
	}
	if !isPattern {
		return []string{real(unescape(pattern))}
	}
	if strings.Count(pattern, "*") > maxStars {
		return nil // it may take minutes
	}
	found, _ := filepath.Glob(pattern) // a pattern that Go does not read matches nothing
	found = found[:min(len(found), maxFound)]
	hidden := strings.HasPrefix(filepath.Base(pattern), ".")
	return slices.DeleteFunc(found, func(path string) bool { return !hidden && strings.HasPrefix(filepath.Base(path), ".") })
}

// What is looked at of a pattern: how many stars it may have, and how many names it matches.
const (
	maxStars = 2
	maxFound = 1000
)

// real is a path as the kernel reads it: what lies behind "link/.." is not known from its
// text. A link itself stays, unless a slash follows it.
func real(path string) string {
	at := strings.LastIndexByte(path, '/')
	if base := path[at+1:]; base != "" && base != "." && base != ".." {
		if dir, err := filepath.EvalSymlinks(path[:at+1]); err == nil {
			return filepath.Join(dir, base)
		}
	}
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		return whole
	}
	return filepath.Clean(path)
}

// escape writes text so that it is a pattern for itself; unescape is the way back.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(text)
}

func unescape(pattern string) string {
	return strings.NewReplacer(`\\`, `\`, `\*`, "*", `\?`, "?", `\[`, "[").Replace(pattern)
}

// shown is a path as a person in the command's directory would name it.
func (l *look) shown(path string) string {
	if path != l.dir && pathname.Below(path, l.dir) {
		return strings.TrimPrefix(strings.TrimPrefix(path, l.dir), "/")
	}
	return path
}

// tally counts what is at some paths.
type tally struct {
	files, dirs, links int
	bytes              int64
	histories          int // repositories, with their .git
	repository         bool
	tracked            int
	changed            []string // of those that git tracks
	more               bool     // there was no time for the rest
}

// count adds what is at a path. It is false if nothing is there that the act is about.
func (l *look) count(t *tally, path string, kind grammar.Kind, recursive bool) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	if kind == grammar.Writes {
		if info, err = os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			return false
		}
	}
	names := []string{path}
	if info.IsDir() && recursive {
		names = l.walk(t, path)
	} else {
		t.add(info)
	}
	l.askGit(t, path, names)
	return true
}

// add counts one name.
func (t *tally) add(info fs.FileInfo) {
	switch {
	case info.IsDir():
		t.dirs++
	case info.Mode()&fs.ModeSymlink != 0:
		t.links++
	default:
		t.files++
		t.bytes += info.Size()
	}
}

// walk counts what is below a directory, and returns its files. It does not look into
// repositories: their history is one thing.
func (l *look) walk(t *tally, dir string) (names []string) {
	seen := 0
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read is not counted
		}
		if seen++; seen&127 == 0 && l.limit.IsOver() {
			t.more = true
			return fs.SkipAll
		}
		info, err := e.Info()
		if err != nil {
			return nil
		}
		if e.Name() == ".git" {
			if _, err := gitrepo.Open(filepath.Dir(path)); err == nil && e.IsDir() {
				t.histories++
				return fs.SkipDir
			}
		}
		t.add(info)
		if !e.IsDir() {
			names = append(names, path)
		}
		return nil
	})
	return names
}

// askGit adds what git has of the files at a path.
func (l *look) askGit(t *tally, path string, names []string) {
	r := l.repositoryOf(filepath.Dir(path))
	if _, err := gitrepo.Open(path); err == nil {
		r = l.repositoryOf(path)
	}
	if r == nil || r.err != nil {
		return
	}
	x := r.index
	t.repository = true
	for _, name := range names {
		if x.Has(below(r.Top, name)) {
			t.tracked++
		}
	}
	c, err := r.Changed(x, below(r.Top, path), l.limit)
	if err != nil {
		return
	}
	t.more = t.more || c.More
	for _, name := range c.Names {
		t.changed = append(t.changed, l.shown(filepath.Join(r.Top, name)))
	}
}

// below is the rest of a path below a directory, "" for the directory.
func below(dir, path string) string {
	rest, _ := strings.CutPrefix(strings.TrimPrefix(path, dir), "/")
	return rest
}

// words says what was counted.
func (t *tally) words(kind grammar.Kind) string {
	var parts []string
	number := func(n int, one, many string) {
		if n > 0 || many == "files" && t.dirs+t.links == 0 {
			parts = append(parts, count(n, one, many))
		}
	}
	number(t.files, "file", "files")
	number(t.dirs, "directory", "directories")
	number(t.links, "symbolic link", "symbolic links")
	if t.files > 0 && kind != grammar.Changes {
		parts = append(parts, size(t.bytes))
	}
	text := strings.Join(parts, ", ")
	if t.more {
		text = "more than " + text
	}
	if t.histories > 0 && kind == grammar.Deletes {
		text += "; with the whole history of " + count(t.histories, "git repository", "git repositories")
	}
	if kind == grammar.Changes || t.files == 0 || t.histories > 0 || t.more { // what git has is of no use, or not known
		return text
	}
	return text + t.git()
}

// git says what of the files git has.
func (t *tally) git() string {
	switch {
	case !t.repository:
		return "; no git repository has them"
	case t.tracked == 0:
		return "; git has none of them"
	}
	text := fmt.Sprintf("; git has %d", t.tracked)
	if t.tracked == t.files+t.links {
		text = "; git has them all"
	}
	if len(t.changed) > 0 {
		text += fmt.Sprintf(", but not the changes to %d of them: %s", len(t.changed), list(t.changed))
	}
	return text
}
