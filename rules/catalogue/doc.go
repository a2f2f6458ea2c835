// Package catalogue holds the built-in rules: packs of [rules.Rule], one file for each subject.
// [Builtin] returns all of them.
//
// To add a rule, add a row to the pack of its subject, with a reason, a hint, commands that it
// must hit, and similar commands that it must miss; then rebuild the index and the documentation
// page:
//
//	go test ./rules/catalogue ./policy/variables -run 'TestIndex$' -update
//	go run ./cmd/shimgen rules list --markdown >docs/rules.md
//
// The tests of package guard judge the examples, also in some 200 other spellings. To add a pack,
// write it in a file of its own and list it in packs.
package catalogue
