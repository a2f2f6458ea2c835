// Package permit names the Permit for packages that act on one and must not be
// able to make one: launch takes it, sandbox carries it, neither can invent it.
package permit

import "github.com/agent-loop/shimgen/internal/permit/mint"

// A Permit proves that a decision allowed exactly its argv in exactly its
// directory. The zero Permit is not valid.
type Permit = mint.Permit
