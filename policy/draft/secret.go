package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// held is the policy with which exceptions are tested: it blocks everything that the rules know
// of credentials.
const held = "profile = 'cautious'\nactions.secrets = 'block'\n"

// IsWide reports whether an exception is for more than one command: an expression, or words that
// others may follow.
func IsWide(entry string) bool {
	p, err := exception(entry)
	if err != nil {
		return false // not a valid entry
	}
	_, more, isWords := p.Commands.Allowed[0].Words()
	return more || !isWords
}

// exception returns the policy with an exception.
func exception(entry string) (*policy.Policy, error) {
	return load(held + "commands.allowed = [" + policy.Quote(entry) + "]\n")
}

// opensCredentials returns an error for a wide exception that would make credentials accessible.
// It judges suitable commands with the exception and without.
func opensCredentials(entry string) error {
	without, err := load(held)
	if err != nil {
		return err
	}
	with, err := exception(entry)
	if err != nil {
		return err
	}
	machine, asked := guard.Model()
	holds := func(p *policy.Policy, command string) bool {
		asked.Source = command
		return slices.ContainsFunc(guard.Judge(p, machine, asked).Findings, func(f guard.Finding) bool {
			return f.Rule.Class == rules.Secrets && f.Action == rules.Block
		})
	}
	for _, command := range probes(with.Commands.Allowed[0], without) {
		if holds(without, command) && !holds(with, command) {
			return fmt.Errorf("would be an exception for credentials, too: %s", command)
		}
	}
	return nil
}

// probes returns commands that a wide exception may match and that may reach credentials: its
// words followed by a path of credentials, and the examples of the rules.
func probes(e policy.CommandEntry, p *policy.Policy) []string {
	var begun [][]string
	if words, _, ok := e.Words(); ok {
		begun = [][]string{words}
	} else {
		begun = beginnings(strings.TrimPrefix(e.Text, "re:"))
	}
	var all []string
	for _, words := range begun {
		for _, tail := range tails(words) {
			all = append(all, shellquote.Command(words)+" "+tail)
		}
	}
	for r := range p.Rules.All() {
		if r.Class == rules.Secrets {
			all = append(all, r.Hits...)
		}
	}
	return all
}

// beginnings returns possible first words of commands that an expression matches: its own
// beginning, the programs and subcommands that it names, and some programs that read files.
func beginnings(expression string) [][]string {
	list := [][]string{{"cat"}, {"cp"}, {"curl"}, {"tar"}}
	if start := regexp.MustCompile(`^(?:\(\?\w+\))?\^?([\w./ -]*\w)`).FindStringSubmatch(expression); start != nil {
		list = append(list, strings.Fields(start[1]))
	}
	words := regexp.MustCompile(`[\w-]+`).FindAllString(expression, -1)
	for _, program := range words {
		p := grammar.Lookup(program)
		if p == nil {
			continue
		}
		list = append(list, []string{program})
		for _, word := range words {
			if subcommand(&p.Syntax, word) != nil {
				list = append(list, []string{program, word})
			}
		}
	}
	return list
}

// tails returns words that name a path of credentials, in all forms that programs accept.
func tails(words []string) []string {
	var all []string
	for _, place := range []string{"~/.ssh/id_rsa", ".env"} {
		all = append(all, place, "x "+place, place+" x", "@"+place, "x=@"+place, "-- "+place, "if="+place, "-f "+place, "--file="+place)
		for _, name := range optionsOf(words) {
			all = append(all, name+" "+place, name+" @"+place, name+" "+place+" https://example.com/", name+" x "+place)
			if strings.HasPrefix(name, "--") {
				all = append(all, name+"="+place)
			} else {
				all = append(all, name+place)
			}
		}
	}
	return append(all, "HEAD:.env", "-v ~/.ssh:/x", "-r ~/.ssh /tmp/x", "-r x ~/.ssh")
}

// optionsOf returns the options that a program accepts after some words.
func optionsOf(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	p := grammar.Lookup(words[0])
	if p == nil {
		return nil
	}
	var names []string
	x := p.Syntax
	for i := 1; ; i++ {
		for _, o := range x.Options {
			names = append(names, strings.Fields(o.Names)...)
		}
		if i >= len(words) {
			return names
		}
		sub := subcommand(&x, words[i])
		if sub == nil {
			return names
		}
		x = *x.Of(sub)
	}
}

// subcommand returns the subcommand with a name, or nil.
func subcommand(x *spec.Syntax, name string) *spec.Sub {
	for s := range x.Subcommands() {
		if slices.Contains(strings.Fields(s.Names), name) {
			return s
		}
	}
	return nil
}
