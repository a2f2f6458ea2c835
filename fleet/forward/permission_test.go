package forward

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// seed creates an nkey, and returns a file with its seed.
func seed(t *testing.T) (file, public string) {
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

// configured returns the configuration in docs/fleet.md with keys instead of names.
func configured(t *testing.T, keys map[string]string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	text := regexp.MustCompile("(?s)```\n(jetstream .*?)```").FindStringSubmatch(string(page))
	require.Len(t, text, 2)
	config := regexp.MustCompile(`store_dir: "[^"]*"`).ReplaceAllString(text[1], `store_dir: "`+t.TempDir()+`"`)
	for name, key := range keys {
		require.Contains(t, config, `"`+name+`"`)
		config = strings.ReplaceAll(config, `"`+name+`"`, `"`+key+`"`)
	}
	file := filepath.Join(t.TempDir(), "nats.conf")
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	return file
}

// The permissions in docs/fleet.md are enough to forward, and restrict a machine to its own
// records.
func TestPermissions(t *testing.T) {
	adminSeed, admin := seed(t)
	laptopSeed, machine := seed(t)
	s := &scene{trail: t.TempDir(), state: filepath.Join(t.TempDir(), "fleet")}
	s.server = broker.Start(t, broker.Config{File: configured(t, map[string]string{"ADMIN": admin, "LAPTOP": machine})})
	boss, err := wire.Connect(wire.Server{To: s.server.URL(), NKey: adminSeed}, wire.Machine{Team: "red", Name: "boss"}, func(string) {})
	require.NoError(t, err)
	defer boss.Close()
	require.NoError(t, wire.Prepare(t.Context(), boss, wire.Records(0, shortest)))
	said := make(chan string, 100)
	s.conn, err = wire.Connect(wire.Server{To: s.server.URL(), NKey: laptopSeed}, laptop, func(what string) { said <- what })
	require.NoError(t, err)
	defer s.conn.Close()

	s.write(t, day1, 20)
	assert.Equal(t, 20, s.forward(t).Sent)
	require.NoError(t, os.RemoveAll(s.state))
	assert.Equal(t, 0, s.forward(t).Sent, "it finds its own records")
	assert.Len(t, bodies(t, boss, laptop.Audit()), 20)

	other := wire.Machine{Team: "red", Name: "other"}
	js, err := jetstream.New(s.conn, jetstream.WithDefaultTimeout(2*time.Second))
	require.NoError(t, err)
	boss2, err := jetstream.New(boss)
	require.NoError(t, err)
	_, err = boss2.Publish(t.Context(), other.Audit(), []byte(`{"event":"command","command":"private"}`))
	require.NoError(t, err)
	put := func(by jetstream.JetStream, bucket, key string) error {
		kv, err := by.KeyValue(t.Context(), bucket)
		if err != nil {
			return err
		}
		_, err = kv.Put(t.Context(), key, []byte("x"))
		return err
	}
	require.NoError(t, put(boss2, wire.Policies, "all"))
	require.NoError(t, put(boss2, wire.Policies, "servers"))
	require.NoError(t, put(js, wire.States, laptop.State()), "it reports what is in force")
	policies, err := js.KeyValue(t.Context(), wire.Policies)
	require.NoError(t, err)
	_, err = policies.Get(t.Context(), "all")
	require.NoError(t, err, "it reads its group's policy")
	asks, err := js.KeyValue(t.Context(), wire.Asks)
	require.NoError(t, err)
	_, err = asks.Put(t.Context(), laptop.Ask("id"), []byte("x"))
	require.NoError(t, err, "it asks")
	require.NoError(t, put(boss2, wire.Answers, laptop.Ask("id")))
	require.NoError(t, put(boss2, wire.Answers, other.Ask("id")))
	answers, err := js.KeyValue(t.Context(), wire.Answers)
	require.NoError(t, err)
	_, err = answers.Get(t.Context(), laptop.Ask("id"))
	require.NoError(t, err, "it reads the answer")
	_, err = answers.Get(t.Context(), laptop.Ask("none"))
	require.ErrorIs(t, err, jetstream.ErrKeyNotFound)
	require.NoError(t, asks.Delete(t.Context(), laptop.Ask("id")), "it withdraws the ask")
	for why, try := range map[string]func() error{
		"it answers":                 func() error { return put(js, wire.Answers, laptop.Ask("id")) },
		"it asks in another's name":  func() error { return put(js, wire.Asks, other.Ask("id")) },
		"it withdraws another's ask": func() error { return asks.Delete(t.Context(), other.Ask("id")) },
		"it removes everybody's asks with its own": func() error {
			m := nats.NewMsg("$KV." + wire.Asks + "." + laptop.Ask("id"))
			m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupAll)
			_, err := js.PublishMsg(t.Context(), m, jetstream.WithRetryAttempts(0))
			return err
		},
		"it removes everybody's state with its own": func() error {
			m := nats.NewMsg("$KV." + wire.States + "." + laptop.State())
			m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupAll)
			_, err := js.PublishMsg(t.Context(), m, jetstream.WithRetryAttempts(0))
			return err
		},
		"it reads another's answer": func() error { _, err := answers.Get(t.Context(), other.Ask("id")); return err },
		"it reads asks":             func() error { _, err := asks.Get(t.Context(), laptop.Ask("id")); return err },
		"it lists what others ask for": func() error {
			_, err := js.CreateConsumer(t.Context(), "KV_"+wire.Asks, jetstream.ConsumerConfig{Name: "x"})
			return err
		},
		"it publishes a policy":           func() error { return put(js, wire.Policies, "all") },
		"it reports for another":          func() error { return put(js, wire.States, other.State()) },
		"it reads another group's policy": func() error { _, err := policies.Get(t.Context(), "servers"); return err },
		"it publishes in another's name": func() error {
			_, err := js.Publish(t.Context(), other.Audit(), []byte("{}"), jetstream.WithRetryAttempts(0))
			return err
		},
		"it reads another's records": func() error {
			_, err := js.CreateConsumer(t.Context(), wire.Stream, jetstream.ConsumerConfig{Name: laptop.Consumer(), FilterSubject: other.Audit()})
			return err
		},
		"it reads all records": func() error {
			_, err := js.CreateConsumer(t.Context(), wire.Stream, jetstream.ConsumerConfig{Name: laptop.Consumer()})
			return err
		},
		"it says one subject and means another": func() error {
			m, err := s.conn.Request("$JS.API.CONSUMER.CREATE.SHIMGEN."+laptop.Consumer()+"."+laptop.Audit(),
				[]byte(`{"stream_name":"SHIMGEN","config":{"name":"`+laptop.Consumer()+`","filter_subject":"`+other.Audit()+`","ack_policy":"none"}}`), 2*time.Second)
			if err == nil && strings.Contains(string(m.Data), `"error"`) {
				return assert.AnError
			}
			return err
		},
		"it empties the stream": func() error { return purge(js, t) },
		"it removes the stream": func() error { return js.DeleteStream(t.Context(), wire.Stream) },
		"it listens to what others send": func() error {
			sub, err := s.conn.SubscribeSync("shimgen.>")
			if err != nil {
				return err
			}
			_, err = boss2.Publish(t.Context(), other.Audit(), []byte("{}"))
			require.NoError(t, err)
			_, err = sub.NextMsg(time.Second)
			return err
		},
	} {
		assert.Error(t, try(), why)
	}
	assert.NotEmpty(t, said)
	assert.Len(t, bodies(t, boss, laptop.Audit()), 20)
	_, err = nats.Connect(s.server.URL())
	assert.Error(t, err, "without a key nobody connects")
}

func purge(js jetstream.JetStream, t *testing.T) error {
	s, err := js.Stream(t.Context(), wire.Stream)
	if err != nil {
		return err
	}
	return s.Purge(t.Context())
}
