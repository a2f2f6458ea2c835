package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rundir"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/zone"
)

// killedRun makes what a killed run of the installation at root has left in temp, with
// one record of a shim, and returns its directory and its lock.
func killedRun(t *testing.T, temp, root, command string) (string, *os.File) {
	t.Helper()
	own := filepath.Join(rundir.In(temp), trail.NewID())
	require.NoError(t, os.MkdirAll(filepath.Join(own, "spool"), 0o700))
	lock, err := rundir.Hold(own, root)
	require.NoError(t, err)
	inside := &Session{Root: t.TempDir(), Policy: &policy.Policy{Profile: "cautious"}, uid: os.Getuid(), owner: os.Getuid()}
	require.NoError(t, os.Mkdir(inside.AuditDir(), 0o700))
	require.NoError(t, inside.Record(audit.Shim{Command: command, Action: rules.Block.String(), PID: 4, PPID: 2, Dir: "/work", Ring: "shim"}))
	logs, err := filepath.Glob(filepath.Join(inside.AuditDir(), "*"))
	require.NoError(t, err)
	require.Len(t, logs, 1)
	require.NoError(t, os.Rename(logs[0], filepath.Join(own, "spool", filepath.Base(logs[0]))))
	return own, lock
}

// A killed run's records go to its own installation, or to whoever comes first once that
// installation is gone; a run that somebody holds is left alone.
func TestTakeOver(t *testing.T) {
	temp := t.TempDir()
	s := &Session{Root: t.TempDir(), Policy: &policy.Policy{Profile: "cautious"}, Machine: zone.Machine{Temp: []string{temp}}, uid: os.Getuid(), owner: os.Getuid()}
	require.NoError(t, os.Mkdir(s.AuditDir(), 0o700))
	require.NoError(t, s.makeRuns())
	for _, c := range []struct {
		name, root string
		held       bool
		taken      bool
	}{
		{"ours", s.Root, false, true},
		{"ours-held", s.Root, true, false},
		{"another-installation", t.TempDir(), false, false},
		{"gone", filepath.Join(t.TempDir(), "removed"), false, true},
		{"gone-held", filepath.Join(t.TempDir(), "removed"), true, false},
		{"relative", "removed", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			own, lock := killedRun(t, temp, c.root, c.name)
			if c.held {
				defer lock.Close()
			} else {
				lock.Close()
			}
			s.takeOver()
			trail := ""
			if logs, _ := filepath.Glob(filepath.Join(s.AuditDir(), "*")); len(logs) == 1 {
				text, err := os.ReadFile(logs[0])
				require.NoError(t, err)
				trail = string(text)
			}
			if c.taken {
				assert.NoDirExists(t, own)
				assert.Contains(t, trail, `"from":"inside"`)
				assert.Contains(t, trail, `"command":"`+c.name+`"`)
				assert.Contains(t, trail, `"run":"`+filepath.Base(own)+`"`)
				return
			}
			assert.DirExists(t, own)
			assert.NotContains(t, trail, `"command":"`+c.name+`"`)
		})
	}
}
