package forward

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// load is how many machines TestLoad has, and loadFor how long they write.
var (
	load    = flag.Int("load", 10, "how many machines write at once")
	loadFor = flag.Duration("load.for", 2*time.Second, "how long they write")
)

// perSecond is how many records a machine writes in a second.
const perSecond = 50

// The limits for a forwarder's live memory, however much waits to be sent. A record in
// flight takes 2 KiB, with its body, its message, its id and the wait for its
// acknowledgement; a full batch of [batchRecords] takes 1 MiB. A forwarder that is far
// behind may hold two batches while it reads the next, besides 128 KiB of buffers and the
// garbage that a collection keeps: mostBehind. The records that wait in [TestBacklog] would
// take 40 MiB, and their bare texts take more than twice mostBehind. Most machines keep up,
// so few have a full batch at once, and mostEach limits the mean. The bare texts that each
// writes in `make soak`, in a minute, are larger.
const (
	mostBehind = 3 << 20
	mostEach   = 900 << 10
)

// writer is a machine of the test, with what it has written and how much of that has
// arrived.
type writer struct {
	wire.Machine
	trail, state string
	written      int
	late         time.Duration // how far it was behind its rate at worst
	arrived      []uint8       // how often, by number
}

// Machines write at their rate, each with a forwarder, a connection, a trail and a state of
// its own. Every record arrives once, and memory stays limited.
func TestLoad(t *testing.T) {
	server, boss := loaded(t)
	machines := make([]*writer, *load)
	for i := range machines {
		machines[i] = newWriter(t, fmt.Sprint("m", i))
	}
	before := live()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	peak := peakLive(ctx, 500*time.Millisecond)
	began := time.Now()
	var writing, forwarding sync.WaitGroup
	for _, m := range machines {
		writing.Go(func() { assert.NoError(t, m.write(began)) })
		forwarding.Go(func() { assert.NoError(t, m.forward(ctx, server.URL())) })
	}
	writing.Wait()
	wrote, all := time.Since(began), 0
	var late time.Duration
	for _, m := range machines {
		all, late = all+m.written, max(late, m.late)
	}
	waitFor(t, boss, uint64(all))
	took := time.Since(began)
	stop()
	forwarding.Wait()
	each := int(<-peak-before) / len(machines)
	count(t, boss, machines, all)
	t.Logf("%d machines wrote %d records in %.1f s, %.0f a second (at worst %d ms late); all had arrived %d ms later, %.0f a second; at most %d KiB were alive for each machine; the process %s",
		len(machines), all, wrote.Seconds(), float64(all)/wrote.Seconds(), late.Milliseconds(), (took - wrote).Milliseconds(), float64(all)/took.Seconds(), each>>10, resident())
	assert.Less(t, each, mostEach)
}

// A forwarder that is far behind, as after a week without a server, sends the backlog as
// fast as the server accepts it, and still holds one batch of it.
func TestBacklog(t *testing.T) {
	server, boss := loaded(t)
	m := newWriter(t, "late")
	f, err := os.Create(filepath.Join(m.trail, day1))
	require.NoError(t, err)
	out := bufio.NewWriter(f)
	size := 0
	for all := *load * 2000; m.written < all; m.written++ {
		n, err := m.record(out)
		require.NoError(t, err)
		size += n
	}
	require.NoError(t, errors.Join(out.Flush(), f.Close()))
	before := live()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	peak := peakLive(ctx, 20*time.Millisecond)
	began := time.Now()
	var forwarding sync.WaitGroup
	forwarding.Go(func() { assert.NoError(t, m.forward(ctx, server.URL())) })
	waitFor(t, boss, uint64(m.written))
	took := time.Since(began)
	stop()
	forwarding.Wait()
	most := int(<-peak - before)
	count(t, boss, []*writer{m}, m.written)
	t.Logf("%d records that waited, %d KiB of trail, arrived in %.1f s, %.0f a second; at most %d KiB were alive; the process %s", m.written, size>>10, took.Seconds(), float64(m.written)/took.Seconds(), most>>10, resident())
	server.Kill(t) // everything acknowledged is on its disk
	t.Logf("a record is %d bytes in the trail, and %d on the server's disk", size/m.written, onDisk(t, server.Dir)/m.written)
	assert.Greater(t, size, 2*mostBehind, "or the bound says nothing")
	assert.Less(t, most, mostBehind)
}

// onDisk returns the size of the files below a directory.
func onDisk(t *testing.T, dir string) (size int) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		about, err := d.Info()
		if err == nil {
			size += int(about.Size())
		}
		return err
	}))
	return size
}

// loaded starts a server with the stream, and connects to look at it.
func loaded(t *testing.T) (*broker.Server, *nats.Conn) {
	t.Helper()
	server := broker.Start(t, broker.Config{})
	boss, err := wire.Connect(wire.Server{To: server.URL()}, laptop, func(string) {})
	require.NoError(t, err)
	t.Cleanup(boss.Close)
	require.NoError(t, wire.Prepare(t.Context(), boss, wire.Records(0, wire.Window)))
	return server, boss
}

// newWriter returns a machine with an empty trail.
func newWriter(t *testing.T, name string) *writer {
	t.Helper()
	dir := t.TempDir()
	w := &writer{Machine: wire.Machine{Team: "load", Name: name}, trail: filepath.Join(dir, "audit"), state: filepath.Join(dir, "state")}
	require.NoError(t, os.Mkdir(w.trail, 0o700))
	return w
}

// write writes at the rate until time is over. After a delay it catches up.
func (m *writer) write(began time.Time) error {
	f, err := os.OpenFile(filepath.Join(m.trail, day1), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	all := int(loadFor.Seconds() * perSecond)
	for ; m.written < all; m.written++ {
		due := began.Add(time.Duration(m.written) * time.Second / perSecond)
		time.Sleep(time.Until(due))
		m.late = max(m.late, time.Since(due))
		if _, err := m.record(f); err != nil {
			return err
		}
	}
	return nil
}

// record writes the next record. Of each four records, one is a text that a hook judged, two
// are programs that it started, and one is how it ended, under profile cautious.
func (m *writer) record(to io.Writer) (int, error) {
	dir := [...]string{"parser", "fleet/forward", "cmd/server", "docs", "internal/store"}[m.written/4%5]
	own := ""
	switch m.written % 4 {
	case 0:
		own = fmt.Sprintf(`"event":"command","command":"cd %s && git log --oneline -n %d | grep -v merge","action":"allow","allowed":true,"rules":[],"id":"%016x","agent":"claude","source":"hook","session":"0b7e3c52-6f1d-4a53-9c0e-2f7d8a1b4c%02d"`, dir, m.written, m.written, m.written%100)
	case 3:
		own = fmt.Sprintf(`"event":"outcome","id":"%016x","exit":%d,"ms":%d,"sandbox":"landlock","pid":%d,"source":"exec"`, m.written, m.written%3, m.written%977, 1000+m.written)
	default:
		own = fmt.Sprintf(`"event":"path_proxy","command":"git","argv":["git","-C","%s","log","--oneline","-n","%d"],"action":"allow","rules":[],"id":"%016x","pid":%d,"ppid":%d,"ring":"shim","path":"/usr/bin/git","source":"shim"`, dir, m.written, m.written, 1000+m.written, 999+m.written)
	}
	return fmt.Fprintf(to, `{"ts":"%s",%s,"host":"%s","uid":1000,"cwd":"/home/u/project","profile":"cautious","policy":"00c0ffee00c0ffee"}`+"\n",
		time.Now().UTC().Format("2006-01-02T15:04:05.000000Z"), own, m.Name)
}

// forward returns the machine's forwarder.
func (m *writer) forward(ctx context.Context, url string) error {
	conn, err := wire.Connect(wire.Server{To: url}, m.Machine, func(string) {})
	if err != nil {
		return err
	}
	defer conn.Close()
	f := Forwarder{Trail: m.trail, State: m.state, Machine: m.Machine, Rule: share.Rule{Level: share.Commands}, Conn: conn, Say: func(string) {}}
	return f.Run(ctx)
}

// live returns what three collections in a row found alive on the heap. Each collection also
// keeps objects made while it ran, which are garbage a moment later; on a slow machine these
// are many.
func live() uint64 {
	least := uint64(math.MaxUint64)
	for range 3 {
		runtime.GC()
		found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(found)
		least = min(least, found[0].Value.Uint64())
	}
	return least
}

// peakLive measures repeatedly until the context is done, and then returns the maximum.
func peakLive(ctx context.Context, now time.Duration) <-chan uint64 {
	peak := make(chan uint64, 1)
	go func() {
		most := live()
		for ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(now):
				most = max(most, live())
			}
		}
		peak <- most
	}()
	return peak
}

// resident returns the process's peak memory, as Linux reports it.
func resident() string {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "does not say what it had in memory"
	}
	_, most, _ := strings.Cut(string(text), "VmHWM:")
	most, _, _ = strings.Cut(most, "\n")
	return "had at most " + strings.Join(strings.Fields(most), " ") + " in memory"
}

// waitFor waits until the stream has a number of messages, or gets no more for a while.
func waitFor(t *testing.T, conn *nats.Conn, n uint64) {
	t.Helper()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	var has uint64
	for grew := time.Now(); has < n; time.Sleep(20 * time.Millisecond) {
		s, err := js.Stream(t.Context(), wire.Stream)
		if err == nil && s.CachedInfo().State.Msgs > has {
			has, grew = s.CachedInfo().State.Msgs, time.Now()
		}
		if time.Since(grew) > 30*time.Second {
			t.Errorf("%d of %d records arrived, and no more for 30 s", has, n)
			return
		}
	}
}

// count checks that each record of each machine is in the stream once, on that machine's
// subject.
func count(t *testing.T, conn *nats.Conn, machines []*writer, all int) {
	t.Helper()
	byName := map[string]*writer{}
	for _, m := range machines {
		m.arrived = make([]uint8, m.written)
		byName[m.Audit()] = m
	}
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	c, err := js.OrderedConsumer(t.Context(), wire.Stream, jetstream.OrderedConsumerConfig{})
	require.NoError(t, err)
	messages, err := c.Messages(jetstream.PullMaxBytes(8 << 20))
	require.NoError(t, err)
	defer messages.Stop()
	for left := c.CachedInfo().NumPending; left > 0; {
		got, err := messages.Next(jetstream.NextMaxWait(time.Minute))
		require.NoError(t, err)
		about, err := got.Metadata()
		require.NoError(t, err)
		left = about.NumPending
		var r struct{ ID string }
		var number int
		require.NoError(t, json.Unmarshal(got.Data(), &r))
		_, err = fmt.Sscanf(r.ID, "%x", &number)
		require.NoError(t, err)
		m := byName[got.Subject()]
		require.True(t, m != nil && number < m.written, "%s: %d", got.Subject(), number)
		m.arrived[number]++
	}
	lost, twice, total := 0, 0, 0
	for _, m := range machines {
		for _, n := range m.arrived {
			total += int(n)
			if n == 0 {
				lost++
			} else if n > 1 {
				twice++
			}
		}
	}
	assert.Equal(t, [3]int{all, 0, 0}, [3]int{total, lost, twice}, "arrived, lost, twice")
}
