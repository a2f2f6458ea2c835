package audit

import (
	"fmt"

	"github.com/agent-loop/shimgen/gate"
)

// levels are the names a policy may use; "disabled" is the older word for off.
var levels = map[string]gate.Level{
	"off":      gate.Off,
	"disabled": gate.Off,
	"basic":    gate.Basic,
	"detailed": gate.Detailed,
	"forensic": gate.Forensic,
}

// ParseLevel returns the level of that name. For any other name it returns
// Forensic and an error: a misspelt level must not lose lines.
func ParseLevel(name string) (gate.Level, error) {
	level, ok := levels[name]
	if !ok {
		return gate.Forensic, fmt.Errorf("audit level %q: not off, basic, detailed or forensic", name)
	}
	return level, nil
}
