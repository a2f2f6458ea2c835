package runner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
)

// namesIn are the names in a directory.
func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// aged makes a file of some size that was written so long ago.
func aged(t *testing.T, dir, name string, size int64, age time.Duration) {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.NoError(t, os.Truncate(path, size))
	at := time.Now().Add(-age)
	require.NoError(t, os.Chtimes(path, at, at))
}

func TestTheJudgeKeepsTheTrailWithinItsBound(t *testing.T) {
	in := newInstallation(t, "[audit]\nkeep_mib = 8")
	require.NoError(t, os.Mkdir(in.id.Root+"/audit", 0o700))
	s := in.session(t)
	today := audit.FileName(time.Now())
	aged(t, s.AuditDir(), "20200101.0001.jsonl", 7<<20, 1000*time.Hour)
	aged(t, s.AuditDir(), today, 3<<20, 0)
	require.NoError(t, s.Record(audit.ToolCall{Tool: "x"}))
	require.NoError(t, s.Record(audit.ToolCall{Tool: "y"}))
	part := strings.Replace(today, ".", ".0001.", 1)
	assert.Equal(t, []string{part, today}, namesIn(t, s.AuditDir()))
	var lines []string
	_, err := query.Tail(s.AuditDir(), 9, func(line []byte) error { lines = append(lines, string(line)); return nil })
	require.NoError(t, err)
	require.Len(t, lines, 2, "a line before the file got another name, and one behind it")
	assert.Contains(t, lines[0], `"x"`)

	aged(t, s.AuditDir(), "20200102.jsonl", 9<<20, 1000*time.Hour)
	require.NoError(t, s.Record(audit.ToolCall{Tool: "z"}))
	assert.Contains(t, namesIn(t, s.AuditDir()), "20200102.jsonl", "not looked at again for an hour")
	old := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(in.id.Root+"/state/audit.lock", old, old))
	require.NoError(t, s.Record(audit.ToolCall{Tool: "z"}))
	assert.NotContains(t, namesIn(t, s.AuditDir()), "20200102.jsonl")
}

func TestOneRotatesAtATime(t *testing.T) {
	in := newInstallation(t, "[audit]\nkeep_mib = 8")
	require.NoError(t, os.Mkdir(in.id.Root+"/audit", 0o700))
	s := in.session(t)
	lock, err := os.OpenFile(in.id.Root+"/state/audit.lock", os.O_CREATE|os.O_RDWR, 0o600)
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, unix.Flock(int(lock.Fd()), unix.LOCK_EX))
	today := audit.FileName(time.Now())
	aged(t, s.AuditDir(), today, 3<<20, 0)
	require.NoError(t, s.Record(audit.ToolCall{Tool: "x"}), "nothing waits for it")
	assert.Equal(t, []string{today}, namesIn(t, s.AuditDir()))
}
