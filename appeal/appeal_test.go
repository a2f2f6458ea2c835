package appeal

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
)

func TestManyLikeItAreOne(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	submit := func(command, dir, why string, side int) string {
		code, err := b.Submit(Appeal{Command: command, Dir: dir, Why: []string{why}, Rules: []string{"git.push"}, Sides: [][]host.Process{{{PID: side}}}})
		require.NoError(t, err)
		return code
	}
	other := submit("git push", "/v", "elsewhere", 1)
	first := submit("git push", "/w", "to publish", 1)
	assert.Equal(t, first, submit("git push", "/w", "to publish", 1))
	assert.Equal(t, first, submit("git push", "/w", "it is ready", 2))
	assert.NotEqual(t, first, other)

	all, err := b.All()
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, 3, all[0].Count, "the most frequent first")
	assert.Equal(t, []string{"to publish", "it is ready"}, all[0].Why)
	assert.Len(t, all[0].Sides, 2, "whoever submitted it may not accept it")
	for i := range maxSides - 2 {
		submit("git push", "/w", fmt.Sprint("reason ", i), 10+i)
	}
	_, err = b.Submit(Appeal{Command: "git push", Dir: "/w", Why: []string{"why"}, Sides: [][]host.Process{{{PID: 9}}}})
	assert.ErrorContains(t, err, "from 64 places already", "whoever submitted it first cannot be forgotten")
	found, err := b.Find(first)
	require.NoError(t, err)
	assert.Len(t, found.Why, maxReasons)
	assert.Equal(t, "reason 61", found.Why[maxReasons-1])
	assert.Len(t, found.Sides, maxSides)

	require.NoError(t, b.Remove(first))
	_, err = b.Find(first)
	assert.ErrorIs(t, err, ErrNone)
	for _, odd := range []string{"", "../x", first} {
		assert.ErrorIs(t, b.Remove(odd), ErrNone, odd)
	}
}

func TestWhatIsNoAppeal(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	for _, tt := range []struct{ command, why, fails string }{
		{"git push", "", "needs a reason"},
		{"git push", " \n", "needs a reason"},
		{"git push", strings.Repeat("x", LongestWhy+1), "more than 500 bytes"},
		{strings.Repeat("x", LongestCommand+1), "why", "more than 4096 bytes"},
	} {
		_, err := b.Submit(Appeal{Command: tt.command, Dir: "/w", Why: []string{tt.why}})
		assert.ErrorContains(t, err, tt.fails)
	}
	for i := range maxAppeals {
		_, err := b.Submit(Appeal{Command: fmt.Sprint("c", i), Dir: "/w", Why: []string{"why"}})
		require.NoError(t, err)
	}
	_, err := b.Submit(Appeal{Command: "one more", Dir: "/w", Why: []string{"why"}})
	assert.ErrorContains(t, err, "64 appeals wait already")
	_, err = b.Submit(Appeal{Command: "c1", Dir: "/w", Why: []string{"again"}})
	assert.NoError(t, err, "one that is there is counted")
}

func TestOldAppealsAreForgotten(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	require.NoError(t, b.dir.Prepare())
	old := Appeal{Command: "c", Dir: "/w", At: time.Now().Add(-KeptFor - time.Hour), Count: 1}
	require.NoError(t, b.dir.Write(old.Code(), old))
	all, err := b.All()
	require.NoError(t, err)
	assert.Empty(t, all)
	names, err := b.dir.Names()
	require.NoError(t, err)
	assert.Empty(t, names)
}
