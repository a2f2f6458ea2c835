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
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/trail"
)

// Machine publishes the asks of a user's store, and takes the answers.
type Machine struct {
	Names  wire.Machine
	User   string // the store's user
	Store  approval.Store
	Kept   records.Dir                    // records of the asks, which outlive this process
	Keys   func() ([]envelope.Key, error) // the approvers' keys at this moment
	Record func(e audit.Consent) error    // writes into the trail
	Say    func(string)                   // reports what a person should know

	sent   map[string]bool       // ids of asks that this process has published
	silent map[string]bool       // hashes of requests that cannot leave, which was reported
	over   map[string]time.Time  // ids of ended asks, with the times until which they waited
	lists  [2]jetstream.KeyValue // the asks and the answers
}

// kept is the machine's record of an ask. With it an answer counts once, whatever happens.
type kept struct {
	Body      []byte `json:"body"`  // the ask, byte for byte as it was published
	Code      string `json:"code"`  // of the request
	Exact     string `json:"exact"` // distinguishes the request
	End       string `json:"end"`   // approved, declined or gone; "" while it waits
	Sent      bool   `json:"sent"`  // the trail has a record of it
	Withdrawn bool   `json:"withdrawn"`
	Revision  uint64 `json:"revision"` // of the last refused answer
	Refused   int    `json:"refused"`  // how many were refused

	ask Ask
}

// mostRefused is how many refused answers to one ask are recorded: a writer of the bucket
// must not be able to fill the trail.
const mostRefused = 16

// mostKept is how many asks are remembered, each for a day after it ended.
const mostKept = 2048

// errMany means that no more asks can leave.
var errMany = fmt.Errorf("%d asks were made within a day; new ones wait here alone", mostKept)

// Run publishes asks and takes answers until the context is done.
func (m *Machine) Run(ctx context.Context, conn *nats.Conn, every time.Duration) {
	poll.Every(ctx, every, m.Say, func() error { return m.Look(ctx, conn, time.Now()) })
}

// Look publishes new asks, takes the answers that have arrived, and withdraws asks that no
// longer wait.
func (m *Machine) Look(ctx context.Context, conn *nats.Conn, now time.Time) error {
	began := time.Now()
	clock := func() time.Time { return now.Add(time.Since(began)) } // a server may be slow
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

// is reports whether an ask belongs to a request and still waits.
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

// known returns the asks that the machine still handles. It only remembers ended asks, and
// forgets them long after: by then their answers have expired, and an answer without an ask
// is refused anyway. A record that cannot be read counts as no ask, so its request becomes a
// new ask.
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

// read reads the record of an ask.
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

// begin creates an ask for a request, or returns nil if the request cannot leave. The ask is
// on disk before it leaves.
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

// unfit returns why a request cannot leave. A yes is for the exact command. If a part is
// redacted as a credential, the author could have put something else there.
func unfit(r approval.Request, length int) string {
	isCut := func(text string) bool { return strings.Contains(text, redact.Redacted) }
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

// keep writes the record of an ask.
func (m *Machine) keep(k *kept) error { return m.Kept.Write(k.ask.ID, k) }

// attend does the next step for an ask.
func (m *Machine) attend(ctx context.Context, k *kept, waiting []approval.Request, clock func() time.Time) error {
	i := slices.IndexFunc(waiting, func(r approval.Request) bool { return k.is(r, clock()) })
	if i < 0 && k.End == "" { // answered here, too old, or with other findings now
		k.End = "gone"
		if err := m.keep(k); err != nil {
			return err
		}
	}
	if k.End == "" {
		err := m.publish(ctx, k, waiting[i])
		if errors.Is(err, nats.ErrMaxPayload) { // the server's limit is smaller than ours
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

// publish publishes an ask, once for each process. The ask's own key keeps it from being
// there twice. The trail records it first: an ask that cannot be recorded does not leave.
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

// collect takes the answer to an ask, if there is one that was not judged yet. It uses the
// present keys, so a key that root has removed no longer counts.
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

// judge decides whether an answer counts: it must be signed, for this machine and exactly
// this ask, and in time.
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

// refuse records an answer that does not count. It changes nothing else.
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

// take puts an answer in force. The order matters: first the ask ends, whatever happens
// next; then the request is removed, so that nobody else answers it; a yes that cannot be
// recorded does not count.
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

// consent returns the record of a step of a request.
func consent(r approval.Request, step, by string) audit.Consent {
	e := audit.Consent{Step: step, Code: r.Code, ID: trail.ParseID(r.Decision), Command: r.Shown.Text, Dir: r.Dir, By: by}
	for _, a := range r.Asks {
		e.Rules = append(e.Rules, a.Rule)
	}
	return e
}
