package forward

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/share"
)

// collected is a collector and what it has received.
type collected struct {
	*httptest.Server
	mu       sync.Mutex
	ids      map[string]int // of records that it accepted
	commands []string
	requests []*http.Request
	answer   func(n int, commands []string, w http.ResponseWriter) bool // to the nth request; true means accepted
}

func collect(t *testing.T, answer func(n int, commands []string, w http.ResponseWriter) bool) *collected {
	t.Helper()
	c := &collected{ids: map[string]int{}, answer: answer}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

// otlpRequest is the part of a request that a collector reads.
type otlpRequest struct {
	ResourceLogs []struct {
		Resource  struct{ Attributes []otlpAttribute }
		ScopeLogs []struct {
			LogRecords []struct {
				Body       struct{ StringValue string }
				Attributes []otlpAttribute
			}
		}
	}
}

type otlpAttribute struct {
	Key   string
	Value struct{ StringValue string }
}

func attribute(list []otlpAttribute, key string) string {
	for _, a := range list {
		if a.Key == key {
			return a.Value.StringValue
		}
	}
	return ""
}

func (c *collected) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	in, err := gzip.NewReader(q.Body)
	if err != nil {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	var r otlpRequest
	if json.NewDecoder(in).Decode(&r) != nil || in.Close() != nil || len(r.ResourceLogs) != 1 {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	var ids, commands []string
	for _, log := range r.ResourceLogs[0].ScopeLogs[0].LogRecords {
		ids = append(ids, attribute(log.Attributes, "log.record.uid"))
		commands = append(commands, attribute(log.Attributes, "process.command_line"))
	}
	c.requests = append(c.requests, q)
	if attribute(r.ResourceLogs[0].Resource.Attributes, "host.name") != "laptop" || !c.answer(len(c.requests), commands, w) {
		return
	}
	for _, id := range ids {
		c.ids[id]++
	}
	c.commands = append(c.commands, commands...)
}

func takeAll(int, []string, http.ResponseWriter) bool { return true }

// refuse answers with a status.
func refuse(w http.ResponseWriter, status int) bool {
	w.WriteHeader(status)
	return false
}

// exporting returns a scene whose records go to a collector.
func exporting(t *testing.T, c *collected) (s *scene, f func() *Forwarder, said *[]string) {
	t.Helper()
	s = &scene{trail: t.TempDir(), state: filepath.Join(t.TempDir(), "otlp")}
	to, err := NewCollector(c.URL, "", "")
	require.NoError(t, err)
	said = &[]string{}
	return s, func() *Forwarder {
		return &Forwarder{
			Trail: s.trail, State: s.state, Machine: laptop, Rule: share.Rule{Level: share.Commands}, Collector: to, Once: true,
			Say: func(what string) { *said = append(*said, what) },
		}
	}, said
}

func run(t *testing.T, f *Forwarder) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, f.Run(ctx))
	require.NoError(t, ctx.Err())
}

// once checks that a collector has the numbered records, in order, each with an id of its
// own.
func (c *collected) once(t *testing.T, n int) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	require.Len(t, c.commands, n)
	for i, command := range c.commands {
		require.Equal(t, fmt.Sprintf("echo %d", i+1), command)
	}
	assert.Len(t, c.ids, n)
	assert.NotContains(t, c.ids, "")
}

func TestACollectorGetsEachRecord(t *testing.T) {
	c := collect(t, takeAll)
	s, forwarder, said := exporting(t, c)
	s.write(t, "20261126.jsonl", 700) // more than a batch
	run(t, forwarder())
	c.once(t, 700)
	assert.Equal(t, "/v1/logs", c.requests[0].URL.Path)
	assert.Equal(t, "application/json", c.requests[0].Header.Get("Content-Type"))

	s.write(t, "20261126.jsonl", 3)
	require.NoError(t, os.Rename(filepath.Join(s.trail, "20261126.jsonl"), filepath.Join(s.trail, "20261126.0001.jsonl")))
	s.write(t, "20261126.jsonl", 2)
	run(t, forwarder())
	c.once(t, 705)
	run(t, forwarder())
	c.once(t, 705)
	assert.Empty(t, *said)
}

// The exporter waits while a failure is temporary, in whatever way the collector says so;
// the records arrive once and in order.
func TestACollectorThatIsNotReady(t *testing.T) {
	for status, why := range map[int]string{
		http.StatusServiceUnavailable: "it is busy", http.StatusTooManyRequests: "too many", http.StatusUnauthorized: "the headers are mended meanwhile",
		http.StatusNotFound: "the endpoint comes later", http.StatusTemporaryRedirect: "a redirect is not followed, with the headers",
	} {
		c := collect(t, func(n int, _ []string, w http.ResponseWriter) bool {
			if n > 2 {
				return true
			}
			w.Header().Set("Location", "http://127.0.0.1:1/v1/logs")
			w.Header().Set("Retry-After", "0")
			return refuse(w, status)
		})
		s, forwarder, said := exporting(t, c)
		s.write(t, "20261126.jsonl", 5)
		run(t, forwarder())
		c.once(t, 5)
		assert.Len(t, c.requests, 3, why)
		assert.Equal(t, []string{fmt.Sprintf("waiting for the collector: it answers %d %s", status, http.StatusText(status))}, *said, why)
	}
}

// A record that the collector refuses for ever stops no other, and is reported by name.
func TestARefusedRecordStopsNoOther(t *testing.T) {
	c := collect(t, func(_ int, commands []string, w http.ResponseWriter) bool {
		for _, command := range commands {
			if command == "echo 33" {
				return refuse(w, http.StatusBadRequest)
			}
		}
		return len(commands) <= 20 || refuse(w, http.StatusRequestEntityTooLarge)
	})
	s, forwarder, said := exporting(t, c)
	s.write(t, "20261126.jsonl", 100)
	run(t, forwarder())
	assert.Len(t, c.commands, 99)
	assert.NotContains(t, c.commands, "echo 33")
	require.Len(t, *said, 1)
	assert.Regexp(t, `^record .* is lost: it answers 400 Bad Request$`, (*said)[0])
	run(t, forwarder())
	assert.Len(t, c.commands, 99)
}

func TestACollectorThatDropsSome(t *testing.T) {
	c := collect(t, func(_ int, _ []string, w http.ResponseWriter) bool {
		fmt.Fprint(w, `{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}`)
		return true
	})
	s, forwarder, said := exporting(t, c)
	s.write(t, "20261126.jsonl", 3)
	run(t, forwarder())
	c.once(t, 3)
	assert.Equal(t, []string{"the collector has dropped 2 records: too old"}, *said)
}

// Without an answer nobody knows whether a batch arrived, so it is sent again with the same
// ids.
func TestABatchThatMayHaveArrivedComesAgain(t *testing.T) {
	c := collect(t, takeAll)
	s, forwarder, _ := exporting(t, c)
	s.write(t, "20261126.jsonl", 5)
	c.answer = func(_ int, commands []string, w http.ResponseWriter) bool {
		if len(c.requests) == 1 {
			c.commands = append(c.commands, commands...)
			panic(http.ErrAbortHandler)
		}
		return true
	}
	run(t, forwarder())
	assert.Len(t, c.commands, 10)
	assert.Len(t, c.ids, 5)
}

// The end of the process ends a wait.
func TestAWaitForACollectorEnds(t *testing.T) {
	c := collect(t, func(_ int, _ []string, w http.ResponseWriter) bool {
		w.Header().Set("Retry-After", "3600")
		return refuse(w, http.StatusServiceUnavailable)
	})
	s, forwarder, _ := exporting(t, c)
	s.write(t, "20261126.jsonl", 1)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	f := forwarder()
	f.Once = false
	require.NoError(t, f.Run(ctx))
	assert.Len(t, c.requests, 1)
	p, err := readPosition(s.state)
	require.NoError(t, err)
	assert.Empty(t, p.Files)
}

func TestHeadersAndCertificates(t *testing.T) {
	c := &collected{ids: map[string]int{}, answer: takeAll}
	c.Server = httptest.NewTLSServer(c)
	t.Cleanup(c.Close)
	c.Config.ErrorLog = nil
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	headers := write("headers", "Api-Key: s3cr3t\nX-Scope-OrgID: red\n", 0o600)
	ca := write("ca.pem", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate().Raw})), 0o644)
	s, forwarder, said := exporting(t, c)
	s.write(t, "20261126.jsonl", 2)
	f := forwarder()
	var err error
	f.Collector, err = NewCollector(c.URL+"/v1/logs", headers, ca)
	require.NoError(t, err)
	run(t, f)
	c.once(t, 2)
	assert.Empty(t, *said)
	assert.Equal(t, "/v1/logs", c.requests[0].URL.Path)
	assert.Equal(t, "s3cr3t", c.requests[0].Header.Get("Api-Key"))
	assert.Equal(t, "red", c.requests[0].Header.Get("X-Scope-OrgID"))

	for _, bad := range []struct{ why, url, headers, ca, err string }{
		{"no TLS to another machine", "http://otel.example.com:4318", "", "", "is no endpoint of OTLP"},
		{"a name that only begins like this machine's", "http://localhost.example.com", "", "", "is no endpoint of OTLP"},
		{"another protocol", "grpc://127.0.0.1:4317", "", "", "is no endpoint of OTLP"},
		{"no URL", "otel.example.com", "", "", "is no endpoint of OTLP"},
		{"a password that others see", "https://u:p@otel.example.com", "", "", "every user of this machine could read"},
		{"headers that others can read", "https://otel.example.com", write("open", "A: b\n", 0o644), "", "can be read by others"},
		{"no headers", "https://otel.example.com", write("empty", "\n", 0o600), "", "is no file of headers"},
		{"what is none", "https://otel.example.com", write("text", "some text\n", 0o600), "", "is no file of headers"},
		{"no file", "https://otel.example.com", dir + "/none", "", "no such file"},
		{"no certificate", "https://otel.example.com", "", headers, "has no certificate"},
	} {
		_, err := NewCollector(bad.url, bad.headers, bad.ca)
		assert.ErrorContains(t, err, bad.err, bad.why)
		if err != nil {
			assert.False(t, strings.Contains(err.Error(), "u:p"), bad.why)
		}
	}
}

// A forwarder with Once set does not wait for ever, and nothing is lost.
func TestPatienceWithACollectorEnds(t *testing.T) {
	c := collect(t, func(_ int, _ []string, w http.ResponseWriter) bool { return refuse(w, http.StatusServiceUnavailable) })
	to, err := NewCollector(c.URL, "", "")
	require.NoError(t, err)
	e := &exporter{to: to, machine: laptop, say: func(string) {}, patience: 400 * time.Millisecond}
	_, err = e.send(t.Context(), []record{{"id", []byte(`{"event":"command"}`)}})
	require.ErrorContains(t, err, "the collector takes nothing now: it answers 503 Service Unavailable")
	assert.Len(t, c.requests, 2)
}
