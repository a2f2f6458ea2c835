package attempts

import (
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestThirdAttemptHoldsTheSession(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	one, other := Session{"claude", "1"}, Session{"claude", "2"}
	count := func(s Session, effect string) int {
		n, err := b.Count(s, effect, "a command", nil)
		require.NoError(t, err)
		return n
	}
	held := func(s Session) bool {
		tally, err := b.Find(s)
		require.NoError(t, err)
		return tally.Held
	}
	assert.Equal(t, 1, count(one, "x"))
	assert.Equal(t, 2, count(one, "x"))
	assert.Equal(t, 1, count(one, "y"), "another effect")
	assert.Equal(t, 1, count(other, "x"), "another session")
	assert.False(t, held(one))
	assert.Equal(t, 3, count(one, "x"))
	assert.True(t, held(one))
	assert.False(t, held(other))

	all, err := b.All()
	require.NoError(t, err)
	require.Len(t, all, 2)
	assert.Equal(t, one, all[0].Session, "the last attempt first")

	for _, odd := range []string{"", "../../etc", "zzzzzzzzzzzzzzzz", "0123456789abcde", "0123456789ABCDEF"} {
		was, err := b.Release(odd)
		require.NoError(t, err)
		assert.False(t, was, odd)
	}
	was, err := b.Release(one.Code())
	require.NoError(t, err)
	assert.True(t, was)
	assert.False(t, held(one))
	assert.Equal(t, 1, count(one, "x"))
}

// An agent asks about several commands at once. Each call locks for itself, as processes do.
func TestAttemptsAtOnceAreAllCounted(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	session := Session{"claude", "1"}
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			_, err := b.Count(session, fmt.Sprint("effect ", i%2), "a command", nil)
			assert.NoError(t, err)
		})
	}
	all.Wait()
	got, err := b.Find(session)
	require.NoError(t, err)
	require.Len(t, got.Effects, 2)
	assert.Equal(t, 12, got.Effects[0].Count+got.Effects[1].Count)
	assert.True(t, got.Held)
}

func TestOldSessionsAreFreeAndTheirNumberIsBounded(t *testing.T) {
	b := In(t.TempDir(), os.Getuid())
	require.NoError(t, b.dir.Prepare())
	old := Tally{Session: Session{"a", "old"}, At: time.Now().Add(-KeptFor - time.Minute), Held: true}
	require.NoError(t, b.dir.Write(old.Code(), old))
	got, err := b.Find(old.Session)
	require.NoError(t, err)
	assert.False(t, got.Held)
	for i := range maxSessions + 5 {
		_, err := b.Count(Session{"a", fmt.Sprint(i)}, "x", "", nil)
		require.NoError(t, err)
	}
	names, err := b.dir.Names()
	require.NoError(t, err)
	assert.Len(t, names, maxSessions)
	held := Session{"a", "held"}
	for range Limit {
		_, err := b.Count(held, "x", "", nil)
		require.NoError(t, err)
	}
	for i := range maxSessions + 5 {
		_, err := b.Count(Session{"b", fmt.Sprint(i)}, "x", "", nil)
		require.NoError(t, err)
	}
	got, err = b.Find(held)
	require.NoError(t, err)
	assert.True(t, got.Held, "sessions with other names do not put it out")
	for i := range maxEffects + 5 {
		_, err := b.Count(Session{"a", "many"}, fmt.Sprint(i), "", nil)
		require.NoError(t, err)
	}
	got, err = b.Find(Session{"a", "many"})
	require.NoError(t, err)
	assert.Len(t, got.Effects, maxEffects)
	assert.True(t, got.Held, "who tries so much")
}
