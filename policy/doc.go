// Package policy turns findings into actions: allow, warn, ask or block.
//
// A profile is two rows of constant data in profile.go: a [rules.Action] for every
// [rules.Class] (table), and the other settings (profiles). [Profile] is its form for
// JSON. A [Policy] is a profile with
// layers on top, weakest first: the system's file, the user's, the project's,
// and the flags. [Load] merges them from bytes; the caller opens the files and checks
// their owner and mode.
//
// The system's file may lock settings: a locked setting beats every later layer
// and every flag. A project's file is not trusted: it can only tighten the policy.
// A setting of it that would loosen the policy becomes a line of [Policy.Notices].
//
// A file with any error is an error as a whole, with its name and line. Load uses no
// part of it, and nothing runs.
//
// The paths that rules are about (credentials, system directories, files that run later)
// are in package place.
package policy
