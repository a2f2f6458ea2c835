package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// secretWords are parts of the names of variables that hold credentials.
const secretWords = "TOKEN SECRET PASSW API_KEY APIKEY CREDENTIAL PRIVATE_KEY ACCESS_KEY"

// hiding are words in code that prints whether a variable is set, or something in place of its value.
const hiding = "not *** ... redact redacted REDACTED mask masked len length hidden bool !! hash hashlib startswith"

// searchedEnvironment returns the acts of code with each that prints the whole environment turned into a search
// for the names in the code's texts, if they are names of credentials: env | grep -E TOKEN.
func searchedEnvironment(acts []script.Act, code string) []script.Act {
	isAll := func(a script.Act) bool {
		return a.Kind == script.Runs && len(a.Args) == 1 && a.Args[0].Text == "env" && a.Args[0].Known
	}
	if !slices.ContainsFunc(acts, isAll) {
		return acts // nearly always
	}
	names := searchedNames(code)
	for word := range wordlist.Each(hiding) {
		if hasWord(code, word) {
			names = nil
		}
	}
	if slices.ContainsFunc(acts, func(a script.Act) bool { return a.Kind == script.Connects }) || len(names) == 0 {
		return acts
	}
	acts = slices.Clone(acts)
	for i, a := range acts {
		if isAll(a) {
			line := "env | grep -E " + shellquote.Word(strings.Join(names, "|"))
			acts[i].Kind, acts[i].Args = script.Shell, []script.Arg{{Text: line, Known: true}}
		}
	}
	return acts
}

// hasWord reports whether code has a word, or a mark, that is no part of another word.
func hasWord(code, word string) bool {
	for rest := code; ; {
		before, after, found := strings.Cut(rest, word)
		if !found {
			return false
		}
		if !parser.IsName(word) || !isNameEnd(before) && !isNameStart(after) {
			return true
		}
		rest = after
	}
}

// searchedNames returns the texts and patterns in code that contain parts of names of credentials, and nothing
// but letters and the marks of patterns.
func searchedNames(code string) (names []string) {
	for text := range strings.FieldsFuncSeq(code, func(c rune) bool { return strings.ContainsRune("'\"`/", c) }) {
		if len(text) > 64 || strings.ContainsFunc(text, func(c rune) bool {
			return !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || strings.ContainsRune("_|.*^$()?:[]-", c))
		}) {
			continue
		}
		for word := range wordlist.Each(secretWords) {
			if strings.Contains(strings.ToUpper(text), word) && !slices.Contains(names, text) {
				names = append(names, text)
			}
		}
	}
	return names
}
