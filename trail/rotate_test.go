package trail

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
)

// trailNames are the names in a directory.
func trailNames(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// file makes a file of some size that was written so long ago.
func file(t *testing.T, dir, name string, size int64, age time.Duration) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, size))
	at := time.Now().Add(-age)
	require.NoError(t, os.Chtimes(path, at, at))
}

func TestBoundTrail(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2025, 3, 10, 12, 0, 0, 0, time.UTC)
	full := audit.Retention{Bytes: 16 << 20}.PartSize()
	file(t, dir, "20250310.jsonl", full, 0)
	file(t, dir, "20250310.0003.jsonl", 10, time.Hour)
	file(t, dir, "20250309.jsonl", full-1, 24*time.Hour)
	file(t, dir, "20250101.jsonl", 10, 70*24*time.Hour)
	file(t, dir, "notes", 1<<30, 70*24*time.Hour)
	require.NoError(t, os.Symlink("notes", filepath.Join(dir, "20250102.jsonl")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "20250103.jsonl"), 0o700))
	bound := audit.Retention{Days: 30, Bytes: 16 << 20}
	require.NoError(t, boundTrail(dir, bound, now))
	assert.Equal(t, []string{"20250102.jsonl", "20250103.jsonl", "20250309.jsonl", "20250310.0003.jsonl", "20250310.0004.jsonl", "notes"}, trailNames(t, dir),
		"what is no file of ours stays")
	require.NoError(t, boundTrail(dir, bound, now))
	assert.Len(t, trailNames(t, dir), 6, "done is done")

	require.NoError(t, os.Remove(filepath.Join(dir, "20250309.jsonl")))
	require.NoError(t, os.Symlink("notes", filepath.Join(dir, "20250310.0005.jsonl")))
	file(t, dir, "20250310.jsonl", full, 0)
	require.NoError(t, boundTrail(dir, bound, now))
	assert.NoFileExists(t, filepath.Join(dir, "20250310.jsonl"))
	assert.FileExists(t, filepath.Join(dir, "20250310.0006.jsonl"), "a name that something else has is passed over")
}

func TestOneFileADay(t *testing.T) {
	evening := time.Date(2025, 3, 9, 23, 59, 0, 0, time.UTC)
	assert.True(t, sameDay(evening, evening.Add(-time.Hour)))
	assert.False(t, sameDay(evening, evening.Add(2*time.Minute)), "what is too old is looked for again")
}

// Many write, as the gate does: open by name, one write, close. Meanwhile the file gets
// other names all the time. Each line is there, once and whole, and a reader that is at
// it never misses what was there before it began.
func TestNoLineIsLostUnderWriters(t *testing.T) {
	dir := t.TempDir()
	const writers, lines = 4, 200
	var wg sync.WaitGroup
	done, renamed := make(chan struct{}), make(chan struct{})
	for w := range writers {
		wg.Go(func() {
			for n := range lines {
				if n == lines/2 {
					<-renamed // four megabytes are more than a file gets
				}
				path := filepath.Join(dir, audit.FileName(time.Now()))
				f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
				if !assert.NoError(t, err) {
					return
				}
				_, err = fmt.Fprintf(f, `{"ts":"","event":"tool_call","tool":"%d-%d","pad":"%s"}`+"\n", w, n, strings.Repeat("x", 10_000))
				assert.NoError(t, err)
				f.Close()
			}
		})
	}
	go func() { wg.Wait(); close(done) }()
	rotated, once := make(chan struct{}), sync.Once{}
	go func() {
		defer close(rotated)
		for running := true; running; {
			select {
			case <-done:
				running = false
			default:
			}
			assert.NoError(t, boundTrail(dir, audit.Retention{Bytes: 8 << 20}, time.Now()))
			if parts, _ := filepath.Glob(filepath.Join(dir, "*.0001.*")); len(parts) > 0 {
				once.Do(func() { close(renamed) })
			}
		}
	}()
	for before, running := 0, true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		seen, err := query.Count(dir, 0, time.Now())
		require.NoError(t, err)
		assert.GreaterOrEqual(t, seen.Lines, before, "what was there before is there still")
		assert.LessOrEqual(t, seen.Damaged, 1, "one that is being written")
		assert.Empty(t, seen.Skipped)
		before = seen.Lines
	}
	<-rotated
	var got []string
	seen, err := query.Tail(dir, writers*lines+1, func(line []byte) error {
		got = append(got, string(line[:50]))
		return nil
	})
	require.NoError(t, err)
	slices.Sort(got)
	assert.Len(t, slices.Compact(got), writers*lines)
	assert.Equal(t, writers*lines, seen.Lines)
	assert.Zero(t, seen.Damaged)
	assert.Greater(t, seen.Files, 1, "the file was given other names meanwhile")
}
