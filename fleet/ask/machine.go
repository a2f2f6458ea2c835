package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/poll"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/internal/records"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/verdict"
)

// Machine publishes what waits in a user's store, and takes the answers.
type Machine struct {
	Names  wire.Machine
	User   string // whose store it is
	Store  approval.Store
	Kept   records.Dir                    // of what was asked: it outlives this process
	Keys   func() ([]envelope.Key, error) // of who may answer, at this moment
	Record func(e audit.Consent) error    // into the trail
	Say    func(string)                   // is told what a person should know

	sent   map[string]bool       // ids of asks that this process has published
	silent map[string]bool       // hashes of requests that cannot leave, which was said
	over   map[string]time.Time  // ids of asks that ended, and until when they waited
	lists  [2]jetstream.KeyValue // the asks and the answers
}

// kept is what the machine remembers of an ask: an answer counts once, whatever happens.
type kept struct {
	Body      []byte `json:"body"`  // the ask, byte for byte as it was published
	Code      string `json:"code"`  // of the request
	Exact     string `json:"exact"` // tells the request apart
	End       string `json:"end"`   // approved, declined or gone; "" while it waits
	Sent      bool   `json:"sent"`  // the trail says so
	Withdrawn bool   `json:"withdrawn"`
	Revision  uint64 `json:"revision"` // of the last answer that was refused
	Refused   int    `json:"refused"`  // how many were

	ask Ask
}

// mostRefused is how many refused answers to one ask are recorded: whoever can write there must
// not be able to fill the trail.
const mostRefused = 16

// mostKept is how many asks are remembered: each for a day after it ended.
const mostKept = 2048

// errMany says that no more asks leave.
var errMany = fmt.Errorf("%d asks were made within a day; new ones wait here alone", mostKept)

// Run publishes and takes answers until the context is done.
func (m *Machine) Run(ctx context.Context, conn *nats.Conn, every time.Duration) {
	poll.Every(ctx, every, m.Say, func() error { return m.Look(ctx, conn, time.Now()) })
}

// Look publishes what waits and is not published, takes the answers that are there, and
// withdraws what waits no more.
func (m *Machine) Look(ctx context.Context, conn *nats.Conn, now time.Time) error {
	began := time.Now()
	clock := func() time.Time { return now.Add(time.Since(began)) } // a server may take its time
	waiting, err := m.Store.Waiting()
	if err != nil {
		return err
	}
	all, damaged, err := m.known(now)
	if err != nil || len(all)+len(waiting) == 0 {
		return errors.Join(err, damaged)
	}
	if err := m.connect(ctx, conn); err != nil {
		return err
	}
	for _, r := range waiting {
		same := func(k *kept) bool { return k.is(r, now) }
		if i := slices.IndexFunc(all, same); i >= 0 {
			continue
		}
		if len(all)+len(m.over) >= mostKept {
			return errMany
		}
		k, err := m.begin(r)
		if err != nil {
			return err
		}
		if k != nil {
			all = append(all, k)
		}
	}
	for _, k := range all {
		if err := m.attend(ctx, k, waiting, clock); err != nil {
			return err
		}
	}
	return damaged
}

// is reports whether an ask is that of a request, and still waits.
func (k *kept) is(r approval.Request, now time.Time) bool {
	return k.End == "" && k.Code == r.Code && k.Exact == exactly(r) && now.Before(k.ask.Until)
}

// connect finds the buckets.
func (m *Machine) connect(ctx context.Context, conn *nats.Conn) error {
	if m.lists[1] != nil {
		return nil
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(10*time.Second))
	if err != nil {
		return err
	}
	for i, name := range []string{wire.Asks, wire.Answers} {
		if m.lists[i], err = bucket(ctx, js, name); err != nil {
			return err
		}
	}
	return nil
}

// known are the asks that the machine remembers and has to do with. Those that ended it only
// remembers, and forgets long after: their answers have expired, and what has no ask is refused
// anyway. A record that cannot be read is no ask: what waited for it is asked about anew.
func (m *Machine) known(now time.Time) (all []*kept, damaged, err error) {
	names, err := m.Kept.Names()
	if err != nil {
		return nil, nil, err
	}
	if m.over == nil {
		m.over = map[string]time.Time{}
	}
	for _, id := range names {
		if _, is := m.over[id]; !is {
			k, err := m.read(id)
			if err != nil {
				damaged = cmp.Or(damaged, err)
				continue
			}
			if !k.Withdrawn {
				all = append(all, k)
				continue
			}
			m.over[id] = k.ask.Until
		}
		if now.Sub(m.over[id]) > approval.LongestFor {
			if _, err := m.Kept.Remove(id); err != nil {
				return nil, nil, err
			}
			delete(m.over, id)
			delete(m.sent, id)
		}
	}
	return all, damaged, nil
}

// read reads what is known of an ask.
func (m *Machine) read(id string) (*kept, error) {
	k, err := records.Read[kept](m.Kept, id)
	if err == nil {
		err = json.Unmarshal(k.Body, &k.ask)
	}
	if err == nil && k.ask.ID != id {
		err = fmt.Errorf("%s: is the ask %q", m.Kept.File(id), k.ask.ID)
	}
	return &k, err
}

// begin makes an ask of a request, nil if it cannot leave. It is on the disk before it leaves.
func (m *Machine) begin(r approval.Request) (*kept, error) {
	a := newAsk(m.Names, m.User, r)
	body, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	k := kept{Body: body, Code: r.Code, Exact: exactly(r), ask: a}
	if why := unfit(r, len(body)); why != "" {
		if m.silent == nil {
			m.silent = map[string]bool{}
		}
		if !m.silent[k.Exact] {
			m.Say(r.Code + " waits here alone: " + why)
		}
		m.silent[k.Exact] = true
		return nil, nil
	}
	if err := m.Kept.Prepare(); err != nil {
		return nil, err
	}
	return &k, m.keep(&k)
}

// unfit says why a request cannot leave. A yes is for the very command: whoever wrote one of which a
// part is left out as a credential could have put something else there.
func unfit(r approval.Request, length int) string {
	isCut := func(text string) bool { return strings.Contains(text, verdict.Left) }
	switch {
	case isCut(r.Shown.Text), slices.ContainsFunc(r.Shown.Asked, isCut):
		return "a part of it looks like a credential, which does not leave, and nobody says yes to what they do not see"
	case length > longest:
		return fmt.Sprintf("%d bytes are too long for a person elsewhere", length)
	case r.Shown.Text == "":
		return "an older shimgen has made it"
	}
	return ""
}

// keep writes down what is known of an ask.
func (m *Machine) keep(k *kept) error { return m.Kept.Write(k.ask.ID, k) }

// attend does what is next about an ask.
func (m *Machine) attend(ctx context.Context, k *kept, waiting []approval.Request, clock func() time.Time) error {
	i := slices.IndexFunc(waiting, func(r approval.Request) bool { return k.is(r, clock()) })
	if i < 0 && k.End == "" { // answered here, too old, or asked about otherwise now
		k.End = "gone"
		if err := m.keep(k); err != nil {
			return err
		}
	}
	if k.End == "" {
		err := m.publish(ctx, k, waiting[i])
		if errors.Is(err, nats.ErrMaxPayload) { // the server takes less than we do
			m.Say(k.Code + " waits here alone: " + err.Error())
			k.End, k.Withdrawn = "gone", true
			return m.keep(k)
		}
		if err == nil {
			err = m.collect(ctx, k, waiting[i], clock)
		}
		if err != nil {
			return err
		}
	}
	if k.End == "" || k.Withdrawn {
		return nil
	}
	if err := m.lists[0].Delete(ctx, m.Names.Ask(k.ask.ID)); err != nil {
		return err
	}
	k.Withdrawn = true
	return m.keep(k)
}

// publish publishes an ask, once for each process: it has a name of its own, and so is there once.
// It is on record before: what the trail cannot say does not leave.
func (m *Machine) publish(ctx context.Context, k *kept, r approval.Request) error {
	if m.sent[k.ask.ID] {
		return nil
	}
	if !k.Sent {
		if err := m.Record(consent(r, "sent", "")); err != nil {
			return err
		}
		k.Sent = true
		if err := m.keep(k); err != nil {
			return err
		}
	}
	if _, err := m.lists[0].Put(ctx, m.Names.Ask(k.ask.ID), k.Body); err != nil {
		return err
	}
	if m.sent == nil {
		m.sent = map[string]bool{}
	}
	m.sent[k.ask.ID] = true
	return nil
}

// collect takes the answer to an ask, if there is one that was not looked at.
// The keys are those of this moment, so that one that root has removed counts no more.
func (m *Machine) collect(ctx context.Context, k *kept, r approval.Request, clock func() time.Time) error {
	entry, err := m.lists[1].Get(ctx, m.Names.Ask(k.ask.ID))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err != nil || entry.Revision() == k.Revision {
		return err
	}
	keys, err := m.Keys()
	if err != nil {
		return err
	}
	now := clock()
	a, by, err := m.judge(entry.Value(), k, keys, now)
	if err != nil {
		k.Revision = entry.Revision()
		return m.refuse(k, r, by, err)
	}
	return m.take(k, r, a, by, now)
}

// judge decides whether an answer counts: one that is signed, for this machine, for this very
// ask, and in time.
func (m *Machine) judge(data []byte, k *kept, keys []envelope.Key, now time.Time) (a Answer, by string, err error) {
	a, by, err = open(data, keys)
	switch {
	case err != nil:
		return a, by, err
	case a.Team != m.Names.Team || a.Machine != m.Names.Name:
		return a, by, ErrMachine
	case a.Ask != k.ask.ID && m.wasAnswered(a.Ask):
		return a, by, ErrUsed
	case a.Ask != k.ask.ID:
		return a, by, ErrAsk
	case a.Hash != hash(k.Body):
		return a, by, ErrText
	case !now.Before(a.Expires):
		return a, by, ErrExpired
	case k.End != "":
		return a, by, ErrUsed
	}
	return a, by, nil
}

// wasAnswered reports whether an ask has ended.
func (m *Machine) wasAnswered(id string) bool {
	if !IsID(id) {
		return false
	}
	k, err := records.Read[kept](m.Kept, id)
	return err == nil && k.End != ""
}

// refuse records an answer that does not count. Nothing else changes.
func (m *Machine) refuse(k *kept, r approval.Request, by string, why error) error {
	k.Refused++
	if err := m.keep(k); err != nil || k.Refused > mostRefused {
		return err
	}
	m.Say(fmt.Sprintf("an answer to %s is refused: it %s", r.Code, why))
	e := consent(r, "refused", by)
	e.Reason = "the answer " + why.Error()
	return m.Record(e)
}

// take puts an answer in force. The order matters: first the ask has ended, whatever comes;
// the request goes, so that nobody else answers it; a yes that cannot be recorded is none.
func (m *Machine) take(k *kept, r approval.Request, a Answer, by string, now time.Time) error {
	k.End = "declined"
	if a.Yes {
		k.End = "approved"
	}
	if err := m.keep(k); err != nil {
		return err
	}
	was, err := m.Store.Forget(r.Code)
	if err != nil || !was {
		return err
	}
	g := approval.Grant{Code: r.Code, What: r.What, Asks: r.Asks, Once: true, By: by, At: now.UTC(), Until: now.Add(approval.OnceFor).UTC()}
	e := consent(r, k.End, by)
	if a.Yes {
		e.Until = g.Until.Format(time.RFC3339)
	}
	if err := m.Record(e); err != nil {
		return err
	}
	if a.Yes {
		err = m.Store.Add(g)
	}
	if err == nil {
		m.Say(fmt.Sprintf("%s: %s by %s", r.Code, k.End, by))
	}
	return err
}

// consent is the record of a step of a request.
func consent(r approval.Request, step, by string) audit.Consent {
	e := audit.Consent{Step: step, Code: r.Code, ID: trail.ParseID(r.Decision), Command: r.Shown.Text, Dir: r.Dir, By: by}
	for _, a := range r.Asks {
		e.Rules = append(e.Rules, a.Rule)
	}
	return e
}
