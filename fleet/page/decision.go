package page

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/wire"
)

// Decision is one of the fleet's records, with the fields that the page shows.
type Decision struct {
	Machine string    `json:"-"` // TEAM.MACHINE
	At      time.Time `json:"ts"`
	Event   string    `json:"event"`
	Command string    `json:"command"`
	Argv    []string  `json:"argv"`
	Action  string    `json:"action"`
	Rules   []string  `json:"rules"`
	Agent   string    `json:"agent"`
	Step    string    `json:"step"` // of a consent
	By      string    `json:"by"`
	Reason  string    `json:"reason"`
	Of      string    `json:"machine"` // the machine for which an answer is
}

// The limits: how many of the last records are read, how many decisions are shown, and how
// old they may be.
const (
	lookedAt  = 200
	mostShown = 50
	freshFor  = 2 * time.Second
	fetchWait = 2 * time.Second
)

// decisions returns the last decisions, the newest first.
func (s *Server) decisions(ctx context.Context, now time.Time) ([]Decision, error) {
	s.recent.Lock()
	defer s.recent.Unlock()
	if !s.recent.at.IsZero() && now.Sub(s.recent.at) < freshFor {
		return s.recent.all, nil
	}
	all, err := s.fetch(ctx)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	s.recent.all, s.recent.at = all[:min(len(all), mostShown)], now
	return s.recent.all, nil
}

// fetch reads the last records of the stream.
func (s *Server) fetch(ctx context.Context) (all []Decision, err error) {
	stream, err := s.JS.Stream(ctx, wire.Stream)
	if err != nil {
		return nil, err
	}
	state := stream.CachedInfo().State
	if state.Msgs == 0 {
		return nil, nil
	}
	from := max(state.FirstSeq, 1)
	if state.LastSeq >= lookedAt {
		from = max(from, state.LastSeq-lookedAt+1)
	}
	c, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return nil, err
	}
	defer func() { _ = stream.DeleteConsumer(ctx, c.CachedInfo().Name) }() // otherwise the server removes it later
	batch, err := c.Fetch(int(min(c.CachedInfo().NumPending, lookedAt)), jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		if d, ok := read(m.Subject(), m.Data()); ok {
			all = append(all, d)
		}
	}
	return all, batch.Error()
}

// read reads a record from a machine's subject. It returns false for a record that the page
// does not show.
func read(subject string, data []byte) (d Decision, ok bool) {
	name := strings.Split(subject, ".")
	if json.Unmarshal(data, &d) != nil || len(name) != 4 {
		return d, false
	}
	d.Machine = name[1] + "." + name[3]
	switch d.Event {
	case "consent":
		d.Action = d.Step
		if d.Reason != "" {
			d.Command = d.Reason + ": " + d.Command
		}
	case "path_proxy":
		d.Command = strings.Join(d.Argv, " ")
	case "command":
	default:
		return d, false
	}
	return d, true
}
