package parser_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// Outputs that are one word whatever they are, and those that may be several or none.
func TestOneWord(t *testing.T) {
	for _, c := range []struct {
		why, source string
		splits      bool
	}{
		{"a number", "f -j$(nproc)", false},
		{"a number alone", "f $(nproc)", false},
		{"the shell's own number", "f /tmp/x-$$ $RANDOM", false},
		{"two of them", "f $(id -u):$(id -g)", false},
		{"a date", "f a-$(date -u +%Y-%m-%d).log", false},
		{"a hash behind text", "f V=$(git rev-parse --short HEAD)", false},
		{"a branch behind quotes", `f ""$(git branch --show-current)`, false},
		{"by a variable", "v=$(git rev-parse HEAD); f V=$v", false},
		{"messages are elsewhere", "f V=$(git rev-parse HEAD 2>/dev/null)", false},

		{"a hash, or nothing", "f $(git rev-parse HEAD)", true},
		{"a date in words", "f a-$(date)", true},
		{"a date with blanks", "f a-$(date '+%F %T')", true},
		{"a date in a local form", "f a-$(date +%c)", true},
		{"dates of a file", "f a-$(date -f x +%F)", true},
		{"a format that nobody knows", `f a-$(date +$F)`, true},
		{"two revisions", "f V=$(git rev-parse HEAD main)", true},
		{"text that git quotes", "f V=$(git rev-parse --sq-quote 'a b')", true},
		{"another subcommand of git's", "f V=$(git status)", true},
		{"two commands", "f V=$(date +%F; date +%F)", true},
		{"one that runs twice", "f V=$(for i in 1 2; do date +%F; done)", true},
		{"a pipeline", "f V=$(nproc | tee x)", true},
		{"names of a user's groups", "f V=$(id -G)", true},
		{"another program by that name", "nproc() { cat x; }; f V=$(nproc)", true},
		{"another one by an alias", "PATH=x; f V=$(nproc)", true},
		{"fields end at digits", "IFS=0; f V=$(nproc)", true},
		{"fields end anywhere", "IFS=$I; f V=$(nproc)", true},
		{"a part of it", "v=$(git rev-parse HEAD); f V=${v#a}", true},
		{"another variable", "f V=$v", true},
	} {
		s, err := parser.Parse(c.source, parser.Options{})
		require.NoError(t, err, c.why)
		f := s.Commands[len(s.Commands)-1]
		require.Equal(t, "f", f.Program().Prefix(), c.why)
		got := false
		for _, w := range f.Args[1:] {
			got = got || w.Splits()
		}
		assert.Equal(t, c.splits, got, "%s: %s", c.why, c.source)
	}
}
