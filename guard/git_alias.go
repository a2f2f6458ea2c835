package guard

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// maxAliases bounds how many names of git's aliases lead to one another.
const maxAliases = 4

// unquoted returns an alias without its quotes. A quoted blank then separates words, which makes
// more operands and no fewer options.
func unquoted(alias string) string {
	return strings.NewReplacer(`'`, "", `"`, "", `\`, "").Replace(alias)
}

// readAlias adds the git command behind an alias that an earlier command of the request has set:
// git config alias.p 'push -f'; git p. An alias on the same command line, and one that is shell
// source, are read where they stand.
func (j *judge) readAlias(v *grammar.Invocation) {
	if !v.HasTrait(spec.GitConfig) || v.Sub == "" || !v.Open {
		return // nearly always
	}
	name, _, _ := strings.Cut(v.Sub, " ")
	at := slices.IndexFunc(v.Command.Args, func(w parser.Word) bool { return w.Is(name) == parser.Yes })
	if at < 1 || j.aliasDepth(v.Command) >= maxAliases {
		return
	}
	for _, text := range j.aliasesBefore(v, name) {
		words := slices.Clone(v.Command.Args[:at])
		for _, w := range text {
			words = append(words, parser.Text(w))
		}
		c := *v.Command
		c.Args, c.Outer = append(words, v.Command.Args[at+1:]...), v.Command
		v.Nested = append(v.Nested, grammar.ReadCommand(&c, j.options(v.Command)))
	}
}

// aliasesBefore returns the words of the aliases of a name that commands before v set.
func (j *judge) aliasesBefore(v *grammar.Invocation, name string) (all [][]string) {
	for u := range grammar.All(j.Invocations) {
		if u == v {
			break
		}
		for i := range u.Effects {
			e := &u.Effects[i]
			text, known := e.Word.Text()
			if e.Kind != grammar.Sets || !known || strings.HasPrefix(text, "!") || !strings.EqualFold(e.Name, "alias."+name) || !u.HasTrait(spec.GitConfig) {
				continue
			}
			if words := strings.Fields(unquoted(text)); len(words) > 0 {
				all = append(all, words)
			}
		}
	}
	return all
}

// aliasDepth returns how many git commands run a command.
func (j *judge) aliasDepth(c *parser.Command) (n int) {
	for c = c.Outer; c != nil; c = c.Outer {
		if c.Program().Is("git") == parser.Yes {
			n++
		}
	}
	return n
}
