package grammar

import (
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// IsSecret reports whether the value of an option is a credential by its role.
func (g *OptionUse) IsSecret() bool {
	return g.Option != nil && (g.Option.Role == spec.Credential || g.Option.Role == spec.Cookie && isCookie(g.Value))
}

// Secrets yields the words of an invocation that are credentials, by their role or by the rows about
// its program.
func (v *Invocation) Secrets() iter.Seq[spec.Secret] {
	return func(yield func(spec.Secret) bool) {
		for _, o := range v.Operands {
			if o.Role == spec.Credential && !yield(spec.Secret{Word: o.Word}) {
				return
			}
		}
		for row := range v.confides() {
			for s := range row.Secrets(v.Command.Args[1:]) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// ReadsSecret reports whether a credential is read from standard input.
func (v *Invocation) ReadsSecret() bool {
	if len(v.Command.Args) == 0 {
		return false
	}
	words := v.Command.Args[1:]
	for _, w := range words {
		text := w.Prefix()
		if strings.HasPrefix(text, "--") && (strings.HasSuffix(text, "-stdin") || text == "--stdin" && wordlist.Among(v.Name, "passwd htpasswd")) {
			return true // --password-stdin
		}
	}
	for row := range v.confides() {
		if row.Stdin == "" || row.Behind(words) < 0 {
			continue
		}
		for name := range wordlist.Each(row.Stdin) {
			if name == "*" || given(words, name) {
				return true
			}
		}
	}
	return false
}

// Confides reports whether a row says that an option of a program may be a credential, or that plain
// words may under a subcommand.
func Confides(program, sub string, option string) bool {
	for _, row := range rowsAbout(program) {
		if option == "" && row.Which != spec.NoWords && (row.Under == "" || sub == "" || strings.Contains(row.Under, sub)) {
			return true
		}
		for o := range wordlist.Each(row.Options) {
			if option != "" && wordlist.Among(strings.TrimRight(o, "+!"), option) {
				return true
			}
		}
	}
	return false
}

// rowsAbout returns the rows about a program, using the index.
func rowsAbout(name string) []*spec.SecretPlace {
	have, lines, _ := strings.Cut(secretPlacesIndex, "\n")
	var rows []*spec.SecretPlace
	if decimal(have) != len(catalogue.SecretPlaces) {
		for i := range catalogue.SecretPlaces {
			if wordlist.Among(name, catalogue.SecretPlaces[i].Programs) {
				rows = append(rows, &catalogue.SecretPlaces[i])
			}
		}
		return rows
	}
	_, numbers, _ := strings.Cut(wordlist.Line(lines, name), " ")
	for number := range wordlist.Each(numbers) {
		rows = append(rows, &catalogue.SecretPlaces[decimal(number)])
	}
	return rows
}

// confides yields the rows that apply to an invocation.
func (v *Invocation) confides() iter.Seq[*spec.SecretPlace] {
	return func(yield func(*spec.SecretPlace) bool) {
		if len(v.Command.Args) == 0 {
			return
		}
		list := rowsAbout(v.Name)
		if called := base(v.Command.Args[0].Prefix()); called != v.Name {
			list = append(list, rowsAbout(called)...)
		}
		for _, row := range list {
			counts := row.With == ""
			for name := range wordlist.Each(row.With) {
				counts = counts || given(v.Command.Args[1:], name)
			}
			if counts && !yield(row) {
				return
			}
		}
	}
}

// given reports whether words contain an option, possibly in a bundle or with a value.
func given(words []parser.Word, name string) bool {
	for _, w := range words {
		text := w.Prefix()
		switch {
		case text == name, strings.HasPrefix(name, "--") && strings.HasPrefix(text, name+"="):
			return true
		case len(name) == 2 && name[0] == '-' && len(text) > 2 && text[0] == '-' && text[1] != '-' && strings.IndexByte(text[1:], name[1]) > 0:
			return true
		case len(name) == 2 && name[0] == '-' && name[1] != '-' && strings.HasPrefix(text, name):
			return true
		}
	}
	return false
}
