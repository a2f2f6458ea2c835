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
	err := each(ctx, js, wire.Asks, false, func(entry jetstream.KeyValueEntry) {
		p := Pending{Hash: hash(entry.Value())}
		if json.Unmarshal(entry.Value(), &p.Ask) != nil || !IsID(p.ID) || p.key() != entry.Key() || !now.Before(p.Until) {
			return // what a machine says in another's name is nobody's ask
		}
		all = append(all, p)
	})
	if err != nil {
		return nil, err
	}
	err = each(ctx, js, wire.Answers, true, func(entry jetstream.KeyValueEntry) {
		if now.Sub(entry.Created()) >= AnswerFor { // the machine has refused it, or it has expired
			return
		}
		if i := slices.IndexFunc(all, func(p Pending) bool { return p.key() == entry.Key() }); i >= 0 {
			all[i].IsAnswered = true
		}
	})
	slices.SortFunc(all, func(a, b Pending) int {
		if n := a.At.Compare(b.At); n != 0 {
			return n
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, err
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

// each visits what a bucket has now.
func each(ctx context.Context, js jetstream.JetStream, name string, keysOnly bool, visit func(jetstream.KeyValueEntry)) error {
	list, err := bucket(ctx, js, name)
	if err != nil {
		return err
	}
	options := []jetstream.WatchOpt{jetstream.IgnoreDeletes()}
	if keysOnly {
		options = append(options, jetstream.MetaOnly())
	}
	w, err := list.WatchAll(ctx, options...)
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
	isFree := o.Again || !yes // a no takes the place of a yes that is not taken yet
	before, err := answers.Get(ctx, p.key())
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
	case err != nil:
		return err
	case now.Sub(before.Created()) >= AnswerFor:
		isFree = true
	case !isFree:
		return ErrAnswered
	}
	if err := o.record(ctx, p, yes); err != nil {
		return err
	}
	if isFree {
		_, err = answers.Put(ctx, p.key(), data)
		return err
	}
	_, err = answers.Create(ctx, p.key(), data)
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
