package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/runner"
)

// sleepers is a command that starts one sleeper in its own process group and one that has
// left the group, and waits for both. They write their process ids.
const sleepers = "echo begun; sh -c 'echo $$ >near; exec sleep 600' & setsid sh -c 'echo $$ >far; exec sleep 600' & wait"

// pids waits until the sleepers have started.
func (w world) pids(t *testing.T) []int {
	t.Helper()
	var all []int
	for _, name := range []string{"near", "far"} {
		require.Eventually(t, func() bool {
			text, err := os.ReadFile(filepath.Join(w.project, name))
			pid, bad := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil || bad != nil || !bytes.HasSuffix(text, []byte("\n")) {
				return false
			}
			all = append(all, pid)
			return true
		}, 30*time.Second, 10*time.Millisecond, "%s was never started", name)
	}
	return all
}

// gone waits until processes have ended; a zombie counts as ended.
func gone(t *testing.T, pids []int) {
	t.Helper()
	for _, pid := range pids {
		assert.Eventually(t, func() bool {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(text), ") Z ")
		}, 30*time.Second, 10*time.Millisecond, "process %d lives on", pid)
	}
}

func TestTimeout(t *testing.T) {
	w := newWorld(t)
	r := call(t, w.connect(t, "--sandbox", "none"), "execute", map[string]any{"command": sleepers, "timeout": 2})
	pids := w.pids(t)
	assert.True(t, r.isError)
	assert.Equal(t, true, r.fields["timed_out"])
	assert.Equal(t, true, r.fields["ran"])
	assert.Equal(t, "begun\n", r.fields["stdout"], "what was printed before is not lost")
	assert.Contains(t, r.text, "[timed out after 2s: ended with everything it had started]")
	gone(t, pids)
}

func TestCancelledCallEndsItsProcesses(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t, "--sandbox", "none")
	ctx, cancel := context.WithCancel(t.Context())
	var called sync.WaitGroup
	called.Go(func() {
		_, err := tryCall(ctx, s, "execute", map[string]any{"command": sleepers})
		assert.ErrorIs(t, err, context.Canceled)
	})
	pids := w.pids(t)
	cancel()
	called.Wait()
	gone(t, pids)
	assert.Equal(t, "x\n", run1(t, s, "echo x").text, "and the server goes on")
}

func TestWhatIsLeftInTheBackgroundEndsWithTheCommand(t *testing.T) {
	w := newWorld(t)
	r := run1(t, w.connect(t, "--sandbox", "none"), "sh -c 'echo $$ >near; exec sleep 600' & while ! test -s near; do sleep 0.01; done; cp near far; echo done")
	assert.Equal(t, "done\n", r.text)
	gone(t, w.pids(t))
}

// TestEndOfTheServer checks that nothing outlives the server, however it ends.
func TestEndOfTheServer(t *testing.T) {
	for name, end := range map[string]func(t *testing.T, p *os.Process, stdin io.Closer){
		"the client closes":      func(t *testing.T, _ *os.Process, stdin io.Closer) { require.NoError(t, stdin.Close()) },
		"it is told to end":      func(t *testing.T, p *os.Process, _ io.Closer) { require.NoError(t, p.Signal(syscall.SIGTERM)) },
		"it is interrupted":      func(t *testing.T, p *os.Process, _ io.Closer) { require.NoError(t, p.Signal(syscall.SIGINT)) },
		"the terminal goes away": func(t *testing.T, p *os.Process, _ io.Closer) { require.NoError(t, p.Signal(syscall.SIGHUP)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			server, in, out := w.raw(t)
			ask(t, in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"execute","arguments":{"command":`+strconv.Quote(sleepers)+`}}}`)
			pids := w.pids(t)
			end(t, server.Process, in)
			rest, err := io.ReadAll(out)
			require.NoError(t, err)
			assert.NotContains(t, string(rest), `"ran":true`)
			require.NoError(t, server.Wait())
			gone(t, pids)
		})
	}
}

// raw starts a server and does the handshake by hand.
func (w world) raw(t *testing.T) (server *exec.Cmd, in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	server, in, out = w.start(t)
	ask(t, in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"by hand","version":"0"}}}`)
	answer, err := out.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, answer, `"serverInfo"`)
	ask(t, in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return server, in, out
}

// start starts a server for a test that writes the protocol by hand.
func (w world) start(t *testing.T) (server *exec.Cmd, in io.WriteCloser, out *bufio.Reader) {
	t.Helper()
	server = w.command(w.libexec("shimgen"), "mcp", "--sandbox", "none") // process ids must be the machine's
	in, err := server.StdinPipe()
	require.NoError(t, err)
	pipe, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Process.Kill() })
	return server, in, bufio.NewReader(pipe)
}

func ask(t *testing.T, in io.Writer, line string) {
	t.Helper()
	_, err := io.WriteString(in, line+"\n")
	require.NoError(t, err)
}

// TestGarbage checks that input that is not a message gets the protocol's error, runs
// nothing, and ends neither the server nor other running calls.
func TestGarbage(t *testing.T) {
	w := newWorld(t)
	call := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"execute","arguments":{"command":"touch mark"}}}`
	garbage := []struct{ why, line, answer string }{
		{"no JSON", "echo x >mark", `{"error":{"code":-32700,"message":"Parse error: the line is not JSON"},"id":null,"jsonrpc":"2.0"}`},
		{"half an object", call[:len(call)-3], `-32700`},
		{"bytes", "\x00\xff\xfe{}", `-32700`},
		{"two on a line", `{"jsonrpc":"2.0","id":2,"method":"ping"}` + call, `-32700`},
		{"words behind a message", call + " and more", `-32700`},
		{"a number", "42", `{"error":{"code":-32600,"message":"Invalid Request: the line is not a JSON-RPC 2.0 message"},"id":null,"jsonrpc":"2.0"}`},
		{"null", "null", `-32600`},
		{"not the protocol's", `{"command":"touch mark"}`, `-32600`},
		{"another version of it", `{"jsonrpc":"1.0","id":"a","method":"ping"}`, `"id":"a"`},
		{"a method that is no name", `{"jsonrpc":"2.0","id":7,"method":7}`, `"id":7`},
		{"an id that is none", `{"jsonrpc":"2.0","id":[1],"method":"ping"}`, `"id":null`},
		{"a batch, which this revision has not", "[" + call + "]", `-32600`},
		{"an empty batch", "[]", `-32600`},
		{"a long line", `{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"` + strings.Repeat("y", 17<<20) + `"}}`, `a line over 16777216 bytes`},
	}
	server, in, out := w.raw(t)
	ask(t, in, `{"jsonrpc":"2.0","id":"runs","method":"tools/call","params":{"name":"execute","arguments":{"command":"while ! test -e go; do sleep 0.01; done; echo it has run"}}}`)
	for _, g := range garbage {
		ask(t, in, "\n"+g.line)
		answer, err := out.ReadString('\n')
		require.NoError(t, err, g.why)
		assert.Contains(t, answer, g.answer, g.why)
		assert.Contains(t, answer, `"error":{`, g.why)
	}
	ask(t, in, `{"jsonrpc":"2.0","id":99,"result":{}}`) // the answer to a question that the server did not ask
	ask(t, in, `{"jsonrpc":"2.0","id":100,"method":"ping"}`)
	answer, err := out.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, answer, `"id":100`)
	require.NoError(t, os.WriteFile(filepath.Join(w.project, "go"), nil, 0o600))
	answer, err = out.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, answer, "it has run")
	_, err = io.WriteString(in, call[:20]) // then the client goes away within a line
	require.NoError(t, err)
	require.NoError(t, in.Close())
	rest, err := io.ReadAll(out)
	require.NoError(t, err)
	assert.Contains(t, string(rest), "-32700")
	require.NoError(t, server.Wait())
	assert.NoFileExists(t, filepath.Join(w.project, "mark"))
}

// TestBatches checks that a client may send batches if its protocol revision has them, and
// that an invalid batch gets an answer.
func TestBatches(t *testing.T) {
	w := newWorld(t)
	server, in, out := w.start(t)
	ask(t, in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"by hand","version":"0"}}}`)
	_, err := out.ReadString('\n')
	require.NoError(t, err)
	ask(t, in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	ping := `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	for _, tt := range []struct{ line, answer string }{
		{"[" + ping + "]", `"id":2`},
		{"[]", "-32600"},
		{"[1]", "-32600"},
		{"[" + ping + "," + ping + "]", "-32600"},
		{ping, `"id":2`},
	} {
		ask(t, in, tt.line)
		answer, err := out.ReadString('\n')
		require.NoError(t, err, tt.line)
		assert.Contains(t, answer, tt.answer, tt.line)
	}
	require.NoError(t, in.Close())
	require.NoError(t, server.Wait())
}

// TestNothingBeforeHello checks that a call without a handshake runs nothing.
func TestNothingBeforeHello(t *testing.T) {
	w := newWorld(t)
	server, in, out := w.start(t)
	ask(t, in, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"execute","arguments":{"command":"touch mark"}}}`)
	answer, err := out.ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, answer, `"error":`)
	require.NoError(t, in.Close())
	require.NoError(t, server.Wait())
	assert.NoFileExists(t, filepath.Join(w.project, "mark"))
}

func TestLargeOutput(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t, "--max-output", "2000")
	r := run1(t, s, "head -c 30000000 /dev/zero | tr '\\0' x; echo; echo the end; echo err >&2")
	out := r.fields["stdout"].(string)
	assert.Less(t, len(out), 2100)
	assert.True(t, strings.HasPrefix(out, "xxxx"))
	assert.True(t, strings.HasSuffix(out, "\nthe end\n"))
	assert.Regexp(t, `\n\[shimgen: \d+ bytes left out\]\n`, out)
	assert.Equal(t, float64(30000000+len("\nthe end\n")-2000), r.fields["left_out"])
	assert.Equal(t, "err\n", r.fields["stderr"])

	r = call(t, s, "execute", map[string]any{"command": "yes", "timeout": 1})
	assert.Equal(t, true, r.fields["timed_out"])
	assert.Less(t, len(r.text), 2200)
}

func TestCallsAtTheSameTime(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t)
	const calls = 2 * atOnce
	var all sync.WaitGroup
	for i := range calls {
		all.Go(func() {
			if i == 0 { // it waits for all others of its turn, which a sequential server would never run
				r, err := tryCall(t.Context(), s, "execute", map[string]any{"command": "while ! test -e go; do sleep 0.01; done; echo first"})
				assert.NoError(t, err)
				assert.Equal(t, "first\n", r.text)
				return
			}
			r, err := tryCall(t.Context(), s, "execute", map[string]any{"command": fmt.Sprintf("echo %d; : >go; exit %d", i, i)})
			assert.NoError(t, err)
			assert.Equal(t, fmt.Sprintf("%d\n", i), r.fields["stdout"])
			assert.Equal(t, float64(i), r.fields["exit_code"])
		})
	}
	all.Wait()
}

// TestWhichProgramServes checks where shimgen looks for the server.
func TestWhichProgramServes(t *testing.T) {
	w := newWorld(t)
	decoy := "#!/bin/sh\necho decoy >" + w.project + "/ran\n"
	require.NoError(t, os.WriteFile(filepath.Join(w.fake, "shimgen-mcp"), []byte(decoy), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(w.project, "shimgen-mcp"), []byte(decoy), 0o755))

	t.Run("one that is not installed has its neighbour", func(t *testing.T) {
		r := run1(t, dial(t, w.command(filepath.Join(built, "shimgen"), "mcp")), "echo x")
		assert.Equal(t, "x\n", r.text)
	})
	t.Run("an installed one has the installation's, wherever it is copied to", func(t *testing.T) {
		copied := filepath.Join(w.home, "copy")
		data, err := os.ReadFile(w.libexec("shimgen"))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(copied, data, 0o700))
		assert.Equal(t, "x\n", run1(t, dial(t, w.command(copied, "mcp")), "echo x").text)
	})
	t.Run("none is a failure of ours", func(t *testing.T) {
		require.NoError(t, os.Remove(w.libexec("shimgen-mcp")))
		c := w.command(w.libexec("shimgen"), "mcp")
		var stderr strings.Builder
		c.Stderr = &stderr
		out, err := c.Output()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit)
		assert.Equal(t, runner.StatusFailed, exit.ExitCode())
		assert.Empty(t, out)
		assert.Equal(t, "shimgen: "+w.libexec("shimgen-mcp")+": not found\nshimgen: hint: build shimgen-mcp beside shimgen (make build), then shimgen install\n", stderr.String())
	})
	assert.NoFileExists(t, filepath.Join(w.project, "ran"))
}

// TestOptions checks that an invalid flag is a usage error.
func TestOptions(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		code int
		said string
	}{
		"unknown":              {[]string{"--allow-all"}, exitUsage, "shimgen: mcp: flag provided but not defined: -allow-all\n"},
		"an argument":          {[]string{"x"}, exitUsage, "shimgen: mcp: unexpected argument \"x\"\n"},
		"a sandbox":            {[]string{"--sandbox=jail"}, exitUsage, "shimgen: mcp: unknown sandbox \"jail\"\n"},
		"no time":              {[]string{"--timeout=1ms"}, exitUsage, "shimgen: mcp: --timeout must be at least 1s\n"},
		"no output":            {[]string{"--max-output=10"}, exitUsage, "shimgen: mcp: --max-output must be at least 1024\n"},
		"a profile":            {[]string{"--security-profile=lax"}, runner.StatusFailed, "unknown profile"},
		"a directory":          {[]string{"--dir=/no/such/place"}, runner.StatusFailed, "no such file or directory"},
		"help is another verb": {[]string{"--help"}, exitUsage, "shimgen mcp --help"},
	} {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			t.Chdir(t.TempDir())
			assert.Equal(t, c.code, run(c.args, []string{"HOME=/nonexistent"}, &stderr))
			assert.Contains(t, stderr.String(), c.said)
			assert.Equal(t, 1, strings.Count(stderr.String(), "\n"))
		})
	}
}

// TestDir checks that the server works in the given directory.
func TestDir(t *testing.T) {
	w := newWorld(t)
	other := filepath.Join(w.home, "other")
	require.NoError(t, os.Mkdir(other, 0o755))
	s := w.connect(t, "--dir", "../other", "--security-blocked-path", w.project, "--security-blocked-path", "/srv")
	assert.Equal(t, other+"\n", run1(t, s, "pwd").text)
	assert.Equal(t, "allow", call(t, s, "check", map[string]any{"command": "echo x >f"}).fields["action"])
	r := call(t, s, "check", map[string]any{"command": "echo x >../project/f"})
	assert.Equal(t, "block", r.fields["action"], r.text)
}
