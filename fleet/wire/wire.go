// Package wire defines what the machines of a fleet and their NATS server agree on:
// subjects, the stream of the records, and how a machine connects.
//
//	conn, err := wire.Connect(wire.Server{To: "tls://nats.example.com", Creds: file}, machine)
//	…
//	subject := machine.Audit() // shimgen.TEAM.audit.MACHINE
//
// A machine publishes only to its own subject, and asks the server only about that subject,
// so an account's permissions can restrict it to that: docs/fleet.md lists them.
package wire

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Stream is the name of the stream with the records of all teams of an account.
const Stream = "SHIMGEN"

// Window is how long the server remembers the ids of messages, unless the creator of the
// stream chooses another time. It catches repetitions within moments; package forward finds
// all others by a look into the stream.
const Window = 2 * time.Minute

// Records returns the configuration of the stream of records.
func Records(maxAge time.Duration, window time.Duration) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: Stream, Description: "Decisions of shimgen, a message for each record", Subjects: []string{"shimgen.*.audit.*"},
		Storage: jetstream.FileStorage, Compression: jetstream.S2Compression, MaxAge: maxAge, Duplicates: window,
		DenyDelete: true, // a record stays until it is too old
	}
}

// Machine names a machine and its team, each as one token of a subject.
type Machine struct{ Team, Name string }

// Check returns an error for a name that could be more than one token.
func (m Machine) Check() error {
	if err := CheckToken("team", m.Team); err != nil {
		return err
	}
	return CheckToken("machine", m.Name)
}

// CheckToken returns an error for a name that could be more than one token.
func CheckToken(what, name string) error {
	if name == "" || len(name) > 64 || strings.Trim(name, letters) != "" {
		return fmt.Errorf("%s %q: must be letters, digits, hyphens and underscores", what, name)
	}
	return nil
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// Token converts a host's name to a machine's: its first label, with hyphens for characters
// that a token may not contain.
func Token(host string) string {
	host, _, _ = strings.Cut(host, ".")
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(letters, r) {
			return r
		}
		return '-'
	}, host)
}

// Audit returns the subject of the machine's records.
func (m Machine) Audit() string { return "shimgen." + m.Team + ".audit." + m.Name }

// State returns the key of the machine's report.
func (m Machine) State() string { return m.Team + "." + m.Name }

// ID returns the message id of a record: the identity of its file, and where the record
// begins in it.
func (m Machine) ID(file string, at int64) string {
	return fmt.Sprintf("%s%s/%d", m.Prefix(), file, at)
}

// Prefix returns the beginning of the ids of all the machine's records.
func (m Machine) Prefix() string { return m.Team + "." + m.Name + "/" }

// Consumer returns the name of the consumer with which the machine reads its own records.
func (m Machine) Consumer() string { return "forward=" + m.Team + "=" + m.Name }

// Ask returns the key of an ask of the machine, and of the answer to it.
func (m Machine) Ask(id string) string { return m.State() + "." + id }

// Server says how to reach a server, and as whom.
type Server struct {
	To    string // URLs, separated by commas
	Creds string // a file with a user's JWT and key; "" for none
	NKey  string // a file with an nkey's seed; "" for none
	CA    string // a file with certificates to trust; "" for the system's
	Wait  bool   // wait for a server that is not there yet, instead of an error
}

// ErrReadable means that others could read a key.
var ErrReadable = errors.New("can be read by others")

// Connect returns a connection that lasts as long as the caller likes: if the server goes
// away, it reconnects. It calls changed with each loss and return.
func Connect(s Server, m Machine, changed func(string)) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("shimgen-fleet " + m.Team + "." + m.Name),
		nats.CustomInboxPrefix(m.Inbox()),
		nats.MaxReconnects(-1), nats.RetryOnFailedConnect(s.Wait), nats.ReconnectJitter(time.Second, 3*time.Second),
		nats.ReconnectBufSize(-1), // sending while disconnected is an error at once, and nothing is buffered
		nats.Timeout(10 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				changed("the server is gone: " + err.Error())
			}
		}),
		nats.ReconnectHandler(func(c *nats.Conn) { changed("connected to " + c.ConnectedUrlRedacted()) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { changed(err.Error()) }),
	}
	for _, secret := range []struct {
		file string
		as   func() (nats.Option, error)
	}{
		{s.Creds, func() (nats.Option, error) { return nats.UserCredentials(s.Creds), nil }},
		{s.NKey, func() (nats.Option, error) { return nats.NkeyOptionFromSeed(s.NKey) }},
	} {
		if secret.file == "" {
			continue
		}
		if err := Private(secret.file); err != nil {
			return nil, err
		}
		option, err := secret.as()
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	if s.CA != "" {
		options = append(options, nats.RootCAs(s.CA))
	}
	return nats.Connect(s.To, options...)
}

// Inbox returns the prefix of the server's answers to the machine.
func (m Machine) Inbox() string { return "_INBOX." + m.Team + "." + m.Name }

// Private returns an error if others may read a file. Its group may: a service manager
// passes credentials with an access list of users, which appears as the group's bits.
func Private(file string) error {
	st, err := os.Stat(file)
	if err != nil {
		return err
	}
	if st.Mode().Perm()&0o027 != 0 {
		return fmt.Errorf("%s %w", file, ErrReadable)
	}
	return nil
}

// The buckets: signed policies by group, the policy in force by machine, asks that wait for
// a person, and the answers to them.
const (
	Policies = "SHIMGEN_POLICY"
	States   = "SHIMGEN_STATE"
	Asks     = "SHIMGEN_ASKS"
	Answers  = "SHIMGEN_ANSWERS"
)

// asksFor is how long the server keeps an ask or an answer: longer than a machine waits.
const asksFor = 2 * time.Hour

// buckets returns the configurations of the buckets.
func buckets() []jetstream.KeyValueConfig {
	return []jetstream.KeyValueConfig{
		{Bucket: Policies, Description: "Signed policies of shimgen, by group", History: 16},
		{Bucket: States, Description: "The policy in force, by machine", History: 1, MaxValueSize: 64 << 10},
		{Bucket: Asks, Description: "Commands that wait for a person, by machine", History: 1, TTL: asksFor, MaxValueSize: 512 << 10, MaxBytes: 256 << 20},
		{Bucket: Answers, Description: "Signed answers to them, likewise", History: 1, TTL: asksFor, MaxValueSize: 64 << 10, MaxBytes: 64 << 20},
	}
}

// Prepare creates the stream of records and the buckets, or changes them to the given
// configuration.
func Prepare(ctx context.Context, conn *nats.Conn, c jetstream.StreamConfig) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	if _, err := js.CreateOrUpdateStream(ctx, c); err != nil {
		return err
	}
	for _, b := range buckets() {
		if err := makeBucket(ctx, js, b); err != nil {
			return err
		}
	}
	return nil
}

// Complete creates a missing stream and missing buckets, and changes no existing ones:
// Prepare decided how long records stay.
func Complete(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.Stream(ctx, Stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		_, err = js.CreateStream(ctx, Records(0, Window))
	}
	if err != nil {
		return fmt.Errorf("the stream %s: %w", Stream, err)
	}
	for _, b := range buckets() {
		_, err := js.KeyValue(ctx, b.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			err = makeBucket(ctx, js, b)
		}
		if err != nil {
			return fmt.Errorf("the bucket %s: %w", b.Bucket, err)
		}
	}
	return nil
}

// makeBucket creates a bucket, or changes it to a configuration.
func makeBucket(ctx context.Context, js jetstream.JetStream, b jetstream.KeyValueConfig) error {
	if _, err := js.CreateOrUpdateKeyValue(ctx, b); err != nil {
		return err
	}
	return withoutRollup(ctx, js, "KV_"+b.Bucket)
}

// withoutRollup makes a bucket's stream refuse messages that replace all others: with them a
// writer of one key could remove everybody's.
func withoutRollup(ctx context.Context, js jetstream.JetStream, name string) error {
	s, err := js.Stream(ctx, name)
	if err != nil {
		return err
	}
	c := s.CachedInfo().Config
	c.AllowRollup = false
	_, err = js.UpdateStream(ctx, c)
	return err
}
