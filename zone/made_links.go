package zone

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/parser"
)

// madeLinks is a file view with the symbolic links that commands of the request create: "ln -s /
// x; rm -rf x/*". Existing links stay as they are.
type madeLinks struct {
	FileView
	targets map[string]string // by the absolute names of the links
}

// Lstat reports a created link as a link.
func (l madeLinks) Lstat(name string) (fs.FileMode, error) {
	if l.targets[name] != "" {
		return fs.ModeSymlink | 0o777, nil
	}
	return l.FileView.Lstat(name)
}

// Readlink returns the target of a link, created ones included.
func (l madeLinks) Readlink(name string) (string, error) {
	if target := l.targets[name]; target != "" {
		return target, nil
	}
	return l.FileView.Readlink(name)
}

// NoteLinks adds the symbolic links that the request's own commands create: a path is then in the
// zones of both its old and its new target. The order of commands does not matter.
func (m *Map) NoteLinks(invs []*grammar.Invocation) {
	if m.Dir == permit.Nowhere {
		return
	}
	l := madeLinks{FileView: m.machine.Files}
	for v := range grammar.All(invs) {
		if v.HasTrait(spec.LinksFiles) && !v.Away && v.Has("-s --symbolic") != parser.No {
			if l.targets == nil {
				l.targets = map[string]string{}
			}
			l.note(m, v)
			m.linksUnknown = m.linksUnknown || slices.ContainsFunc(v.Command.Args, func(w parser.Word) bool { return !w.Known() })
		}
	}
	if len(l.targets) == 0 {
		return
	}
	linked := *m
	linked.machine.Files = l
	linked.direct, linked.straight, linked.placedSoFar, linked.matchedSoFar = false, "", 0, 0
	m.linked = &linked
}

// note records the links that one command creates. Links into a directory are created inside it.
func (l madeLinks) note(m *Map, v *grammar.Invocation) {
	dir, placed := m.Start(v.Command)
	into, given := v.Value("-t --target-directory")
	sources := v.Operands
	if n := len(sources) - 1; given == parser.No && n > 0 {
		into, sources = sources[n].Word, sources[:n]
	} else if given == parser.No {
		into = parser.Text(".")
	}
	at, known := into.Text()
	if !placed || !known || at == "" {
		return
	}
	inside := strings.HasSuffix(at, "/") || given != parser.No
	if !strings.HasPrefix(at, "/") {
		at = dir + "/" + at
	}
	at = path.Clean(at)
	if mode, err := m.machine.Files.Lstat(at); err == nil && mode.IsDir() {
		inside = true
	}
	for _, from := range sources {
		target, known := from.Word.Text()
		if !known || target == "" {
			continue
		}
		name := at
		if inside {
			name = path.Join(at, path.Base(target))
		}
		if v.Has("-r --relative") != parser.No && !strings.HasPrefix(target, "/") {
			target = dir + "/" + target // relative to the current directory, since this link is followed from here
		}
		l.targets[name] = target
	}
}
