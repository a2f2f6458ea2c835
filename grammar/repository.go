package grammar

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/gitrepo"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// IsElsewhere reports whether a git command may work on another repository than that of the directory it
// starts in, because of its options or of variables that the source gives it. It does not ask whether
// unknown words may be such options.
func (v *Invocation) IsElsewhere() bool {
	return v.given(gitrepo.ElsewhereOptions) != parser.No || slices.ContainsFunc(v.Command.Environment().Names(), func(name string) bool {
		return wordlist.Among(name, gitrepo.ElsewhereVariables)
	})
}

// Chdir returns where the options of a command make it start, as git -C does, relative to the command's own
// directory: the empty word if nowhere else. Each is relative to the one before. certain is false if one of
// them may not be given.
func (v *Invocation) Chdir() (dir parser.Word, certain bool) {
	certain = true
	for i := range v.Options {
		if g := &v.Options[i]; g.Option != nil && g.Option.Role == spec.Dir {
			dir, certain = join(dir, g.Value), certain && g.Truth == parser.Yes
		}
	}
	return dir, certain
}
