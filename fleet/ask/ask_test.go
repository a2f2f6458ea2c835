package ask

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/fleet/broker"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
)

func TestMain(m *testing.M) {
	broker.Serve()
	os.Exit(m.Run())
}

var laptop = wire.Machine{Team: "red", Name: "laptop"}

// scene is a machine, a server and a person who may answer.
type scene struct {
	*Machine
	root          string
	conn          *nats.Conn
	js            jetstream.JetStream
	key, stranger ed25519.PrivateKey
	trail         []audit.Consent // without the records that left the machine
	left          []audit.Consent
	said          []string
	broken        error // error of the trail
}

func pair(t *testing.T, name string) (ed25519.PrivateKey, envelope.Key) {
	t.Helper()
	private, public, err := envelope.NewKey(name)
	require.NoError(t, err)
	key, err := envelope.PrivateKey(private)
	require.NoError(t, err)
	keys, err := envelope.NamedKeys(public)
	require.NoError(t, err)
	return key, keys[0]
}

func newScene(t *testing.T) *scene {
	t.Helper()
	server := broker.Start(t, broker.Config{})
	s := &scene{}
	var err error
	s.conn, err = nats.Connect(server.URL())
	require.NoError(t, err)
	t.Cleanup(s.conn.Close)
	require.NoError(t, wire.Prepare(t.Context(), s.conn, wire.Records(0, time.Minute)))
	s.js, err = jetstream.New(s.conn)
	require.NoError(t, err)
	s.install(t)
	return s
}

// install creates the machine's files and the approver's.
func (s *scene) install(t *testing.T) {
	t.Helper()
	var err error
	s.root, err = filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(s.root, "state"), 0o700))
	s.stranger, _ = pair(t, "")
	key, public := pair(t, "bob")
	s.key = key
	s.Machine = s.machine(public)
}

// machine returns the machine as a new process sees it.
func (s *scene) machine(keys ...envelope.Key) *Machine {
	return &Machine{
		Names: laptop, User: "u", Store: approval.In(s.root, os.Getuid()), Kept: records.Dir{Path: filepath.Join(s.root, "state", "asks"), Owner: os.Getuid()},
		Keys: func() ([]envelope.Key, error) { return keys, nil },
		Record: func(e audit.Consent) error {
			if e.Step == "sent" {
				s.left = append(s.left, e)
			} else {
				s.trail = append(s.trail, e)
			}
			return s.broken
		},
		Say: func(what string) { s.said = append(s.said, what) },
	}
}

// asks adds a command that waits.
func (s *scene) asks(t *testing.T, text string) approval.Request {
	t.Helper()
	code, err := s.Store.Ask(approval.Request{
		What: approval.What{Source: text, Dir: "/w"}, Asks: []approval.Ask{{Rule: "git.reset-hard", Command: text}}, Decision: "00000000000000ff",
		From: "hook", Agent: "claude", Shown: approval.Shown{Text: text, Asked: []string{text + " throws away work [git.reset-hard]"}},
	}, []host.Process{{PID: 1, Start: 1}})
	require.NoError(t, err)
	r, err := s.Store.Find(code)
	require.NoError(t, err)
	return r
}

func (s *scene) look(t *testing.T) {
	t.Helper()
	require.NoError(t, s.Look(t.Context(), s.conn, time.Now()))
}

// pending returns the one ask that waits.
func (s *scene) pending(t *testing.T) Pending {
	t.Helper()
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

// put writes data where the machine looks for an answer.
func (s *scene) put(t *testing.T, p Pending, data []byte) {
	t.Helper()
	bucket, err := s.js.KeyValue(t.Context(), wire.Answers)
	require.NoError(t, err)
	_, err = bucket.Put(t.Context(), p.key(), data)
	require.NoError(t, err)
}

func (s *scene) answer(t *testing.T, p Pending, yes bool) {
	t.Helper()
	require.NoError(t, Answerer{JS: s.js, Names: wire.Machine{Team: "red", Name: "boss"}, Key: s.key, For: AnswerFor}.Answer(t.Context(), p, yes, time.Now()))
}

func (s *scene) granted(t *testing.T) []approval.Grant {
	t.Helper()
	all, err := s.Store.Granted()
	require.NoError(t, err)
	return all
}

func TestAYesLeavesTheGrantOfApprove(t *testing.T) {
	s := newScene(t)
	r := s.asks(t, "git reset --hard")
	s.look(t)
	s.look(t)
	p := s.pending(t)
	assert.Equal(t, Ask{
		ID: p.ID, Team: "red", Machine: "laptop", User: "u", Text: "git reset --hard", Dir: "/w", Asked: r.Shown.Asked, Rules: []string{"git.reset-hard"},
		From: "hook", Agent: "claude", Decision: "00000000000000ff", At: p.At, Until: p.Until,
	}, p.Ask)
	s.answer(t, p, true)
	assert.True(t, s.pending(t).IsAnswered)
	require.ErrorIs(t, Answerer{JS: s.js, Key: s.key, For: AnswerFor}.Answer(t.Context(), p, true, time.Now()), ErrAnswered)
	s.look(t)
	got := s.granted(t)
	require.Len(t, got, 1)
	assert.Equal(t, approval.Grant{Code: r.Code, What: r.What, Asks: r.Asks, Once: true, By: "bob", At: got[0].At, Until: got[0].Until}, got[0])
	assert.WithinDuration(t, time.Now().Add(approval.OnceFor), got[0].Until, time.Minute)
	assert.Equal(t, []audit.Consent{{Step: "approved", Code: r.Code, ID: 255, Command: "git reset --hard", Dir: "/w", Rules: []string{"git.reset-hard"}, Until: got[0].Until.Format(time.RFC3339), By: "bob"}}, s.trail)
	_, err := s.Store.Find(r.Code)
	require.ErrorIs(t, err, approval.ErrNone)
	_, ok := s.Store.Take(r.What, r.Asks)
	assert.True(t, ok)
	_, ok = s.Store.Take(r.What, r.Asks)
	assert.False(t, ok, "for one run")
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all, "the ask is withdrawn")

	stream, err := s.js.Stream(t.Context(), wire.Stream)
	require.NoError(t, err)
	m, err := stream.GetLastMsgForSubject(t.Context(), "shimgen.red.audit.boss")
	require.NoError(t, err)
	var record map[string]any
	require.NoError(t, json.Unmarshal(m.Data, &record))
	assert.Equal(t, "yes", record["step"])
	assert.Equal(t, "red.laptop", record["machine"])
	assert.Equal(t, "00000000000000ff", record["id"])
}

func TestANoLeavesNothing(t *testing.T) {
	s := newScene(t)
	r := s.asks(t, "git reset --hard")
	s.look(t)
	s.answer(t, s.pending(t), false)
	s.look(t)
	assert.Empty(t, s.granted(t))
	require.Len(t, s.trail, 1)
	assert.Equal(t, "declined", s.trail[0].Step)
	_, err := s.Store.Find(r.Code)
	assert.ErrorIs(t, err, approval.ErrNone)
}

func TestOnlyTheAnswerToThisAskCounts(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	used := s.pending(t)
	right := func(p Pending) Answer {
		return Answer{Team: "red", Machine: "laptop", Ask: p.ID, Hash: p.Hash, Yes: true, Expires: time.Now().Add(time.Minute).UTC()}
	}
	sign := func(purpose envelope.Purpose, key ed25519.PrivateKey, a any) []byte {
		data, err := envelope.Sign(purpose, a, key)
		require.NoError(t, err)
		return data
	}
	replayed := sign(envelope.Answers, s.key, right(used))
	s.put(t, used, replayed)
	s.look(t)
	require.Len(t, s.granted(t), 1)
	_, err := s.Store.Revoke("")
	require.NoError(t, err)
	s.trail = nil

	r := s.asks(t, "git reset --hard")
	s.look(t)
	p := s.pending(t)
	with := func(change func(*Answer)) []byte {
		a := right(p)
		change(&a)
		return sign(envelope.Answers, s.key, a)
	}
	for i, tt := range []struct {
		why  string
		data []byte
		want error
		by   string
	}{
		{"forged: a stranger signed it", sign(envelope.Answers, s.stranger, right(p)), envelope.ErrSignature, ""},
		{"no envelope", []byte(`{"yes":true}`), envelope.ErrNoEnvelope, ""},
		{"nothing", nil, envelope.ErrNoEnvelope, ""},
		{"signed for another purpose", sign(envelope.Policies, s.key, right(p)), envelope.ErrSignature, ""},
		{"something else that is signed", sign(envelope.Answers, s.key, map[string]any{"yes": true, "for": "all"}), envelope.ErrNoEnvelope, ""},
		{"replayed: the same command, asked once more", replayed, ErrUsed, "bob"},
		{"for another machine", with(func(a *Answer) { a.Machine = "server" }), ErrMachine, "bob"},
		{"for another team", with(func(a *Answer) { a.Team = "blue" }), ErrMachine, "bob"},
		{"for an ask that nobody made", with(func(a *Answer) { a.Ask = newID() }), ErrAsk, "bob"},
		{"for a path", with(func(a *Answer) { a.Ask = "../../policy" }), ErrAsk, "bob"},
		{"for another text", with(func(a *Answer) { a.Hash = used.Hash }), ErrText, "bob"},
		{"by somebody with an endless name", with(func(a *Answer) { a.By = strings.Repeat("x", 101) }), ErrName, ""},
		{"by somebody who writes over the line", with(func(a *Answer) { a.By = "ann\x1b[2K" }), ErrName, ""},
		{"expired", with(func(a *Answer) { a.Expires = time.Now().Add(-time.Second) }), ErrExpired, "bob"},
		{"without a time", with(func(a *Answer) { a.Expires = time.Time{} }), ErrExpired, "bob"},
	} {
		s.put(t, p, tt.data)
		s.look(t)
		s.look(t)
		assert.Empty(t, s.granted(t), tt.why)
		require.Len(t, s.trail, i+1, "%s: it is recorded, once", tt.why)
		assert.Equal(t, "refused", s.trail[i].Step, tt.why)
		assert.Contains(t, s.trail[i].Reason, tt.want.Error(), tt.why)
		assert.Equal(t, tt.by, s.trail[i].By, tt.why)
		_, err := s.Store.Find(r.Code)
		require.NoError(t, err, "%s: it waits on", tt.why)
	}
	for range 2 * mostRefused {
		s.put(t, p, []byte("x"))
		s.look(t)
	}
	assert.Len(t, s.trail, mostRefused, "whoever can write there does not fill the trail")
	s.Machine = s.machine(must(s.Keys())...)
	s.look(t)
	s.put(t, p, sign(envelope.Answers, s.key, right(p)))
	s.look(t)
	assert.Len(t, s.granted(t), 1, "and the right one counts, in a new process, too")
}

func must(keys []envelope.Key, _ error) []envelope.Key { return keys }

// The findings can change while the same command waits, for example if the script that it
// runs changes.
func TestAnAskThatHasChangedIsAnother(t *testing.T) {
	s := newScene(t)
	r := s.asks(t, "sh x")
	s.look(t)
	before := s.pending(t)
	r.Asks = []approval.Ask{{Rule: "git.reset-hard", File: "x", Hash: "01"}}
	code, err := s.Store.Ask(r, nil)
	require.NoError(t, err)
	assert.Equal(t, r.Code, code)
	s.answer(t, before, true)
	s.look(t)
	assert.Empty(t, s.granted(t))
	after := s.pending(t)
	assert.NotEqual(t, before.ID, after.ID)
	s.answer(t, after, true)
	s.look(t)
	got := s.granted(t)
	require.Len(t, got, 1)
	assert.Equal(t, r.Asks, got[0].Asks)
}

func TestWhatWaitsNoMoreIsWithdrawn(t *testing.T) {
	s := newScene(t)
	r := s.asks(t, "git reset --hard")
	s.look(t)
	p := s.pending(t)
	s.answer(t, p, true)
	_, err := s.Store.Forget(r.Code) // somebody has answered on the machine itself
	require.NoError(t, err)
	s.look(t)
	assert.Empty(t, s.granted(t))
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all)

	require.NoError(t, s.Look(t.Context(), s.conn, time.Now().Add(2*approval.LongestFor)))
	names, err := s.Kept.Names()
	require.NoError(t, err)
	assert.Empty(t, names, "long ago")
}

// If a key signs for several people, the record names the person with the key.
func TestWhoAnswers(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	require.NoError(t, Answerer{JS: s.js, Names: laptop, Key: s.key, By: "ann", For: AnswerFor}.Answer(t.Context(), s.pending(t), true, time.Now()))
	s.look(t)
	require.Len(t, s.granted(t), 1)
	assert.Equal(t, "ann via bob", s.granted(t)[0].By)
}

// A crash at any moment leaves no second grant, and a yes that cannot be recorded does not
// count.
func TestAnAnswerIsUsedUpFirst(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	s.answer(t, s.pending(t), true)
	s.broken = assert.AnError
	require.ErrorIs(t, s.Look(t.Context(), s.conn, time.Now()), assert.AnError)
	assert.Empty(t, s.granted(t))
	s.broken = nil
	s.Machine = s.machine(must(s.Keys())...)
	s.look(t)
	s.look(t)
	assert.Empty(t, s.granted(t), "the answer was used")
}

func TestWhatDoesNotLeave(t *testing.T) {
	s := newScene(t)
	long := make([]byte, longest)
	for i := range long {
		long[i] = 'x'
	}
	s.asks(t, string(long))
	_, err := s.Store.Ask(approval.Request{What: approval.What{Source: "old", Dir: "/w"}}, nil)
	require.NoError(t, err)
	s.look(t)
	s.look(t)
	require.Len(t, s.said, 2)
	assert.Contains(t, s.said[0], " waits here alone: ")
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all)
}

// An ask that a machine publishes in another's name is not listed.
func TestAnAskInAnothersName(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	p := s.pending(t)
	other := p.Ask
	other.ID, other.Machine = newID(), "server"
	body, err := json.Marshal(other)
	require.NoError(t, err)
	bucket, err := s.js.KeyValue(t.Context(), wire.Asks)
	require.NoError(t, err)
	_, err = bucket.Put(t.Context(), laptop.Ask(other.ID), body)
	require.NoError(t, err)
	assert.Equal(t, p.ID, s.pending(t).ID)
}

func TestFind(t *testing.T) {
	all := []Pending{{Ask: Ask{ID: "abcdefgh"}}, {Ask: Ask{ID: "abcdzzzz"}}, {Ask: Ask{ID: "zzzzzzzz"}}}
	for _, tt := range []struct {
		why, id string
		want    error
	}{
		{"whole", "abcdefgh", nil},
		{"its beginning", "zzzz", nil},
		{"two begin so", "abcd", ErrMany},
		{"too short", "zzz", ErrNone},
		{"none", "yyyy", ErrNone},
		{"empty", "", ErrNone},
	} {
		p, err := Find(all, tt.id)
		require.ErrorIs(t, err, tt.want, tt.why)
		if tt.want == nil {
			assert.Contains(t, p.ID, tt.id, tt.why)
		}
	}
}

func TestKeysThatOthersCanWrite(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	_, err = Keys(dir, host.Policy(os.Getuid()))
	require.ErrorIs(t, err, os.ErrNotExist)
	_, public, err := envelope.NewKey("bob")
	require.NoError(t, err)
	file := filepath.Join(dir, KeysName)
	require.NoError(t, os.WriteFile(file, []byte(public), 0o644))
	keys, err := Keys(dir, host.Policy(os.Getuid()))
	require.NoError(t, err)
	assert.Equal(t, "bob", keys[0].Name)
	require.NoError(t, os.Chmod(file, 0o666))
	_, err = Keys(dir, host.Policy(os.Getuid()))
	require.ErrorContains(t, err, "is writable by group or others")
	require.NoError(t, os.Remove(filepath.Join(dir, KeysName)))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "fleet-policy.pub"), []byte(public), 0o644))
	_, err = Keys(dir, host.Policy(os.Getuid()))
	require.ErrorIs(t, err, os.ErrNotExist, "a policy's key answers nothing")
}

// A no replaces a yes that the machine has not taken.
func TestANoStopsAYes(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	p := s.pending(t)
	s.answer(t, p, true)
	s.answer(t, p, false)
	s.look(t)
	assert.Empty(t, s.granted(t))
	require.Len(t, s.trail, 1)
	assert.Equal(t, "declined", s.trail[0].Step)
}

// If an answer expired before the machine looked, others can still answer the ask.
func TestAnExpiredAnswerIsNone(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	p := s.pending(t)
	s.answer(t, p, true)
	late := time.Now().Add(AnswerFor + time.Second)
	require.NoError(t, s.Look(t.Context(), s.conn, late))
	assert.Empty(t, s.granted(t))
	all, err := Waiting(t.Context(), s.js, late)
	require.NoError(t, err)
	require.Len(t, all, 1)
	assert.False(t, all[0].IsAnswered)
	require.NoError(t, Answerer{JS: s.js, Names: wire.Machine{Team: "red", Name: "boss"}, Key: s.key, For: AnswerFor}.Answer(t.Context(), p, true, late))
	require.NoError(t, s.Look(t.Context(), s.conn, late))
	assert.Len(t, s.granted(t), 1)
}

// Nobody elsewhere can say yes to a command with a hidden part: its author could have put
// anything there.
func TestWhatIsLeftOutStaysHere(t *testing.T) {
	s := newScene(t)
	for _, shown := range []approval.Shown{
		{Text: "rm -rf /srv/password=[redacted]", Asked: []string{"rm deletes"}},
		{Text: "sh x.sh", Asked: []string{"x.sh:1: TOKEN=[redacted] git reset --hard throws away work [git.reset-hard]"}},
	} {
		_, err := s.Store.Ask(approval.Request{
			What: approval.What{Source: shown.Text, Dir: "/w"}, Asks: []approval.Ask{{Rule: "git.reset-hard"}}, Decision: "00000000000000ff", Shown: shown,
		}, []host.Process{{PID: 1, Start: 1}})
		require.NoError(t, err)
	}
	s.look(t)
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all)
	assert.Len(t, s.said, 2)
}

// A key that root removes while the machine looks no longer counts.
func TestKeysAreReadForEachAnswer(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	s.answer(t, s.pending(t), true)
	_, other := pair(t, "eve")
	s.Keys = func() ([]envelope.Key, error) { return []envelope.Key{other}, nil }
	s.look(t)
	assert.Empty(t, s.granted(t))
	require.Len(t, s.trail, 1)
	assert.Equal(t, "refused", s.trail[0].Step)
}

// A damaged record stops no other ask, and is reported by name.
func TestADamagedRecordStopsNoOther(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	s.answer(t, s.pending(t), true)
	require.NoError(t, os.WriteFile(s.Kept.File(newID()), []byte("{"), 0o600))
	err := s.Look(t.Context(), s.conn, time.Now())
	assert.ErrorContains(t, err, "unexpected end of JSON input")
	assert.ErrorContains(t, err, s.Kept.Path)
	assert.Len(t, s.granted(t), 1)
}

// An ask is on record once, before it leaves; if it cannot be recorded, it does not leave.
func TestWhatLeavesIsOnRecord(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.broken = errors.New("no space")
	require.Error(t, s.Look(t.Context(), s.conn, time.Now()))
	all, err := Waiting(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Empty(t, all)
	s.broken, s.left = nil, nil
	s.look(t)
	s.look(t)
	s.Machine = s.machine(must(s.Keys())...) // another process sees it, too
	s.look(t)
	s.pending(t)
	require.Len(t, s.left, 1)
	assert.Equal(t, "git reset --hard", s.left[0].Command)
}

// Data that is no answer keeps nobody from answering.
func TestJunkIsNoAnswer(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	b, err := s.js.KeyValue(t.Context(), wire.Answers)
	require.NoError(t, err)
	_, err = b.Put(t.Context(), s.pending(t).key(), []byte(`{"stream":"KV_SHIMGEN_ASKS", "seq":7}`))
	require.NoError(t, err)
	p := s.pending(t)
	assert.False(t, p.IsAnswered)
	s.answer(t, p, true)
	assert.True(t, s.pending(t).IsAnswered)
	s.look(t)
	assert.Len(t, s.granted(t), 1)
}

// A machine that floods the bucket takes no other machine's place in a list, and an id leads
// to one ask.
func TestAFlood(t *testing.T) {
	s := newScene(t)
	s.asks(t, "git reset --hard")
	s.look(t)
	own := s.pending(t)
	b, err := s.js.KeyValue(t.Context(), wire.Asks)
	require.NoError(t, err)
	flood := own.Ask
	flood.Machine, flood.At = "other", own.At.Add(-time.Minute)
	for range mostOfOne + 5 {
		flood.ID, flood.Text = newID(), strings.Repeat("x", 10<<10)
		text, err := json.Marshal(flood)
		require.NoError(t, err)
		_, err = b.Put(t.Context(), flood.key(), text)
		require.NoError(t, err)
	}
	all, more, err := Overview(t.Context(), s.js, time.Now())
	require.NoError(t, err)
	assert.Len(t, all, mostOfOne+1)
	assert.Equal(t, 5, more)
	assert.Equal(t, own.ID, all[len(all)-1].ID)
	assert.Less(t, len(all[0].Text), 200)
	one, err := One(t.Context(), s.js, own.ID, time.Now())
	require.NoError(t, err)
	assert.Equal(t, own, one)
	flood.ID = own.ID
	text, err := json.Marshal(flood)
	require.NoError(t, err)
	_, err = b.Put(t.Context(), flood.key(), text)
	require.NoError(t, err)
	for _, id := range []string{own.ID, newID(), "*", ">", ""} {
		_, err = One(t.Context(), s.js, id, time.Now())
		require.ErrorIs(t, err, ErrNone, id)
	}
}
