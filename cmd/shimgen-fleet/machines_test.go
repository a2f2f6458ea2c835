package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
)

// trouble is how long TestKilledAtRandom kills processes, and memory is how long its server
// remembers message ids.
var (
	trouble = flag.Duration("trouble", 0, "how long forwarders and the server are killed (default: seconds)")
	memory  = flag.Duration("memory", wire.Window, "how long the server remembers message ids")
)

// asProgram makes this test's program the real one, except that the variable sets the
// directory of the system's policy.
const asProgram = "SHIMGEN_FLEET_TEST_PROGRAM"

func TestMain(m *testing.M) {
	broker.Serve()
	if os.Getenv(asProgram) != "" {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		os.Exit(run(ctx, os.Args[1:], app{in: os.Stdin, out: os.Stdout, err: os.Stderr, etc: os.Getenv(asProgram), need: host.Policy(host.UID()), owner: host.UID(), env: []string{asProgram + "=" + os.Getenv(asProgram)}}))
	}
	os.Exit(m.Run())
}

// machine is one machine of a fleet: a home of its own, and processes that share nothing
// with other machines.
type machine struct {
	name, home string
	written    int
}

func newMachine(t *testing.T, name string) *machine {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	m := &machine{name: name, home: home}
	require.NoError(t, os.MkdirAll(filepath.Join(m.home, ".agent-loop", "audit"), 0o700))
	require.NoError(t, os.Mkdir(filepath.Join(m.home, "etc"), 0o755))
	return m
}

// program returns shimgen-fleet as a command on the machine.
func (m *machine) program(args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = []string{"HOME=" + m.home, asProgram + "=" + filepath.Join(m.home, "etc"), "PATH=/usr/bin:/bin"}
	c.Dir = m.home
	return c
}

// forward returns the machine's forwarder.
func (m *machine) forward(url string, more ...string) *exec.Cmd {
	return m.program(append([]string{"forward", "--to", url, "--machine", m.name, "--send", "commands", "--trail", filepath.Join(m.home, ".agent-loop", "audit")}, more...)...)
}

// write appends records to the trail, as shims do, and numbers its file from time to time.
func (m *machine) write(t *testing.T, n int, at *rand.Rand) {
	t.Helper()
	dir := filepath.Join(m.home, ".agent-loop", "audit")
	name := filepath.Join(dir, "20261126.jsonl")
	for range n {
		m.written++
		line := fmt.Sprintf(`{"ts":"2026-11-26T10:%02d:%02d.%06dZ","event":"command","command":"echo %s-%d","action":"allow","allowed":true,"rules":[]}`+"\n",
			m.written/60%60, m.written%60, at.IntN(1e6), m.name, m.written)
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		require.NoError(t, err)
		_, err = f.WriteString(line)
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	if at.IntN(5) == 0 {
		for part := 1; ; part++ {
			numbered := filepath.Join(dir, fmt.Sprintf("20261126.%04d.jsonl", part))
			if _, err := os.Lstat(numbered); err != nil {
				require.NoError(t, os.Rename(name, numbered))
				return
			}
		}
	}
}

// counted returns the commands in the stream, and how often each is there.
func counted(t *testing.T, url string) map[string]int {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	c, err := js.CreateConsumer(t.Context(), wire.Stream, jetstream.ConsumerConfig{AckPolicy: jetstream.AckNonePolicy})
	require.NoError(t, err)
	all, first := map[string]int{}, map[string]string{}
	for left := int(c.CachedInfo().NumPending); left > 0; {
		batch, err := c.Fetch(min(left, 1000), jetstream.FetchMaxWait(30*time.Second))
		require.NoError(t, err)
		n := 0
		for m := range batch.Messages() {
			var r struct{ Command string }
			require.NoError(t, json.Unmarshal(m.Data(), &r))
			command := strings.TrimPrefix(r.Command, "echo ")
			meta, err := m.Metadata()
			require.NoError(t, err)
			place := fmt.Sprintf("%s at %d, %s", m.Headers().Get(jetstream.MsgIDHeader), meta.Sequence.Stream, meta.Timestamp.Format("05.000000"))
			if all[command]++; all[command] > 1 {
				t.Logf("%s twice: %s, and %s", command, first[command], place)
			}
			first[command] = place
			n++
		}
		require.NoError(t, batch.Error())
		require.Positive(t, n)
		left -= n
	}
	return all
}

func initialized(t *testing.T, m *machine, url string) {
	t.Helper()
	out, err := m.program("init", "--to", url, "--window", memory.String()).CombinedOutput()
	require.NoError(t, err, string(out))
}

// Three machines write, and the test kills their forwarders and the server at random
// moments: every record is in the stream exactly once.
func TestKilledAtRandom(t *testing.T) {
	for_, seed := *trouble, rand.Uint64()
	if for_ == 0 {
		for_ = 4 * time.Second
		if testing.Short() {
			for_ = 2 * time.Second
		}
	}
	t.Logf("seed %d, %s of trouble", seed, for_)
	server := broker.Start(t, broker.Config{})
	machines := []*machine{newMachine(t, "a"), newMachine(t, "b"), newMachine(t, "c")}
	initialized(t, machines[0], server.URL())
	ctx, stop := context.WithTimeout(t.Context(), for_)
	defer stop()
	var all sync.WaitGroup
	killed := 0
	for i, m := range machines {
		at := rand.New(rand.NewPCG(seed, uint64(i)))
		all.Go(func() {
			for ctx.Err() == nil {
				m.write(t, 1+at.IntN(40), at)
				pause(ctx, at, 50)
			}
		})
		luck := rand.New(rand.NewPCG(seed, uint64(10+i)))
		all.Go(func() {
			for ctx.Err() == nil {
				c := m.forward(server.URL())
				if !assert.NoError(t, c.Start()) {
					return
				}
				pause(ctx, luck, 900)
				_ = c.Process.Kill()
				_ = c.Wait()
			}
		})
	}
	luck := rand.New(rand.NewPCG(seed, 20))
	for ctx.Err() == nil {
		pause(ctx, luck, 1500)
		server.Kill(t)
		killed++
		pause(ctx, luck, 500)
		server.Again(t)
	}
	all.Wait()
	want := map[string]int{}
	for _, m := range machines {
		out, err := m.forward(server.URL(), "--once").CombinedOutput()
		require.NoError(t, err, string(out))
		for i := range m.written {
			want[fmt.Sprintf("%s-%d", m.name, i+1)] = 1
		}
	}
	require.NotEmpty(t, want)
	got := counted(t, server.URL())
	t.Logf("%d records; the server was killed %d times", len(want), killed)
	for command, n := range want {
		if got[command] != n {
			t.Errorf("%s arrived %d times", command, got[command])
		}
	}
	assert.Len(t, got, len(want))
}

// pause waits a random time up to a number of milliseconds.
func pause(ctx context.Context, at *rand.Rand, most int) {
	select {
	case <-ctx.Done():
	case <-time.After(time.Duration(at.IntN(most)) * time.Millisecond):
	}
}

// streamOf returns the configuration of the stream of records.
func streamOf(t *testing.T, url string) jetstream.StreamConfig {
	t.Helper()
	conn, err := nats.Connect(url)
	require.NoError(t, err)
	defer conn.Close()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	s, err := js.Stream(t.Context(), wire.Stream)
	require.NoError(t, err)
	return s.CachedInfo().Config
}
