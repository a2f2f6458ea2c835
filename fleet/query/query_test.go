package query

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/wire"
)

func TestMain(m *testing.M) {
	broker.Serve()
	os.Exit(m.Run())
}

// connected starts a server with the stream.
func connected(t *testing.T) (jetstream.JetStream, *broker.Server) {
	t.Helper()
	server := broker.Start(t, broker.Config{})
	conn, err := wire.Connect(wire.Server{To: server.URL()}, wire.Machine{Team: "red", Name: "boss"}, func(string) {})
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	require.NoError(t, wire.Prepare(t.Context(), conn, wire.Records(0, wire.Window)))
	js, err := jetstream.New(conn)
	require.NoError(t, err)
	return js, server
}

// publish puts a message into the stream as a machine does.
func publish(t testing.TB, js jetstream.JetStream, team, machine, body string) {
	t.Helper()
	_, err := js.Publish(context.Background(), wire.Machine{Team: team, Name: machine}.Audit(), []byte(body))
	require.NoError(t, err)
}

// echo returns a record of a numbered command.
func echo(n int) string {
	return fmt.Sprintf(`{"ts":"2026-11-26T10:00:00.%06dZ","event":"command","command":"echo %d","action":"allow","allowed":true,"rules":[]}`, n, n)
}

// exported returns the teams and commands that Export writes.
func exported(t *testing.T, js jetstream.JetStream, f Filter) (got []string, left int) {
	t.Helper()
	var out bytes.Buffer
	left, err := Export(t.Context(), js, &out, f)
	require.NoError(t, err)
	for text := range strings.Lines(out.String()) {
		var r struct{ Team, Machine, Command string }
		require.NoError(t, json.Unmarshal([]byte(text), &r))
		got = append(got, r.Team+"."+r.Machine+" "+r.Command)
	}
	return got, left
}

func TestExport(t *testing.T) {
	js, _ := connected(t)
	got, left := exported(t, js, Filter{})
	assert.Empty(t, got, "there is nothing")
	assert.Zero(t, left)
	publish(t, js, "red", "a", echo(1))
	publish(t, js, "blue", "b", echo(2))
	publish(t, js, "red", "c", "junk\n"+echo(0))
	time.Sleep(50 * time.Millisecond)
	later := time.Now()
	publish(t, js, "red", "a", echo(3))
	publish(t, js, "blue", "b", echo(4))
	for _, tt := range []struct {
		why    string
		filter Filter
		want   []string
		left   int
	}{
		{"all, in the stream's order", Filter{}, []string{"red.a echo 1", "blue.b echo 2", "red.a echo 3", "blue.b echo 4"}, 1},
		{"a team whose last record is not the stream's", Filter{Team: "red"}, []string{"red.a echo 1", "red.a echo 3"}, 1},
		{"since a moment", Filter{Since: later}, []string{"red.a echo 3", "blue.b echo 4"}, 0},
		{"a team since a moment", Filter{Team: "blue", Since: later}, []string{"blue.b echo 4"}, 0},
		{"a team that has none", Filter{Team: "green"}, nil, 0},
		{"since a moment to come", Filter{Since: time.Now().Add(time.Hour)}, nil, 0},
	} {
		got, left := exported(t, js, tt.filter)
		assert.Equal(t, tt.want, got, tt.why)
		assert.Equal(t, tt.left, left, tt.why)
	}
}

// Export neither waits for records that arrive meanwhile nor writes them.
func TestExportEnds(t *testing.T) {
	js, _ := connected(t)
	for n := range 3000 {
		_, err := js.PublishAsync(wire.Machine{Team: "red", Name: "a"}.Audit(), []byte(echo(n)))
		require.NoError(t, err)
	}
	<-js.PublishAsyncComplete()
	w := &during{then: func() { publish(t, js, "red", "a", echo(9999)) }}
	_, err := Export(t.Context(), js, w, Filter{Team: "red"})
	require.NoError(t, err)
	assert.Equal(t, 3000, strings.Count(w.String(), "\n"))
	assert.NotContains(t, w.String(), "echo 9999")
	assert.Greater(t, w.writes, 2, "it does not keep all until the end")
}

// during calls a function at each write.
type during struct {
	bytes.Buffer
	writes int
	then   func()
}

func (d *during) Write(p []byte) (int, error) {
	d.writes++
	d.then()
	return d.Buffer.Write(p)
}

func TestExportFails(t *testing.T) {
	js, server := connected(t)
	publish(t, js, "red", "a", echo(1))
	full := errors.New("no space")
	_, err := Export(t.Context(), js, writer(func([]byte) (int, error) { return 0, full }), Filter{})
	assert.ErrorIs(t, err, full)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = Export(ctx, js, &bytes.Buffer{}, Filter{})
	assert.ErrorIs(t, err, context.Canceled)
	server.Kill(t)
	ctx, stop = context.WithTimeout(t.Context(), time.Second)
	defer stop()
	_, err = Export(ctx, js, &bytes.Buffer{}, Filter{})
	assert.Error(t, err, "a server that is gone has not no records")
}

// writer is a function as an io.Writer.
type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }
