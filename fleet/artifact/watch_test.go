package artifact

import (
	"context"
	"crypto/ed25519"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/pull"
	"github.com/agent-loop/shimgen/fleet/registrytest"
	"github.com/agent-loop/shimgen/host"
)

// said is what a watch has reported.
type said struct {
	mu   sync.Mutex
	text string
}

func (s *said) say(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text += line + "\n"
}

func (s *said) count(part string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Count(s.text, part)
}

// A machine that watches a registry takes only signed and newer policies, whatever the
// registry serves. Without the registry it keeps its policy.
func TestAWatchedRegistry(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	var ours, strangers ed25519.PrivateKey
	for _, key := range []*ed25519.PrivateKey{&strangers, &ours} {
		private, public, err := envelope.NewKey("")
		require.NoError(t, err)
		*key, err = envelope.PrivateKey(private)
		require.NoError(t, err)
		require.NoError(t, host.Replace(filepath.Join(dir, pull.KeysName), []byte(public), 0o644))
	}
	_, server := registrytest.Start(t)
	p := place(t, server, Options{})
	var heard said
	w := pull.Watch{Machine: pull.Machine{Etc: dir, Need: host.Policy(host.UID()), Group: "laptops"}, Every: 5 * time.Millisecond, Say: heard.say}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		w.Run(ctx, p.Fetch)
		close(done)
	}()
	soon := time.Now().Add(time.Hour)
	other := place(t, server, Options{}) // the publisher's reference
	const guarded, cautious = "profile = \"guarded\"\n", "profile = \"cautious\"\n"
	for _, step := range []struct {
		why    string
		key    ed25519.PrivateKey
		policy envelope.Policy
		says   string
		text   string
	}{
		{"the first", ours, envelope.Policy{Group: "laptops", Version: 5, Expires: soon, Text: guarded}, "version 5 of group laptops is in force", guarded},
		{"forged", strangers, envelope.Policy{Group: "laptops", Version: 6, Expires: soon, Text: cautious}, "is not signed by a key", guarded},
		{"older", ours, envelope.Policy{Group: "laptops", Version: 4, Expires: soon, Text: cautious}, "is older than the policy in force", guarded},
		{"expired", ours, envelope.Policy{Group: "laptops", Version: 7, Expires: soon.AddDate(-1, 0, 0), Text: cautious}, "has expired", guarded},
		{"for others", ours, envelope.Policy{Group: "servers", Version: 8, Expires: soon, Text: cautious}, "is for another group", guarded},
		{"newer", ours, envelope.Policy{Group: "laptops", Version: 9, Expires: soon, Text: cautious}, "version 9 of group laptops is in force", cautious},
	} {
		data, err := envelope.Seal(step.policy, step.key)
		require.NoError(t, err)
		require.NoError(t, other.Push(t.Context(), data))
		require.Eventually(t, func() bool { return heard.count(step.says) == 1 }, time.Minute, time.Millisecond, step.why)
		text, err := os.ReadFile(filepath.Join(dir, pull.PolicyName))
		require.NoError(t, err)
		assert.Equal(t, step.text, string(text), step.why)
	}
	server.CloseClientConnections()
	server.Close()
	require.Eventually(t, func() bool { return heard.count("connection refused") == 1 }, time.Minute, time.Millisecond, "the registry is gone")
	time.Sleep(50 * time.Millisecond) // several looks
	stop()
	<-done
	assert.Equal(t, 1, heard.count("connection refused"), "said once: %s", heard.text)
	text, err := os.ReadFile(filepath.Join(dir, pull.PolicyName))
	require.NoError(t, err)
	assert.Equal(t, cautious, string(text))
}
