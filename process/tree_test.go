package process

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDescendants(t *testing.T) {
	if _, ok := Lookup(os.Getpid()); !ok {
		t.Skip("this system's table of processes is not read")
	}
	assert.Empty(t, Descendants(1<<30), "of nobody")
	own, ok := Lookup(os.Getpid())
	require.True(t, ok)
	assert.Equal(t, os.Getppid(), own.Parent)
	assert.False(t, own.Ended)
	assert.Contains(t, Descendants(own.Parent), own.ID)
}
