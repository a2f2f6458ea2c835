package guard

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

// hooks reads the hooks that an invocation of git runs in its repository.
func (j *judge) hooks(v *grammar.Invocation) {
	names := policy.Hooks(v.Sub)
	if names == "" {
		return
	}
	dir, known := j.directory(v, "")
	if !known {
		return
	}
	r := j.hookedRepository(dir)
	if r.git == "" || !r.exist && len(v.Command.Written()) == 0 {
		return // there are no hooks, and the request has written none
	}
	for name := range wordlist.Each(names) {
		hook := below(r.hooks, name)
		at, err := j.zones.Resolve(hook, true)
		mode, lost := j.machine.Files.Lstat(at)
		_, made := j.writtenContent(v.Command, at)
		if err != nil || !made && (lost != nil || mode&fs.ModeType != 0 || mode&0o111 == 0 && !j.changesModeBefore(v, at)) {
			continue
		}
		e := grammar.Effect{Kind: grammar.Runs, Word: parser.Text(j.displayPath(hook)), Truth: v.Truth}
		found, _ := j.readVersions(v, e, at)
		for _, c := range found {
			j.runScript(v, e, c, []parser.Word{parser.Text(hook)}, path.Dir(r.git))
		}
		if len(found) == 0 {
			j.addUnread(v, e)
		}
	}
}

// A hooked repository is where git finds the hooks of a directory's repository.
type hookedRepository struct {
	of    string // the directory
	git   string // what its name .git says; "" if there is no repository
	hooks string // the directory of its hooks
	exist bool   // that directory exists
}

// hookedRepository returns the repository of a directory. It keeps the last one: several commands of a
// request usually work there.
func (j *judge) hookedRepository(dir string) hookedRepository {
	if j.hooked.of != dir {
		j.hooked = hookedRepository{of: dir}
		if git, found := j.upward(dir, ".git", true); found {
			hooks := below(j.commonDir(git), "hooks")
			_, err := j.machine.Files.Lstat(j.zones.Resolved(hooks))
			j.hooked.git, j.hooked.hooks, j.hooked.exist = git, hooks, err == nil
		}
	}
	return j.hooked
}

// commonDir returns the directory in which git keeps what all work trees of a repository share, its hooks
// among it. git is what its name .git says: that directory, or a file in a linked work tree or a submodule,
// which names another (gitrepository-layout(5)).
func (j *judge) commonDir(git string) string {
	line := func(file string) string {
		text, err := j.machine.Files.Content(file, maxSettings)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(text)
	}
	from := func(dir, name string) string {
		if path.IsAbs(name) {
			return path.Clean(name)
		}
		return path.Join(dir, name)
	}
	if mode, err := j.machine.Files.Lstat(git); err != nil || !mode.IsRegular() {
		return git
	}
	to, names := strings.CutPrefix(line(git), "gitdir: ")
	if !names {
		return git
	}
	dir := from(path.Dir(git), to)
	if common := line(dir + "/commondir"); common != "" {
		return from(dir, common)
	}
	return dir
}

// changesModeBefore reports whether a command of the request before v may change the mode of a file.
func (j *judge) changesModeBefore(v *grammar.Invocation, at string) bool {
	for u := range grammar.All(j.Invocations) {
		if u == v {
			break
		}
		for i := range u.Effects {
			e := &u.Effects[i]
			if e.Kind&grammar.Changes == 0 {
				continue
			}
			if file, known := j.zones.File(u, e); !known || file == at || e.Recursive != parser.No && strings.HasPrefix(at, file+"/") {
				return true
			}
		}
	}
	return false
}
