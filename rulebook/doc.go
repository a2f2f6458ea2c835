// Package rulebook shows the rules as people read them: as a list, one by one, as the page
// docs/rules.md, and proved by their own examples.
//
//	p, err := policy.Builtin(policy.Default)
//	…
//	picked, err := rulebook.Pick(p, []string{"git.*"})
//	proofs := rulebook.Prove(p, picked, func(rule string) {})
//	err = proofs.Print(os.Stdout, false)
//
// [List] and [NewRow] say what a policy makes of a rule; [Markdown] writes all built-in rules
// with the actions of every profile.
//
// # Limits
//
// A proof covers a rule's own examples and the spellings of package rules/spelling; it says
// nothing of commands that nobody thought of.
package rulebook
