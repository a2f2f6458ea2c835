package catalogue

import "github.com/agent-loop/shimgen/grammar/spec"

// The roles of the first operand in values that rows share.
var (
	firstFile     = []spec.Role{spec.File}
	firstWrite    = []spec.Role{spec.Write}
	firstScript   = []spec.Role{spec.Script}
	firstShell    = []spec.Role{spec.Shell}
	firstAssign   = []spec.Role{spec.Assign}
	firstHardLink = []spec.Role{spec.HardLink}
)
