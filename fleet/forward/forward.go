// Package forward publishes a machine's audit trail to the stream of its fleet: each record
// once, in the order of each file, from where it stopped. Alternatively it sends the trail
// to an OpenTelemetry collector ([Collector]), which may get a batch twice.
//
//	f := forward.Forwarder{Trail: dir, State: state, Machine: m, Rule: rule, Conn: conn, Say: say}
//	err := f.Run(ctx)
//
// # Exactly once
//
// A record's message id consists of its machine, its file and where it begins in the file
// ([wire.Machine.ID]). A file is identified by its first line, which stays when the file is
// numbered or compressed. A position ([Position]) says for each file what the server has
// acknowledged. The forwarder writes it to disk after the acknowledgement and before the
// next batch, so at most one batch is in doubt, whatever ends the program. It looks up that
// batch in the stream by its ids, after the last record that is known to be there. So the
// server's own memory of ids, which is short, has to cover only a message that is in flight
// while the program looks. Without a position (the disk is new) the stream itself shows what
// it has.
//
// # Limits
//
// The forwarder reads and sends one batch at a time, of at most [batchRecords] records. This
// limits memory, and the server's acknowledgements set the pace. If the trail's retention
// removes a file before its records were sent, they are lost, and Say reports it. A record
// that the trail's owner removed, or never wrote, is not sent: docs/fleet.md says who can
// forge what.
package forward

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// Forwarder publishes one trail.
type Forwarder struct {
	Trail     string // its directory
	State     string // the directory of the position
	Machine   wire.Machine
	Rule      share.Rule
	Conn      *nats.Conn   // of the stream's server
	Collector *Collector   // receives the records instead of the stream, if it is not nil
	Once      bool         // end when all is sent, instead of waiting for more
	Say       func(string) // reports what a person should know

	Sent int // how many records the server has acknowledged
}

// destination is where records go: the stream of a server, or a collector.
type destination interface {
	// begin returns where to continue: at the position on disk, whose Files are nil if there
	// is none.
	begin(ctx context.Context, at Position) (Position, error)

	// send waits until the destination has all of a batch, and returns the sequence of its
	// last record there. The error is the context's, or says why the send did not finish.
	send(ctx context.Context, batch []record) (sequence uint64, err error)
}

// poll is how often the forwarder looks at the trail after it has sent everything.
const poll = 500 * time.Millisecond

// Run publishes until the context is done; it returns no error for that.
func (f *Forwarder) Run(ctx context.Context) error {
	held, err := lock(f.State)
	if err != nil {
		return err
	}
	defer held.Close()
	to, err := f.destination()
	if err != nil {
		return err
	}
	at, err := readPosition(f.State)
	if err == nil {
		at, err = to.begin(ctx, at)
	}
	if err != nil {
		return unless(ctx, err)
	}
	return unless(ctx, f.publish(ctx, to, at))
}

// destination returns where the records go.
func (f *Forwarder) destination() (destination, error) {
	if f.Collector != nil {
		e := &exporter{to: f.Collector, machine: f.Machine, say: f.Say}
		if f.Once {
			e.patience = oncePatience
		}
		return e, nil
	}
	return newSender(f.Conn, f.Machine, f.Say)
}

// publish publishes all there is, again and again.
func (f *Forwarder) publish(ctx context.Context, to destination, at Position) error {
	t := newTail(f.Trail, f.Machine, f.Rule, f.Say)
	for {
		batch, after, err := t.next(at)
		if err != nil {
			return err
		}
		sequence, err := to.send(ctx, batch)
		if err != nil {
			return err
		}
		f.Sent += len(batch)
		if after.Sequence = sequence; !after.same(at) {
			if err := after.write(f.State); err != nil {
				return err
			}
			at = after
			continue
		}
		if f.Once {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(poll):
		}
	}
}

// unless returns an error, or nil if the context is done.
func unless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
