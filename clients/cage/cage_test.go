//go:build linux

package cage

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	Inside()
	os.Exit(m.Run())
}

// machine makes a cage with a home, or skips the test.
func machine(t *testing.T) Cage {
	t.Helper()
	if err := Possible(); err != nil {
		t.Skip(err)
	}
	root := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(root, "agent"), 0o755))
	require.NoError(t, os.Chown(filepath.Join(root, "agent"), UID, GID))
	return Cage{Root: root}
}

// sh runs shell source in a cage.
func (c Cage) sh(t *testing.T, source string, more Command) Result {
	t.Helper()
	more.Argv, more.Env, more.Dir = []string{"/bin/sh", "-c", source}, []string{"PATH=/usr/bin:/bin", "HOME=" + Home}, Home
	r, err := c.Run(context.Background(), more)
	require.NoError(t, err)
	return r
}

func TestCageHoldsAProgram(t *testing.T) {
	c := machine(t)
	over := filepath.Join(t.TempDir(), "hostname")
	require.NoError(t, os.WriteFile(over, []byte("another\n"), 0o644))
	c.Over = map[string]string{"/etc/hostname": over}
	t.Setenv("OF_THE_CALLER", "x")
	for _, tt := range []struct {
		why, source, want string
	}{
		{"it is an unprivileged user", `grep -E '^(Uid|Gid|Groups|CapEff|NoNewPrivs)' /proc/self/status | tr -s '\t ' ' '`, "Uid: 1000 1000 1000 1000\nGid: 1000 1000 1000 1000\nGroups: \nCapEff: 0000000000000000\nNoNewPrivs: 1\n"},
		{"it sees no other process", fmt.Sprintf("test -e /proc/%d || echo alone; cat /proc/1/comm", os.Getpid()), "alone\nexe\n"},
		{"it has a loopback interface and no other", `tail -n +3 /proc/net/dev | cut -d: -f1`, "    lo\n"},
		{"it has no way out", `tail -n +2 /proc/net/route`, ""},
		{"its home is the caller's directory", `echo $HOME; pwd; touch made`, "/home/agent\n/home/agent\n"},
		{"its /tmp is its own and empty", `ls -A /tmp; touch /tmp/x && ls /tmp`, "x\n"},
		{"what lies over a file is seen and cannot be written", `cat /etc/hostname; test -w /etc/hostname || echo read-only`, "another\nread-only\n"},
		{"its environment is what it was given", `env | grep -c OF_THE_CALLER`, "0\n"},
		{"its input ends", `cat`, ""},
	} {
		r := c.sh(t, tt.source, Command{})
		assert.Equal(t, tt.want, r.Stdout, "%s: %s", tt.why, r.Stderr)
	}
	assert.FileExists(t, filepath.Join(c.Root, "agent", "made"))
}

func TestCageTellsHowAProgramEnded(t *testing.T) {
	c := machine(t)
	r := c.sh(t, `echo out; echo err >&2; read -r x; echo "$x"; exit 7`, Command{Stdin: "in\n"})
	r.CPU = 0
	assert.Equal(t, Result{Exit: 7, Stdout: "out\nin\n", Stderr: "err\n"}, r)
	assert.Equal(t, 137, c.sh(t, "kill -9 $$", Command{}).Exit)
	for why, argv := range map[string][]string{"a missing program": {"/none"}, "a relative one": {"sh"}, "none": nil} {
		_, err := c.Run(context.Background(), Command{Argv: argv, Dir: "/"})
		assert.ErrorContains(t, err, "inside the cage: ", why)
	}
	_, err := Cage{Root: "/none"}.Run(context.Background(), Command{Argv: []string{"/bin/true"}})
	assert.ErrorContains(t, err, "/none at /home: ")
}

// Processes that a program leaves running end with it, at the time limit too, and
// although they hold its output.
func TestCageLeavesNothingBehind(t *testing.T) {
	c := machine(t)
	mark := fmt.Sprintf("%d", 100000+os.Getpid()) // seconds to sleep, by which it is found
	r := c.sh(t, `sleep `+mark+` & echo started`, Command{})
	assert.Equal(t, "started\n", r.Stdout)
	assert.False(t, runs(t, mark))

	r = c.sh(t, `(trap '' TERM HUP INT; sleep `+mark+`) & sleep `+mark, Command{Limit: 300 * time.Millisecond})
	assert.True(t, r.TimedOut)
	assert.False(t, runs(t, mark))

	r = c.sh(t, `cat >/dev/null & echo ready; sleep `+mark, Command{Until: "ready"})
	assert.False(t, r.TimedOut)
	assert.Equal(t, "ready\n", r.Stdout)
	assert.False(t, runs(t, mark))
}

// A program with a person at its terminal reads what is typed, and a terminal that hangs up
// ends what would not end.
func TestCageHasATerminal(t *testing.T) {
	c := machine(t)
	var shown strings.Builder
	r := c.sh(t, `test -t 2 && tty && : </dev/tty; stty size; read -r x; echo "got $x"; exit 3`, Command{Person: func(tty *os.File) {
		_, _ = tty.WriteString("typed\n")
		_, _ = io.Copy(&shown, tty) // until the program has ended
	}})
	assert.Equal(t, 3, r.Exit)
	assert.Contains(t, shown.String(), "/dev/pts/")
	assert.Contains(t, shown.String(), "50 160")
	assert.Contains(t, shown.String(), "got typed")

	r = c.sh(t, `trap '' HUP; echo ready; while :; do sleep 1; done`, Command{Person: func(tty *os.File) {
		_, _ = tty.Read(make([]byte, 16)) // it has begun
	}})
	assert.NotZero(t, r.Exit)
	assert.False(t, r.TimedOut)
}

// runs reports whether a process of the machine has this argument.
func runs(t *testing.T, argument string) bool {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	for _, name := range lines {
		text, _ := os.ReadFile(name) // the process may be gone
		if strings.Contains("\x00"+string(text), "sleep\x00"+argument+"\x00") {
			return true
		}
	}
	return false
}

// Two cages at the same address have a handler each.
func TestCageReachesItsHandlerAlone(t *testing.T) {
	c := machine(t)
	for _, name := range []string{"one", "two"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			r := c.sh(t, `exec 2>&1; bash -c 'exec 3<>/dev/tcp/127.0.0.1/8123; printf "GET /x HTTP/1.0\r\n\r\n" >&3; tail -n 1 <&3'; bash -c 'exec 3<>/dev/tcp/192.0.2.1/80' && echo out`,
				Command{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					fmt.Fprintln(w, "I am", name, r.URL.Path)
				})})
			assert.Contains(t, r.Stdout, "I am "+name+" /x\n")
			assert.Contains(t, r.Stdout, "Network is unreachable")
			assert.EqualValues(t, 1, asked.Load())
		})
	}
}
