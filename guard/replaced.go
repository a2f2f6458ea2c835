package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// maxPairs bounds the replacements of one command that are tried.
const maxPairs = 32

// replacements returns the pairs of a text and what a command puts in its place, by its words and its
// input: s/a/b/ of sed, perl, ed and vim, and calls such as sub(/a/, "b").
func replacements(c *parser.Command) (pairs [][2]string) {
	for _, w := range append(c.Args[min(1, len(c.Args)):len(c.Args):len(c.Args)], c.Stdin.Word) {
		if text, known := w.Text(); known && len(pairs) < maxPairs {
			pairs = append(append(pairs, script.Replacements(text)...), replacingCalls(text)...)
		}
	}
	return pairs[:min(len(pairs), maxPairs)]
}

// replacing are the beginnings of calls in many languages that replace their first argument, or what
// it matches, by the second.
var replacing = [...]string{"sub(", "gensub(", "replace(", "replaceAll(", "replace_all("}

// replacingCalls returns the pairs of such calls in code.
func replacingCalls(code string) (pairs [][2]string) {
	for _, call := range replacing {
		for rest := code; len(pairs) < maxPairs; {
			_, after, found := strings.Cut(rest, call)
			if !found {
				break
			}
			rest = after
			from, after, ok := literalAt(after)
			if to, _, second := literalAt(strings.TrimLeft(after, "g, ")); ok && second {
				pairs = append(pairs, [2]string{from, to})
			}
		}
	}
	return pairs
}

// withoutPatterns returns code without what its calls look for.
func withoutPatterns(code string) string {
	for _, p := range replacingCalls(code) {
		code = strings.Replace(code, p[0], "", 1)
	}
	return code
}

// literalAt returns the text between the quotes or slashes at the start of code, and what follows.
func literalAt(code string) (text, rest string, ok bool) {
	if code = strings.TrimLeft(code, " r"); code == "" || strings.IndexByte("\"'`/", code[0]) < 0 {
		return "", "", false
	}
	text, rest, ok = strings.Cut(code[1:], code[:1])
	return text, rest, ok
}

// replaced returns what a text may be after the replacements: after each, and after all of them in order.
// A pattern is taken as the text that it spells.
func replaced(text string, pairs [][2]string) (all []string) {
	last := text
	for _, p := range pairs {
		if p[0] == "" {
			continue
		}
		if one := strings.ReplaceAll(text, p[0], p[1]); one != text {
			all = append(all, linesIn(one)...)
		}
		last = strings.ReplaceAll(last, p[0], p[1])
	}
	if len(pairs) > 1 && last != text {
		all = append(all, linesIn(last)...)
	}
	return all
}
