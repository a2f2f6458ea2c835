package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Rows of programs that send requests to a service or a daemon. Only the object and the action
// matter, and the subcommand gives both; so the tables have only those options that affect them or
// that may precede the subcommand.

// service is the option style of pflag and argparse: anywhere, and for every subcommand.
const service = spec.Permute | spec.Inherit | spec.Free | spec.Service

// bools returns options without a value, each given with all its names.
func bools(names ...string) []spec.Option {
	options := make([]spec.Option, len(names))
	for i, n := range names {
		options[i] = spec.Option{Names: n}
	}
	return options
}

// values returns options with a value of no consequence.
func values(names ...string) []spec.Option {
	options := bools(names...)
	for i := range options {
		options[i].Arg = spec.Required
	}
	return options
}

// credentials returns options whose value must not be recorded.
func credentials(names ...string) []spec.Option { return valued(spec.Credential, names...) }

// valued returns options whose values have a role.
func valued(role spec.Role, names ...string) []spec.Option {
	options := values(names...)
	for i := range options {
		options[i].Role = role
	}
	return options
}

// leaves returns subcommands that have none of their own, by name.
func leaves(names string) []spec.Sub {
	var subs []spec.Sub
	for n := range wordlist.Each(names) {
		subs = append(subs, spec.Sub{Names: n})
	}
	return subs
}

// remotes are the operands of a copy between this machine and another.
var remotes = spec.Operands{Rest: spec.Remote}

// containerPaths are the operands of a copy between this machine and a container on it (container:path), where
// the prefix is not a host.
var containerPaths = spec.Operands{Rest: spec.ContainerPath}

// verbs returns the syntax of a program whose effect depends only on a subcommand of up to levels
// words. options are those that may precede the subcommand, and those that affect it.
func verbs(levels int, options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{Style: service, Levels: levels, Options: slices.Concat(options...)}
}

// with adds some subcommands of fewer words.
func with(subs []spec.Sub, x spec.Syntax) spec.Syntax {
	x.Subs = subs
	return x
}
