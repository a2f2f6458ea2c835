package forward

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/wire"
)

// The times of a sender.
const (
	ackWait   = 15 * time.Second // for the server's acknowledgement
	firstWait = 250 * time.Millisecond
	mostWait  = 30 * time.Second
	lookWait  = 10 * time.Second
)

// sender publishes batches to the stream, one at a time.
type sender struct {
	js      jetstream.JetStream
	machine wire.Machine
	say     func(string)

	last     uint64 // sequence of the last record known to be in the stream
	isUnsure bool   // the stream may have later records
}

func newSender(conn *nats.Conn, m wire.Machine, say func(string)) (*sender, error) {
	js, err := jetstream.New(conn, jetstream.WithPublishAsyncTimeout(ackWait), jetstream.WithPublishAsyncMaxPending(batchRecords))
	return &sender{js: js, machine: m, say: say, isUnsure: true}, err
}

// begin derives the position from the stream if there is none on disk.
func (s *sender) begin(ctx context.Context, at Position) (Position, error) {
	var err error
	if at.Files == nil {
		at, err = s.recover(ctx)
	}
	s.last = at.Sequence
	return at, err
}

// send publishes records until the stream has all of them.
func (s *sender) send(ctx context.Context, records []record) (sequence uint64, err error) {
	said := ""
	for wait := firstWait; len(records) > 0; wait = min(2*wait, mostWait) {
		var err error
		if s.isUnsure {
			records, err = s.missing(ctx, records)
		}
		if err == nil {
			records, err = s.attempt(ctx, records)
			s.isUnsure = err != nil
		}
		if err == nil {
			break
		}
		if now := waiting(err); now != said {
			said = now
			s.say(said)
		}
		select {
		case <-ctx.Done():
			return s.last, ctx.Err()
		case <-time.After(wait):
		}
	}
	return s.last, nil
}

// attempt publishes records, and returns those that were not acknowledged.
func (s *sender) attempt(ctx context.Context, records []record) (left []record, err error) {
	futures := make([]jetstream.PubAckFuture, len(records))
	for i, r := range records {
		m := &nats.Msg{Subject: s.machine.Audit(), Data: r.body}
		f, failed := s.js.PublishMsgAsync(m, jetstream.WithMsgID(r.id), jetstream.WithExpectStream(wire.Stream))
		if err = failed; err != nil {
			break
		}
		futures[i] = f
	}
	for i, f := range futures {
		if f == nil {
			return append(left, records[i:]...), err
		}
		select {
		case ack := <-f.Ok():
			s.last = max(s.last, ack.Sequence)
		case failed := <-f.Err():
			err = failed
			left = append(left, records[i])
		case <-ctx.Done():
			return append(left, records[i:]...), ctx.Err()
		}
	}
	return left, err
}

// missing returns the records that are not in the stream. It looks only at the ids of the
// machine's own messages after the last known one.
func (s *sender) missing(ctx context.Context, records []record) (left []record, err error) {
	isThere := make(map[string]bool, len(records))
	for _, r := range records {
		isThere[r.id] = false
	}
	last, err := s.look(ctx, s.last+1, func(id string) {
		if _, asked := isThere[id]; asked {
			isThere[id] = true
		}
	})
	if err != nil {
		return records, err
	}
	for _, r := range records {
		if !isThere[r.id] {
			left = append(left, r)
		}
	}
	s.last, s.isUnsure = max(s.last, last), false
	return left, nil
}

// recover builds a position from the stream if there is none on disk: for each file, the
// position after the last of its records that arrived.
func (s *sender) recover(ctx context.Context) (Position, error) {
	for wait := firstWait; ; wait = min(2*wait, mostWait) {
		p := Position{Files: map[string]Place{}}
		last, err := s.look(ctx, 1, func(id string) {
			file, offset, cut := strings.Cut(strings.TrimPrefix(id, s.machine.Prefix()), "/")
			n, bad := strconv.ParseInt(offset, 10, 64)
			if cut && bad == nil && strings.HasPrefix(id, s.machine.Prefix()) {
				p.Files[file] = Place{Offset: max(n, p.Files[file].Offset), IsSent: true}
			}
		})
		if err == nil {
			p.Sequence = last
			return p, nil
		}
		s.say(waiting(err))
		select {
		case <-ctx.Done():
			return p, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// waiting reports what the sender waits for.
func waiting(err error) string {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse) {
		return "the server has no stream " + wire.Stream + ", or lets this machine not publish to it: shimgen-fleet init makes one"
	}
	return "waiting for the server: " + err.Error()
}

// look calls visit with the ids of the machine's messages in the stream from a sequence on,
// and returns the sequence of the last.
func (s *sender) look(ctx context.Context, from uint64, visit func(id string)) (last uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, 6*lookWait)
	defer cancel()
	name := s.machine.Consumer()
	if err := s.js.DeleteConsumer(ctx, wire.Stream, name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return 0, err
	}
	c, err := s.js.CreateConsumer(ctx, wire.Stream, jetstream.ConsumerConfig{
		Name: name, FilterSubject: s.machine.Audit(), DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: from,
		AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true, MemoryStorage: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return 0, err
	}
	for left := c.CachedInfo().NumPending; left > 0; {
		messages, err := c.Fetch(int(min(left, batchRecords)), jetstream.FetchMaxWait(lookWait))
		if err != nil {
			return 0, err
		}
		n := uint64(0)
		for m := range messages.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				return 0, err
			}
			visit(m.Headers().Get(jetstream.MsgIDHeader))
			last = max(last, meta.Sequence.Stream)
			n++
		}
		if messages.Error() != nil || n == 0 {
			return 0, fmt.Errorf("the stream's last records were not to be had: %w", messages.Error())
		}
		left -= min(n, left)
	}
	return last, nil
}
