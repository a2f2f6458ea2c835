package progress_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/progress"
)

// Only a terminal gets output.
func TestNothingIsShownWhereNobodyWatches(t *testing.T) {
	var out bytes.Buffer
	file, err := os.Create(filepath.Join(t.TempDir(), "err"))
	require.NoError(t, err)
	defer file.Close()
	for _, bar := range []*progress.Bar{progress.New(&out, 2), progress.New(file, 2)} {
		bar.Step("a")
		bar.Step("b")
		bar.End()
	}
	assert.Empty(t, out.String())
	info, err := file.Stat()
	require.NoError(t, err)
	assert.Zero(t, info.Size())
}
