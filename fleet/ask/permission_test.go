package ask

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// user creates an nkey, and returns a file with its seed.
func user(t *testing.T) (file, public string) {
	t.Helper()
	key, err := nkeys.CreateUser()
	require.NoError(t, err)
	text, err := key.Seed()
	require.NoError(t, err)
	public, err = key.PublicKey()
	require.NoError(t, err)
	file = filepath.Join(t.TempDir(), "seed")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return file, public
}

// The permissions for asks and answers in docs/fleet.md are enough to ask and to take
// answers, and allow nothing else.
func TestPermissionsOfItsOwn(t *testing.T) {
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	lines := regexp.MustCompile(`"[^"\s]*SHIMGEN_(ASKS|ANSWERS)[^"\s]*"`).FindAllString(string(page), -1)
	require.Len(t, lines, 4)
	adminSeed, admin := user(t)
	askSeed, asks := user(t)
	file := filepath.Join(t.TempDir(), "nats.conf")
	require.NoError(t, os.WriteFile(file, fmt.Appendf(nil, `jetstream { store_dir: %q }
accounts { RED { jetstream: enabled
  users: [ { nkey: %q }
           { nkey: %q, permissions { publish: [ %s ], subscribe: [ "_INBOX.red.laptop.>" ] } } ] } }`, t.TempDir(), admin, asks, strings.Join(lines, ", ")), 0o600))
	server := broker.Start(t, broker.Config{File: file})
	boss, err := wire.Connect(wire.Server{To: server.URL(), NKey: adminSeed}, wire.Machine{Team: "red", Name: "boss"}, func(string) {})
	require.NoError(t, err)
	defer boss.Close()
	require.NoError(t, wire.Prepare(t.Context(), boss, wire.Records(0, time.Minute)))
	s := &scene{}
	s.conn, err = wire.Connect(wire.Server{To: server.URL(), NKey: askSeed}, laptop, func(string) {})
	require.NoError(t, err)
	defer s.conn.Close()
	s.js, err = jetstream.New(boss)
	require.NoError(t, err)
	s.install(t)

	s.asks(t, "git reset --hard")
	s.look(t)
	s.answer(t, s.pending(t), true)
	s.look(t)
	assert.Len(t, s.granted(t), 1)
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all, "and it withdraws them")

	own, err := jetstream.New(s.conn, jetstream.WithDefaultTimeout(time.Second))
	require.NoError(t, err)
	_, err = Waiting(t.Context(), own, time.Now())
	require.Error(t, err, "it reads no asks")
	_, err = own.Publish(t.Context(), laptop.Audit(), []byte("{}"), jetstream.WithRetryAttempts(0))
	require.Error(t, err, "it records nothing")
}
