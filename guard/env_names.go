package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Code and patterns with which awk(1), sed(1) and grep(1) print only what is before the first = of a line,
// the names in a .env file.
var (
	firstField  = []string{"{print $1}", "{ print $1 }", "{print $1;}", "{ print $1; }"}
	namesAlone  = []string{"^[A-Z_]*", "^[A-Z_]*=", "^[A-Z_]+", "^[A-Z_]+=", "^[A-Z0-9_]*", "^[A-Z0-9_]+", "^[A-Z0-9_]+=", "^[A-Z_0-9]+", "^[A-Za-z_]+", "^[A-Za-z0-9_]+", "^[^=]*", "^[^=]+"}
	beforeEqual = []string{"s/=.*//", "s/=.*/=/", "s/=.*$//", "s/=.*$/=/"}
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
		return has(v, "-d", "=") && has(v, "-f", "1") && v.Has("--complement --output-delimiter -b -c") == parser.No
	case "awk":
		return has(v, "-F", "=") && len(v.Options) == 1 && len(v.Operands) > 0 && isOne(v.Operands[0].Word, firstField)
	case "sed":
		code := parser.Word{}
		if len(v.Operands) > 0 {
			code = v.Operands[0].Word
		}
		return len(v.Options) == 0 && (isOne(code, beforeEqual) || isRedaction(code))
	case "grep":
		return v.Has("-o --only-matching") == parser.Yes && v.Has("-e -f -P -v -r -R --regexp --file --perl-regexp --invert-match --recursive") == parser.No && len(v.Operands) > 0 && isOne(v.Operands[0].Word, namesAlone)
	}
	return false
}

// has reports whether an option is given once, with a value.
func has(v *grammar.Invocation, name, value string) bool {
	n, same := 0, false
	for w, t := range v.Values(name) {
		n++
		same = t == parser.Yes && w.Is(value) == parser.Yes
	}
	return n == 1 && same
}

// isOne reports whether a word is one of some texts.
func isOne(w parser.Word, texts []string) bool {
	text, known := w.Text()
	return known && slices.Contains(texts, text)
}

// isRedaction reports whether a command of sed's puts a fixed text into the place of each line's value.
func isRedaction(w parser.Word) bool {
	text, known := w.Text()
	by, is := strings.CutPrefix(text, "s/=.*/")
	by, ends := strings.CutSuffix(by, "/")
	return known && is && ends && !strings.ContainsAny(by, "/&\\\n")
}
