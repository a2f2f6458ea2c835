package stash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// The limits of what is kept for one command.
const (
	maxFiles = 10_000
	maxBytes = 1 << 30
)

// Found is what a command would discard.
type Found struct {
	git   Git
	repo  repository
	state state
	index []byte // nil means none
}

// state is the part of a repository that a command may change, before the command.
type state struct {
	Head    string   `json:"head,omitempty"`   // the commit; "" before the first
	Branch  string   `json:"branch,omitempty"` // the full name of the current branch, or ""
	Refs    []ref    `json:"refs,omitempty"`
	Stashes []ref    `json:"stashes,omitempty"` // the newest first; the name is the message
	Files   []file   `json:"files,omitempty"`
	Index   bool     `json:"index,omitempty"`   // the index is kept
	Sources []string `json:"sources,omitempty"` // trees that the command takes files from
	Targets []string `json:"targets,omitempty"` // commits that it may move HEAD or a branch to
}

// withNames returns the state with each name of a file, a ref or a stash converted by a
// function.
func (s state) withNames(write func(string) string) state {
	s.Branch = write(s.Branch)
	s.Refs, s.Stashes, s.Files = slices.Clone(s.Refs), slices.Clone(s.Stashes), slices.Clone(s.Files)
	for i := range s.Refs {
		s.Refs[i].Name = write(s.Refs[i].Name)
	}
	for i := range s.Stashes {
		s.Stashes[i].Name = write(s.Stashes[i].Name)
	}
	for i := range s.Files {
		s.Files[i].Name = write(s.Files[i].Name)
	}
	return s
}

// ref is a name and the commit or tag to which it points.
type ref struct {
	Name   string `json:"name"`
	Object string `json:"object"`
}

// file is a file of the work tree.
type file struct {
	Name  string    `json:"name"` // below the top of the work tree
	Mode  uint32    `json:"mode"` // from stat(2); 0 if the file does not exist
	Time  time.Time `json:"time,omitzero"`
	Index string    `json:"index,omitempty"` // the file's object in the index, or ""
	bytes int64
}

func (f file) isLink() bool { return f.Mode&unix.S_IFMT == unix.S_IFLNK }

// IsEmpty reports whether the command would discard nothing.
func (f Found) IsEmpty() bool {
	return len(f.state.Files)+len(f.state.Refs)+len(f.state.Stashes) == 0 && !f.state.Index
}

// Look finds what a command would discard. An error wraps [ErrCannot].
func (g Git) Look(c Command) (Found, error) {
	f := Found{git: g}
	var err error
	if f.repo, err = g.repository(); err != nil {
		return f, err
	}
	f.state.Head = g.line("rev-parse", "-q", "--verify", "HEAD")
	f.state.Branch = g.line("symbolic-ref", "-q", "HEAD")
	loses := c.Loses()
	f.state.Targets = g.targets(c, f.state.Head)
	if loses&Work != 0 {
		err = f.lookAtWork(c)
	}
	if err == nil {
		f.lookAtRefs(c, loses)
	}
	if err == nil && loses&Head != 0 {
		f.lookAtHead(c)
	}
	if err == nil && loses&Stashes != 0 {
		err = f.lookAtStashes()
	}
	if err != nil && !errors.Is(err, ErrCannot) {
		err = fmt.Errorf("%w: %w", ErrCannot, err)
	}
	return f, err
}

// targets returns the commits that a command names, and HEAD, which is meant if it names
// none.
func (g Git) targets(c Command, head string) (all []string) {
	for _, name := range c.revisions() {
		if to := g.resolve(name + "^{commit}"); to != "" {
			all = append(all, to)
		}
	}
	if len(all) == 0 && head != "" {
		all = append(all, head)
	}
	return all
}

// lookAtWork finds the files that differ from HEAD or the index, and those that a named
// commit's files would overwrite.
func (f *Found) lookAtWork(c Command) error {
	if err := f.checkWork(); err != nil {
		return err
	}
	staged, err := f.git.index()
	if err != nil {
		return err
	}
	names, err := f.git.list("diff-files", "--name-only", "--ignore-submodules", "-z")
	if err != nil {
		return err
	}
	if f.state.Head != "" {
		more, err := f.git.list("diff-index", "--cached", "--no-renames", "--ignore-submodules", "--name-only", "-z", "HEAD", "--")
		if err != nil {
			return err
		}
		names = append(names, more...)
	}
	for _, name := range append(c.Values(), c.revisions()...) {
		tree := f.git.resolve(name + "^{tree}")
		if tree == "" {
			continue // a path
		}
		f.state.Sources = append(f.state.Sources, tree)
		more, err := f.git.list("diff-index", "--cached", "--no-renames", "--ignore-submodules", "--diff-filter=D", "--name-only", "-z", tree, "--")
		if err != nil {
			return err
		}
		for _, name := range more {
			if there, err := f.repo.inTheWay(name); err != nil {
				return err
			} else if there != "" {
				names = append(names, there)
			}
		}
	}
	slices.Sort(names)
	return f.takeFiles(slices.Compact(names), staged)
}

// checkWork refuses a work tree whose index cannot be kept as one file or hides changes.
func (f *Found) checkWork() error {
	top, err := host.Canonical(f.repo.Top)
	if err != nil || top != f.repo.Top {
		return cannot("the work tree is reached through a link")
	}
	if found, _ := filepath.Glob(filepath.Join(f.repo.Dir, "sharedindex.*")); len(found) > 0 {
		return cannot("the index is split")
	}
	for _, key := range []string{"submodule.recurse", "core.sparseCheckout", "index.sparse"} {
		if f.git.line("config", "--type=bool", key) == "true" {
			return cannot(key + " is set")
		}
	}
	flags, err := f.git.list("ls-files", "-v", "-z")
	if err != nil {
		return err
	}
	for _, line := range flags {
		if line[0] == 'S' || line[0] >= 'a' && line[0] <= 'z' {
			return cannot(line[2:] + " is marked as unchanged")
		}
	}
	return nil
}

// takeFiles looks at the files, and reads the index.
func (f *Found) takeFiles(names []string, staged map[string]string) error {
	if len(names) > maxFiles {
		return cannot(fmt.Sprintf("%d files, more than %d", len(names), maxFiles))
	}
	total := int64(0)
	for _, name := range names {
		one, err := f.look(name)
		if err != nil {
			return err
		}
		if total += one.bytes; total > maxBytes {
			return cannot(fmt.Sprintf("more than %d MiB", maxBytes>>20))
		}
		one.Index = staged[name]
		f.state.Files = append(f.state.Files, one)
	}
	index, err := os.ReadFile(f.repo.index)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f.index, f.state.Index = index, err == nil && len(names) > 0
	return err
}

// look looks at one file.
func (f *Found) look(name string) (file, error) {
	st, err := f.repo.stat(name)
	one := file{Name: name, Mode: uint32(st.Mode), bytes: st.Size}
	if err != nil || one.Mode == 0 {
		return one, err
	}
	switch one.Mode & unix.S_IFMT {
	case unix.S_IFREG, unix.S_IFLNK:
	case unix.S_IFDIR:
		return one, cannot(name + " is a directory now")
	default:
		return one, cannot(name + " is no regular file")
	}
	one.Time = changed(st)
	return one, nil
}

// changed returns when a file's content was changed.
func changed(st unix.Stat_t) time.Time { return time.Unix(st.Mtim.Unix()) }

// lookAtRefs finds the refs that the command deletes or moves by name.
func (f *Found) lookAtRefs(c Command, loses Loss) {
	var names []string
	switch {
	case loses&Refs != 0:
		names = c.Operands
	case loses&Heads != 0:
		names = heads(c.Operands)
	case loses&Made != 0:
		names = heads(c.Values())
	}
	for _, name := range names {
		object := f.git.resolve(name)
		if object != "" && strings.HasPrefix(name, "refs/") {
			f.state.Refs = append(f.state.Refs, ref{name, object})
		}
	}
}

// heads returns the full names of branches.
func heads(names []string) []string {
	full := make([]string, 0, len(names))
	for _, name := range names {
		full = append(full, "refs/heads/"+name)
	}
	return full
}

// lookAtHead finds the current branch, if the command moves it.
func (f *Found) lookAtHead(c Command) {
	for _, name := range c.revisions() {
		to := f.git.resolve(name + "^{commit}")
		if to != "" && to != f.state.Head && f.state.Branch != "" {
			f.state.Refs = append(f.state.Refs, ref{f.state.Branch, f.state.Head})
		}
	}
}

// lookAtStashes finds all stashes.
func (f *Found) lookAtStashes() error {
	if f.git.resolve("refs/stash") == "" {
		return nil
	}
	lines, err := f.git.list("log", "-g", "-z", "--format=%H %gs", "refs/stash", "--")
	for _, line := range lines {
		object, message, _ := strings.Cut(line, " ")
		f.state.Stashes = append(f.state.Stashes, ref{message, object})
	}
	return err
}
