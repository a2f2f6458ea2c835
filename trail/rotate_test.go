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

// One look compresses one file. What queries find is the same before, between and after.
func TestOldFilesAreCompressed(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2025, 3, 10, 12, 0, 0, 0, time.UTC)
	var want []string
	for i, name := range []string{"20250301.jsonl", "20250302.0001.jsonl", "20250302.jsonl", "20250309.jsonl", "20250310.jsonl"} {
		record := fmt.Sprintf(`{"ts":"2025-03-%02dT00:00:00Z","event":"tool_call","tool":"%d","pad":"%s"}`, i+1, i, strings.Repeat("x", 5000))
		want = append(want, record)
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(record+"\n"), 0o600))
		day, _ := audit.ParseName(name)
		require.NoError(t, os.Chtimes(path, day.Day, day.Day))
	}
	found := func() (all []string) {
		seen, err := query.Each(dir, time.Time{}, func(line []byte) error { all = append(all, string(line)); return nil })
		require.NoError(t, err)
		assert.Empty(t, seen.Skipped)
		last, err := []string(nil), error(nil)
		_, err = query.Tail(dir, 9, func(line []byte) error { last = append(last, string(line)); return nil })
		require.NoError(t, err)
		assert.Equal(t, all, last)
		return all
	}
	for _, names := range [][]string{
		{"20250301.jsonl.gz", "20250302.0001.jsonl", "20250302.jsonl", "20250309.jsonl", "20250310.jsonl"},
		{"20250301.jsonl.gz", "20250302.0001.jsonl.gz", "20250302.jsonl", "20250309.jsonl", "20250310.jsonl"},
		{"20250301.jsonl.gz", "20250302.0001.jsonl.gz", "20250302.jsonl.gz", "20250309.jsonl", "20250310.jsonl"},
		{"20250301.jsonl.gz", "20250302.0001.jsonl.gz", "20250302.jsonl.gz", "20250309.jsonl", "20250310.jsonl"},
	} {
		assert.Equal(t, want, found())
		require.NoError(t, boundTrail(dir, audit.Retention{}, now))
		assert.Equal(t, names, trailNames(t, dir))
	}
	assert.Equal(t, want, found())
	small, err := os.Stat(filepath.Join(dir, "20250301.jsonl.gz"))
	require.NoError(t, err)
	assert.Less(t, small.Size(), int64(1000))
	assert.Equal(t, os.FileMode(0o600), small.Mode())
	assert.Equal(t, "2025-03-01", small.ModTime().UTC().Format(time.DateOnly), "its age is the text's")
}

// Whoever was killed between writing the copy and removing the file leaves both, and perhaps what
// is half written of another.
func TestACompressionThatWasInterruptedIsDoneAgain(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2025, 3, 10, 12, 0, 0, 0, time.UTC)
	count := func() int {
		s, err := query.Count(dir, 0, now)
		require.NoError(t, err)
		assert.Empty(t, s.Skipped)
		return s.Lines
	}
	path := filepath.Join(dir, "20250301.jsonl")
	write := func(tool string) {
		require.NoError(t, os.WriteFile(path, []byte(`{"ts":"2025-03-01T00:00:00Z","event":"tool_call","tool":"`+tool+`"}`+"\n"), 0o600))
		require.NoError(t, os.Chtimes(path, now.AddDate(0, 0, -9), now.AddDate(0, 0, -9)))
	}
	write("a")
	require.NoError(t, boundTrail(dir, audit.Retention{}, now))
	write("a")
	require.NoError(t, os.WriteFile(filepath.Join(dir, halfWritten), []byte("half"), 0o400))
	assert.Equal(t, 1, count(), "a copy does not count")
	require.NoError(t, boundTrail(dir, audit.Retention{}, now))
	assert.Equal(t, []string{"20250301.jsonl.gz"}, trailNames(t, dir))
	assert.Equal(t, 1, count())

	write("another day of that name, for the clock went back")
	assert.Equal(t, 2, count(), "both are read")
	require.NoError(t, boundTrail(dir, audit.Retention{}, now))
	assert.Equal(t, []string{"20250301.0001.jsonl", "20250301.jsonl.gz"}, trailNames(t, dir), "and none replaces the other")
	require.NoError(t, boundTrail(dir, audit.Retention{}, now))
	assert.Equal(t, []string{"20250301.0001.jsonl.gz", "20250301.jsonl.gz"}, trailNames(t, dir))
	assert.Equal(t, 2, count())
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
