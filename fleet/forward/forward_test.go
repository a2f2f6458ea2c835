package forward

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

func TestMain(m *testing.M) {
	broker.Serve()
	os.Exit(m.Run())
}

var laptop = wire.Machine{Team: "red", Name: "laptop"}

// scene is a trail, and a server with a stream.
type scene struct {
	trail, state string
	server       *broker.Server
	conn         *nats.Conn
	n            int
}

// shortest is the shortest memory of ids that a server accepts.
const shortest = 100 * time.Millisecond

func newScene(t *testing.T) *scene {
	s := &scene{trail: t.TempDir(), state: filepath.Join(t.TempDir(), "fleet"), server: broker.Start(t, broker.Config{})}
	var err error
	s.conn, err = wire.Connect(wire.Server{To: s.server.URL()}, laptop, func(string) {})
	require.NoError(t, err)
	t.Cleanup(s.conn.Close)
	require.NoError(t, wire.Prepare(t.Context(), s.conn, wire.Records(0, shortest)))
	return s
}

// write appends n numbered records to a file of the trail.
func (s *scene) write(t *testing.T, name string, n int) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(s.trail, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	require.NoError(t, err)
	defer f.Close()
	for range n {
		s.n++
		_, err := fmt.Fprintf(f, `{"ts":"2026-11-26T10:00:00.%06dZ","event":"command","command":"echo %d","action":"allow","allowed":true,"rules":[]}`+"\n", s.n, s.n)
		require.NoError(t, err)
	}
}

// forward sends everything, as a new process would.
func (s *scene) forward(t *testing.T) *Forwarder {
	t.Helper()
	f := s.forwarder()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	require.NoError(t, f.Run(ctx))
	require.NoError(t, ctx.Err())
	return f
}

func (s *scene) forwarder() *Forwarder {
	return &Forwarder{Trail: s.trail, State: s.state, Machine: laptop, Rule: share.Rule{Level: share.Commands}, Conn: s.conn, Once: true, Say: func(string) {}}
}

// arrived returns the commands in the stream, in order.
func (s *scene) arrived(t *testing.T) (commands []string) {
	t.Helper()
	for _, body := range bodies(t, s.conn, laptop.Audit()) {
		var r struct{ Command string }
		require.NoError(t, json.Unmarshal(body, &r))
		commands = append(commands, r.Command)
	}
	return commands
}

// bodies returns the messages of a subject in the stream.
func bodies(t *testing.T, conn *nats.Conn, subject string) (all [][]byte) {
	t.Helper()
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	c, err := js.CreateConsumer(t.Context(), wire.Stream, jetstream.ConsumerConfig{FilterSubject: subject, AckPolicy: jetstream.AckNonePolicy})
	require.NoError(t, err)
	for left := int(c.CachedInfo().NumPending); left > 0; {
		batch, err := c.Fetch(min(left, 1000), jetstream.FetchMaxWait(10*time.Second))
		require.NoError(t, err)
		n := 0
		for m := range batch.Messages() {
			all = append(all, m.Data())
			n++
		}
		require.NoError(t, batch.Error())
		require.Positive(t, n)
		left -= n
	}
	return all
}

// numbered returns the commands 1 to n.
func numbered(n int) (commands []string) {
	for i := range n {
		commands = append(commands, fmt.Sprintf("echo %d", i+1))
	}
	return commands
}

const (
	day1 = "20261125.jsonl"
	day2 = "20261126.jsonl"
)

func TestAllArrivesOnce(t *testing.T) {
	s := newScene(t)
	assert.Equal(t, 0, s.forward(t).Sent, "there is no trail")
	s.write(t, day1, 3)
	assert.Equal(t, 3, s.forward(t).Sent)
	assert.Equal(t, 0, s.forward(t).Sent, "all is sent")
	s.write(t, day1, 2*batchRecords)
	s.write(t, day2, 5)
	assert.Equal(t, 2*batchRecords+5, s.forward(t).Sent, "more than two batches, and another file")
	assert.Equal(t, numbered(s.n), s.arrived(t))
}

func TestAFileIsKnownByAnotherName(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 4)
	s.forward(t)
	s.write(t, day1, 2)
	require.NoError(t, os.Rename(filepath.Join(s.trail, day1), filepath.Join(s.trail, "20261125.0001.jsonl")))
	s.write(t, day1, 3)
	s.write(t, "20261125.0001.jsonl", 1) // by a writer that had opened the file before
	assert.Equal(t, 6, s.forward(t).Sent)
	assert.ElementsMatch(t, numbered(s.n), s.arrived(t))
}

// Compression writes a temporary name first; meanwhile both files may be there.
func TestACompressedFile(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 2*batchRecords)
	s.forward(t)
	s.write(t, day1, 3)
	text, err := os.ReadFile(filepath.Join(s.trail, day1))
	require.NoError(t, err)
	f, err := os.Create(filepath.Join(s.trail, day1+".gz"))
	require.NoError(t, err)
	w := gzip.NewWriter(f)
	_, err = w.Write(text)
	require.NoError(t, errors.Join(err, w.Close(), f.Close()))
	assert.Equal(t, 3, s.forward(t).Sent)
	require.NoError(t, os.Remove(filepath.Join(s.trail, day1)))
	s.write(t, day2, 1)
	assert.Equal(t, 1, s.forward(t).Sent, "the compressed file is the one that was sent")
	require.NoError(t, os.RemoveAll(s.state))
	assert.Equal(t, 0, s.forward(t).Sent, "and without a position, too")
	assert.Equal(t, numbered(s.n), s.arrived(t))
}

func TestLinesThatAreNotWhole(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 1)
	path := filepath.Join(s.trail, day1)
	appendTo := func(text string) {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		defer f.Close()
		_, err = f.WriteString(text)
		require.NoError(t, err)
	}
	appendTo(`{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"ec`)
	assert.Equal(t, 1, s.forward(t).Sent, "half a line may become a whole one")
	s.write(t, day1, 1)
	assert.Equal(t, 1, s.forward(t).Sent, "a record behind a torn one is a record")
	appendTo(strings.Repeat("x", longest+9) + "\n\nnot a record\n")
	s.write(t, day1, 1)
	assert.Equal(t, 1, s.forward(t).Sent, "what is no record is passed over")
	assert.Equal(t, numbered(3), s.arrived(t))
}

// A crash came after the server had the batch and before the position was written, longer
// ago than the server remembers ids.
func TestWhatIsInDoubtIsLookedUp(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 10)
	s.forward(t)
	before, err := os.ReadFile(filepath.Join(s.state, positionName))
	require.NoError(t, err)
	s.write(t, day1, 20)
	s.forward(t)
	require.NoError(t, os.WriteFile(filepath.Join(s.state, positionName), before, 0o600))
	time.Sleep(3 * shortest) // if it holds now, it holds later, too
	s.write(t, day1, 5)
	assert.Equal(t, 25, s.forward(t).Sent, "20 of them were found to be there")
	assert.Equal(t, numbered(s.n), s.arrived(t))
}

func TestALostPositionIsFoundInTheStream(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 700)
	s.write(t, day2, 7)
	s.forward(t)
	require.NoError(t, os.RemoveAll(s.state))
	time.Sleep(3 * shortest)
	s.write(t, day1, 1)
	s.write(t, day2, 2)
	assert.Equal(t, 3, s.forward(t).Sent)
	assert.ElementsMatch(t, numbered(s.n), s.arrived(t))
}

func TestADamagedPositionIsAnError(t *testing.T) {
	s := newScene(t)
	require.NoError(t, os.MkdirAll(s.state, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(s.state, positionName), []byte("{"), 0o600))
	assert.ErrorContains(t, s.forwarder().Run(t.Context()), positionName)
}

func TestTwoDoNotForwardTheSame(t *testing.T) {
	s := newScene(t)
	held, err := lock(s.state)
	require.NoError(t, err)
	defer held.Close()
	err = s.forwarder().Run(t.Context())
	assert.True(t, errors.Is(err, ErrRunning), "%v", err)
}

// A killed server keeps the records that it has acknowledged, and the forwarder waits for
// it.
func TestTheServerIsWaitedFor(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 50)
	s.forward(t)
	s.server.Kill(t)
	s.write(t, day1, 3*batchRecords)
	f := s.forwarder()
	done := make(chan error, 1)
	said := make(chan string, 100)
	f.Say = func(what string) { said <- what }
	go func() { done <- f.Run(t.Context()) }()
	assert.Contains(t, <-said, "waiting for the server: ")
	s.server.Again(t)
	require.NoError(t, <-done)
	assert.Equal(t, numbered(s.n), s.arrived(t))
}

func TestNothingLeaves(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 5)
	f := s.forwarder()
	f.Rule = share.Rule{}
	require.NoError(t, f.Run(t.Context()))
	assert.Empty(t, s.arrived(t))
}

// A new file may get the inode number of a removed one.
func TestARemovedFile(t *testing.T) {
	s := newScene(t)
	s.write(t, day1, 9)
	s.forward(t)
	require.NoError(t, os.Remove(filepath.Join(s.trail, day1)))
	s.write(t, day2, 4)
	assert.Equal(t, 4, s.forward(t).Sent)
	assert.Equal(t, numbered(s.n), s.arrived(t))
}

func TestWhatIsLostIsSaid(t *testing.T) {
	said := ""
	tl := newTail(t.TempDir(), laptop, share.Rule{}, func(what string) { said += what })
	places := map[string]Place{"a": {Name: day1, Offset: 7}, "b": {Name: day2, Offset: 9, Read: 9}}
	tl.forget(places, map[string]bool{})
	assert.Len(t, places, 2, "it may be being renamed")
	for id := range tl.gone {
		tl.gone[id] = time.Now().Add(-2 * forgotten)
	}
	tl.forget(places, map[string]bool{})
	assert.Empty(t, places)
	assert.Equal(t, "20261125.jsonl was removed before all of it was sent: what was behind byte 7 is lost", said)
}
