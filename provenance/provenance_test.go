package provenance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLedger(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "root"), 0o700))
	l := In(filepath.Join(dir, "root"), os.Getuid())
	at := func(name string) string { return filepath.Join(dir, name) }
	add := func(name string, when time.Time) {
		t.Helper()
		require.NoError(t, l.Add(Record{Path: at(name), Source: "download", At: when, Command: "curl -o " + name}))
	}
	assert.True(t, l.IsEmpty())
	_, ok := l.Look(at("x"))
	assert.False(t, ok, "no ledger")

	add("x", time.Now())
	assert.False(t, l.IsEmpty())
	_, ok = l.Look(at("x"))
	assert.False(t, ok, "the command has not run, or failed")
	require.NoError(t, os.WriteFile(at("x"), nil, 0o600))
	r, ok := l.Look(at("x"))
	require.True(t, ok)
	assert.Equal(t, "curl -o x", r.Command)
	require.NoError(t, os.Chtimes(at("x"), time.Now(), time.Now().Add(-time.Hour)))
	_, ok = l.Look(at("x"))
	assert.True(t, ok, "the time of its content is set by whoever likes")

	require.NoError(t, os.Mkdir(at("d"), 0o700))
	require.NoError(t, os.Symlink("x", at("link")))
	require.NoError(t, os.Symlink(dir, at("d/up")))
	for _, name := range []string{"link", "d/up/x", "d/up/link", "./x"} {
		_, ok = l.Look(dir + "/" + name)
		assert.True(t, ok, name)
	}
	_, ok = l.Look(at("d"))
	assert.False(t, ok)

	require.NoError(t, os.WriteFile(at("old"), nil, 0o600))
	add("old", time.Now().Add(time.Hour))
	_, ok = l.Look(at("old"))
	assert.False(t, ok, "it was there before")
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "root", "state")))
	add("old", time.Now().Add(-KeptFor-time.Minute))
	_, ok = l.Look(at("old"))
	assert.False(t, ok, "too long ago")
}

func TestLedgerIsBounded(t *testing.T) {
	dir := t.TempDir()
	l := In(dir, os.Getuid())
	for i := range maxRecords + 20 {
		require.NoError(t, l.Add(Record{Path: fmt.Sprint("/none/", i), At: time.Now()}))
	}
	assertFull := func() {
		t.Helper()
		names, err := l.dir.Names()
		require.NoError(t, err)
		assert.Len(t, names, maxRecords)
	}
	assertFull()
	var many []Record
	for i := range maxRecords + 20 {
		many = append(many, Record{Path: fmt.Sprint("/many/", i), At: time.Now()})
	}
	require.NoError(t, l.Add(many[:40]...))
	assertFull()
	require.NoError(t, l.Add(many...))
	assertFull()
	assert.Contains(t, l.Paths(), many[len(many)-1].Path)
}

// Judging the same command again makes nothing harmless, nor does another source.
func TestLedgerKeepsWhatItKnows(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	l := In(filepath.Join(dir, "root"), os.Getuid())
	require.NoError(t, os.Mkdir(filepath.Join(dir, "root"), 0o700))
	file := filepath.Join(dir, "odd\xff name")
	add := func(source string, when time.Time) {
		require.NoError(t, l.Add(Record{Path: file, Source: source, At: when}))
	}
	add("download", time.Now())
	require.NoError(t, os.WriteFile(file, []byte("1"), 0o600))
	add("download", time.Now().Add(time.Hour)) // as if it were judged again later
	add("clone", time.Now())
	r, ok := l.Look(file)
	require.True(t, ok)
	assert.Equal(t, "download", r.Source)
	assert.Equal(t, file, r.Path)
	assert.Nil(t, r.Read)

	require.NoError(t, l.MarkRead(file))
	r, _ = l.Look(file)
	assert.NotNil(t, r.Read)
	require.NoError(t, os.WriteFile(file, []byte("22"), 0o600))
	r, ok = l.Look(file)
	assert.True(t, ok)
	assert.Nil(t, r.Read, "it is another text than the one that was looked at")
}
