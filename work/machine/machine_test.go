//go:build linux

package machine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/clients/cage"
	"github.com/agent-loop/shimgen/gate"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	cage.Inside()
	os.Exit(m.Run())
}

// TestClear checks the only difference between the gate's lines and the judge's.
func TestClear(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 123456789, time.UTC)
	line := func(id uint64) string {
		var l gate.Line
		l.Begin(at.Unix(), int64(at.Nanosecond()), "path_proxy")
		l.Text("command", "ls")
		l.Text("action", "allow")
		l.ID("id", id)
		l.Number("pid", 77)
		require.True(t, l.End())
		return string(l.Bytes())
	}
	dir := t.TempDir()
	gates := line(gate.NewID(at.Unix(), int64(at.Nanosecond()), 77))
	judges := line(gate.NewID(at.Unix(), int64(at.Nanosecond())-int64(time.Millisecond), 77))
	torn := gates[:len(gates)/2] + judges
	require.NoError(t, os.WriteFile(filepath.Join(dir, audit.FileName(at)), []byte(gates+judges+torn+gates[:9]), 0o600))
	all, err := trail(dir)
	require.NoError(t, err)
	require.Len(t, all, 3, "one that was cut off is left out, and one behind it is not")
	assert.True(t, all[0].Clear())
	assert.False(t, all[1].Clear(), "the judge's id is of an earlier moment")
	assert.False(t, all[2].Clear())
	assert.False(t, all[0].IsRefused())
	assert.True(t, Execution{}.IsRefused(), "what nobody allowed")
	none, err := trail(filepath.Join(dir, "none"))
	assert.NoError(t, err)
	assert.Empty(t, none)
}

// standIn installs a shim of shell for one program, which leaves a line.
const standIn = `#!/bin/bash
set -eu
[ "$1" = install ] && grep -q 'profile = "cautious"' "$HOME/.agent-loop/policy.toml"
mkdir -p "$HOME/.agent-loop/bin" "$HOME/.agent-loop/audit"
cat >"$HOME/.agent-loop/bin/expr" <<'SHIM'
#!/bin/bash
echo '{"ts":"2026-01-02T03:04:05Z","event":"path_proxy","command":"expr","action":"block","rules":["x.y"]}' >>/home/agent/.agent-loop/audit/20260102.jsonl
exec /usr/bin/expr "$@"
SHIM
chmod 755 "$HOME/.agent-loop/bin/expr"
`

func TestMachine(t *testing.T) {
	if err := cage.Possible(); err != nil {
		t.Skip(err)
	}
	bin, src := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "shimgen"), []byte(standIn), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(src, "file"), []byte("fetched\n"), 0o644))
	for _, dir := range []string{bin, src, filepath.Dir(bin)} {
		require.NoError(t, os.Chmod(dir, 0o755))
	}
	job := Job{Setup: "echo set >up; command -v expr >>up", Script: `expr 1 + 1; cat up /home/src/s/file; ln -s up link; mkdir -m 700 d; touch /tmp/x; whoami; exit 3`}
	for way, where := range map[Way]string{Without: "", Default: Shims} {
		m, err := New(context.Background(), t.TempDir(), bin, way, "cautious", map[string]string{"s": src})
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(m.Path, where))
		for range 2 { // the second run finds what the first one found
			o, err := m.Run(context.Background(), job)
			require.NoError(t, err)
			assert.Equal(t, 3, o.Exit, o.Stderr)
			assert.Equal(t, "2\nset\n/usr/bin/expr\nfetched\nagent\n", o.Stdout, way)
			assert.Equal(t, "up", o.Files["work/link"].Text)
			assert.Equal(t, os.ModeDir|0o700, o.Files["work/d"].Mode)
			assert.NotContains(t, o.Files, ".agent-loop")
			assert.Equal(t, way == Default, len(o.Trail) == 1 && o.Trail[0].Rules[0] == "x.y", way)
			lines, err := filepath.Glob(filepath.Join(m.home(), ".agent-loop", "audit", "*.jsonl"))
			require.NoError(t, err)
			assert.Len(t, lines, len(o.Trail))
			for _, name := range lines {
				text, err := os.ReadFile(name)
				require.NoError(t, err)
				assert.Equal(t, "\n", string(text), "the first line of a day costs more, and this is no more it")
			}
		}
		_, err = m.Run(context.Background(), Job{Setup: "exit 4", Script: "true"})
		assert.ErrorContains(t, err, "setup ends with 4")
	}
	_, err := New(context.Background(), t.TempDir(), bin, Default, "open", nil)
	assert.ErrorContains(t, err, "shimgen install")
}
