package main

import (
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

// tenant is a team with an account of its own: its administrator's machine, and a machine
// with the permissions of docs/fleet.md.
type tenant struct {
	team          string
	boss, laptop  *machine
	admin, nkey   string // files with seeds
	isAdmin, isIt string // public keys
	url           string
}

func newTenant(t *testing.T, team string) *tenant {
	t.Helper()
	x := &tenant{team: team, boss: newMachine(t, "boss"), laptop: newMachine(t, "laptop")}
	for _, k := range []struct{ file, public *string }{{&x.admin, &x.isAdmin}, {&x.nkey, &x.isIt}} {
		key, err := nkeys.CreateUser()
		require.NoError(t, err)
		seed, err := key.Seed()
		require.NoError(t, err)
		*k.public, err = key.PublicKey()
		require.NoError(t, err)
		*k.file = filepath.Join(t.TempDir(), "seed")
		require.NoError(t, os.WriteFile(*k.file, seed, 0o600))
	}
	return x
}

// config is the configuration in docs/fleet.md, with an account for each team.
func config(t *testing.T, teams ...*tenant) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/fleet.md")
	require.NoError(t, err)
	found := regexp.MustCompile("(?s)```\njetstream .*?\naccounts {\n(.*?)\n}\n```").FindStringSubmatch(string(page))
	require.Len(t, found, 2)
	text := "jetstream { store_dir: \"" + t.TempDir() + "\" }\naccounts {\n"
	for _, x := range teams {
		text += strings.NewReplacer("RED", strings.ToUpper(x.team), ".red.", "."+x.team+".", "=red=", "="+x.team+"=", `"ADMIN"`, `"`+x.isAdmin+`"`, `"LAPTOP"`, `"`+x.isIt+`"`).Replace(found[1]) + "\n"
	}
	file := filepath.Join(t.TempDir(), "nats.conf")
	require.NoError(t, os.WriteFile(file, []byte(text+"}\n"), 0o600))
	return file
}

// asBoss returns a command line of the team's administrator, and asLaptop one of its
// machine.
func (x *tenant) asBoss(args ...string) []string {
	return append(args, "--to", x.url, "--nkey", x.admin, "--team", x.team, "--machine", "boss")
}

func (x *tenant) asLaptop(args ...string) []string {
	return append(args, "--to", x.url, "--nkey", x.nkey, "--team", x.team, "--machine", "laptop")
}

// begins creates the team's fleet, and makes its machine join.
func (x *tenant) begins(t *testing.T, url, policy string) {
	t.Helper()
	x.url = url
	x.boss.does(t, x.asBoss("new", "fleet", "--key", "company.key", "--approver", x.team+"-boss.key", "--send", "commands")...)
	x.boss.file(t, "company.toml", policy)
	x.boss.does(t, x.asBoss("publish", "company.toml", "--key", "company.key")...)
	x.laptop.does(t, "join", filepath.Join(x.boss.home, "fleet"))
	x.laptop.file(t, ".agent-loop/audit/20261126.jsonl", `{"ts":"2026-11-26T10:00:00.000000Z","event":"command","command":"echo of `+x.team+`","action":"allow"}`+"\n")
	x.laptop.waits(t, "git clean -fd "+x.team)
	x.looks(t)
	x.looks(t) // it also sends its record of the ask
}

// looks makes the machine do each of its parts once.
func (x *tenant) looks(t *testing.T) {
	t.Helper()
	x.laptop.does(t, x.asLaptop("pull", "--once")...)
	x.laptop.does(t, x.asLaptop("forward", "--once", "--trail", filepath.Join(x.laptop.root(), "audit"))...)
	x.laptop.does(t, x.asLaptop("ask", "--once", "--root", x.laptop.root())...)
}

// streams returns what somebody of the team can do by hand, in the name of a machine.
func (x *tenant) streams(t *testing.T, seed, name string) jetstream.JetStream {
	t.Helper()
	conn, err := wire.Connect(wire.Server{To: x.url, NKey: seed}, wire.Machine{Team: x.team, Name: name}, func(string) {})
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(time.Second))
	require.NoError(t, err)
	return js
}

// Two teams have an account each on one server. Each has everything of its own and nothing
// of the other's: neither its machine nor its administrator reads, sends, asks or answers
// there.
func TestTwoTeams(t *testing.T) {
	red, blue := newTenant(t, "red"), newTenant(t, "blue")
	server := broker.Start(t, broker.Config{File: config(t, red, blue)})
	red.begins(t, server.URL(), cautious)
	blue.begins(t, server.URL(), guarded)
	pairs := [][2]*tenant{{red, blue}, {blue, red}}
	if testing.Short() {
		pairs = pairs[:1] // each team starts many programs
	}
	for _, pair := range pairs {
		own, other := pair[0], pair[1]
		asks := func() string { return own.boss.does(t, own.asBoss("approvals")...) }
		assert.Contains(t, asks(), "git clean -fd "+own.team)
		assert.NotContains(t, asks(), other.team)
		records := own.boss.does(t, "export", "--to", own.url, "--nkey", own.admin, "--machine", "boss")
		assert.Contains(t, records, "echo of "+own.team)
		assert.NotContains(t, records, other.team)
		assert.Contains(t, own.boss.does(t, own.asBoss("status")...), own.team+".laptop")
		assert.NotContains(t, own.boss.does(t, own.asBoss("status")...), other.team+".laptop")
		page := own.boss.page(t, own.asBoss()...)
		_, shown := get(t, page, "")
		assert.Contains(t, shown, "echo of "+own.team)
		assert.NotContains(t, shown, other.team)
		own.triesAll(t, other)
	}
	assert.Equal(t, cautious, red.laptop.inForce())
	assert.Equal(t, guarded, blue.laptop.inForce())
	for _, x := range []*tenant{red, blue} {
		x.looks(t)
		assert.Empty(t, x.laptop.grants(t), "the other team's yes is none")
		x.boss.does(t, x.asBoss("approve", waiting(t, x)[:16], "--yes", "--key", x.team+"-boss.key")...)
		x.looks(t)
		require.Len(t, x.laptop.grants(t), 1)
		assert.Equal(t, x.team+"-boss", x.laptop.grants(t)[0].By)
	}
	assert.Equal(t, cautious, red.laptop.inForce())
	assert.Equal(t, guarded, blue.laptop.inForce())
}

// waiting returns the team's list of asks, which begins with an id.
func waiting(t *testing.T, x *tenant) string {
	t.Helper()
	return x.boss.does(t, x.asBoss("approvals")...)
}

// triesAll makes a team's machine and its administrator try to reach another team's data.
func (x *tenant) triesAll(t *testing.T, other *tenant) {
	t.Helper()
	theirs, id := wire.Machine{Team: other.team, Name: "laptop"}, waiting(t, other)[:16]
	before := other.boss.does(t, "export", "--to", other.url, "--nkey", other.admin, "--machine", "boss")
	out, status := x.boss.ran(t, x.asBoss("approve", id, "--yes", "--key", x.team+"-boss.key")...)
	assert.Equal(t, 1, status)
	assert.Contains(t, out, "no ask that waits has that id")
	for _, who := range []struct {
		seed, name string
		isAdmin    bool // of an account of its own, where it may do everything, but only there
	}{{x.nkey, "laptop", false}, {x.admin, "boss", true}} {
		js := x.streams(t, who.seed, who.name)
		for why, try := range map[string]func() error{
			"sends in the name of the other's machine": func() error {
				_, err := js.Publish(t.Context(), theirs.Audit(), []byte(`{"event":"command","command":"junk"}`), jetstream.WithRetryAttempts(0))
				return err
			},
			"answers an ask of the other's":         func() error { return puts(t, js, wire.Answers, theirs.Ask(id)) },
			"asks in the name of the other's":       func() error { return puts(t, js, wire.Asks, theirs.Ask(id)) },
			"publishes a policy":                    func() error { return puts(t, js, wire.Policies, "all") },
			"reports in the name of the other's":    func() error { return puts(t, js, wire.States, theirs.State()) },
			"makes a stream of the other's records": func() error { return source(t, js, other) },
		} {
			err := try()
			if !who.isAdmin {
				assert.Error(t, err, "%s: %s", x.team, why)
			}
		}
		for _, name := range []string{wire.Asks, wire.Answers} {
			b, err := js.KeyValue(t.Context(), name)
			if err != nil {
				continue
			}
			entry, err := b.Get(t.Context(), theirs.Ask(id))
			if err == nil {
				assert.Equal(t, "x", string(entry.Value()), "what it wrote itself, in its own account")
			}
		}
		assert.Empty(t, hears(t, js, other), "%s listens", x.team)
	}
	x.boss.does(t, x.asBoss("publish", "company.toml", "--key", "company.key")...) // for its own machines again
	assert.Equal(t, before, other.boss.does(t, "export", "--to", other.url, "--nkey", other.admin, "--machine", "boss"))
	assert.Contains(t, waiting(t, other), id)
	assert.NotContains(t, waiting(t, other), "answered")
}

// puts writes junk into a bucket.
func puts(t *testing.T, js jetstream.JetStream, bucket, key string) error {
	b, err := js.KeyValue(t.Context(), bucket)
	if err == nil {
		_, err = b.Put(t.Context(), key, []byte("x"))
	}
	return err
}

// source creates a stream that copies a team's stream. In another account it finds nothing
// to copy.
func source(t *testing.T, js jetstream.JetStream, other *tenant) error {
	c := jetstream.StreamConfig{Name: "COPY", Sources: []*jetstream.StreamSource{{Name: wire.Stream, FilterSubject: "shimgen." + other.team + ".audit.laptop"}}}
	s, err := js.CreateStream(t.Context(), c)
	if err != nil {
		return err
	}
	assert.Never(t, func() bool {
		about, err := s.Info(t.Context())
		return err == nil && about.State.Msgs > 1 // it has published one itself
	}, 500*time.Millisecond, 100*time.Millisecond)
	return js.DeleteStream(t.Context(), "COPY")
}

// hears returns what a listener to all subjects hears while another team's machine sends.
func hears(t *testing.T, js jetstream.JetStream, other *tenant) string {
	t.Helper()
	sub, err := js.Conn().SubscribeSync(">")
	require.NoError(t, err)
	defer func() { _ = sub.Unsubscribe() }()
	_ = js.Conn().Flush() // the permissions may forbid it
	other.looks(t)
	heard := ""
	for {
		m, err := sub.NextMsg(300 * time.Millisecond)
		if err != nil {
			return heard
		}
		if strings.Contains(m.Subject, other.team) || strings.Contains(string(m.Data), "of "+other.team) {
			heard += m.Subject + "\n"
		}
	}
}
