package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/flow"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// find matches one rule against a source.
func find(t *testing.T, r rules.Rule, source string, view rules.View) []rules.Finding {
	t.Helper()
	s, err := parser.Parse(source, parser.Options{})
	require.NoError(t, err)
	return rules.Check(rules.NewSet([]rules.Rule{r}), grammar.Read(s, parser.Options{}), view)
}

// Each condition, and its three answers.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		reason string
		rule   rules.Rule
		source string
		want   parser.Truth
	}{
		{"a rule that states nothing", rules.Rule{}, "rm x", parser.No},
		{"the program", rules.Rule{Program: "cp rm"}, "rm x", parser.Yes},
		{"part of its name", rules.Rule{Program: "grm"}, "cp x y", parser.No},
		{"a subcommand", rules.Rule{Program: "git", Sub: "push"}, "git -C x push", parser.Yes},
		{"a subcommand not known", rules.Rule{Program: "git", Sub: "push"}, "git $x", parser.Maybe},
		{"another subcommand", rules.Rule{Program: "git", Sub: "push"}, "git pull $x", parser.No},
		{"no grammar: behind an option and its value", rules.Rule{Program: "frobnicate", Sub: "key/add"}, "frobnicate --tint green key add", parser.Yes},
		{"no grammar: behind two of them", rules.Rule{Program: "frobnicate", Sub: "key/add/*"}, "frobnicate -t green --size 3 key add x", parser.Yes},
		{"no grammar: a value after the equals sign", rules.Rule{Program: "frobnicate", Sub: "key/add"}, "frobnicate --tint=green list key add", parser.No},
		{"no grammar: an option after the subcommand", rules.Rule{Program: "frobnicate", Sub: "key/add"}, "frobnicate list --of key add", parser.No},
		{"any subcommand", rules.Rule{Program: "git", Any: "--frob"}, `git log "$x"`, parser.Maybe},
		{"possible only in another subcommand", rules.Rule{Program: "git", Any: "--frob", PossibleIn: "push"}, `git log "$x"`, parser.No},
		{"possible in this subcommand", rules.Rule{Program: "git", Any: "--frob", PossibleIn: "push"}, `git push "$x"`, parser.Maybe},
		{"certain in another subcommand", rules.Rule{Program: "git", Any: "--frob", PossibleIn: "push"}, `git log --frob`, parser.Yes},
		{"a subcommand after an unknown word", rules.Rule{Program: "git", Any: "--frob", PossibleIn: "push"}, `git "$y" log "$x"`, parser.Maybe},
		{"a subcommand in place of another", rules.Rule{Program: "git", Sub: "push"}, `git "$y" log`, parser.Maybe},
		{"an unlisted option", rules.Rule{Program: "git", Any: "--frob"}, "git push --frobnicate", parser.No},
		{"an unlisted abbreviation", rules.Rule{Program: "git", Any: "--frobnicate"}, "git push --frob", parser.Maybe},
		{"a short option in an unlisted bundle", rules.Rule{Program: "git", Any: "-Q"}, "git push -ZQ", parser.Maybe},
		{"a value behind an unlisted option", rules.Rule{Program: "deno", Operand: "http://*"}, "deno fmt --frob http://h", parser.Yes},
		{"a value in an unlisted option", rules.Rule{Program: "deno", Operand: "http://*"}, "deno fmt --frob=http://h", parser.Maybe},
		{"no such value", rules.Rule{Program: "deno", Operand: "http://*"}, "deno fmt --frob h", parser.No},
		{"a path for a verb", rules.Rule{NoGrammar: true, Operand: "delete *-delete"}, "frobnicate src/*.c src/*-delete", parser.No},
		{"a verb of unknown end", rules.Rule{NoGrammar: true, Operand: "delete *-delete"}, `frobnicate "de$x"`, parser.Maybe},
		{"an option in a bundle", rules.Rule{Program: "rm", Any: "-r"}, "rm -fr x", parser.Yes},
		{"an option that may be there", rules.Rule{Program: "rm", Any: "-r"}, "rm $x", parser.Maybe},
		{"a sparing option", rules.Rule{Program: "git", Sub: "clean", None: "-n --dry-run"}, "git clean -fn", parser.No},
		{"a sparing option taken back", rules.Rule{Program: "git", Sub: "clean", None: "-n --dry-run"}, "git clean -n --no-dry-run", parser.Yes},
		{"enough operands", rules.Rule{Program: "git", Sub: "checkout", Count: 2}, "git checkout a b", parser.Yes},
		{"too few operands", rules.Rule{Program: "git", Sub: "checkout", Count: 2}, "git checkout a", parser.No},
		{"the first operand", rules.Rule{Program: "npx", Operand: "u*", First: true}, "npx -y u", parser.Yes},
		{"a later one", rules.Rule{Program: "npx", Operand: "u*", First: true}, "npx x u", parser.No},
		{"a later one, after an unknown word", rules.Rule{Program: "npx", Operand: "u*", First: true}, `npx "$x" u`, parser.Yes},
		{"a later one, after a known word", rules.Rule{Program: "npx", Operand: "u*", First: true}, `npx x "$x" u`, parser.No},
		{"one after an unlisted option", rules.Rule{Program: "npx", Operand: "u*", First: true}, "npx --frob x u", parser.Yes},
		{"one after its value", rules.Rule{Program: "npx", Operand: "u*", First: true}, "npx --frob=x y u", parser.No},
		{"an operand after --", rules.Rule{Program: "git", Dashes: true}, "git checkout -- a", parser.Yes},
		{"nothing after --", rules.Rule{Program: "git", Dashes: true}, "git checkout a --", parser.No},
		{"no program of that kind", rules.Rule{Effect: grammar.Deletes, Except: "rm"}, "rm x", parser.No},
		{"an effect", rules.Rule{Effect: grammar.Deletes}, "rm x", parser.Yes},
		{"a tree", rules.Rule{Effect: grammar.Deletes, Tree: true}, "rm x", parser.No},
		{"what is set", rules.Rule{Effect: grammar.Sets, Name: "core.*"}, "git -c core.pager=x log", parser.Yes},
		{"what is set, not known", rules.Rule{Effect: grammar.Sets, Name: "core.*"}, `git -c "$x" log`, parser.Maybe},
		{"but for some values", rules.Rule{Effect: grammar.Sets, Name: "core.*", Not: "cat"}, "git -c core.pager=cat log", parser.No},
		{"a pattern for the program", rules.Rule{GlobProgram: true}, "/bin/r? x", parser.Yes},
		{"an option that only explains", rules.Rule{Program: "helm", Sub: "uninstall"}, "helm uninstall x --help", parser.No},
		{"after an option without a value", rules.Rule{Program: "git", Sub: "push", Any: "--force"}, "git push --force --help", parser.No},
		{"an option that only explains, in a git command", rules.Rule{Program: "git", Sub: "push", Any: "--force"}, "git push --force -h", parser.No},
		{"after an operand", rules.Rule{Program: "git", Sub: "push", Any: "--force"}, "git push --force x -h", parser.Yes},
		{"behind a script and its task", rules.Rule{Program: "php", Operand: "db:wipe"}, "php tool db:wipe --help", parser.No},
		{"the short one behind a framework's task", rules.Rule{Program: "php", Operand: "db:wipe"}, "php artisan db:wipe -h", parser.No},
		{"the short one behind any task", rules.Rule{Program: "php", Operand: "db:wipe"}, "php tool db:wipe -h", parser.Yes},
		{"an operand", rules.Rule{Program: "php", Operand: "db:wipe"}, "php artisan db:wipe -- --help", parser.Yes},
		{"the value of a task's option", rules.Rule{Program: "php", Operand: "db:wipe"}, "php artisan db:wipe --database -h", parser.Yes},
		{"a task that explains another", rules.Rule{Program: "php", Operand: "db:wipe"}, "php artisan help db:wipe", parser.No},
		{"a task of a program without a grammar that does", rules.Rule{Program: "mix", Operand: "ecto.drop"}, "mix help ecto.drop", parser.No},
		{"help as a task's word", rules.Rule{Program: "mix", Operand: "ecto.drop"}, "mix ecto.drop help", parser.Yes},
		{"code before it", rules.Rule{Program: "php", Operand: "db:wipe"}, "php -r x db:wipe --help", parser.Yes},
		{"the value of another", rules.Rule{Program: "helm", Sub: "uninstall"}, "helm uninstall x --description --help", parser.Yes},
		{"a word of a nested command", rules.Rule{Program: "docker", Sub: "run", Any: "--privileged"}, "docker run --privileged img x --help", parser.Yes},
		{"a program without a grammar", rules.Rule{NoGrammar: true, Effect: grammar.Reads}, "frobnicate ./x", parser.Yes},
		{"a program with one", rules.Rule{NoGrammar: true, Effect: grammar.Reads}, "cat ./x", parser.No},
		{"code from the network", rules.Rule{Effect: grammar.Evaluates, From: flow.Network}, "curl u | sed p | sh", parser.Yes},
		{"code from elsewhere", rules.Rule{Effect: grammar.Evaluates, From: flow.Network}, "cat u | sh", parser.No},
		{"a file from the network", rules.Rule{Effect: grammar.Runs, From: flow.Download}, "curl -o x u; ./x", parser.Yes},
		{"a file from before", rules.Rule{Effect: grammar.Runs, From: flow.Download}, "./x; curl -o x u", parser.No},
		{"the program's own path", rules.Rule{Program: "git", Effect: grammar.Runs}, "/usr/bin/git status", parser.No},
		{"strict mode, without it", rules.Rule{Program: "ssh", Strict: true}, "ssh h", parser.No},
	} {
		t.Run(c.reason+"/"+c.source, func(t *testing.T) {
			best := parser.No
			for _, f := range find(t, c.rule, c.source, rules.View{}) {
				best = best.Or(f.Truth)
			}
			assert.Equal(t, c.want, best)
		})
	}
	assert.Len(t, find(t, rules.Rule{Program: "ssh", Strict: true}, "ssh h", rules.View{Strict: true}), 1)
}

// systemSecret has every word in a directory of the system, and perhaps among the secrets. It counts how
// often it is asked.
type systemSecret int

func (asked *systemSecret) Zones(*grammar.Invocation, *grammar.Effect) (is, may rules.Zone) {
	*asked++
	return rules.System, rules.System | rules.Secret
}

// The view is asked once about an effect, whatever the number of rules.
func TestViewAskedOnce(t *testing.T) {
	var asked systemSecret
	view := rules.View{Zoner: &asked}
	s, err := parser.Parse("rm a b", parser.Options{})
	require.NoError(t, err)
	set := []rules.Rule{
		{ID: "a", Effect: grammar.Deletes, Zone: rules.System},
		{ID: "b", Effect: grammar.Deletes, Zone: rules.Secret},
		{ID: "c", Effect: grammar.Deletes, Zone: rules.Home},
	}
	found := rules.Check(rules.NewSet(set), grammar.Read(s, parser.Options{}), view)
	require.Len(t, found, 2)
	assert.Equal(t, parser.Yes, found[0].Truth)
	assert.Equal(t, parser.Maybe, found[1].Truth)
	assert.Equal(t, systemSecret(2), asked)
}

// Rules are data that people read: ids are unique, classes are known, and what
// follows the command in a refusal reads as a sentence (mission rows L3, L4).
func TestL3Catalogue(t *testing.T) {
	classes := map[rules.Class]bool{}
	for _, c := range rules.Classes() {
		classes[c] = true
	}
	seen := map[string]bool{}
	for r := range builtin.Rules().All() {
		assert.False(t, seen[r.ID], "%s: twice", r.ID)
		seen[r.ID] = true
		assert.True(t, classes[r.Class], "%s: class %q", r.ID, r.Class)
		assert.Regexp(t, `^[a-z0-9]+\.[a-z0-9-]+$`, r.ID)
		for _, text := range []string{r.Reason, r.Hint} {
			assert.NotEmpty(t, text, r.ID)
			assert.False(t, strings.HasSuffix(text, ".") || strings.Contains(text, "\n"), "%s: %q", r.ID, text)
		}
	}
}
