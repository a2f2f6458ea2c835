package guard

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// writes does not read git commit. Whatever its options are, it has no effect that writes looks at.
func TestCommitWritesNoNamedFile(t *testing.T) {
	git := &grammar.Lookup("git").Syntax
	syntax := git.Of(git.Subcommand("commit"))
	commands := []string{"git commit", "git commit a.txt", "git commit -- a.txt", "git commit --unknown=a.txt x", "git commit -am 'rm -rf /'"}
	for _, o := range syntax.Options {
		for name := range wordlist.Each(o.Names) {
			commands = append(commands, "git commit "+name, "git commit "+name+" a.txt", "git commit "+name+" 'sh -c \"echo a >b.txt\"' c.txt")
		}
	}
	assert.Greater(t, len(commands), 100)
	for _, command := range commands {
		s, err := parser.Parse(command, parser.Options{})
		require.NoError(t, err)
		require.True(t, isCommit(s.Commands[0]))
		for v := range grammar.All(grammar.Read(s, parser.Options{})) {
			for _, e := range v.Effects {
				assert.Zero(t, e.Kind&(grammar.Writes|grammar.Runs|grammar.Evaluates), command)
			}
		}
	}
	for _, command := range []string{"git -C x commit", "GIT_EDITOR=x git commit", "export GIT_EDITOR=x; git commit", "sudo git commit", "git commit-tree x"} {
		s, err := parser.Parse(command, parser.Options{})
		require.NoError(t, err)
		assert.False(t, isCommit(s.Commands[len(s.Commands)-1]), command)
	}
}
