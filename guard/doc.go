// Package guard judges a request: shell source, or an argument vector, under
// a policy.
//
// It is the one judge for both fronts. A [Request] is parsed, read through the
// grammars of its programs, and matched against the rules; the paths and hosts
// its effects name are placed in zones; the policy turns what was found into
// an action, and the worst action is the [Decision].
//
// The package has no effects of its own. What it must know of the machine it
// asks through a [Machine], whose file view is an interface, so that tests and
// benchmarks run on a tree in memory.
//
// Only an allowing decision makes a [permit.Permit], and nothing is executed
// without one.
package guard
