// Package compare says how two runs of the same work differ, ignoring what differs
// between any two runs, and which differences are intended: those that a rule's refusal
// or warning causes. expected.txt lists these with a reason each.
package compare
