// Package replay judges the recorded commands of a fleet under a new policy, on any number
// of machines, and reports which decisions would change.
//
//	job, err := replay.Begin(ctx, conn, text, since) // on one machine
//	go replay.Work(ctx, conn, say)                   // there, and on any number of others
//	result, err := job.Wait(ctx, progress)
//
// Begin cuts the stream into pieces of [pieceSize] sequence numbers. Each is a message in a
// work queue, which all workers share as one consumer. A worker judges a piece, writes the
// result under the piece's number, and only then acknowledges the piece. If it dies before,
// another worker gets the piece and writes the same result in the same place, so nothing is
// lost or counted twice.
//
// # Limits
//
// A worker judges a command with the directory in its record, and the home in which that
// lies, but without any file, variable or sandbox of the machine that ran it, so every
// worker decides the same. Facts about that machine count as unknown. The records must
// contain the texts of commands: records sent as decisions or hashes are counted and not
// judged.
package replay

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/agent-loop/shimgen/fleet/wire"
	"github.com/agent-loop/shimgen/policy"
)

// Names on the server.
const (
	queue  = "SHIMGEN_REPLAY"         // the stream of the pieces
	bucket = "SHIMGEN_REPLAY_RESULTS" // policies and results of jobs
	prefix = "shimgen-replay."        // of the pieces' subjects
	group  = "workers"
)

// pieceSize is how many sequence numbers a piece has.
const pieceSize = 500

// tooLong is how long a worker may be silent before another gets its piece.
const tooLong = 10 * time.Second

// piece is a part of the stream to judge.
type piece struct {
	Job    string `json:"job"`
	Number int    `json:"number"`
	From   uint64 `json:"from"`
	Until  uint64 `json:"until"` // the first sequence after the piece
}

// Job is a replay in progress.
type Job struct {
	id     string
	js     jetstream.JetStream
	pieces int
}

// open creates the streams and buckets that jobs need on the server.
func open(ctx context.Context, conn *nats.Conn) (js jetstream.JetStream, results jetstream.KeyValue, err error) {
	if js, err = jetstream.New(conn, jetstream.WithDefaultTimeout(10*time.Second)); err != nil {
		return nil, nil, err
	}
	if _, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: queue, Subjects: []string{prefix + "*"}, Retention: jetstream.WorkQueuePolicy, MaxAge: 24 * time.Hour}); err != nil {
		return nil, nil, err
	}
	results, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucket, TTL: 24 * time.Hour})
	return js, results, err
}

// Load reads a policy as the system's.
func Load(name string, text []byte) (*policy.Policy, error) {
	return policy.Load([]policy.Layer{{Name: name, Kind: policy.System, Data: text}}, policy.Flags{})
}

// Begin puts all records since a time into the queue, to be judged under a policy.
func Begin(ctx context.Context, conn *nats.Conn, text []byte, since time.Time) (*Job, error) {
	if _, err := Load("policy", text); err != nil {
		return nil, err
	}
	js, results, err := open(ctx, conn)
	if err != nil {
		return nil, err
	}
	from, until, err := extent(ctx, js, since)
	if err != nil {
		return nil, err
	}
	job := &Job{id: rand.Text(), js: js}
	if _, err := results.Put(ctx, job.id+".policy", text); err != nil {
		return nil, err
	}
	for ; from < until; from += pieceSize {
		p, err := json.Marshal(piece{job.id, job.pieces, from, min(from+pieceSize, until)})
		if err != nil {
			return nil, err
		}
		if _, err := js.Publish(ctx, prefix+job.id, p); err != nil {
			return nil, err
		}
		job.pieces++
	}
	return job, nil
}

// extent returns the range of sequences of the records since a time.
func extent(ctx context.Context, js jetstream.JetStream, since time.Time) (from, until uint64, err error) {
	s, err := js.Stream(ctx, wire.Stream)
	if err != nil {
		return 0, 0, err
	}
	state := s.CachedInfo().State
	from, until = max(state.FirstSeq, 1), state.LastSeq+1
	if since.IsZero() || from >= until {
		return from, until, nil
	}
	c, err := s.CreateConsumer(ctx, jetstream.ConsumerConfig{DeliverPolicy: jetstream.DeliverByStartTimePolicy, OptStartTime: &since, AckPolicy: jetstream.AckNonePolicy, HeadersOnly: true})
	if err != nil {
		return 0, 0, err
	}
	if c.CachedInfo().NumPending == 0 {
		return until, until, nil
	}
	m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil {
		return 0, 0, err
	}
	about, err := m.Metadata()
	if err != nil {
		return 0, 0, err
	}
	return about.Sequence.Stream, until, nil
}

// Wait waits for the results of all pieces, and removes them. It calls done with their
// number.
func (j *Job) Wait(ctx context.Context, done func(pieces, all int)) (*Result, error) {
	results, err := j.js.KeyValue(ctx, bucket)
	if err != nil {
		return nil, err
	}
	w, err := results.Watch(ctx, j.id+".*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Stop() }()
	parts := map[int]*Result{}
	for len(parts) < j.pieces {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case entry := <-w.Updates():
			if entry == nil { // these were all so far; more will come
				continue
			}
			number, err := strconv.Atoi(strings.TrimPrefix(entry.Key(), j.id+"."))
			if err != nil {
				continue // the policy
			}
			part := newResult()
			if err := json.Unmarshal(entry.Value(), part); err != nil {
				return nil, fmt.Errorf("piece %d: %w", number, err)
			}
			parts[number] = part
			done(len(parts), j.pieces)
		}
	}
	all := newResult()
	for i := range j.pieces {
		all.merge(parts[i])
		if err := results.Purge(ctx, j.id+"."+strconv.Itoa(i)); err != nil {
			return nil, err
		}
	}
	all.order()
	return all, results.Purge(ctx, j.id+".policy")
}

// Work judges pieces of all jobs until the context is done; it returns no error for that.
func Work(ctx context.Context, conn *nats.Conn, say func(string)) error {
	js, results, err := open(ctx, conn)
	if err != nil {
		return err
	}
	c, err := js.CreateOrUpdateConsumer(ctx, queue, jetstream.ConsumerConfig{Durable: group, AckPolicy: jetstream.AckExplicitPolicy, AckWait: tooLong, MaxAckPending: -1})
	if err != nil {
		return err
	}
	w := worker{js: js, results: results}
	for ctx.Err() == nil {
		m, err := c.Next(jetstream.FetchContext(ctx))
		if errors.Is(err, nats.ErrTimeout) || ctx.Err() != nil { // there is no work
			continue
		}
		if err == nil {
			err = w.piece(ctx, m)
		}
		if err != nil && ctx.Err() == nil {
			say(err.Error())
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	}
	return nil
}

// worker judges pieces.
type worker struct {
	js      jetstream.JetStream
	results jetstream.KeyValue
	job     string // the job whose policy is loaded
	policy  *policy.Policy
}

// piece judges a piece, writes its result, and acknowledges it.
func (w *worker) piece(ctx context.Context, m jetstream.Msg) error {
	var p piece
	if err := json.Unmarshal(m.Data(), &p); err != nil {
		return m.Term()
	}
	if w.job != p.Job {
		text, err := w.results.Get(ctx, p.Job+".policy")
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return m.Term() // nobody waits for it any more
		}
		if err != nil {
			return err
		}
		if w.policy, err = Load("policy", text.Value()); err != nil {
			return err
		}
		w.job = p.Job
	}
	r := newResult()
	if err := w.judge(ctx, p, r, m); err != nil {
		return err
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := w.results.Put(ctx, p.Job+"."+strconv.Itoa(p.Number), text); err != nil {
		return err
	}
	return m.DoubleAck(ctx)
}

// judge judges the records of a piece, in order. From time to time it tells the queue that
// it is still working.
func (w *worker) judge(ctx context.Context, p piece, r *Result, task jetstream.Msg) error {
	c, err := w.js.CreateConsumer(ctx, wire.Stream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: p.From, AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return err
	}
	defer func() { _ = w.js.DeleteConsumer(ctx, wire.Stream, c.CachedInfo().Name) }() // otherwise the server removes it later
	reported := time.Now()
	for left := c.CachedInfo().NumPending; left > 0; {
		batch, err := c.Fetch(int(min(left, p.Until-p.From)), jetstream.FetchMaxWait(10*time.Second))
		if err != nil {
			return err
		}
		n := uint64(0)
		for m := range batch.Messages() {
			about, err := m.Metadata()
			if err != nil {
				return err
			}
			if about.Sequence.Stream >= p.Until {
				return nil
			}
			if time.Since(reported) > tooLong/4 {
				reported = time.Now()
				_ = task.InProgress() // otherwise another worker judges the same piece
			}
			subject := strings.Split(m.Subject(), ".")
			r.see(subject[1], m.Data(), w.policy)
			n++
			if about.Sequence.Stream == p.Until-1 {
				return nil
			}
		}
		if batch.Error() != nil || n == 0 {
			return fmt.Errorf("piece %d was not to be had: %w", p.Number, errors.Join(batch.Error(), ctx.Err()))
		}
		left -= min(n, left)
	}
	return nil
}
