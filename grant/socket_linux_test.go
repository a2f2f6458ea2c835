package grant

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAHeldGrantIsSpentWhole(t *testing.T) {
	a := Command{Rule: "git.reset-hard", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	b := Command{Rule: "git.clean", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	other := a
	other.Dir = "/x"
	h := &held{left: Commands{a, b}}
	assert.False(t, h.spend(nil), "nothing asked")
	assert.False(t, h.spend(Commands{a, other}), "another directory")
	assert.False(t, h.spend(Commands{a, a}), "twice what is there once")
	assert.True(t, h.spend(Commands{b, a}), "the refusals before have spent nothing")
	assert.False(t, h.spend(Commands{a}), "spent")
	assert.Empty(t, Commands{a}.Below([]string{"/usr/bin/git", "reset", "--hard"}, "/w"), "the command itself")
	assert.Len(t, Commands{a}.Below([]string{"bash", "-c", "git reset --hard"}, "/w"), 1)
}

func TestOnlyADescendantIsAnswered(t *testing.T) {
	a := Command{Rule: "git.reset-hard", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	end := Hold(Commands{a})
	defer end()
	assert.True(t, runsThis(os.Getpid()))
	assert.False(t, runsThis(1), "another program")
	assert.False(t, isAbove(os.Getpid(), os.Getpid()))
	assert.True(t, isAbove(os.Getppid(), os.Getpid()) || os.Getppid() == 1)
	require.False(t, ask(os.Getpid(), []byte(`[{"rule":"git.reset-hard","dir":"/w","argv":["git","reset","--hard"]}]`)), "the process itself is no descendant")
	require.False(t, ask(os.Getppid(), nil), "nobody listens there")
}

func TestAGrantIsForTheVeryWords_C1(t *testing.T) {
	for _, c := range []struct {
		granted, asked []string
		same           bool
	}{
		{[]string{"git", "reset", "--hard"}, []string{"git", "reset", "--hard"}, true},
		{[]string{"/usr/bin/git", "reset", "--hard"}, []string{"git", "reset", "--hard"}, true},
		{[]string{"git", "reset", "--hard"}, []string{"git", "reset", "--hard", "HEAD~9"}, false},
		{[]string{"git", "reset", "--hard", "x"}, []string{"git", "reset", "--hard"}, false},
		{[]string{"git", "reset --hard"}, []string{"git", "reset", "--hard"}, false},
		{[]string{"git"}, []string{"rm"}, false},
		{nil, nil, false},
	} {
		assert.Equal(t, c.same, isSame(c.granted, c.asked), "%q %q", c.granted, c.asked)
	}
	_, ok := read(t.TempDir())
	assert.False(t, ok)
}
