// Package rules defines the rule language, and matches rules against the effects of commands. The
// built-in rules are in package catalogue.
//
// A [Rule] is a row of data: the program and subcommand, the options, the effects and their
// [Zone]s that it matches, and the reason that the user sees. Every condition that is set must
// hold; a rule without conditions matches nothing. Each built-in rule has examples that must hit
// and examples that must miss, except rules that only a user's settings make match.
//
// Words may be unknown, so matching has three answers: a [Finding] is either certain or possible.
// The package does not decide what follows from a finding: a rule names a [Class], and the policy
// gives each class an action.
//
// The package knows nothing of the machine. The caller's [View] says in which zones a path or a
// host is.
package rules
