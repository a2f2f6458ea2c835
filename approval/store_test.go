package approval

import (
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/host"
)

// store makes one in a directory of its own.
func store(t *testing.T) Store {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(root, "state"), 0o700))
	return In(root, os.Getuid())
}

var (
	reset = Ask{Rule: "git.reset-hard", Command: "git reset --hard"}
	clean = Ask{Rule: "git.clean-force", Command: "git clean -fd"}
)

// text is a request and its grant.
func text(source, dir string, asks ...Ask) (What, Grant) {
	w := What{Source: source, Dir: dir}
	return w, Grant{Code: "abcdef", What: w, Asks: asks, Once: true, At: time.Now(), Until: time.Now().Add(time.Hour)}
}

// A grant is for that very command, and for no more than was asked about it.
func TestTakeOnlyWhatWasGranted(t *testing.T) {
	w, g := text("git reset --hard", "/w", reset)
	argv := What{Argv: []string{"/usr/bin/git", "reset", "--hard"}, Dir: "/w"}
	file := reset
	file.File, file.Hash = "job.sh", "00"
	for _, tt := range []struct {
		why   string
		grant Grant
		what  What
		asks  []Ask
		want  bool
	}{
		{"as it was", g, w, []Ask{reset}, true},
		{"another text", g, What{Source: "git reset --hard ", Dir: "/w"}, []Ask{reset}, false},
		{"another directory", g, What{Source: w.Source, Dir: "/w/sub"}, []Ask{reset}, false},
		{"an argument vector of the same words", g, What{Argv: []string{"git", "reset", "--hard"}, Dir: "/w"}, []Ask{reset}, false},
		{"more is asked about", g, w, []Ask{reset, clean}, false},
		{"something else is asked about", g, w, []Ask{clean}, false},
		{"nothing is asked about", g, w, nil, false},
		{"less is asked about", Grant{What: w, Asks: []Ask{reset, clean}, Once: true, Until: g.Until}, w, []Ask{reset}, true},
		{"too late", Grant{What: w, Asks: g.Asks, Once: true, Until: time.Now().Add(-time.Second)}, w, []Ask{reset}, false},
		{"a script that is another one now", Grant{What: argv, Asks: []Ask{file}, Until: g.Until}, argv, []Ask{{file.Rule, file.Command, "", "job.sh", "01"}}, false},
		{"at a shim, which has the name", Grant{What: argv, Asks: g.Asks, Until: g.Until}, What{Argv: []string{"git", "reset", "--hard"}, Dir: "/w"}, []Ask{reset}, true},
		{"another program of that name", Grant{What: argv, Asks: g.Asks, Until: g.Until}, What{Argv: []string{"./git", "reset", "--hard"}, Dir: "/w"}, []Ask{reset}, false},
		{"a part of a text, at a shim", Grant{What: argv, Asks: []Ask{{Rule: reset.Rule}}, Until: g.Until}, argv, []Ask{reset}, true},
		{"a part of a text is not what stands in a file", Grant{What: argv, Asks: []Ask{{Rule: reset.Rule}}, Until: g.Until}, argv, []Ask{file}, false},
	} {
		s := store(t)
		require.NoError(t, s.Add(tt.grant))
		_, ok := s.Take(tt.what, tt.asks)
		assert.Equal(t, tt.want, ok, tt.why)
		left, err := s.Granted()
		require.NoError(t, err)
		if tt.grant.Until.After(time.Now()) {
			assert.Len(t, left, map[bool]int{true: 0, false: 1}[tt.want && tt.grant.Once], tt.why)
		}
	}
}

// Of many who take at once, as many get a grant as there are.
func TestTakenOnce(t *testing.T) {
	s := store(t)
	w, g := text("x", "/w", reset)
	require.NoError(t, s.Add(g))
	require.NoError(t, s.Add(g))
	var got atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, ok := s.Take(w, g.Asks); ok {
				got.Add(1)
			}
		})
	}
	all.Wait()
	assert.EqualValues(t, 2, got.Load())
}

// What others could have written grants nothing.
func TestOddFilesGrantNothing(t *testing.T) {
	s := store(t)
	w, g := text("x", "/w", reset)
	require.NoError(t, s.Add(g))
	file := s.granted().File(w.key() + "-0")
	require.NoError(t, os.Chmod(file, 0o666))
	_, ok := s.Take(w, g.Asks)
	assert.False(t, ok, "others may write it")
	require.NoError(t, os.Rename(file, file+"x"))
	require.NoError(t, os.Symlink(file+"x", file))
	_, ok = s.Take(w, g.Asks)
	assert.False(t, ok, "it is a link")
}

func TestRequestsWait(t *testing.T) {
	s := store(t)
	side := []host.Process{{PID: 7, Start: 9}}
	code, err := s.Ask(Request{What: What{Source: "x", Dir: "/w"}, Asks: []Ask{reset}}, side)
	require.NoError(t, err)
	assert.True(t, IsCode(code))
	again, err := s.Ask(Request{What: What{Source: "x", Dir: "/w"}, Asks: []Ask{reset}}, []host.Process{{PID: 8, Start: 1}})
	require.NoError(t, err)
	assert.Equal(t, code, again, "the same command keeps its code")
	r, err := s.Find(code)
	require.NoError(t, err)
	assert.Len(t, r.Sides, 2, "and both who asked are kept")
	other, err := s.Ask(Request{What: What{Source: "x", Dir: "/v"}, Asks: []Ask{reset}}, side)
	require.NoError(t, err)
	assert.NotEqual(t, code, other)

	r.At = time.Now().Add(-WaitsFor)
	require.NoError(t, s.waiting().Write(code, r))
	_, err = s.Find(code)
	require.ErrorIs(t, err, ErrNone, "it is too old")
	for _, odd := range []string{"", "../../x", "ABCDEF", "abcdefg"} {
		_, err := s.Find(odd)
		require.ErrorIs(t, err, ErrNone, odd)
	}
}
