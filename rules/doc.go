// Package rules holds the rule language, and matches rules against what commands would do.
// The built-in rules are in package catalogue.
//
// A [Rule] is a row of data: which program and subcommand, which options,
// which effects in which [Zone]s, and what is said when it matches. Every
// condition that is set must hold; a rule without conditions matches nothing.
// Each built-in rule carries examples that must hit and that must miss, but for
// those that only a user's settings make match.
//
// Matching has three answers, as words may be unknown: a [Finding] is either
// certain or possible. What a finding leads to is not decided here: a rule
// names a [Class], and the policy says what becomes of the class.
//
// The package knows nothing of the machine. Where a path or a host lies is
// answered by the caller's [View].
package rules
