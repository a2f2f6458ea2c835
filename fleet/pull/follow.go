package pull

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/poll"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// Follower keeps a machine's policy up to date with its group's bucket.
type Follower struct {
	Watch
	Names wire.Machine
	Conn  *nats.Conn

	reported State
}

// State is a machine's report about itself.
type State struct {
	Group   string    `json:"group"`
	Version uint64    `json:"version"` // in force; 0 for none
	Hash    string    `json:"sha256"`  // of that policy's text
	Problem string    `json:"problem"` // why the bucket's policy is not in force
	At      time.Time `json:"at"`
}

// reportEvery is how often a machine reports an unchanged state.
const reportEvery = time.Hour

// Run looks again and again until the context is done; it returns no error for that.
func (f *Follower) Run(ctx context.Context) error {
	js, err := jetstream.New(f.Conn, jetstream.WithDefaultTimeout(10*time.Second))
	if err != nil {
		return err
	}
	poll.Every(ctx, f.Every, f.Say, func() error { return f.Look(ctx, js, time.Now()) })
	return nil
}

// Look puts the bucket's policy in force if it may, and reports what is in force. The error
// says why the policy is not in force.
func (f *Follower) Look(ctx context.Context, js jetstream.JetStream, now time.Time) error {
	data, err := Fetch(ctx, js, f.Group)
	if err == nil {
		err = f.use(data, now)
	}
	if ctx.Err() != nil {
		return err
	}
	return errors.Join(err, f.report(ctx, js, now, err))
}

// ErrNone means that a group has no policy.
var ErrNone = errors.New("has no policy")

// Fetch returns a group's envelope from the bucket.
func Fetch(ctx context.Context, js jetstream.JetStream, group string) ([]byte, error) {
	bucket, err := js.KeyValue(ctx, wire.Policies)
	if err != nil {
		return nil, fmt.Errorf("the bucket %s: %w", wire.Policies, err)
	}
	entry, err := bucket.Get(ctx, group)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, fmt.Errorf("group %s %w", group, ErrNone)
	}
	if err != nil {
		return nil, err
	}
	return entry.Value(), nil
}

// report writes the state into the bucket of states, if it has changed or the last report is
// old.
func (f *Follower) report(ctx context.Context, js jetstream.JetStream, now time.Time, problem error) error {
	current, err := f.Current()
	if err != nil {
		return err
	}
	s := State{Group: f.Group, Version: current.Version, At: now.UTC()}
	if current.Version > 0 {
		s.Hash = current.Hash()
	}
	if problem != nil {
		s.Problem = problem.Error()
	}
	was := f.reported
	was.At = s.At
	if was == s && now.Sub(f.reported.At) < reportEvery {
		return nil
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	bucket, err := js.KeyValue(ctx, wire.States)
	if err == nil {
		_, err = bucket.Put(ctx, f.Names.State(), text)
	}
	if err == nil {
		f.reported = s
	}
	return err
}

// Reported is the state of a named machine.
type Reported struct {
	Machine string `json:"machine"` // TEAM.MACHINE
	State
}

// States returns what the machines of an account have reported, sorted by name.
func States(ctx context.Context, js jetstream.JetStream) ([]Reported, error) {
	bucket, err := js.KeyValue(ctx, wire.States)
	if err != nil {
		return nil, err
	}
	w, err := bucket.WatchAll(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Stop() }()
	all := []Reported{}
	for entry := range w.Updates() {
		if entry == nil { // that was the last entry
			break
		}
		r := Reported{Machine: entry.Key()}
		if json.Unmarshal(entry.Value(), &r.State) == nil {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b Reported) int { return strings.Compare(a.Machine, b.Machine) })
	return all, nil
}
