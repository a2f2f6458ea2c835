// Package policy says what is to be done about what was found.
//
// A profile is two rows of constant data in profile.go: a [rules.Action] for every
// [rules.Class] (table), and the settings beside it (profiles). [Profile] is its form for
// JSON. A [Policy] is a profile with
// layers on top, weakest first: the system's file, the user's, the project's,
// and the flags. [Load] merges them from bytes; whoever opens the files sees
// to their owner and mode.
//
// The system's file may lock settings: a locked one beats every later layer
// and every flag. A project's file is not trusted: it can tighten the policy
// and nothing else, and what would loosen it becomes a line of
// [Policy.Notices].
//
// A file that is not understood whole is an error with its name and line. No
// part of it is used, and nothing runs.
//
// The places that the rules speak of, credentials, system directories, what
// runs later, are data here as well: see [Place].
package policy
