// Package forward publishes a machine's audit trail to the stream of its fleet: each record
// once, in the order of each file, from where it stopped.
//
//	f := forward.Forwarder{Trail: dir, State: state, Machine: m, Rule: rule, Conn: conn, Say: say}
//	err := f.Run(ctx)
//
// # Once
//
// A record's message id is made of its machine, its file and where it begins in the file
// ([wire.Machine.ID]). A file is known by its first line, which stays when the file is
// numbered or compressed. A position ([Position]) says for each file what the server has
// acknowledged. It is written to disk after the acknowledgement and before the next batch, so
// at most one batch is in doubt, whatever ends the program. What is in doubt is looked up in
// the stream by its ids, behind the last record that is known to be there. So the server's own
// memory of ids, which is short, only has to cover a message that is on its way while the
// program looks. Without a position (the disk is new) the stream itself tells what it has.
//
// # Limits
//
// One batch, of at most [batchRecords] records, is read and on its way at a time: this bounds
// memory, and the server's acknowledgements set the pace. Records of a file that the trail's
// retention removed before they were sent are lost, and Say is told. A record that whoever
// owns the trail removed, or never wrote, is not sent: see docs/fleet.md for who can forge what.
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
	Trail   string // its directory
	State   string // the directory of the position
	Machine wire.Machine
	Rule    share.Rule
	Conn    *nats.Conn
	Once    bool         // end when all is sent, instead of waiting for more
	Say     func(string) // is told what a person should know

	Sent int // how many records the server has acknowledged
}

// poll is how often the trail is looked at when all of it is sent.
const poll = 500 * time.Millisecond

// Run publishes until the context is done, which is no error.
func (f *Forwarder) Run(ctx context.Context) error {
	held, err := lock(f.State)
	if err != nil {
		return err
	}
	defer held.Close()
	s, err := newSender(f.Conn, f.Machine, f.Say)
	if err != nil {
		return err
	}
	at, err := readPosition(f.State)
	if err == nil && at.Files == nil {
		at, err = s.recover(ctx)
	}
	if err != nil {
		return unless(ctx, err)
	}
	s.last = at.Sequence
	return unless(ctx, f.publish(ctx, s, at))
}

// publish publishes what there is, again and again.
func (f *Forwarder) publish(ctx context.Context, s *sender, at Position) error {
	t := newTail(f.Trail, f.Machine, f.Rule, f.Say)
	for {
		batch, after, err := t.next(at)
		if err != nil {
			return err
		}
		if err := s.send(ctx, batch); err != nil {
			return err
		}
		f.Sent += len(batch)
		if after.Sequence = s.last; !after.same(at) {
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

// unless is an error unless the context is done.
func unless(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
