package catalogue

import (
	"slices"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// The rows of programs that ask a service or a daemon. What matters there is
// which object they name and what is to happen to it, and that the subcommand
// says; of their options only those that bear on it, or that stand before the
// subcommand, are in the tables.

// service is how these programs spell options, in the manner of pflag and
// argparse: anywhere, and for every subcommand.
const service = spec.Permute | spec.Inherit | spec.Free | spec.Service

// bools are options without a value, each with all its names.
func bools(names ...string) []spec.Option {
	options := make([]spec.Option, len(names))
	for i, n := range names {
		options[i] = spec.Option{Names: n}
	}
	return options
}

// values are options with a value of no consequence.
func values(names ...string) []spec.Option {
	options := bools(names...)
	for i := range options {
		options[i].Arg = spec.Required
	}
	return options
}

// credentials are options whose value no record may hold.
func credentials(names ...string) []spec.Option { return valued(spec.Credential, names...) }

// valued are options whose values have a role.
func valued(role spec.Role, names ...string) []spec.Option {
	options := values(names...)
	for i := range options {
		options[i].Role = role
	}
	return options
}

// leaves are subcommands that have no others, by name.
func leaves(names string) []spec.Sub {
	var subs []spec.Sub
	for n := range wordlist.Each(names) {
		subs = append(subs, spec.Sub{Names: n})
	}
	return subs
}

// remotes are the operands of a copy between this machine and another.
var remotes = spec.Operands{Rest: spec.Remote}

// lent are the operands of a copy between this machine and a container on it,
// which no host's name stands for: container:path.
var lent = spec.Operands{Rest: spec.Lent}

// verbs is how a program reads its words of which only the subcommand says
// what it does, so many words deep. The options are those that may stand
// before it, and those that have a bearing.
func verbs(levels int, options ...[]spec.Option) spec.Syntax {
	return spec.Syntax{Style: service, Levels: levels, Options: slices.Concat(options...)}
}

// with adds some subcommands that are less deep.
func with(subs []spec.Sub, x spec.Syntax) spec.Syntax {
	x.Subs = subs
	return x
}
