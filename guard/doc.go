// Package guard judges a request under a policy: shell source or an argument
// vector; a path or a URL by itself.
//
// It is the one judge for both fronts. A [Request] is parsed, read through the
// grammars of its programs, and matched against the rules; the paths and hosts
// its effects name are placed in zones; the policy turns what was found into
// an action, and the worst action is the [Decision].
//
// The package has no effects of its own. What it must know of the machine it
// asks through a [zone.Machine], whose file view is an interface, so that tests and
// benchmarks run on a tree in memory.
//
// Where to look: judge.go is the way from request to findings, decision.go what comes of
// them, defer.go what is left to a shim. file.go, project.go, make.go, patch.go and
// tool_file.go read what a command runs that its words do not show, inline.go code in other
// languages, environment.go variables. safe.go is the profile that allows only reading.
//
// Only a decision that allows, or one that asks and was answered yes, makes a
// [permit.Permit], and guard makes no other.
package guard
