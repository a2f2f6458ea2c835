// Package compare says what is different between two runs of the same work, after
// what no two runs have in common is taken out, and which differences are meant:
// those that a rule's refusal or warning makes, written down in expected.txt with a
// reason each.
package compare
