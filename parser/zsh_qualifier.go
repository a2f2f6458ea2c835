package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Glob qualifiers of zsh select among the files that match a pattern, as in *(.om[1]). Some of them
// run code for each file (zshexpn(1), Glob Qualifiers).

// qualified reads the code in the glob qualifiers of a pattern, whose text is in parentheses.
func (w *walker) qualified(text string) {
	if w.choices.IsRepeated() {
		return
	}
	for i := range len(text) {
		if text[i] != '(' {
			continue
		}
		for _, code := range qualifierCode(strings.TrimPrefix(text[i+1:], "#q")) {
			if !w.evaluateLater(w.doing, code) {
				w.listUnreadable(w.doing, tree.UnknownWord(tree.Shorten(code), false))
			}
		}
	}
}

// keepsAll reports whether a list of qualifiers at the end of a pattern only says which kinds of files
// match, in which order, and how many of them: *(.om[1,9]). It is then as wide as the pattern.
func keepsAll(text string) bool {
	list, closed := strings.CutSuffix(strings.TrimPrefix(strings.TrimPrefix(text, "("), "#q"), ")")
	if !closed || list == "" {
		return false
	}
	list, _, _ = strings.Cut(list, "[")
	for i := 0; i < len(list); i++ {
		switch {
		case strings.IndexByte(".@/D", list[i]) >= 0:
		case (list[i] == 'o' || list[i] == 'O') && i+1 < len(list) && strings.IndexByte("nLlamcd", list[i+1]) >= 0:
			i++
		default:
			return false
		}
	}
	return true
}

// qualifierCode returns the code in the list of qualifiers that a text starts with: e:code:, +name, and
// the same after o or O. Code without an end is code that continues in an expansion.
func qualifierCode(text string) (all []string) {
	for i := 0; i < len(text) && strings.IndexByte("()|~<> \t\n'\"", text[i]) < 0; i++ {
		rest := text[i+1:]
		switch {
		case text[i] == '+' && rest != "":
			n := len(rest) - len(strings.TrimLeft(rest, tree.NameBytes+"-."))
			if n > 0 {
				all = append(all, rest[:n])
			}
			i += n
		case strings.IndexByte("efguP", text[i]) >= 0 && (isSeparator(rest) || isLastList(rest)):
			n := separated(rest)
			if text[i] == 'e' {
				all = append(all, withoutQuotes(rest[1:n]))
			}
			i += n + 1
		}
	}
	return all
}

// isSeparator reports whether a text starts with what separates the argument of a qualifier.
func isSeparator(text string) bool {
	return text != "" && strings.IndexByte(tree.NameBytes+"()|~-+^.,/@=*% \t\n'\"\\", text[0]) < 0
}

// isLastList reports whether a text starts with an argument between two letters, in a list that can
// only be one of qualifiers: it ends the word and has no alternatives.
func isLastList(text string) bool {
	return len(text) > 1 && strings.IndexByte(tree.NameBytes, text[0]) >= 0 && separated(text) < len(text) &&
		!strings.Contains(text, "|") && strings.IndexByte(text, ')') == len(text)-1
}

// separated returns where the argument ends that starts with a separator: at the next one outside
// quotes, or at its counterpart.
func separated(text string) int {
	end := text[0]
	if i := strings.IndexByte("[{(<", end); i >= 0 {
		end = "]})>"[i]
	}
	quote := byte(0)
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == end:
			return i
		}
	}
	return len(text)
}

// withoutQuotes removes quotes. What a dollar in double quotes gives is expanded when the text is
// evaluated: hardly anything else.
func withoutQuotes(text string) string {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == '\\' && i+1 < len(text) && (quote == 0 || quote == '"' && strings.IndexByte("$`\"\\", text[i+1]) >= 0):
			i++
			b.WriteByte(text[i])
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
