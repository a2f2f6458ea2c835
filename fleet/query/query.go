// Package query makes the records of a fleet available to SQL: as lines of JSON, with views
// over them.
//
//	left, err := query.Export(ctx, js, os.Stdout, query.Filter{Team: "red"})
//
// [Views] reads the lines. It declares each column's name and type, so DuckDB guesses
// nothing from the first records. [columns] has the same names and types; a test compares
// both with each other, and with the fields that the trail's writer knows.
//
// # Hostile records
//
// A machine can publish anything in its own name, and one value that does not fit its column
// would keep DuckDB from reading all others. So Export writes every value anew and only
// values with a column, and leaves out a message that is no record or has a value of another
// type. Team and machine come from the subject, which the server guarantees, whatever the
// record says.
package query

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	_ "embed"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/wire"
)

// Views is SQL for DuckDB: views over a file that Export wrote.
//
//go:embed views.sql
var Views string

// Filter selects records. The zero Filter selects all.
type Filter struct {
	Team  string    // "" for all teams
	Since time.Time // when the server received them
}

// The limits of data in flight, and of the wait for the next record.
const (
	inFlight = 8 << 20 // bytes
	patience = 30 * time.Second
)

// Export writes the records that the stream has at the start, in order, each as one line. It
// returns how many messages it left out because they are no records.
func Export(ctx context.Context, js jetstream.JetStream, w io.Writer, f Filter) (left int, err error) {
	s, err := js.Stream(ctx, wire.Stream)
	if err != nil {
		return 0, err
	}
	r := reader{js: js, config: f.consumer(), last: s.CachedInfo().State.LastSeq}
	out := bufio.NewWriterSize(w, 64<<10)
	err = r.each(ctx, func(subject string, data []byte) error {
		text, ok := line(subject, data)
		if !ok {
			left++
			return nil
		}
		_, err := out.Write(text)
		return err
	})
	return left, errors.Join(err, out.Flush())
}

// consumer returns the configuration of a consumer for these records.
func (f Filter) consumer() jetstream.OrderedConsumerConfig {
	c := jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverAllPolicy, InactiveThreshold: time.Minute}
	if f.Team != "" {
		c.FilterSubjects = []string{wire.Machine{Team: f.Team, Name: "*"}.Audit()}
	}
	if !f.Since.IsZero() {
		c.DeliverPolicy, c.OptStartTime = jetstream.DeliverByStartTimePolicy, &f.Since
	}
	return c
}

// reader reads the stream up to a sequence.
type reader struct {
	js     jetstream.JetStream
	config jetstream.OrderedConsumerConfig
	last   uint64
}

// each calls visit with each message. The server reports how many messages still follow, so
// each knows the end even if the last message is another team's or more arrive meanwhile.
func (r reader) each(ctx context.Context, visit func(subject string, data []byte) error) error {
	c, err := r.js.OrderedConsumer(ctx, wire.Stream, r.config)
	if err != nil || c.CachedInfo().NumPending == 0 {
		return err
	}
	room := max(inFlight, 2*int(r.js.Conn().MaxPayload())) // a message without room would never arrive
	messages, err := c.Messages(jetstream.PullMaxBytes(room))
	if err != nil {
		return err
	}
	defer messages.Stop()
	defer context.AfterFunc(ctx, messages.Stop)() // also while the library makes a new consumer because the server has gone away
	for at := uint64(0); ; {
		m, err := next(ctx, messages)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, context.DeadlineExceeded) {
			return r.ends(ctx, at)
		}
		if err != nil {
			return err
		}
		about, err := m.Metadata()
		if err != nil {
			return err
		}
		if at = about.Sequence.Stream; at > r.last {
			return nil
		}
		if err := visit(m.Subject(), m.Data()); err != nil {
			return err
		}
		if at == r.last || about.NumPending == 0 {
			return nil
		}
	}
}

// next returns the next message. It waits a limited time.
func next(ctx context.Context, messages jetstream.MessagesContext) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return messages.Next(jetstream.NextContext(ctx))
}

// ends returns an error if records follow a sequence that did not arrive. It returns none if
// they became too old meanwhile.
func (r reader) ends(ctx context.Context, at uint64) error {
	config := r.config
	if at > 0 {
		config.DeliverPolicy, config.OptStartSeq, config.OptStartTime = jetstream.DeliverByStartSequencePolicy, at+1, nil
	}
	c, err := r.js.OrderedConsumer(ctx, wire.Stream, config)
	if err == nil && c.CachedInfo().NumPending > 0 {
		err = fmt.Errorf("the server sent no record behind %d for %s", at, patience)
	}
	return err
}
