package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/replay"
)

// Another policy judges two teams' records, once in one process and once by workers that are
// killed: the results are the same.
func TestReplay(t *testing.T) {
	server := broker.Start(t, broker.Config{})
	boss := newMachine(t, "boss")
	initialized(t, boss, server.URL())
	for i, team := range []string{"red", "blue"} {
		m := newMachine(t, team+"-1")
		var trail strings.Builder
		for n := range 1500 {
			command := "git status"
			if n%10 == i {
				command = "git reset --hard"
			}
			fmt.Fprintf(&trail, `{"ts":"2026-11-26T10:00:00.%06dZ","event":"command","command":"%s","action":"allow","allowed":true,"rules":[],"cwd":"/home/u/p"}`+"\n", n, command)
		}
		require.NoError(t, os.WriteFile(filepath.Join(m.home, ".agent-loop", "audit", "20261126.jsonl"), []byte(trail.String()), 0o600))
		out, err := m.forward(server.URL(), "--team", team, "--once").CombinedOutput()
		require.NoError(t, err, string(out))
	}
	boss.file(t, "new.toml", guarded)
	judge := func() (r replay.Result) {
		t.Helper()
		c := boss.program("replay", "--to", server.URL(), "--policy", "new.toml", "--json", "--html", "page.html")
		c.Stderr = os.Stderr
		out, err := c.Output()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(out, &r))
		return r
	}
	alone := judge()
	assert.Equal(t, 3000, alone.Judged)
	assert.Equal(t, 300, alone.Stricter)
	assert.Equal(t, map[string]int{"red": 150, "blue": 150}, alone.Teams)
	assert.Equal(t, map[string]int{"git.reset-hard": 300}, alone.Rules)
	require.Len(t, alone.Changes, 2)
	assert.Equal(t, "git reset --hard", alone.Changes[0].Command)
	page, err := os.ReadFile(filepath.Join(boss.home, "page.html"))
	require.NoError(t, err)
	assert.Contains(t, string(page), `<b class="stricter">300</b> commands of 3000`)

	stop := make(chan struct{})
	killed := make(chan int)
	go func() {
		n := 0
		for {
			c := boss.program("replay", "--to", server.URL(), "--work")
			if !assert.NoError(t, c.Start()) {
				break
			}
			ended := false
			select {
			case <-stop:
				ended = true
			case <-time.After(150 * time.Millisecond):
			}
			_ = c.Process.Kill()
			_ = c.Wait()
			if n++; ended {
				break
			}
		}
		killed <- n
	}()
	for range 2 {
		assert.Equal(t, alone, judge())
	}
	close(stop)
	assert.Positive(t, <-killed)

	out := boss.does(t, "replay", "--to", server.URL(), "--policy", "new.toml")
	assert.Contains(t, out, "would have been stricter about 300 commands of 3000, and looser about 0\n")
	out, status := boss.ran(t, "replay", "--to", server.URL())
	assert.Equal(t, 2, status)
	assert.Contains(t, out, "either --policy FILE or --work")
}
