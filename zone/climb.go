package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// zonesOfClimb returns the zones of a word in which ".." follows an unknown part. An unknown part
// counts as one name, as elsewhere. If there are so many ".." that they lead to the root even
// then, the rest of the word is below the root. If they lead out of the directory that the word
// starts in, it may be there.
func (m *Map) zonesOfClimb(v *grammar.Invocation, e *grammar.Effect) rules.Zone {
	w := e.Word
	dir, known := m.Start(v.Command)
	if !known {
		w = Join(v.Command.Dir, w)
		dir, known = m.Dir, m.Dir != permit.Nowhere
	}
	s := shapeOf(w)
	switch {
	case s.exact():
		return 0
	case strings.HasPrefix(s.dir, "/"):
		dir, known = "/", true
	case !known:
		dir = "/"
	}
	start := literals(path.Clean(dir), 0)
	names, low, out := ascend(start, append(literals(s.dir, len(s.rest)), s.rest...))
	if low > 0 && !out {
		return 0
	}
	behind := "/" + samples(names[low:])
	switch {
	case low == 0 && known:
		return m.At(behind, e)
	case m.isGrave(behind, e) || known && m.isGrave("/"+samples(names), e):
		return rules.Climbs
	}
	return 0
}

// ascend follows names from a directory. It returns where they lead, how many of the directory's
// names were never left, and whether a ".." after an unknown name leads out of the directory.
func ascend(start, rest []component) (names []component, low int, out bool) {
	names, low = append(names, start...), len(start)
	lost := false // an unknown name has been left
	for _, c := range rest {
		switch {
		case c.isName():
			names = append(names, c)
			continue
		case c.text != "..":
			continue
		case len(names) > 0:
			lost = lost || names[len(names)-1].kind == unknown
			names = names[:len(names)-1]
		default:
			out = out || lost
		}
		out = out || lost && len(names) < len(start)
		low = min(low, len(names))
	}
	if !lost {
		return nil, 1, false
	}
	return names, low, out
}

// isGrave reports whether an effect on a path would be grave.
func (m *Map) isGrave(p string, e *grammar.Effect) bool {
	grave := rules.Secret | rules.Disk | rules.Own
	if e.Kind&(grammar.Writes|grammar.Deletes|grammar.Changes) != 0 {
		grave |= rules.System | rules.SystemDir | rules.Shared
		if e.Recursive != parser.No && e.Kind&grammar.Writes == 0 {
			grave |= rules.Root | rules.Home | rules.Above
		}
	}
	return m.At(p, e)&grave != 0
}
