package rules

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
)

// tells are the programs that tell a whole collection as long as nothing is
// asked of them: a variable's name, or a command to run.
const tells = "env printenv export declare typeset set compgen history"

// coded are the programs whose code can take what another program tells and send it
// by itself.
const coded = "python perl ruby node php lua awk"

// fed reports whether one of some programs writes what a command reads on
// standard input, or the text of one of its words, directly or through others.
func (o *origins) fed(names string, v *grammar.Invocation) bool {
	if o.programs == nil {
		o.programs = map[*parser.Command]*grammar.Invocation{}
		for v := range grammar.All(o.invs) {
			o.programs[v.Command] = v
		}
	}
	if listed(coded, v.Name) && o.writes(names, v) {
		return true // its own code does
	}
	seen := map[*parser.Command]bool{}
	for c := v.Command; c != nil; c = c.Outer {
		if o.isFed(names, c, seen) {
			return true
		}
	}
	return false
}

// told reports whether an effect is on a file into which a command before it wrote
// the whole environment, or a history.
func (o *origins) told(v *grammar.Invocation, e *grammar.Effect) bool {
	want, known := o.file(v, e.Word)
	if !known {
		return false
	}
	for before := range grammar.All(o.invs) {
		if before == v {
			return false
		}
		for i := range before.Effects {
			w := &before.Effects[i]
			if file, known := o.file(before, w.Word); !known || w.Kind&grammar.Writes == 0 || !o.sameFile(file, want) {
				continue
			}
			if o.writes(tells, before) || o.fed(tells, before) {
				return true
			}
		}
	}
	return false
}

// isFed is fed for what a command itself reads.
func (o *origins) isFed(names string, c *parser.Command, seen map[*parser.Command]bool) bool {
	if seen[c] {
		return false
	}
	seen[c] = true
	from := c.Stdin.From
	for _, w := range c.Args {
		from = append(from[:len(from):len(from)], w.From()...)
	}
	for _, c := range from {
		if v := o.programs[c]; v != nil && o.writes(names, v) || o.isFed(names, c, seen) {
			return true
		}
	}
	return false
}

// isEnvironment reports whether a filter of jq gives its whole environment: jq(1),
// $ENV and env.
func isEnvironment(o grammar.Operand) bool {
	text, known := o.Word.Text()
	return known && (text == "env" || text == "$ENV" || strings.HasPrefix(text, "env|") || strings.HasPrefix(text, "env |") || strings.HasPrefix(text, "$ENV|") || strings.HasPrefix(text, "$ENV |"))
}

// isListing reports whether an invocation of docker lists what there is, and not
// only what has a name or a label: what it makes or is asked for is one of a kind.
func isListing(v *grammar.Invocation) bool {
	for w := range v.Values("--filter") {
		for _, one := range [...]string{"name=", "label=", "ancestor=", "id="} {
			if strings.HasPrefix(w.Prefix(), one) && len(w.Prefix()) > len(one) {
				return false
			}
		}
	}
	return v.Name != "docker" || v.Sub == "" || Subcommand("ps images volume/ls network/ls container/* image/ls image/list system/* compose/ps", v.Sub)
}

// writes reports whether an invocation, or one that it runs, is one of some
// programs.
func (o *origins) writes(names string, v *grammar.Invocation) bool {
	if listed(names, v.Name) && isListing(v) && (!listed(tells, v.Name) || len(v.Operands)+len(v.Nested) == 0) {
		return true
	}
	if v.Name == "jq" && listed(names, "env") && slices.ContainsFunc(v.Operands, isEnvironment) {
		return true
	}
	for _, n := range v.Nested {
		if o.writes(names, n) {
			return true
		}
	}
	return false
}
