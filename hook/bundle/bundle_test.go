package bundle

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/hook"
)

func TestFiles(t *testing.T) {
	files, err := Files("1.4.0")
	require.NoError(t, err)
	byPath := map[string]string{}
	for _, f := range files {
		assert.True(t, filepath.IsLocal(filepath.FromSlash(f.Path)), f.Path)
		assert.NotContains(t, byPath, f.Path, "two files of one name")
		assert.True(t, json.Valid([]byte(f.Text)), f.Path)
		assert.NotContains(t, f.Text, "/home/", "a path of this machine in %s", f.Path)
		byPath[f.Path] = f.Text
	}
	for _, p := range Plugins() {
		t.Run(p.Agent, func(t *testing.T) {
			about := byPath[p.Agent+"/"+p.manifest]
			assert.Contains(t, about, `"version": "1.4.0"`)
			assert.Equal(t, p.names, strings.Contains(about, `"hooks": "./`+p.Hooks+`"`), "the agent is told where the hooks are only if it does not look there: it would run them twice")

			r, ok := hook.RegistrationOf(p.Agent)
			require.True(t, ok)
			entries, err := r.Find(byPath[p.Agent+"/"+p.Hooks])
			require.NoError(t, err)
			require.Len(t, entries, len(r.Events), "once for each event")
			assert.Equal(t, r.PortableLine(), entries[0].Command)
			h, ok := hook.Lookup(p.Agent)
			require.True(t, ok)
			assert.NotEmpty(t, h.Measured, "a row is run with the real agent")
			if p.catalogue != "" {
				assert.Contains(t, byPath[p.catalogue], `"./`+p.Agent+`"`)
			}
		})
	}
}

// TestPortableLine runs the line of each plug-in in homes with different programs.
func TestPortableLine(t *testing.T) {
	tests := []struct {
		why, program, stderr string
		status               int
	}{
		{"it passes", "cat >/dev/null; exit 90", "", 0},
		{"it refuses", "echo no >&2; exit 92", "no\n", 2},
		{"it is another program", "exit 0", "shimgen install, or remove the plug-in", 2},
		{"shimgen was never installed", "", "shimgen install, or remove the plug-in", 2},
	}
	for _, p := range Plugins() {
		for _, tt := range tests {
			t.Run(p.Agent+"/"+tt.why, func(t *testing.T) {
				home := filepath.Join(t.TempDir(), "it's a home")
				if tt.program != "" {
					path := filepath.Join(home, ".agent-loop", "libexec", "shimgen")
					require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
					require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+tt.program+"\n"), 0o700))
				}
				r, ok := hook.RegistrationOf(p.Agent)
				require.True(t, ok)
				c := exec.Command("/bin/sh", "-c", r.PortableLine())
				c.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
				c.Stdin = strings.NewReader("{}")
				var stderr strings.Builder
				c.Stderr = &stderr
				_ = c.Run()
				require.NotNil(t, c.ProcessState)
				assert.Equal(t, tt.status, c.ProcessState.ExitCode())
				assert.Contains(t, stderr.String(), tt.stderr)
			})
		}
	}
}
