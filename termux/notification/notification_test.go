//go:build unix

package notification

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux"
)

// asker returns an Asker whose Termux:API is a script. body presses buttons, and has the
// actions in $allow and $deny. The file argv has the script's arguments, the file env its
// environment.
func asker(t *testing.T, body string) Asker {
	t.Helper()
	top := t.TempDir()
	for _, dir := range []string{"files/usr/bin", "files/usr/lib", "files/usr/tmp", "files/home", "waiting"} {
		require.NoError(t, os.MkdirAll(filepath.Join(top, dir), 0o700))
	}
	prefix := filepath.Join(top, "files/usr")
	a := Asker{
		Termux: termux.Env{Prefix: prefix, Rootfs: filepath.Join(top, "files"), Home: filepath.Join(top, "files/home"), Tmp: prefix + "/tmp"},
		Dir:    filepath.Join(top, "waiting"), Limit: 20 * time.Second,
	}
	sh, err := filepath.EvalSymlinks("/bin/sh")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(sh, prefix+"/bin/sh"))
	script := "#!" + prefix + "/bin/sh\nfor w in \"$@\"; do echo \"$w\"; done >>" + top + "/argv\n/usr/bin/env >>" + top + "/env\n" +
		"while [ $# -gt 0 ]; do case $1 in --button1-action) allow=$2;; --button2-action) deny=$2;; esac; shift; done\n" + body + "\n"
	require.NoError(t, os.WriteFile(prefix+"/bin/termux-notification", []byte(script), 0o700))
	return a
}

// top is the directory of a test's asker.
func (a Asker) top() string { return filepath.Dir(a.Dir) }

func TestButtons(t *testing.T) {
	for _, c := range []struct {
		why, body string
		yes       bool
		err       error
	}{
		{"allow", `(eval "$allow") &`, true, nil},
		{"deny", `(eval "$deny") &`, false, nil},
		{"both, the first counts", `(eval "$deny"; eval "$allow") &`, false, nil},
		{"a word of nobody's, then a button", `d=${allow#*\'}; d=${d%/*}; (echo yes >$d/answer; echo allow >$d/answer; eval "$allow") &`, true, nil},
		{"words without end", `d=${allow#*\'}; d=${d%/*}; (i=0; while [ $i -lt 2000 ]; do echo 0000000000000000000000000000000000000000000000000000000000000000; i=$((i+1)); done >$d/answer) &`, false, os.ErrInvalid},
		{"the program fails", `exit 1`, false, ErrNoAPI},
	} {
		a := asker(t, c.body)
		yes, err := a.Ask(Question{"shimgen asks", "rm -rf x"})
		assert.Equal(t, c.yes, yes, c.why)
		switch c.err {
		case nil:
			require.NoError(t, err, c.why)
		case ErrNoAPI:
			require.ErrorIs(t, err, ErrNoAPI, c.why)
		default:
			require.Error(t, err, c.why)
		}
		left, err := os.ReadDir(a.Dir)
		require.NoError(t, err)
		assert.Empty(t, left, "a question goes with its answer: %s", c.why)
	}
}

func TestNobodyAnswers(t *testing.T) {
	a := asker(t, "")
	a.Limit = 50 * time.Millisecond
	yes, err := a.Ask(Question{"t", "x"})
	assert.False(t, yes)
	require.ErrorIs(t, err, ErrLate)
	a.Termux.Prefix = a.top()
	_, err = a.Ask(Question{"t", "x"})
	require.ErrorIs(t, err, ErrNoAPI, "no program of that name")
}

// An observer of the programs that show a question learns nothing that answers it, and they
// do not get the environment of the asking program.
func TestNoWordIsToldAnybody(t *testing.T) {
	t.Setenv("LD_PRELOAD", "")
	t.Setenv("BASH_ENV", "/evil")
	words := ""
	a := asker(t, `d=${allow#*\'}; d=${d%/*}; for f in allow deny; do read -r l <$d/$f; echo "$l" >$TMPDIR/$f; done; (eval "$allow") &`)
	a.Termux.Home = a.top()
	yes, err := a.Ask(Question{"t", strings.Repeat("é", 5000)})
	require.NoError(t, err)
	require.True(t, yes)
	for _, name := range []string{allow, deny} {
		text, err := os.ReadFile(filepath.Join(a.Termux.Tmp, name))
		require.NoError(t, err)
		fields := strings.Fields(string(text))
		require.Len(t, fields[1], 64)
		words += fields[1] + " "
	}
	argv, err := os.ReadFile(a.top() + "/argv")
	require.NoError(t, err)
	env, err := os.ReadFile(a.top() + "/env")
	require.NoError(t, err)
	for _, word := range strings.Fields(words) {
		assert.NotContains(t, string(argv)+string(env), word)
	}
	assert.NotContains(t, string(env), "evil")
	assert.Less(t, len(argv), 2000, "a long text is cut")
	assert.NotEqual(t, strings.Fields(words)[0], strings.Fields(words)[1])
}

// Only the owner can enter a question's directory.
func TestQuestionIsPrivate(t *testing.T) {
	a := asker(t, "")
	w, err := a.open()
	require.NoError(t, err)
	defer w.close()
	for name, mode := range map[string]os.FileMode{"": os.ModeDir | 0o700, "/answer": os.ModeNamedPipe | 0o600, "/allow": 0o600, "/deny": 0o600} {
		info, err := os.Lstat(w.dir + name)
		require.NoError(t, err)
		assert.Equal(t, mode, info.Mode(), name)
	}
}

// The next question removes what a killed process left, and keeps questions that still wait.
func TestAbandonedQuestionsGo(t *testing.T) {
	a := asker(t, `(eval "$allow") &`)
	old, young := a.Dir+"/question-old", a.Dir+"/question-young"
	for _, dir := range []string{old, young} {
		require.NoError(t, os.Mkdir(dir, 0o700))
	}
	before := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(old, before, before))
	_, err := a.Ask(Question{"t", "x"})
	require.NoError(t, err)
	assert.NoDirExists(t, old)
	assert.DirExists(t, young)
}
