package runner

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAHeldGrantIsSpentWhole(t *testing.T) {
	a := GrantedCommand{Rule: "git.reset-hard", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	b := GrantedCommand{Rule: "git.clean", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	other := a
	other.Dir = "/x"
	h := &heldGrant{left: Grant{a, b}}
	assert.False(t, h.spend(nil), "nothing asked")
	assert.False(t, h.spend(Grant{a, other}), "another directory")
	assert.False(t, h.spend(Grant{a, a}), "twice what is there once")
	assert.True(t, h.spend(Grant{b, a}), "the refusals before have spent nothing")
	assert.False(t, h.spend(Grant{a}), "spent")
	assert.Empty(t, Grant{a}.below([]string{"/usr/bin/git", "reset", "--hard"}, "/w"), "the command itself")
	assert.Len(t, Grant{a}.below([]string{"bash", "-c", "git reset --hard"}, "/w"), 1)
}

func TestOnlyADescendantIsAnswered(t *testing.T) {
	a := GrantedCommand{Rule: "git.reset-hard", Dir: "/w", Argv: []string{"git", "reset", "--hard"}}
	end := holdGrant(Grant{a})
	defer end()
	assert.True(t, runsThis(os.Getpid()))
	assert.False(t, runsThis(1), "another program")
	assert.False(t, isAbove(os.Getpid(), os.Getpid()))
	assert.True(t, isAbove(os.Getppid(), os.Getpid()) || os.Getppid() == 1)
	require.False(t, askGrant(os.Getpid(), []byte(`[{"rule":"git.reset-hard","dir":"/w","argv":["git","reset","--hard"]}]`)), "the process itself is no descendant")
	require.False(t, askGrant(os.Getppid(), nil), "nobody listens there")
}
