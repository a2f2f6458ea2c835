package forward

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/audit/export"
	"github.com/agent-loop/shimgen/fleet/wire"
)

// exporter sends batches to a collector, one at a time.
type exporter struct {
	to      *Collector
	machine wire.Machine
	say     func(string)

	patience time.Duration // how long it tries to send a batch; 0 means without limit
}

// oncePatience is how long a forwarder with Once set tries to send a batch.
const oncePatience = time.Minute

// begin starts at the beginning of the trail if there is no position: a collector does not
// say what it has.
func (e *exporter) begin(_ context.Context, at Position) (Position, error) {
	if at.Files == nil {
		at.Files = map[string]Place{}
	}
	return at, nil
}

// send sends a batch until the collector has it. If the collector refuses a batch for ever,
// as OTLP defines (400), or finds it too large, send splits it in halves, so that one record
// stops no other.
func (e *exporter) send(ctx context.Context, batch []record) (sequence uint64, err error) {
	if len(batch) == 0 {
		return 0, nil
	}
	said, began := "", time.Now()
	for wait := firstWait; ; wait = min(2*wait, mostWait) {
		err := e.post(ctx, batch)
		var r response
		switch refused := errors.Is(err, errRecord) || errors.As(err, &r) && r.isFinal(); {
		case err == nil:
			return 0, nil
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case refused && len(batch) == 1:
			e.say(fmt.Sprintf("record %s is lost: %s", batch[0].id, err))
			return 0, nil
		case refused:
			half := len(batch) / 2
			if _, err := e.send(ctx, batch[:half]); err != nil {
				return 0, err
			}
			return e.send(ctx, batch[half:])
		case e.patience > 0 && time.Since(began)+max(wait, r.after) > e.patience:
			return 0, fmt.Errorf("the collector takes nothing now: %w", err)
		}
		if now := "waiting for the collector: " + err.Error(); now != said {
			said = now
			e.say(said)
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(max(wait, r.after)):
		}
	}
}

// post sends a batch once.
func (e *exporter) post(ctx context.Context, batch []record) error {
	body, err := e.body(batch)
	if err != nil {
		return err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, e.to.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, values := range e.to.headers {
		q.Header[name] = values
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Content-Encoding", "gzip")
	q.Header.Set("User-Agent", "shimgen-fleet")
	got, err := e.to.client.Do(q)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(io.LimitReader(got.Body, longestReply))
	if err != nil {
		return err
	}
	if got.StatusCode/100 != 2 {
		return response{got.StatusCode, retryAfter(got.Header)}
	}
	e.tellPartial(text)
	return nil
}

// longestReply is how many bytes of a reply are read.
const longestReply = 64 << 10

// body returns a batch as the body of a request.
func (e *exporter) body(batch []record) ([]byte, error) {
	records := make([]export.Identified, len(batch))
	for i, r := range batch {
		records[i] = export.Identified{ID: r.id, Record: r.body}
	}
	text, err := export.Logs(e.machine.Team, e.machine.Name, records)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRecord, err)
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(text)
	if err == nil {
		err = w.Close()
	}
	return out.Bytes(), err
}

// errRecord means that a batch contains something that is no record.
var errRecord = errors.New("it cannot be encoded")

// tellPartial reports that a collector has taken a request but not all of its records:
// according to OTLP such a request is not sent again.
func (e *exporter) tellPartial(text []byte) {
	var r struct {
		PartialSuccess struct {
			Rejected json.RawMessage `json:"rejectedLogRecords"` // a 64-bit integer is a string, but some send a number
			Message  string          `json:"errorMessage"`
		} `json:"partialSuccess"`
	}
	if json.Unmarshal(text, &r) != nil {
		return // a reply may be empty
	}
	if n := string(bytes.Trim(r.PartialSuccess.Rejected, `"`)); n != "" && n != "0" && n != "null" {
		e.say(fmt.Sprintf("the collector has dropped %s records: %s", n, r.PartialSuccess.Message))
	}
}

// response is the error for a status other than success.
type response struct {
	status int
	after  time.Duration // how long the collector asks to wait
}

// Error names the status.
func (r response) Error() string {
	return fmt.Sprintf("it answers %d %s", r.status, http.StatusText(r.status))
}

// isFinal reports whether the same request would be refused again, whoever sends it: the
// fault is in the records, not in the address or the headers.
func (r response) isFinal() bool {
	return r.status == http.StatusBadRequest || r.status == http.StatusRequestEntityTooLarge || r.status == http.StatusUnprocessableEntity
}

// retryAfter returns the seconds in a reply's Retry-After, up to a limit.
func retryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 0 {
		return 0
	}
	return min(time.Duration(n)*time.Second, mostAfter)
}

// mostAfter is the longest time for which a collector can make the exporter wait.
const mostAfter = 10 * time.Minute
