// Package catalogue holds the built-in rules: packs of [rules.Rule], one file for each
// subject. [Builtin] is all of them.
//
// To add a rule, add a row to the pack of its subject, with a reason, a hint, commands that
// it must hit and commands that look alike and that it must miss; then make the index and
// the page anew:
//
//	go test ./rules/catalogue ./policy/variables -run 'TestIndex$' -update
//	go run ./cmd/shimgen rules list --markdown >docs/rules.md
//
// The examples are judged by the tests of package guard, in some 200 other spellings too. To
// add a pack, write it in a file of its own and name it in packs.
package catalogue
