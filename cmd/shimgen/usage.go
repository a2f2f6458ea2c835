package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/agent-loop/shimgen/internal/exit"
)

// generalHelp is the hint of an error that is about no verb in particular.
const generalHelp = "shimgen --help"

// expandAliases converts customary spellings to shimgen's own: --version and -V alone, and help
// before the names of verbs. It never runs a word after help: a word that names no verb is an
// error.
func expandAliases(k *kong.Kong, args []string) ([]string, error) {
	switch {
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-V"):
		return []string{"version"}, nil
	case len(args) == 0 || args[0] != "help":
		return args, nil
	}
	at := k.Model.Node
	for _, word := range args[1:] {
		i := slices.IndexFunc(at.Children, func(n *kong.Node) bool { return n.Name == word && !n.Hidden })
		if i < 0 {
			return nil, exit.Usage("help: there is no verb %q", word)
		}
		at = at.Children[i]
	}
	return append(slices.Clone(args[1:]), "--help"), nil
}

// usageError returns the usage error for a command line that kong cannot parse.
func usageError(err error) error {
	var p *kong.ParseError
	if errors.As(err, &p) {
		return hintAtVerb(exit.Usage("%s", err), p.Context)
	}
	return exit.Usage("%s", err)
}

// hintAtVerb makes the hint of a usage error name the help of the verb that the error is about.
func hintAtVerb(err error, ctx *kong.Context) error {
	var f *exit.Error
	if !errors.As(err, &f) || f.Hint != generalHelp || ctx == nil {
		return err
	}
	words := []string{"shimgen"}
	for _, step := range ctx.Path {
		if step.Command != nil {
			words = append(words, step.Command.Name)
		}
	}
	return exit.New(f.Status, f.Text, strings.Join(append(words, "--help"), " "))
}
