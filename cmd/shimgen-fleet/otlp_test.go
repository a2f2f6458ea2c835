package main

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The whole program sends to a collector, and continues where it stopped.
func TestForwardToACollector(t *testing.T) {
	var requests atomic.Int32
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		requests.Add(1)
		_, _ = io.Copy(io.Discard, q.Body)
	}))
	t.Cleanup(collector.Close)
	m := newMachine(t, "a")
	send := func() string {
		t.Helper()
		c := m.program("forward", "--otlp", collector.URL, "--send", "commands", "--trail", filepath.Join(m.home, ".agent-loop", "audit"), "--once")
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	m.write(t, 30, rand.New(rand.NewPCG(1, 1)))
	assert.Equal(t, "shimgen-fleet: 30 records sent\n", send())
	assert.Equal(t, "shimgen-fleet: 0 records sent\n", send())
	m.write(t, 2, rand.New(rand.NewPCG(1, 1)))
	assert.Equal(t, "shimgen-fleet: 2 records sent\n", send())
	assert.EqualValues(t, 2, requests.Load(), "no records are no request")
	assert.FileExists(t, filepath.Join(m.home, ".agent-loop", "state", "otlp", "position.json"))
}

func TestForwardToACollectorThatIsNone(t *testing.T) {
	m := newMachine(t, "a")
	for _, c := range []struct {
		args []string
		said string
	}{
		{[]string{"--otlp", "http://otel.example.com"}, "is no endpoint of OTLP"},
		{[]string{"--otlp", "https://otel.example.com", "--to", "nats://127.0.0.1:1"}, "--to names a server, --otlp a collector"},
		{[]string{"--otlp-headers", "f", "--to", "nats://127.0.0.1:1"}, "--otlp-headers goes with the latter"},
	} {
		out, err := m.program(append([]string{"forward", "--once"}, c.args...)...).CombinedOutput()
		assert.Error(t, err)
		assert.Contains(t, string(out), c.said)
	}
}
