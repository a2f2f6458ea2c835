package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"
)

// built is the directory with the three real programs, compiled once and never stamped.
var built string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "shimgen-mcp")
	if err != nil {
		panic(err)
	}
	built = dir
	build := exec.Command("go", "build", "-o", dir+"/", ".", "../shim", "../shimgen")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// world is a home with an installation, a project as the work directory, and fake programs
// behind the shims, so no test relies on the shims to protect the machine.
type world struct {
	home, project, fake string
}

func newWorld(t *testing.T) world {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := world{home, filepath.Join(home, "project"), filepath.Join(home, "fake")}
	for _, dir := range []string{w.project, w.fake} {
		require.NoError(t, os.Mkdir(dir, 0o755))
	}
	for _, name := range []string{"rm", "git", "curl", "wget", "python3", "ssh", "sudo"} {
		text := "#!/bin/sh\nprintf '%s' " + name + "; for a in \"$@\"; do printf ' [%s]' \"$a\"; done; echo\necho " + name + " >>" + w.project + "/ran\n"
		require.NoError(t, os.WriteFile(filepath.Join(w.fake, name), []byte(text), 0o755))
	}
	out, err := w.command(filepath.Join(built, "shimgen"), "install").CombinedOutput()
	require.NoError(t, err, string(out))
	return w
}

// libexec returns the path of a program in the installation.
func (w world) libexec(name string) string {
	return filepath.Join(w.home, ".agent-loop", "libexec", name)
}

// command returns a command that starts a program in the project.
func (w world) command(program string, args ...string) *exec.Cmd {
	c := exec.Command(program, args...)
	c.Dir = w.project
	c.Env = []string{"HOME=" + w.home, "PATH=" + w.fake + ":/usr/local/bin:/usr/bin:/bin"}
	return c
}

// policy writes the user's policy.
func (w world) policy(t *testing.T, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(w.home, ".agent-loop", "policy.toml"), []byte(text), 0o600))
}

// connect starts the installed "shimgen mcp" with flags and connects to it.
func (w world) connect(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	return dial(t, w.command(w.libexec("shimgen"), append([]string{"mcp"}, flags...)...))
}

// dial connects the SDK's own client to a server on standard input and output.
func dial(t *testing.T, server *exec.Cmd) *mcp.ClientSession {
	t.Helper()
	stderr := &strings.Builder{}
	if server.Stderr == nil {
		server.Stderr = stderr
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "test-agent", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: server}, nil)
	require.NoError(t, err, stderr.String())
	t.Cleanup(func() { session.Close() })
	return session
}

// reply is the answer that an agent gets to a call.
type reply struct {
	text    string
	isError bool
	fields  map[string]any
}

// call calls a tool with arguments.
func call(t *testing.T, s *mcp.ClientSession, tool string, args map[string]any) reply {
	t.Helper()
	r, err := tryCall(t.Context(), s, tool, args)
	require.NoError(t, err)
	return r
}

func tryCall(ctx context.Context, s *mcp.ClientSession, tool string, args map[string]any) (reply, error) {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return reply{}, err
	}
	r := reply{isError: result.IsError}
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			r.text += text.Text
		}
	}
	data, err := json.Marshal(result.StructuredContent)
	if err == nil {
		err = json.Unmarshal(data, &r.fields)
	}
	return r, err
}

// run1 calls execute with only a command.
func run1(t *testing.T, s *mcp.ClientSession, command string) reply {
	t.Helper()
	return call(t, s, "execute", map[string]any{"command": command})
}
