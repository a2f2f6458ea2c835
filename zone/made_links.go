package zone

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/parser"
)

// madeLinks are the files of a machine with the symbolic links that commands of the request
// make: "ln -s / x; rm -rf x/*". A link that is there already stays what it is.
type madeLinks struct {
	FileView
	targets map[string]string // by the absolute names of the links
}

// Lstat calls a name a link that a command makes one.
func (l madeLinks) Lstat(name string) (fs.FileMode, error) {
	if l.targets[name] != "" {
		return fs.ModeSymlink | 0o777, nil
	}
	return l.FileView.Lstat(name)
}

// Readlink tells where it leads.
func (l madeLinks) Readlink(name string) (string, error) {
	if target := l.targets[name]; target != "" {
		return target, nil
	}
	return l.FileView.Readlink(name)
}

// NoteLinks takes into account the symbolic links that the request's own commands make: a path
// then lies where it did, and where such links lead it. When a link is made is not asked.
func (m *Map) NoteLinks(invs []*grammar.Invocation) {
	if m.Dir == permit.Nowhere {
		return
	}
	l := madeLinks{m.machine.Files, map[string]string{}}
	for v := range grammar.All(invs) {
		if v.HasTrait(spec.LinksFiles) && !v.Away && v.Has("-s --symbolic") != parser.No {
			l.note(m, v)
		}
	}
	if len(l.targets) == 0 {
		return
	}
	linked := *m
	linked.machine.Files, linked.placed, linked.direct, linked.last = l, nil, false, zoneMatch{}
	m.linked = &linked
}

// note notes the links of one command. A directory gets its links inside.
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
			target = dir + "/" + target // it is read from here, and not from where the link is
		}
		l.targets[name] = target
	}
}
