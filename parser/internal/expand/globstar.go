package expand

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// WithoutGlobStar returns a word without the directories **/ in it, which may be none: a/**/b
// becomes a/b. It reports false for a word that has none, and for one that would be empty.
func WithoutGlobStar(word tree.Word) (tree.Word, bool) {
	out := tree.Word{Span: word.Span}
	found := false
	for i := 0; i < len(word.Parts); i++ {
		if isGlobStar(word.Parts[i:]) && (i == 0 || endsInSlash(out)) {
			found = true
			i += 2
			if rest := word.Parts[i].Text[1:]; rest != "" {
				out.Parts = append(out.Parts, tree.Part{Kind: tree.Literal, Text: rest})
			}
			continue
		}
		out.Parts = append(out.Parts, word.Parts[i])
	}
	return out, found && len(out.Parts) > 0
}

// isGlobStar reports whether parts begin with the patterns * and * and a slash.
func isGlobStar(parts []tree.Part) bool {
	isStar := func(p tree.Part) bool { return p.Kind == tree.Glob && p.Text == "*" }
	return len(parts) >= 3 && isStar(parts[0]) && isStar(parts[1]) && parts[2].Kind == tree.Literal && strings.HasPrefix(parts[2].Text, "/")
}

func endsInSlash(word tree.Word) bool {
	last := len(word.Parts) - 1
	return last < 0 || word.Parts[last].Kind == tree.Literal && strings.HasSuffix(word.Parts[last].Text, "/")
}
