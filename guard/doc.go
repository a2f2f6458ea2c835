// Package guard judges a request under a policy: shell source or an argument
// vector; a path or a URL by itself.
//
// It is the one judge for both check and shim. It parses a [Request], reads it by the
// grammars of its programs, maps the paths and hosts of its effects to zones, and matches
// the rules. The policy turns each finding into an action, and the worst action is the
// [Decision].
//
// The package has no side effects. It asks about the machine through a [zone.Machine],
// whose file view is an interface, so that tests and benchmarks run on a tree in memory.
//
// Where to look: judge.go goes from request to findings, decision.go from findings to the
// decision, and defer.go leaves findings to a shim. file.go, project.go, make.go, patch.go
// and tool_file.go read files with code that a command runs but does not name, inline.go
// code in other languages, environment.go variables. Which files those are, and which programs
// are alike, is data in grammar/project and grammar/family. safe.go is the profile that allows only
// reading.
//
// Only a decision that allows, or one that asks and was answered yes, makes a
// [permit.Permit], and guard makes no other.
package guard
