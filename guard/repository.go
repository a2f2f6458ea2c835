package guard

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/gitconfig"
	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/zone"
)

// repository returns the repository of a git command; false if it is unknown.
func (j *judge) repository(v *grammar.Invocation) (zone.Repository, bool) {
	if j.inheritsRepository() {
		return zone.Repository{}, false
	}
	return j.zones.RepositoryOf(v)
}

// inheritsRepository reports whether inherited variables make git use another repository than that of the
// directory. Git sets some of them for its hooks.
func (j *judge) inheritsRepository() bool {
	if j.req.Vars == nil {
		return false
	}
	for name := range wordlist.Each(gitrepo.ElsewhereVariables) {
		if _, set := j.req.Vars(name); set {
			return true
		}
	}
	return false
}

// isTaken reports whether there may be something at a path that a git command names.
func (j *judge) isTaken(v *grammar.Invocation, name string) bool {
	r, known := j.repository(v)
	if !known {
		return true
	}
	if !path.IsAbs(name) {
		name = r.Start + "/" + name
	}
	return j.exists(path.Clean(name))
}

// hasBranch reports whether the repository of a git command may have a branch. Branches that are
// packed count as any.
func (j *judge) hasBranch(v *grammar.Invocation, name string) bool {
	r, known := j.repository(v)
	switch {
	case !known:
		return true
	case r.Top == "":
		return false
	}
	dir := r.Top + "/.git/"
	return !r.Plain || j.exists(path.Clean(dir+"refs/heads/"+name)) || j.exists(dir+"packed-refs") || j.exists(dir+"reftable")
}

// exists reports whether there is, or may be, a file.
func (j *judge) exists(name string) bool {
	_, err := j.machine.Files.Lstat(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// isOfMachine reports whether a git command works in a repository that is certainly the machine's own:
// see zone.Map.IsOfMachine. The work directory may be a linked worktree of a repository elsewhere.
func (j *judge) isOfMachine(v *grammar.Invocation) bool {
	r, known := j.repository(v)
	if !known || r.Top != "" && !r.Plain {
		return false
	}
	if mode, err := j.machine.Files.Lstat(j.zones.Top + "/.git"); err == nil && !mode.IsDir() {
		return false
	}
	top := cmp.Or(r.Top, r.Start)
	return j.zones.IsOfMachine(v, &grammar.Effect{Kind: grammar.Changes, Word: parser.Text(top)})
}

// temporaryRepository returns the top of the repository that a git command works in, if it is one for
// temporary files and its settings give it no work tree elsewhere.
func (j *judge) temporaryRepository(v *grammar.Invocation) (string, bool) {
	r, known := j.repository(v)
	if to, certain := v.Chdir(); known && certain && strings.HasPrefix(to.Prefix(), "/") && j.zones.IsInTemp(r.Start) && !j.zones.IsInside(r.Start) && !j.exists(r.Start) {
		return r.Start, true // or git fails
	}
	if !known || !r.Plain || !j.zones.IsInTemp(path.Dir(r.Top)) || j.zones.IsInside(r.Top) || j.zones.Work != "" && pathname.In(j.zones.Work, r.Top) {
		return "", false
	}
	text, err := j.machine.Files.Content(r.Top+"/.git/config", maxSettings)
	settings, ok := gitconfig.Settings(text)
	if err != nil || !ok || slices.ContainsFunc(settings, leadsElsewhere) {
		return "", false
	}
	return r.Top, true
}

// leadsElsewhere reports whether a setting of git's names another work tree, or a file that may.
func leadsElsewhere(setting string) bool {
	name := strings.ToLower(setting)
	return strings.HasPrefix(name, "core.worktree") || strings.HasPrefix(name, "include") || strings.HasPrefix(name, "extensions.worktreeconfig")
}

// startOfGit returns the directory in which a git command starts; false if it is unknown.
func (j *judge) startOfGit(v *grammar.Invocation) (string, bool) {
	r, known := j.repository(v)
	return r.Start, known
}
