package zone

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
)

// Repository is the git repository that a command starts in.
type Repository struct {
	Start string // the directory in which git starts
	Top   string // the directory that contains .git, or "" if there is none yet
	Plain bool   // .git is a directory, and not the file of a linked worktree or of a submodule
}

// RepositoryOf returns the repository of a git command; false if it is unknown.
func (m *Map) RepositoryOf(v *grammar.Invocation) (Repository, bool) {
	if !v.HasTrait(spec.GitConfig) || v.Away || v.Open || v.IsElsewhere() || slices.ContainsFunc(v.Options, setsWorkTree) {
		return Repository{}, false
	}
	dir, known := m.Start(v.Command)
	if to, certain := v.Chdir(); len(to.Parts) > 0 {
		text, said := to.Text()
		known = certain && said && (known || strings.HasPrefix(text, "/"))
		if dir += "/" + text; strings.HasPrefix(text, "/") {
			dir = text
		}
	}
	if !known || dir == "" {
		return Repository{}, false
	}
	r := Repository{Start: path.Clean(dir)}
	for dir = m.Resolved(r.Start); ; dir = path.Dir(dir) {
		mode, err := m.machine.Files.Lstat(dir + "/.git")
		switch {
		case err == nil:
			r.Top, r.Plain = dir, mode.IsDir()
			return r, true
		case !errors.Is(err, fs.ErrNotExist):
			return Repository{}, false
		case dir == "/":
			return r, true
		}
	}
}

// setsWorkTree reports whether an option gives git a setting that would name another work tree: -c
// core.worktree=DIR, or a file that is included. git 2.39 does not take that setting from the command
// line; an exemption does not rely on it.
func setsWorkTree(g grammar.OptionUse) bool {
	if g.Option == nil || g.Option.Role != spec.Setting && g.Option.Role != spec.Variable {
		return false
	}
	text, known := g.Value.Text()
	text = strings.ToLower(text)
	return !known || strings.HasPrefix(text, "core.worktree") || strings.HasPrefix(text, "include")
}
