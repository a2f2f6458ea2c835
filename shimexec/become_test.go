package shimexec

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
)

func TestBecomeRefuses(t *testing.T) {
	for _, tt := range []struct {
		why, name string
		args      []string
		status    int
		said      string
	}{
		{"a path that no sandbox covers", "/usr/bin/git", []string{"status"}, exit.Failed, `--as-shim "/usr/bin/git": not the name of a shim`},
		{"what is blocked", "rm", []string{"-rf", "/"}, exit.Refused, ""},
		{"what would be asked about", "git", []string{"reset", "--hard"}, exit.Refused, ""},
		{"a program that is not there", "no-such-program-anywhere", nil, exit.Missing, "no-such-program-anywhere: not found"},
	} {
		var said bytes.Buffer
		err := Call{Called: tt.name, Name: tt.name, Args: tt.args, Env: []string{"HOME=" + t.TempDir(), "PATH=/nowhere"}, Err: &said}.Become()
		var silent exit.Silent
		var failed *exit.Error
		switch {
		case tt.said == "":
			require.ErrorAs(t, err, &silent, tt.why)
			assert.Equal(t, tt.status, int(silent), tt.why)
			assert.Contains(t, said.String(), "shimgen: blocked", tt.why)
		default:
			require.ErrorAs(t, err, &failed, tt.why)
			assert.Equal(t, tt.status, failed.Status, tt.why)
			assert.Equal(t, tt.said, failed.Text, tt.why)
		}
	}
}

func TestOtherNameIsOfALink(t *testing.T) {
	for _, tt := range []struct{ called, name, want string }{
		{"git", "git", ""},
		{"-bash", "bash", ""},
		{"/usr/bin/git", "git", ""},
		{"/opt/box/ls", "busybox", "ls"},
		{".", "git", ""},
	} {
		assert.Equal(t, tt.want, aliasName(tt.called, tt.name), tt.called)
	}
	assert.Empty(t, calledAs("/home/u/.agent-loop/libexec/shimgen"), "the judge's own name is nobody's")
	assert.Equal(t, "git", calledAs("git"))
}
