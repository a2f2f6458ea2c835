package seal

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// store is a trail in a directory.
type store struct {
	t   *testing.T
	dir string
}

func (s store) path(name string) string { return filepath.Join(s.dir, name) }

func (s store) write(name, text string) {
	f, err := os.OpenFile(s.path(name), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	require.NoError(s.t, err)
	_, err = f.WriteString(text)
	require.NoError(s.t, err)
	require.NoError(s.t, f.Close())
}

func (s store) rename(from, to string) { require.NoError(s.t, os.Rename(s.path(from), s.path(to))) }
func (s store) remove(name string)     { require.NoError(s.t, os.Remove(s.path(name))) }

func (s store) compress(name string) {
	text, err := os.ReadFile(s.path(name))
	require.NoError(s.t, err)
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(text)
	require.NoError(s.t, err)
	require.NoError(s.t, w.Close())
	s.write(name+".gz", out.String())
	s.remove(name)
}

func (s store) seal() Head {
	h, err := Add(s.dir, os.Getuid(), time.Unix(1e9, 0))
	require.NoError(s.t, err)
	return h
}

func (s store) verify() Found {
	f, err := Verify(s.dir, "")
	require.NoError(s.t, err)
	return f
}

// newStore is a trail of two days, of which the second has a numbered part, sealed once.
func newStore(t *testing.T) store {
	s := store{t, t.TempDir()}
	s.write("20250101.jsonl", "one\n")
	s.write("20250102.0001.jsonl", "two\n")
	s.write("20250102.jsonl", "three\n")
	h := s.seal()
	assert.Equal(t, Head{Hash: h.Hash, Files: 3, Bytes: 14, Seals: 1}, h)
	return s
}

// What a trail does by itself breaks no seal.
func TestIntactSeals(t *testing.T) {
	for reason, tt := range map[string]struct {
		change func(s store)
		want   Found
	}{
		"nothing":               {func(store) {}, Found{Intact: 3}},
		"lines that came since": {func(s store) { s.write("20250102.jsonl", "four\n"); s.write("20250103.jsonl", "five\n") }, Found{Intact: 3, Unsealed: 10}},
		"a number":              {func(s store) { s.rename("20250102.jsonl", "20250102.0002.jsonl"); s.write("20250102.jsonl", "x\n") }, Found{Intact: 3, Unsealed: 2}},
		"compression":           {func(s store) { s.compress("20250101.jsonl") }, Found{Intact: 3}},
		"the oldest is removed": {func(s store) { s.remove("20250101.jsonl") }, Found{Intact: 2, Removed: []string{"20250101.jsonl"}}},
		"a number, and all before is removed": {func(s store) {
			s.rename("20250102.jsonl", "20250102.0002.jsonl")
			s.write("20250102.0003.jsonl", "y\n")
			for _, name := range []string{"20250101.jsonl", "20250102.0001.jsonl", "20250102.0002.jsonl"} {
				s.remove(name)
			}
		}, Found{Unsealed: 2, Removed: []string{"20250101.jsonl", "20250102.0001.jsonl", "20250102.0002.jsonl"}}},
		"a sealed number is removed": {func(s store) {
			s.rename("20250102.jsonl", "20250102.0002.jsonl")
			s.seal()
			s.write("20250102.jsonl", "a new one, longer\n")
			for _, name := range []string{"20250101.jsonl", "20250102.0001.jsonl", "20250102.0002.jsonl"} {
				s.remove(name)
			}
		}, Found{Unsealed: 18, Removed: []string{"20250101.jsonl", "20250102.0001.jsonl", "20250102.0002.jsonl"}}},
	} {
		t.Run(reason, func(t *testing.T) {
			s := newStore(t)
			tt.change(s)
			got := s.verify()
			assert.Equal(t, append([]string{}, tt.want.Removed...), got.Removed)
			assert.Empty(t, got.Faults)
			assert.Equal(t, tt.want.Intact, got.Intact)
			assert.Equal(t, tt.want.Unsealed, got.Unsealed)
			s.seal()
			assert.Zero(t, s.verify().Unsealed)
		})
	}
}

func TestFaults(t *testing.T) {
	for reason, tt := range map[string]struct {
		change func(s store)
		want   []string
	}{
		"a byte of an old file": {func(s store) {
			s.remove("20250101.jsonl")
			s.write("20250101.jsonl", "onE\n")
		}, []string{"20250101.jsonl: it does not begin with the 4 bytes that seal 1 has of it: it was changed"}},
		"a file that is shorter": {
			func(s store) { require.NoError(s.t, os.Truncate(s.path("20250102.jsonl"), 3)) },
			[]string{"20250102.jsonl: it does not begin with the 6 bytes that seal 1 has of it: it was changed"},
		},
		"a line is taken out before what came since": {func(s store) {
			s.write("20250102.jsonl", "four\n")
			s.seal()
			s.remove("20250102.jsonl")
			s.write("20250102.jsonl", "four\nfive\nsix\n")
		}, []string{
			"20250102.jsonl: it does not begin with the 6 bytes that seal 1 has of it: it was changed",
			"20250102.jsonl: it does not begin with the 11 bytes that seal 2 has of it: it was changed",
		}},
		"a file in between": {func(s store) { s.remove("20250102.0001.jsonl") }, []string{"20250102.0001.jsonl: it was removed, although older files are there"}},
		"all": {func(s store) {
			for _, name := range []string{"20250101.jsonl", "20250102.0001.jsonl", "20250102.jsonl"} {
				s.remove(name)
			}
		}, []string{"20250102.jsonl: it was removed, and nothing newer is there"}},
		"the last one":        {func(s store) { s.remove("20250102.jsonl") }, []string{"20250102.jsonl: it was removed, although older files are there"}},
		"files change places": {func(s store) { s.rename("20250102.jsonl", "20250101.jsonl") }, []string{"20250101.jsonl: it does not begin", "20250102.jsonl: it was removed"}},
		"a compressed file": {func(s store) {
			s.remove("20250101.jsonl")
			s.write("20250101.jsonl", "onE\n")
			s.compress("20250101.jsonl")
		}, []string{"20250101.jsonl.gz: it does not begin"}},
		"no compressed file": {func(s store) { s.remove("20250101.jsonl"); s.write("20250101.jsonl.gz", "one\n") }, []string{"20250101.jsonl.gz: cannot be read: ", "20250101.jsonl.gz: it does not begin"}},
		"changed, and numbered": {func(s store) {
			s.remove("20250102.jsonl")
			s.write("20250102.0002.jsonl", "thrEE\n")
		}, []string{"20250102.0002.jsonl: it does not begin"}},
	} {
		t.Run(reason, func(t *testing.T) {
			s := newStore(t)
			tt.change(s)
			got := s.verify().Faults
			require.Len(t, got, len(tt.want), "%q", got)
			for i, want := range tt.want {
				assert.Contains(t, got[i], want)
			}
		})
	}
}

func TestPrint(t *testing.T) {
	for text, f := range map[string]Found{
		"2 of the files are as they were sealed; last at 2025-01-02T03:04:05Z, seal 7, ab\n": {Intact: 2},
		"fail  x\nwarn  2 of the oldest files are gone, to b: the bound removes them (keep_days, keep_mib)\n" +
			"0 of the files are as they were sealed; last at 2025-01-02T03:04:05Z, seal 7, ab\n5 bytes are not sealed\n": {Faults: []string{"x"}, Removed: []string{"a", "b"}, Unsealed: 5},
	} {
		f.Hash, f.Seals, f.Sealed = "ab", 7, time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
		var out strings.Builder
		require.NoError(t, f.Print(&out))
		assert.Equal(t, text, out.String())
	}
}

// A trail that was changed and sealed anew is seen by whoever kept a hash.
func TestHash(t *testing.T) {
	s := newStore(t)
	first := s.seal()
	assert.Equal(t, 1, first.Seals, "it has not grown")
	s.write("20250103.jsonl", "four\n")
	second := s.seal()
	assert.Equal(t, Head{Hash: second.Hash, Files: 1, Bytes: 5, Seals: 2}, second)
	for _, hash := range []string{"", first.Hash, second.Hash} {
		_, err := Verify(s.dir, hash)
		require.NoError(t, err)
	}
	s.remove(fileName)
	_, err := Verify(s.dir, first.Hash)
	require.ErrorIs(t, err, ErrNoSeal)
	s.seal()
	_, err = Verify(s.dir, second.Hash)
	require.ErrorIs(t, err, ErrNoSeal)
	assert.NotContains(t, err.Error(), "\n")
}

func TestNoChain(t *testing.T) {
	s := newStore(t)
	s.write("20250103.jsonl", "four\n")
	s.seal()
	text, err := os.ReadFile(s.path(fileName))
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for reason, tt := range map[string]struct{ text, want string }{
		"the first is gone":    {lines[1], "line 1 does not follow"},
		"the first is changed": {strings.Replace(string(text), `"bytes":4`, `"bytes":5`, 1), "line 2 does not follow"},
		"twice":                {string(text) + lines[1], "line 3 does not follow"},
		"torn":                 {string(text) + `{"ti`, "line 3 is no seal"},
		"an empty line":        {"\n" + string(text), "line 1 is no seal"},
		"no hash":              {`{"previous":"","files":[{"day":"2025-01-01","bytes":1000}]}`, "line 1 names no file of a trail"},
		"no file of a trail":   {`{"previous":"","files":[{"day":"../x"}]}`, "line 1 names no file of a trail"},
	} {
		t.Run(reason, func(t *testing.T) {
			require.NoError(t, os.WriteFile(s.path(fileName), []byte(tt.text), 0o600))
			_, err := Verify(s.dir, "")
			require.ErrorContains(t, err, tt.want)
			_, err = Add(s.dir, os.Getuid(), time.Now())
			require.ErrorContains(t, err, tt.want)
		})
	}
}

func TestNoTrail(t *testing.T) {
	s := store{t, t.TempDir()}
	_, err := Verify(s.dir, "")
	require.ErrorIs(t, err, ErrNoSeal)
	assert.Zero(t, s.seal().Seals)
}
