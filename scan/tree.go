package scan

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/snippet"
)

// The bounds on what is looked at in a directory.
const (
	MaxEntries = 200_000 // names
	MaxFiles   = 20_000  // files that are judged
)

// Skipped is something that was not looked at.
type Skipped struct {
	File string `json:"file"`
	Why  string `json:"why"`

	isTrouble bool // nobody wanted it to be left out
}

// Tree is what is said about the files below a directory.
type Tree struct {
	Schema  int       `json:"schema"`
	Action  string    `json:"action"` // the worst
	Files   []Report  `json:"files"`  // those with commands, in the order of their names
	Skipped []Skipped `json:"skipped"`

	action rules.Action
}

// Decided is the worst action. That of the zero Tree is block.
func (t Tree) Decided() rules.Action { return t.action }

// leftOut are directories that hold no files of the repository's own.
const leftOut = " .git node_modules "

// Tree judges the files below the top that have commands. It follows no link and looks into
// no directory of git's or of installed packages. The step is called for each file that was
// judged.
func (j Judge) Tree(begin func(total int), step func(name string)) Tree {
	w := walk{top: j.Top}
	if err := filepath.WalkDir(j.Top, w.visit); err != nil && !errors.Is(err, fs.SkipAll) {
		w.trouble(j.Top, err.Error())
	}
	t := Tree{Schema: 1, Skipped: append([]Skipped{}, w.skipped...), action: rules.Allow}
	begin(len(w.files))
	t.Files = j.all(w.files, step)
	for _, r := range t.Files {
		t.action = min(t.action, r.action)
	}
	if slices.ContainsFunc(t.Skipped, func(s Skipped) bool { return s.isTrouble }) {
		t.action = min(t.action, rules.Ask) // nobody knows what is there
	}
	t.Files = onceEach(t.Files)
	t.Action = t.action.String()
	return t
}

// all judges files on all processors.
func (j Judge) all(files []File, step func(name string)) []Report {
	reports := make([]Report, len(files))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				reports[i] = j.File(files[i])
				step(files[i].Name)
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wait.Wait()
	return reports
}

// onceEach takes out what another file's report says of a file that has a report itself: a
// workflow runs a script, and both are judged. What is worse there stays.
func onceEach(reports []Report) []Report {
	said := map[Place]rules.Action{}
	key := func(f Finding) Place { return Place{File: f.File + "\x00" + f.Rule, Line: f.Line, Col: f.Col} }
	for _, r := range reports {
		for _, f := range r.Findings {
			if at := key(f); f.File == r.File {
				if action, ok := said[at]; !ok || f.action < action {
					said[at] = f.action
				}
			}
		}
	}
	for i := range reports {
		r := &reports[i]
		r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool {
			action, ok := said[key(f)]
			return f.File != r.File && ok && action <= f.action
		})
		r.count()
	}
	return reports
}

// walk collects the files of a directory that are to be judged.
type walk struct {
	top     string
	entries int
	files   []File
	skipped []Skipped
}

// trouble notes what could not be looked at.
func (w *walk) trouble(at, why string) {
	w.skipped = append(w.skipped, Skipped{File: w.name(at), Why: why, isTrouble: true})
}

// name is a path as it is shown: from the top on.
func (w *walk) name(at string) string {
	rest, err := filepath.Rel(w.top, at)
	if err != nil {
		return at
	}
	return filepath.ToSlash(rest)
}

func (w *walk) visit(at string, d fs.DirEntry, err error) error {
	if w.entries++; w.entries > MaxEntries {
		w.trouble(at, fmt.Sprintf("this and all behind it: there are more than %d names", MaxEntries))
		return fs.SkipAll
	}
	switch {
	case err != nil:
		w.trouble(at, reason(err))
		return nil
	case d.IsDir():
		if at != w.top && strings.Contains(leftOut, " "+d.Name()+" ") {
			if d.Name() != ".git" {
				w.skipped = append(w.skipped, Skipped{File: w.name(at), Why: "installed packages"})
			}
			return fs.SkipDir
		}
		return nil
	case !d.Type().IsRegular():
		// What a link leads to is judged where it is, by the name that it has there.
		if kind := snippet.KindOf(at, ""); kind != "" && !w.isJudgedElsewhere(at, kind) {
			w.trouble(at, "a link to what is not judged as its name says")
		}
		return nil
	}
	return w.file(at, w.name(at))
}

// isJudgedElsewhere reports whether a link leads to a file below the top that is of the
// link's own kind.
func (w *walk) isJudgedElsewhere(at string, kind snippet.Kind) bool {
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return false
	}
	top, err := filepath.EvalSymlinks(w.top)
	if err != nil {
		return false
	}
	rest, err := filepath.Rel(top, real)
	if err != nil || !filepath.IsLocal(rest) || snippet.KindOf(real, "") != kind {
		return false
	}
	for part := range strings.SplitSeq(filepath.ToSlash(rest), "/") {
		if strings.Contains(leftOut, " "+part+" ") {
			return false
		}
	}
	return true
}

// file takes a file that may have commands.
func (w *walk) file(at, name string) error {
	if snippet.KindOf(at, "") == "" && !snippet.MaybeScript(at) {
		return nil
	}
	isNamed := snippet.KindOf(at, "") != "" && snippet.KindOf(at, "") != snippet.Script
	if !isNamed && !isCandidate(at) {
		return nil
	}
	text, err := host.FS{}.Content(at, MaxFile)
	if err != nil {
		w.trouble(at, reason(err))
		return nil
	}
	f := File{Name: name, Path: at, Kind: snippet.KindOf(at, text), Text: text}
	if f.Kind == "" || f.Kind == snippet.Script && !snippet.IsStarted(at, text) {
		return nil
	}
	if w.files = append(w.files, f); len(w.files) > MaxFiles {
		w.trouble(at, fmt.Sprintf("this and all behind it: there are more than %d files with commands", MaxFiles))
		return fs.SkipAll
	}
	return nil
}

// isCandidate reports whether a file that could be a script by its name is one that is
// started: a shell's by its name, or one whose first line names an interpreter.
func isCandidate(at string) bool {
	if snippet.IsStarted(at, "") {
		return true
	}
	f, err := os.OpenFile(at, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW, 0)
	if err != nil {
		return true // and why it cannot be read is told there
	}
	defer f.Close()
	var head [2]byte
	n, _ := f.Read(head[:])
	return string(head[:n]) == "#!"
}

// reason is why a file cannot be read, without its name.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Print writes the findings of all files as Report.Print does, what was not looked at, and how
// many files were. Warnings are left out unless they are asked for.
func (t Tree) Print(to io.Writer, withWarnings bool) {
	asks, blocks, unread := 0, 0, 0
	for _, r := range t.Files {
		unread += len(r.Unread)
		if !withWarnings {
			r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.action == rules.Warn })
		}
		r.Print(to)
		for i, f := range r.Findings {
			switch {
			case i > 0 && f.isBeside(r.Findings[i-1]):
			case f.action == rules.Ask:
				asks++
			case f.action == rules.Block:
				blocks++
			}
		}
	}
	for _, s := range t.Skipped {
		fmt.Fprintf(to, "%s: not looked at: %s\n", printable.Line(s.File), printable.Line(s.Why))
	}
	fmt.Fprintf(to, "%s with commands, %d blocked, %d asked about", plural(len(t.Files), "file"), blocks, asks)
	if unread > 0 {
		fmt.Fprintf(to, "; %s in languages that are not read here", plural(unread, "command"))
	}
	fmt.Fprintln(to)
}

// plural is a number of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
