// Package permit names the Permit for packages that act on one and must not be able to
// make one, such as launch and sandbox.
package permit

import "github.com/agent-loop/shimgen/internal/permit/mint"

// A Permit proves that a decision allowed exactly its argv in exactly its
// directory. The zero Permit is not valid.
type Permit = mint.Permit

// Nowhere is the directory of a Permit for a process whose working directory has
// no name.
const Nowhere = mint.Nowhere
