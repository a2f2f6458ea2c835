package forward

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/share"
)

// A file may be renamed, and another created in its place, at any moment of a look. Each
// record is read once, with an id of its own file.
func TestATrailThatIsRenamedWhileItIsRead(t *testing.T) {
	files := 3000
	if testing.Short() {
		files = 800
	}
	dir := t.TempDir()
	written := make(chan error, 1)
	go func() { written <- rotate(dir, files) }()
	tail := newTail(dir, laptop, share.Rule{Level: share.Commands}, func(what string) { t.Error(what) })
	at, seen, ids := Position{Files: map[string]Place{}}, map[string]int{}, map[string]bool{}
	for done := false; ; {
		select {
		case err := <-written:
			require.NoError(t, err)
			done = true
		default:
		}
		batch, after, err := tail.next(at)
		require.NoError(t, err)
		for _, r := range batch {
			var record struct{ Command string }
			require.NoError(t, json.Unmarshal(r.body, &record))
			seen[record.Command]++
			ids[r.id] = true
		}
		if done && maps.Equal(after.Files, at.Files) {
			break
		}
		at = after
	}
	for n := range 2 * files {
		command := fmt.Sprintf("echo %d", n)
		assert.Equal(t, 1, seen[command], command)
	}
	assert.Len(t, ids, 2*files)
}

// rotate writes files of two records, and numbers each as soon as it is written.
func rotate(dir string, files int) error {
	name := filepath.Join(dir, "20261126.jsonl")
	for n := range files {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		for i := range 2 {
			if _, err := fmt.Fprintf(f, `{"ts":"2026-11-26T10:00:00.%06dZ","event":"command","command":"echo %d","action":"allow","allowed":true,"rules":[]}`+"\n", n, 2*n+i); err != nil {
				return err
			}
		}
		if err := f.Close(); err != nil {
			return err
		}
		if err := os.Rename(name, filepath.Join(dir, fmt.Sprintf("20261126.%04d.jsonl", n+1))); err != nil {
			return err
		}
	}
	return nil
}
