package grammar

import (
	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
)

// Objects returns the kinds of objects that texts make and destroy again. The result is shared.
func Objects() []spec.ObjectKind { return catalogue.Objects[:] }
