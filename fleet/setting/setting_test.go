package setting

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/host"
)

func write(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fleet.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	require.NoError(t, os.Chmod(path, mode))
	return path
}

func TestRead(t *testing.T) {
	system, mine := filepath.Join(t.TempDir(), "none"), host.Policy(host.UID())
	s, err := Read(write(t, "to = \"nats://x\"\nteam = \"red\"\nsend = \"hashed\"\n", 0o600), system, mine)
	require.NoError(t, err)
	assert.Equal(t, Settings{To: "nats://x", Team: "red", Send: "hashed"}, s)
	for _, tt := range []struct {
		why, text string
		mode      os.FileMode
		want      string
	}{
		{"a misspelt key", "sent = \"none\"\n", 0o600, `unknown key "sent"`},
		{"no TOML", "to = \n", 0o600, "fleet.toml"},
		{"others can write it", "", 0o666, "is writable by group or others"},
	} {
		_, err := Read(write(t, tt.text, tt.mode), system, mine)
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
	_, err = Read(filepath.Join(t.TempDir(), "none"), system, mine)
	assert.ErrorIs(t, err, os.ErrNotExist, "a file that was named must be there")
}

// A fleet's file reads back as it was written, whatever it contains.
func TestText(t *testing.T) {
	s := Settings{To: "nats://x\"\ncreds = \"/etc/shadow", Team: "red", Send: "commands"}
	text, err := s.Text()
	require.NoError(t, err)
	back, err := Parse("fleet.toml", text)
	require.NoError(t, err)
	assert.Equal(t, s, back)
}

// The administrator's file limits what leaves, whatever file a command line names.
func TestTheAdministratorsFileIsTheMost(t *testing.T) {
	mine := host.Policy(host.UID())
	for _, tt := range []struct{ why, system, file, flag, send, err string }{
		{"neither says it", "team = \"red\"\n", "", "", "decisions", ""},
		{"a flag beside a file that does not say it", "team = \"red\"\n", "", "commands", "", "a flag can only say less"},
		{"a file says more", "send = \"decisions\"\n", "send = \"commands\"\n", "", "", "another file can only say less"},
		{"a file says more than the default", "team = \"red\"\n", "send = \"hashed\"\n", "", "", "another file can only say less"},
		{"a file says less", "send = \"commands\"\n", "send = \"none\"\n", "", "none", ""},
		{"a flag beside a file that says less", "send = \"commands\"\n", "send = \"none\"\n", "decisions", "", "a flag can only say less"},
		{"the administrator's file is broken", "send = \n", "send = \"none\"\n", "", "", "fleet.toml"},
		{"there is none of the administrator's", "", "send = \"commands\"\n", "", "commands", ""},
		{"there is no file", "", "", "commands", "commands", ""},
	} {
		system, file := filepath.Join(t.TempDir(), "fleet.toml"), ""
		if tt.system != "" {
			system = write(t, tt.system, 0o600)
		}
		if tt.file != "" {
			file = write(t, tt.file, 0o600)
		}
		s, err := Read(file, system, mine)
		if err == nil {
			s, err = s.With(Settings{Send: tt.flag})
		}
		if tt.err != "" {
			assert.ErrorContains(t, err, tt.err, tt.why)
			continue
		}
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.send, s.Send, tt.why)
	}
}

func TestWith(t *testing.T) {
	for _, tt := range []struct {
		why         string
		file, flags Settings
		send, err   string
	}{
		{"nobody says anything", Settings{}, Settings{}, "decisions", ""},
		{"the file", Settings{Send: "commands"}, Settings{}, "commands", ""},
		{"a flag says less", Settings{Send: "commands"}, Settings{Send: "none"}, "none", ""},
		{"a flag says more", Settings{Send: "decisions"}, Settings{Send: "commands"}, "", "a flag can only say less"},
		{"a flag alone", Settings{}, Settings{Send: "commands"}, "commands", ""},
		{"a flag that means nothing", Settings{Send: "none"}, Settings{Send: "all"}, "", `send = "all"`},
		{"a team that is two tokens", Settings{Team: "red.audit"}, Settings{}, "", `team "red.audit"`},
		{"a machine that is a wildcard", Settings{}, Settings{Machine: ">"}, "", `machine ">"`},
	} {
		s, err := tt.file.With(tt.flags)
		if tt.err != "" {
			assert.ErrorContains(t, err, tt.err, tt.why)
			continue
		}
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.send, s.Send, tt.why)
		assert.NotEmpty(t, s.Machine, tt.why)
	}
}

func TestWhoMayAnswer(t *testing.T) {
	for _, tt := range []struct {
		why         string
		file, flags []string
		want        []string
		err         string
	}{
		{"nobody is named", nil, nil, nil, ""},
		{"the file", []string{"ann", "bob"}, nil, []string{"ann", "bob"}, ""},
		{"flags alone", nil, []string{"ann"}, []string{"ann"}, ""},
		{"a flag says fewer", []string{"ann", "bob"}, []string{"ann"}, []string{"ann"}, ""},
		{"a flag says others", []string{"ann"}, []string{"eve"}, nil, "a flag can only say fewer"},
		{"the file says nobody", []string{}, []string{"eve"}, nil, "a flag can only say fewer"},
	} {
		s, err := Settings{Approvers: tt.file}.With(Settings{Approvers: tt.flags})
		if tt.err != "" {
			assert.ErrorContains(t, err, tt.err, tt.why)
			continue
		}
		require.NoError(t, err, tt.why)
		assert.Equal(t, tt.want, s.Approvers, tt.why)
	}
	s, err := Read(write(t, `approvers = ["ann"]`, 0o600), filepath.Join(t.TempDir(), "none"), host.Policy(host.UID()))
	require.NoError(t, err)
	assert.Equal(t, []string{"ann"}, s.Approvers)
}

// No other file adds an approver whom the administrator's does not name.
func TestAnotherFileNamesFewer(t *testing.T) {
	mine := host.Policy(host.UID())
	system := write(t, "approvers = [\"ann\", \"bob\"]\n", 0o600)
	s, err := Read(write(t, "approvers = [\"bob\"]\n", 0o600), system, mine)
	require.NoError(t, err)
	assert.Equal(t, []string{"bob"}, s.Approvers)
	s, err = Read(write(t, "team = \"red\"\n", 0o600), system, mine)
	require.NoError(t, err)
	assert.Equal(t, []string{"ann", "bob"}, s.Approvers)
	_, err = Read(write(t, "approvers = [\"bob\", \"eve\"]\n", 0o600), system, mine)
	assert.ErrorContains(t, err, `does not name "eve"`)
}

func TestTheKeyOfHashes(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	one, err := Settings{Send: "hashed"}.Rule(state)
	require.NoError(t, err)
	again, err := Settings{Send: "hashed"}.Rule(state)
	require.NoError(t, err)
	assert.Equal(t, one, again, "the key is kept")
	assert.Equal(t, share.Hashed, one.Level)
	for _, tt := range []struct {
		why, text, want string
		mode            os.FileMode
	}{
		{"too short to be a secret", "short", "too short", 0o600},
		{"others can read it", "0123456789abcdef", "can be read by others", 0o644},
	} {
		_, err := Settings{Send: "hashed", HashKey: write(t, tt.text, tt.mode)}.Rule(state)
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
	rule, err := Settings{Send: "commands"}.Rule("/nonexistent")
	require.NoError(t, err)
	assert.Equal(t, share.Rule{Level: share.Commands}, rule, "no key is needed")
}
