package flow

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// cloners are the programs that fetch a whole repository, and the words before its address. Sources:
// git-clone(1), gh repo clone --help, glab repo clone --help, jj git clone --help, hg help clone, svn
// help checkout, fossil help clone, degit's and giget's readme.
var cloners = [...]struct{ programs, subs string }{
	{"git", "clone"},
	{"hg", "clone"},
	{"bzr brz", "branch"},
	{"gh glab", "repo/clone gist/clone"},
	{"jj", "git/clone"},
	{"svn", "checkout co export"},
	{"darcs", "clone get"},
	{"degit tiged giget gitpick", ""},
}

// otherCloners are the programs among them that fetch in no other way.
const otherCloners = "hg bzr brz glab jj svn darcs degit tiged giget gitpick"

// isClone reports whether an invocation fetches a whole repository.
func isClone(v *grammar.Invocation) bool {
	_, is := cloneWords(v)
	return is
}

// cloneWords returns the operands of an invocation that fetches a whole repository: its address, and
// the directory if one is given.
func cloneWords(v *grammar.Invocation) ([]grammar.Operand, bool) {
	for i := range cloners {
		c := &cloners[i]
		if !wordlist.Among(v.Name, c.programs) {
			continue
		}
		if v.Sub != "" {
			return v.Operands, spec.MatchSub(c.subs, v.Sub)
		}
		if c.subs == "" {
			return v.Operands, true
		}
		for sub := range wordlist.Each(c.subs) {
			if rest, is := behind(v.Operands, sub); is {
				return rest, true
			}
		}
	}
	return nil, false
}

// behind returns the operands behind the words of a subcommand, as "git/clone".
func behind(operands []grammar.Operand, sub string) ([]grammar.Operand, bool) {
	for name := range strings.SplitSeq(sub, "/") {
		if len(operands) == 0 {
			return nil, false
		}
		if text, known := operands[0].Word.Text(); !known || text != name {
			return nil, false
		}
		operands = operands[1:]
	}
	return operands, true
}

// clonedInto returns the directory into which an invocation fetches a repository, unless an effect has
// it; "" if there is none or it is not known.
func clonedInto(v *grammar.Invocation) string {
	words, is := cloneWords(v)
	switch {
	case !is || len(words) == 0 || v.Name == "git" && len(words) > 1:
		return ""
	case len(words) > 1:
		into, _ := words[1].Word.Text()
		return into
	}
	from, _ := words[0].Word.Text()
	if from, _, _ = strings.Cut(from, "#"); from == "" {
		return ""
	}
	return strings.TrimSuffix(lastPart(from), ".git")
}
