package runner

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/limit"
	"github.com/agent-loop/shimgen/process"
)

// captured judges an argument vector and captures it.
func captured(t *testing.T, ctx context.Context, s *Session, j Job, argv ...string) (Capture, error) {
	t.Helper()
	p, ok := s.Decide(guard.Request{Argv: argv}).Permit()
	require.True(t, ok, "the policy must allow %q", argv)
	return s.Capture(ctx, p, j, 1000)
}

func TestCapture(t *testing.T) {
	s := session(t, "X=1")
	for name, c := range map[string]struct {
		script string
		want   Capture
	}{
		"both streams and the status": {"echo out; echo err >&2; exit 3", Capture{Exit: 3, Stdout: "out\n", Stderr: "err\n"}},
		"nothing on standard input":   {"cat; echo end", Capture{Stdout: "end\n"}},
		"no terminal":                 {"test -t 0 || test -t 1 || echo none", Capture{Stdout: "none\n"}},
		"ended by a signal":           {"kill -TERM $$", Capture{Exit: 128 + 15}},
		"the environment":             {"echo $X", Capture{Stdout: "1\n"}},
		"bytes that are no text":      {`printf 'a\377b'`, Capture{Stdout: "a\xffb"}},
		"what is too long": {
			"head -c 2000 /dev/zero | tr '\\0' x",
			Capture{Stdout: strings.Repeat("x", 750) + "\n[shimgen: 1000 bytes left out]\n" + strings.Repeat("x", 250), Left: 1000},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := captured(t, t.Context(), s, Job{}, "sh", "-c", c.script)
			require.NoError(t, err)
			c.want.Sandbox, c.want.Violations = NoSandbox, []Violation{}
			assert.Equal(t, c.want, got)
		})
	}
}

// started waits until a script of the test has written its process number.
func started(t *testing.T, file string) int {
	t.Helper()
	for range 1000 {
		text, _ := os.ReadFile(file)
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && strings.HasSuffix(string(text), "\n") {
			return pid
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it was never started")
	return 0
}

// gone waits until a process has ended. What nobody waits for stays a zombie
// where there is no init, and has ended all the same.
func gone(t *testing.T, pid int) {
	t.Helper()
	require.Eventually(t, func() bool {
		e, found := process.Lookup(pid)
		return !found || e.Ended
	}, 10*time.Second, 10*time.Millisecond, "process %d lives on", pid)
}

// needsTable skips where the processes below one cannot be found.
func needsTable(t *testing.T) {
	t.Helper()
	if _, ok := process.Lookup(os.Getpid()); !ok {
		t.Skip("this system's table of processes is not read")
	}
}

// away starts a sleeper in a session of its own, which writes its number.
const away = "setsid sh -c 'echo $$ >pid; exec sleep 600' & "

func TestCaptureEndsTheTree(t *testing.T) {
	needsTable(t)
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("needs setsid")
	}
	for name, end := range map[string]func(cancel context.CancelFunc) (Job, error){
		"when it is cancelled": func(cancel context.CancelFunc) (Job, error) { return Job{}, context.Canceled },
		"when its time is up":  func(context.CancelFunc) (Job, error) { return Job{Timeout: time.Second}, limit.ErrTimeout },
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			pidFile := filepath.Join(s.Dir, "pid")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			job, want := end(cancel)
			var pid int
			var seen sync.WaitGroup
			seen.Go(func() {
				pid = started(t, pidFile)
				if job.Timeout == 0 {
					cancel()
				}
			})
			got, err := captured(t, ctx, s, job, "sh", "-c", "echo begun; "+away+"sleep 600")
			seen.Wait()
			require.ErrorIs(t, err, want)
			assert.Equal(t, "begun\n", got.Stdout, "what was printed before is not lost")
			gone(t, pid)
		})
	}
}

func TestCaptureEndsTheBackground(t *testing.T) {
	needsTable(t)
	s := session(t)
	got, err := captured(t, t.Context(), s, Job{}, "sh", "-c", "sh -c 'echo $$ >pid; exec sleep 600' & while ! test -s pid; do sleep 0.01; done; echo done")
	require.NoError(t, err)
	assert.Equal(t, "done\n", got.Stdout)
	gone(t, started(t, filepath.Join(s.Dir, "pid")))
}

func TestCaptureStartsNothingAfterTheEnd(t *testing.T) {
	s := session(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := captured(t, ctx, s, Job{}, "sh", "-c", ": >mark")
	require.ErrorIs(t, err, context.Canceled)
	assert.NoFileExists(t, filepath.Join(s.Dir, "mark"))
}

func TestCaptureNeedsAProgram(t *testing.T) {
	s := session(t)
	_, err := captured(t, t.Context(), s, Job{}, "no-such-program-here")
	assert.ErrorContains(t, err, "no-such-program-here")
}

// The fullest level of the trail has what a command printed, where it was captured.
func TestCaptureIsRecordedAtForensic(t *testing.T) {
	for level, want := range map[string]bool{"forensic": true, "detailed": false} {
		in := newInstallation(t, "[audit]\nlevel = \""+level+"\"")
		require.NoError(t, os.Mkdir(in.id.Root+"/audit", 0o700))
		s := in.session(t)
		_, err := captured(t, t.Context(), s, Job{}, "sh", "-c", "echo out; echo err >&2")
		require.NoError(t, err)
		var lines string
		_, err = query.Tail(s.AuditDir(), 9, func(line []byte) error { lines += string(line); return nil })
		require.NoError(t, err)
		assert.Contains(t, lines, `"event":"outcome"`)
		assert.Equal(t, want, strings.Contains(lines, `"output":"out\u000aerr\u000a"`), lines)
	}
}
