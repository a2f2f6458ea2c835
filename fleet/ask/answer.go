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
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/trail"
)

// Pending is an ask as an approver reads it.
type Pending struct {
	Ask
	Hash       string `json:"sha256"`   // of the text that was read
	IsAnswered bool   `json:"answered"` // somebody has answered, and the machine has not taken the answer yet
}

// Waiting returns the asks of all machines of an account, the oldest first.
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

// The limits of an overview: asks of one machine, and of all. Somebody who floods the bucket
// can fill neither the reader's memory nor the other machines' places.
const (
	mostOfOne = 20
	mostOfAll = 500
)

// Overview is Waiting for a list: a limited number of asks for each machine, with short
// texts, and the number of asks beyond. It never holds more in memory, whatever the bucket
// contains.
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
		p.Text, p.Asked, p.Rules = strings.Clone(printable.Shorten(p.Text)), nil, p.Rules[:min(len(p.Rules), mostOfOne)]
		all = append(all, p)
	})
	if err == nil {
		err = markAnswered(ctx, js, all, now)
	}
	slices.SortFunc(all, func(a, b Pending) int { return a.At.Compare(b.At) })
	return all, more, err
}

// One returns the ask with an id, or ErrNone. It reads no other ask.
func One(ctx context.Context, js jetstream.JetStream, id string, now time.Time) (Pending, error) {
	if !IsID(id) { // an id of another form could match other keys
		return Pending{}, ErrNone
	}
	var all []Pending
	err := each(ctx, js, wire.Asks, "*.*."+id, func(entry jetstream.KeyValueEntry) {
		if p, is := pending(entry, now); is {
			all = append(all, p)
		}
	})
	if err == nil && len(all) != 1 { // two machines have the same id, so somebody copied the ask
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

// pending reads an ask that waits. An ask that a machine publishes in another's name does
// not count.
func pending(entry jetstream.KeyValueEntry, now time.Time) (p Pending, is bool) {
	p.Hash = hash(entry.Value())
	is = json.Unmarshal(entry.Value(), &p.Ask) == nil && IsID(p.ID) && p.key() == entry.Key() && now.Before(p.Until)
	return p, is
}

// markAnswered marks the asks that somebody has answered. An answer older than AnswerFor
// does not count: the machine has refused it, or it has expired.
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

// isAnswer reports whether somebody may have answered: the data is an envelope, signed by
// any key. Other data is junk: a machine can make the server send an acknowledgement to any
// subject, and that must not keep an approver from answering.
func isAnswer(data []byte) bool {
	var a Answer
	_, err := envelope.Verify(envelope.Answers, data, nil, &a)
	return errors.Is(err, envelope.ErrSignature)
}

// key returns the ask's key in the buckets.
func (a Ask) key() string { return a.names().Ask(a.ID) }

// bucket returns one of the server's buckets.
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

// each visits the present entries of a bucket under some keys.
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
			if entry == nil { // that was the last entry
				return nil
			}
			visit(entry)
		}
	}
}

// The errors of choosing an ask.
var (
	ErrNone     = errors.New("no ask that waits has that id")
	ErrNothing  = errors.New("nothing waits for an answer")
	ErrMany     = errors.New("more than one ask is meant")
	ErrAnswered = errors.New("somebody has answered it already, and the machine will take that")
)

// fewest is the minimum number of letters of an id that a person must type.
const fewest = 4

// Find returns the ask whose id is, or begins with, a text.
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

// Only returns the ask that waits, if it is the only unanswered one.
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
	Names wire.Machine // of the machine where the answer is given
	Key   ed25519.PrivateKey
	By    string        // the person, if the key signs for several people
	For   time.Duration // how long the machine may take the answer
	Again bool          // replace an existing answer
}

// AnswerFor is how long a machine may take an answer, unless For says otherwise.
const AnswerFor = 5 * time.Minute

// Answer signs an answer to an ask, for exactly the text that was read. The fleet's audit
// trail has it before the machine can take it, under the name of the machine where it was
// given.
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
	isFree, isJunk := o.Again || !yes, false // a no replaces a yes that the machine has not taken yet
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
	case isJunk: // replace only the junk, not what somebody has written since
		_, err = answers.Update(ctx, p.key(), data, before.Revision())
	default:
		_, err = answers.Create(ctx, p.key(), data)
	}
	if errors.Is(err, jetstream.ErrKeyExists) {
		return ErrAnswered
	}
	return err
}

// who returns the name of the person who answers.
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
