package ask

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/fleet/envelope"
	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/verdict"
)

// Pending is an ask as whoever may answer it finds it.
type Pending struct {
	Ask
	Hash       string `json:"sha256"`   // of what was read
	IsAnswered bool   `json:"answered"` // somebody has answered, and the machine has not taken it yet
}

// Waiting are the asks of all machines of an account, the oldest first.
func Waiting(ctx context.Context, js jetstream.JetStream, now time.Time) ([]Pending, error) {
	all := []Pending{}
	err := each(ctx, js, wire.Asks, ">", func(entry jetstream.KeyValueEntry) {
		if p, is := pending(entry, now); is {
			all = append(all, p)
		}
	})
	if err == nil {
		err = markAnswered(ctx, js, all, now)
	}
	slices.SortFunc(all, func(a, b Pending) int {
		if n := a.At.Compare(b.At); n != 0 {
			return n
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, err
}

// How many asks an overview has, of one machine and of all: whoever floods the bucket takes
// neither the reader's memory nor the place of other machines.
const (
	mostOfOne = 20
	mostOfAll = 500
)

// Overview is Waiting for a list: of each machine no more than some, with short texts, and how
// many more there are. It holds no more at a time, whatever the bucket has.
func Overview(ctx context.Context, js jetstream.JetStream, now time.Time) (all []Pending, more int, err error) {
	of := map[wire.Machine]int{}
	err = each(ctx, js, wire.Asks, ">", func(entry jetstream.KeyValueEntry) {
		p, is := pending(entry, now)
		if !is {
			return
		}
		if len(all) >= mostOfAll || of[p.names()] >= mostOfOne {
			more++
			return
		}
		of[p.names()]++
		p.Text, p.Asked, p.Rules = strings.Clone(verdict.Shorten(p.Text)), nil, p.Rules[:min(len(p.Rules), mostOfOne)]
		all = append(all, p)
	})
	if err == nil {
		err = markAnswered(ctx, js, all, now)
	}
	slices.SortFunc(all, func(a, b Pending) int { return a.At.Compare(b.At) })
	return all, more, err
}

// One is the ask of an id, or ErrNone. It reads no other.
func One(ctx context.Context, js jetstream.JetStream, id string, now time.Time) (Pending, error) {
	if !IsID(id) { // or it could stand for others
		return Pending{}, ErrNone
	}
	var all []Pending
	err := each(ctx, js, wire.Asks, "*.*."+id, func(entry jetstream.KeyValueEntry) {
		if p, is := pending(entry, now); is {
			all = append(all, p)
		}
	})
	if err == nil && len(all) != 1 { // two machines have one id: somebody has copied it
		err = ErrNone
	}
	if err == nil {
		err = markAnswered(ctx, js, all, now)
	}
	if err != nil {
		return Pending{}, err
	}
	return all[0], nil
}

// pending reads an ask that waits. What a machine says in another's name is nobody's ask.
func pending(entry jetstream.KeyValueEntry, now time.Time) (p Pending, is bool) {
	p.Hash = hash(entry.Value())
	is = json.Unmarshal(entry.Value(), &p.Ask) == nil && IsID(p.ID) && p.key() == entry.Key() && now.Before(p.Until)
	return p, is
}

// markAnswered marks the asks that somebody has answered. After a while the machine has refused an
// answer, or it has expired.
func markAnswered(ctx context.Context, js jetstream.JetStream, all []Pending, now time.Time) error {
	if len(all) == 0 {
		return nil
	}
	at := map[string]int{}
	for i, p := range all {
		at[p.key()] = i
	}
	keys := ">"
	if len(all) == 1 {
		keys = all[0].key()
	}
	return each(ctx, js, wire.Answers, keys, func(entry jetstream.KeyValueEntry) {
		if i, is := at[entry.Key()]; is && now.Sub(entry.Created()) < AnswerFor && isAnswer(entry.Value()) {
			all[i].IsAnswered = true
		}
	})
}

// isAnswer reports whether somebody may have answered: it is in an envelope, of whomever. What is
// not is junk: a machine can have the server acknowledge something to a subject of its choice, and
// that must not keep an approver from answering.
func isAnswer(data []byte) bool {
	var a Answer
	_, err := envelope.Verify(envelope.Answers, data, nil, &a)
	return errors.Is(err, envelope.ErrSignature)
}

// key is what the ask is called in the buckets.
func (a Ask) key() string { return a.names().Ask(a.ID) }

// bucket is one of the server's.
func bucket(ctx context.Context, js jetstream.JetStream, name string) (jetstream.KeyValue, error) {
	b, err := js.KeyValue(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, fmt.Errorf("the server has no bucket %s: shimgen-fleet init makes it", name)
	}
	if err != nil {
		err = fmt.Errorf("the bucket %s: %w", name, err)
	}
	return b, err
}

// each visits what a bucket has now under some keys.
func each(ctx context.Context, js jetstream.JetStream, name, keys string, visit func(jetstream.KeyValueEntry)) error {
	list, err := bucket(ctx, js, name)
	if err != nil {
		return err
	}
	w, err := list.Watch(ctx, keys, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry := <-w.Updates():
			if entry == nil { // all that there was
				return nil
			}
			visit(entry)
		}
	}
}

// What is wrong with the choice of an ask.
var (
	ErrNone     = errors.New("no ask that waits has that id")
	ErrNothing  = errors.New("nothing waits for an answer")
	ErrMany     = errors.New("more than one ask is meant")
	ErrAnswered = errors.New("somebody has answered it already, and the machine will take that")
)

// fewest is how many letters of an id a person must type at least.
const fewest = 4

// Find returns the ask of an id, or of the beginning of one.
func Find(all []Pending, id string) (p Pending, err error) {
	if len(id) < fewest {
		return p, ErrNone
	}
	err = ErrNone
	for _, one := range all {
		if !strings.HasPrefix(one.ID, id) {
			continue
		}
		if err == nil {
			return Pending{}, ErrMany
		}
		p, err = one, nil
	}
	return p, err
}

// Only returns the ask that waits, where it is the only one that nobody has answered.
func Only(all []Pending) (p Pending, err error) {
	open := slices.DeleteFunc(slices.Clone(all), func(p Pending) bool { return p.IsAnswered })
	switch len(open) {
	case 0:
		return p, ErrNothing
	case 1:
		return open[0], nil
	}
	return p, ErrMany
}

// Answerer answers asks.
type Answerer struct {
	JS    jetstream.JetStream
	Names wire.Machine // of where the answer is given
	Key   ed25519.PrivateKey
	By    string        // who, where the key signs for several people
	For   time.Duration // how long the machine may take it
	Again bool          // in the place of an answer that is there
}

// AnswerFor is how long a machine may take an answer unless somebody says otherwise.
const AnswerFor = 5 * time.Minute

// Answer signs an answer to an ask, for exactly what was read. It is in the audit trail of all
// before the machine can take it, in the name of where it was given.
func (o Answerer) Answer(ctx context.Context, p Pending, yes bool, now time.Time) error {
	data, err := envelope.Sign(envelope.Answers, Answer{
		Team: p.Team, Machine: p.Machine, Ask: p.ID, Hash: p.Hash, Yes: yes, By: o.By, Expires: now.Add(o.For).UTC(),
	}, o.Key)
	if err != nil {
		return err
	}
	answers, err := bucket(ctx, o.JS, wire.Answers)
	if err != nil {
		return err
	}
	isFree, isJunk := o.Again || !yes, false // a no takes the place of a yes that is not taken yet
	before, err := answers.Get(ctx, p.key())
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
	case err != nil:
		return err
	case now.Sub(before.Created()) >= AnswerFor:
		isFree = true
	case !isAnswer(before.Value()):
		isJunk = true
	case !isFree:
		return ErrAnswered
	}
	if err := o.record(ctx, p, yes); err != nil {
		return err
	}
	switch {
	case isFree:
		_, err = answers.Put(ctx, p.key(), data)
		return err
	case isJunk: // and not what somebody else has put there since
		_, err = answers.Update(ctx, p.key(), data, before.Revision())
	default:
		_, err = answers.Create(ctx, p.key(), data)
	}
	if errors.Is(err, jetstream.ErrKeyExists) {
		return ErrAnswered
	}
	return err
}

// who is the name of who answers.
func (o Answerer) who() string {
	if o.By != "" {
		return o.By
	}
	return envelope.Fingerprint(o.Key.Public().(ed25519.PublicKey))
}

// record publishes who answers what.
func (o Answerer) record(ctx context.Context, p Pending, yes bool) error {
	e := audit.Consent{Step: "no", ID: trail.ParseID(p.Decision), Command: p.Text, Dir: p.Dir, Rules: p.Rules, By: o.who(), Machine: p.names().State()}
	if yes {
		e.Step = "yes"
	}
	var line bytes.Buffer
	if err := audit.New(&line, gate.Basic).In(audit.Context{Source: "fleet", Host: o.Names.Name}).Append(e); err != nil {
		return err
	}
	_, err := o.JS.Publish(ctx, o.Names.Audit(), bytes.TrimSpace(line.Bytes()), jetstream.WithExpectStream(wire.Stream))
	return err
}
