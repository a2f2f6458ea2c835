// Package audit records decisions and their outcomes: JSON, one record per line, one file
// per day. One table (schemas) says which events there are, which fields they have and
// which level writes them.
//
//	log := audit.New(file, gate.Basic) // file: opened with O_APPEND
//	err := log.Append(audit.Command{Text: source, Action: "block", Reason: why})
//
// [ParseEvent] and [ParseInside] read the events of others: an agent's loop, a sandbox.
// Package query reads the trail back.
//
// # Limits
//
// The package opens nothing. Its caller opens the directory and the day's file
// ([FileName]), makes the checks that they need, and passes the descriptor, opened for
// appending. Each line is one write, which the kernel appends atomically (write(2),
// O_APPEND), so any number of processes can write at once. Nothing is synced: a sync
// costs more than the command.
//
// One write is not quite all or nothing. A full disk ends it early, and so does SIGKILL,
// which Linux checks between the pages it fills. That leaves half a line without a
// newline, and the next record follows on the same line. [Record] finds the record there, so
// a process cannot make the next record unreadable by dying during its own write.
//
// gate.Line does the escaping, redaction and time, so the gate's lines and these read
// alike. The caller must redact what only a program's grammar knows to be secret (the
// value of curl -u).
package audit

import (
	"fmt"
	"io"
	"time"

	"github.com/agent-loop/shimgen/gate"
)

// Log writes events to one file. Several goroutines may use it if they may use the file.
type Log struct {
	w     io.Writer
	level gate.Level
	now   func() time.Time
	in    *Context
}

// New returns a Log that writes to w what level selects. With level Off, w is not used
// and may be nil.
func New(w io.Writer, level gate.Level) *Log {
	return &Log{w: w, level: level, now: time.Now}
}

// In returns a Log that also writes a context into each record.
func (l *Log) In(c Context) *Log {
	with := *l
	with.in = &c
	return &with
}

// Append writes the event as one line with one Write, if the level selects it. An error
// means that the line is not, or not wholly, in the log. Append does not retry. The
// caller's policy (audit.required) says whether an error stops the command; if it does
// not, one warning per run is enough.
func (l *Log) Append(e Event) error {
	r := e.record()
	s := find(r.event)
	if !s.written(l.level, r.denied) {
		return nil
	}
	if r.at.IsZero() {
		r.at = l.now()
	}
	line := s.line(r, l.level, l.in.of(r))
	n, err := l.w.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}

// of returns the values of a record's context; nil if there is none. A record from inside a
// sandbox keeps the directory and the source that it claims.
func (c *Context) of(r record) []any {
	if c == nil {
		return nil
	}
	is := *c
	switch {
	case r.from == loop:
		is.Source, is.Dir = "audit", "" // from the agent's loop, which need not be in the writer's directory
	case r.from == inside:
		is.Source, is.Dir = "", ""
		if r.own != nil {
			is.Source, is.Dir = r.own.Source, r.own.Dir
		}
	case r.event == "path_proxy":
		is.Source = "shim"
	}
	return is.values()
}
