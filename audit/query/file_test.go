package query

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "20261126.jsonl"), []byte("plain\n"), 0o600))
	f, err := os.Create(filepath.Join(dir, "20261125.jsonl.gz"))
	require.NoError(t, err)
	w := gzip.NewWriter(f)
	_, err = w.Write([]byte("compressed\n"))
	require.NoError(t, errors.Join(err, w.Close(), f.Close()))
	require.NoError(t, os.Symlink("20261126.jsonl", filepath.Join(dir, "20261124.jsonl")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "20261123.jsonl.gz"), []byte("this is no gzip file"), 0o600))
	files, err := Files(dir)
	require.NoError(t, err)
	texts := []string{}
	for _, d := range files {
		in, _, err := Open(dir, d)
		if err != nil {
			texts = append(texts, err.Error())
			continue
		}
		text, err := io.ReadAll(in)
		require.NoError(t, errors.Join(err, in.Close()))
		texts = append(texts, string(text))
	}
	require.Len(t, texts, 4)
	assert.Equal(t, "20261123.jsonl.gz: gzip: invalid header", texts[0])
	assert.Contains(t, texts[1], "20261124.jsonl: ", "a link is not followed")
	assert.Equal(t, []string{"compressed\n", "plain\n"}, texts[2:])
	_, _, err = Open(dir, audit.DayFile{Day: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)})
	assert.ErrorIs(t, err, os.ErrNotExist)
}
