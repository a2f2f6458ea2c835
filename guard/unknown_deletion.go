package guard

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/script"
)

// outsideNames are expressions for places outside the work directory, beside those for the home directory.
var outsideNames = []string{"Path.home", "expanduser(", "dirname(os.getcwd", "dirname(process.cwd", "dirname(getcwd", "dirname(Dir.pwd", "cwd().parent"}

// deletesUnknown reports whether inline code deletes a directory of which nothing is known, and names a place
// that the policy does not let it delete. A reader does not follow everything that code computes, so that the two
// may be one. A place that the code surely uses for something else does not count.
func (j *judge) deletesUnknown(v *grammar.Invocation, by grammar.Effect, code string, acts []script.Act) bool {
	if !isInline(by) || functionNames(by.Lang) == "" || !slices.ContainsFunc(acts, func(a script.Act) bool { return isUnknownDeletion(a, acts) }) {
		return false
	}
	if mentions(code, homeNames) || mentions(code, outsideNames) {
		return !namesHomeOtherwise(acts)
	}
	for _, text := range literalsOf(code) {
		if !usesOtherwise(text, acts) && j.mayNotDelete(v, text) {
			return true
		}
	}
	return false
}

// isUnknownDeletion reports whether an act deletes a tree of which nothing is known, nor of any other value
// that the same call may get.
func isUnknownDeletion(a script.Act, acts []script.Act) bool {
	if a.Kind != script.Deletes || !a.Tree || len(a.Args) != 1 || !isUnknown(a.Args[0]) {
		return false
	}
	return !slices.ContainsFunc(acts, func(o script.Act) bool {
		return o.Kind == script.Deletes && o.Offset == a.Offset && len(o.Args) == 1 && !isUnknown(o.Args[0])
	})
}

// isUnknown reports whether nothing is known of an argument.
func isUnknown(a script.Arg) bool {
	return !a.Known && !a.Template && a.Text == "" && len(a.Rest) == 0
}

// usesOtherwise reports whether an act that is no deletion has a text as its argument.
func usesOtherwise(text string, acts []script.Act) bool {
	return slices.ContainsFunc(acts, func(a script.Act) bool {
		return a.Kind != script.Deletes && slices.ContainsFunc(a.Args, func(o script.Arg) bool { return o.Text == text })
	})
}

// namesHomeOtherwise reports whether the home directory is part of what the code reads or writes.
func namesHomeOtherwise(acts []script.Act) bool {
	return slices.ContainsFunc(acts, func(a script.Act) bool {
		return a.Kind != script.Deletes && slices.ContainsFunc(a.Args, func(o script.Arg) bool { return len(o.Text) > 1 && o.Text[0] == '~' })
	})
}
