package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// ruleFields are the keys of a [[rule]].
func ruleFields() []field[rules.Rule] {
	words := func(of func(*rules.Rule) *string) func(*rules.Rule, value) error {
		return func(r *rules.Rule, v value) (err error) { *of(r), err = readWords(v); return err }
	}
	text := func(of func(*rules.Rule) *string) func(*rules.Rule, value) error {
		return func(r *rules.Rule, v value) (err error) { *of(r), err = v.text(); return err }
	}
	return []field[rules.Rule]{
		{"id", readID},
		{"program", readProgram},
		{"subcommand", words(func(r *rules.Rule) *string { return &r.Sub })},
		{"any", words(func(r *rules.Rule) *string { return &r.Any })},
		{"none", words(func(r *rules.Rule) *string { return &r.None })},
		{"operand", words(func(r *rules.Rule) *string { return &r.Operand })},
		{"class", readClass},
		{"reason", text(func(r *rules.Rule) *string { return &r.Reason })},
		{"hint", text(func(r *rules.Rule) *string { return &r.Hint })},
		{"hits", func(r *rules.Rule, v value) (err error) { r.Hits, err = v.texts(); return err }},
		{"misses", func(r *rules.Rule, v value) (err error) { r.Misses, err = v.texts(); return err }},
	}
}

// ruleID is the syntax of a rule's name: a pack, a dot, and the rest.
var ruleID = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+$`)
}}

func readID(r *rules.Rule, v value) error {
	id, err := v.text()
	switch {
	case err != nil:
		return err
	case !ruleID.Get().MatchString(id):
		return v.errorf("rule id %q: write PACK.NAME in small letters, digits and hyphens", id)
	case packOf(id) == self:
		return v.errorf("rule id %q: the pack %q is the tool's own", id, self)
	case currentKey(id) != id:
		return v.errorf("rule id %q: the built-in rule %s had that name, and policies may still use it", id, currentKey(id))
	}
	r.ID = id
	return nil
}

func readClass(r *rules.Rule, v value) error {
	i, err := v.word("class", classNames())
	r.Class = rules.Classes()[i]
	return err
}

func classNames() []string {
	var names []string
	for _, c := range rules.Classes() {
		names = append(names, string(c))
	}
	return names
}

// readProgram reads a program given by any of its names.
func readProgram(r *rules.Rule, v value) error {
	name, err := v.text()
	if err != nil {
		return err
	}
	if name == "" || strings.ContainsAny(name, "/ \t\n*") {
		return v.errorf("program %q: write one program's name, without a path", name)
	}
	if p := grammar.Lookup(name); p != nil {
		name = p.Name()
	}
	r.Program = name
	return nil
}

// readWords converts an array of words to the blank-separated form of rules.
func readWords(v value) (string, error) {
	list, err := v.texts()
	if err != nil {
		return "", err
	}
	for _, w := range list {
		if w == "" || strings.ContainsAny(w, " \t\n") {
			return "", v.errorf("%s: %q: write one word in each string; of a subcommand's own one, stash/drop", v.key, w)
		}
	}
	return strings.Join(list, " "), nil
}

// readRules reads every [[rule]].
func readRules(d *document, v value) error {
	list, err := v.list()
	if err != nil {
		return v.mistyped("an array of tables")
	}
	for _, e := range list {
		var r rules.Rule
		if err := fill(&r, e, ruleFields()); err != nil {
			return err
		}
		if err := complete(&r); err != nil {
			return e.errorf("rule%s: %s", named(r.ID), err)
		}
		if err := example(r); err != nil {
			return e.errorf("rule%s: %s", named(r.ID), err)
		}
		d.rules = append(d.rules, said[rules.Rule]{e, r})
	}
	return nil
}

func named(id string) string {
	if id == "" {
		return ""
	}
	return " " + id
}

// complete checks that nothing is missing, and adapts the rule to a program without a grammar,
// whose subcommand is an operand like any other.
func complete(r *rules.Rule) error {
	missing := []struct {
		key string
		is  bool
	}{
		{"id", r.ID == ""},
		{"program", r.Program == ""},
		{"class", r.Class == ""},
		{"reason", r.Reason == ""},
		{"hits", len(r.Hits) == 0},
		{"misses", len(r.Misses) == 0},
	}
	for _, m := range missing {
		if m.is {
			return fmt.Errorf("%s is missing", m.key)
		}
	}
	if r.Hint == "" {
		r.Hint = "ask the user"
	}
	if r.Sub != "" && grammar.Lookup(r.Program) == nil {
		if r.Operand != "" || strings.Contains(r.Sub, "/") {
			return fmt.Errorf("%s has no known subcommands: use operand", r.Program)
		}
		r.Operand, r.Sub = r.Sub, ""
	}
	return nil
}

// example checks a rule's own examples.
func example(r rules.Rule) error {
	for _, command := range r.Hits {
		found, err := finds(r, command)
		if err != nil {
			return fmt.Errorf("hits: %q: %s", command, err)
		}
		if !found {
			return fmt.Errorf("hits: it does not find %q", command)
		}
	}
	for _, command := range r.Misses {
		found, err := finds(r, command)
		if err != nil {
			return fmt.Errorf("misses: %q: %s", command, err)
		}
		if found {
			return fmt.Errorf("misses: it finds %q", command)
		}
	}
	return nil
}

// finds reports whether a rule certainly matches a command.
func finds(r rules.Rule, command string) (bool, error) {
	script, err := parser.Parse(command, parser.Options{})
	if err != nil {
		return false, err
	}
	found := rules.Check(rules.NewSet([]rules.Rule{r}), grammar.Read(script, parser.Options{}), rules.View{})
	return slices.ContainsFunc(found, func(f rules.Finding) bool { return f.Truth == parser.Yes }), nil
}
