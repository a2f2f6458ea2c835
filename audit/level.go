package audit

import (
	"fmt"

	"github.com/agent-loop/shimgen/gate"
)

// ParseLevel returns the level of that name; "disabled" is the older word for
// off. For any other name it returns Forensic and an error: a misspelt level must
// not lose lines.
func ParseLevel(name string) (gate.Level, error) {
	switch name {
	case "off", "disabled":
		return gate.Off, nil
	case "basic":
		return gate.Basic, nil
	case "detailed":
		return gate.Detailed, nil
	case "forensic":
		return gate.Forensic, nil
	}
	return gate.Forensic, fmt.Errorf("audit level %q: not off, basic, detailed or forensic", name)
}
