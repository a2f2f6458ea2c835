package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/query"
)

// Export prints what two teams forwarded, with the names under which the server knows them.
func TestExport(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss := newMachine(t, "boss")
	initialized(t, boss, server.URL())
	for _, team := range []string{"red", "blue"} {
		m := newMachine(t, team+"-1")
		m.file(t, ".agent-loop/audit/20261126.jsonl", fmt.Sprintf(`{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"echo %s","action":"allow","allowed":true,"rules":[]}`+"\n", team))
		out, err := m.forward(server.URL(), "--team", team, "--once").CombinedOutput()
		require.NoError(t, err, string(out))
	}
	const line = `{"team":"%[1]s","machine":"%[1]s-1","ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"echo %[1]s","action":"allow","allowed":true,"rules":[]}` + "\n"
	red, blue := fmt.Sprintf(line, "red"), fmt.Sprintf(line, "blue")
	for _, tt := range []struct {
		why    string
		args   []string
		want   string
		status int
	}{
		{"all", nil, red + blue, 0},
		{"a team", []string{"--team", "blue"}, blue, 0},
		{"fourteen days", []string{"--since", "14d"}, red + blue, 0},
		{"a team that is none", []string{"--team", "*"}, "shimgen-fleet: team \"*\": must be letters, digits, hyphens and underscores\nshimgen-fleet: hint: shimgen-fleet --help\n", 2},
	} {
		out, status := boss.ran(t, append([]string{"export", "--to", server.URL()}, tt.args...)...)
		assert.Equal(t, tt.want, out, tt.why)
		assert.Equal(t, tt.status, status, tt.why)
	}
	assert.Equal(t, query.Views, boss.does(t, "views"))

	// team = in a configuration names this machine's team; export prints everybody's.
	config := filepath.Join(boss.home, "fleet.toml")
	require.NoError(t, os.WriteFile(config, []byte("team = \"blue\"\n"), 0o600))
	assert.Equal(t, red+blue, boss.does(t, "export", "--to", server.URL(), "--config", config))
}

func TestHowFarToLookBack(t *testing.T) {
	for _, tt := range []struct {
		text string
		want time.Duration // 0 for an error
	}{
		{"14d", 14 * 24 * time.Hour},
		{"36h", 36 * time.Hour},
		{"90m", 90 * time.Minute},
		{"", 0},
		{"0d", 0},
		{"-1d", 0},
		{"-1h", 0},
		{"d", 0},
		{"14", 0},
		{"99999999d", 0},
	} {
		var got lookback
		err := got.UnmarshalText([]byte(tt.text))
		assert.Equal(t, tt.want, time.Duration(got), tt.text)
		assert.Equal(t, tt.want == 0, err != nil, tt.text)
	}
}
