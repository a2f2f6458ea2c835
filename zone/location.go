package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// Location is the place of an effect's path or host.
type Location struct {
	Path   string     // absolute, with links followed; "" if it is not a path or unknown
	Is     rules.Zone // certainly
	May    rules.Zone // possibly
	Inside bool       // below the work directory
	Temp   bool       // below a directory for temporary files
}

// Locate returns the place of an effect.
func (m *Map) Locate(v *grammar.Invocation, e *grammar.Effect) Location {
	p := Location{}
	p.Is, p.May = m.Zones(v, e)
	if e.Kind&(grammar.Reads|grammar.Writes|grammar.Deletes|grammar.Changes|grammar.Runs|grammar.Mentions) == 0 {
		return p
	}
	name, known := e.Word.Text()
	if !known || name == "" {
		return p
	}
	if !strings.HasPrefix(name, "/") {
		dir, known := m.Start(v.Command)
		if !known || e.Away {
			return p
		}
		name = dir + "/" + name
	}
	path, err := m.Resolve(name, e.Kind&grammar.Deletes == 0)
	if err != nil {
		return p
	}
	p.Path, p.Inside, p.Temp = path, m.IsInside(path), m.IsInTemp(path)
	return p
}
