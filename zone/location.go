package zone

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/rules"
)

// Location is where an effect's path or host lies.
type Location struct {
	Path   string     // absolute, with links followed; "" for what is no path or not known
	Is     rules.Zone // for certain
	May    rules.Zone // and at most
	Inside bool       // below the work directory
	Temp   bool       // below a directory for temporary files
}

// Locate tells where an effect is.
func (m *Map) Locate(v *grammar.Invocation, e *grammar.Effect) Location {
	p := Location{}
	p.Is, p.May = m.Zones(v, e)
	if e.Kind&(grammar.Reads|grammar.Writes|grammar.Deletes|grammar.Changes|grammar.Runs) == 0 {
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
