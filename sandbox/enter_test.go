package sandbox

import (
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEntryIsReadAsItWasWritten(t *testing.T) {
	for _, want := range []Entry{
		{Path: "/bin/true", Argv: []string{"true"}},
		{
			Path: "/bin/echo", Argv: []string{"echo", "--", "2", "LD_X=1", ""},
			Default: []syscall.Signal{syscall.SIGINT, syscall.SIGTERM}, Env: []string{"LD_LIBRARY_PATH=/opt/--", "LD_PRELOAD=", "LD_X=a b"},
		},
	} {
		var got Entry
		require.NoError(t, got.parse(want.Words()))
		assert.Equal(t, want, got)
	}
}

func TestEnterRefusesWhatIsNoEntry(t *testing.T) {
	for _, words := range [][]string{nil, {EnterWord}, {EnterWord, "--"}, {EnterWord, "--", "/bin/true"}, {"x", "--", "/bin/true", "true"}} {
		assert.Error(t, Enter(words, nil), words)
	}
	assert.ErrorContains(t, Enter(Entry{Path: "/no/such", Argv: []string{"x"}}.Words(), nil), "/no/such: no such file")
}
