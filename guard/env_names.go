package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// showsNames reports whether all that an invocation prints of a .env file are the names of its variables:
// itself, or behind filters that pass on whole lines.
func (j *judge) showsNames(v *grammar.Invocation, filtersLeft int) bool {
	if printsNames(v) {
		return true
	}
	if filtersLeft == 0 || !passesLines(v) {
		return false
	}
	shown := false
	for u := range grammar.All(j.Invocations) {
		switch {
		case slices.ContainsFunc(u.Command.Args, func(w parser.Word) bool { return slices.Contains(w.From(), v.Command) }):
			return false
		case slices.Contains(u.Command.Stdin.From, v.Command):
			if !j.showsNames(u, filtersLeft-1) {
				return false
			}
			shown = true
		}
	}
	return shown
}

// passesLines reports whether a filter prints lines of its input as they are, and to nowhere else.
func passesLines(v *grammar.Invocation) bool {
	return wordlist.Among(v.Name, "cat grep sort") && !v.Open && len(v.Command.Redirects) == 0 && v.Has("-o --only-matching --output -r -R --recursive --color") == parser.No
}

// printsNames reports whether an invocation prints only the names of the variables in a .env file.
func printsNames(v *grammar.Invocation) bool {
	if v.Open || len(v.Command.Redirects) > 0 {
		return false
	}
	switch v.Name {
	case "cut":
		return isGivenAs(v, "-d", "=") && isGivenAs(v, "-f", "1") && v.Has("--complement --output-delimiter -b -c") == parser.No
	case "awk":
		return isGivenAs(v, "-F", "=") && len(v.Options) == 1 && len(v.Operands) > 0 && isFirstField(v.Operands[0].Word)
	case "sed":
		code := parser.Word{}
		if len(v.Operands) > 0 {
			code = v.Operands[0].Word
		}
		return len(v.Options) == 0 && isRedaction(code)
	case "grep":
		return v.Has("-o --only-matching") == parser.Yes && v.Has("-e -f -P -v -r -R --regexp --file --perl-regexp --invert-match --recursive") == parser.No && len(v.Operands) > 0 && isNamePattern(v.Operands[0].Word)
	}
	return false
}

// isGivenAs reports whether an option is given once, with a value.
func isGivenAs(v *grammar.Invocation, name, value string) bool {
	n, same := 0, false
	for w, t := range v.Values(name) {
		n++
		same = t == parser.Yes && w.Is(value) == parser.Yes
	}
	return n == 1 && same
}

// textOf returns the known text of a word, or "".
func textOf(w parser.Word) string {
	text, _ := w.Text()
	return text
}

// isNamePattern reports whether a regular expression matches only what is before the first = of a line: a
// class of letters, or of all but =, from the line's beginning.
func isNamePattern(w parser.Word) bool {
	class, is := strings.CutPrefix(textOf(w), "^[")
	class, rest, closed := strings.Cut(class, "]")
	letters := class != "" && strings.Trim(class, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == ""
	return is && closed && (class == "^=" || letters) && wordlist.Among(rest, "* + *= +=")
}

// isFirstField reports whether a program of awk's prints the first field, and nothing else.
func isFirstField(w parser.Word) bool {
	return strings.NewReplacer(" ", "", ";", "").Replace(textOf(w)) == "{print$1}"
}

// isRedaction reports whether a command of sed's removes each line's value, or puts a fixed text in its
// place.
func isRedaction(w parser.Word) bool {
	by, is := strings.CutPrefix(textOf(w), "s/=.*")
	by, separated := strings.CutPrefix(strings.TrimPrefix(by, "$"), "/")
	by, ends := strings.CutSuffix(by, "/")
	return is && separated && ends && !strings.ContainsAny(by, "/&\\\n")
}
