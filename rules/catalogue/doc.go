// Package catalogue holds the built-in rules: packs of [rules.Rule], one file for each subject.
// [Rules] returns all of them. Programs do not contain the packs, but a text that is made of them: see
// package builtin.
//
// To add a rule, add a row to the pack of its subject, with a reason, a hint, commands that it
// must hit, and similar commands that it must miss; then rebuild that text, the index of variables and
// the documentation page:
//
//	go test ./rules/catalogue -run 'TestIndex$' -update
//	go test ./policy/variables -run 'TestIndex$' -update
//	go run ./cmd/shimgen rules list --markdown >docs/rules.md
//
// The tests of package guard judge the examples, also in some 200 other spellings. To add a pack,
// write it in a file of its own and list it in packs.
package catalogue
