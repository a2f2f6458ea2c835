// Package audit writes down what was decided and what came of it: JSON, one
// record a line, one file a day. Which events there are, which fields they have
// and which level writes them is one table (schemas).
//
// The package opens nothing. Its caller opens the directory and the day's file
// (FileName) with the checks that belong to it, and hands over the descriptor,
// opened for appending: each line is one write, which the kernel puts at the end
// of the file with nothing in between (write(2), O_APPEND), so that any number of
// processes can write at once. Nothing is synced: a sync costs more than the
// command.
//
// One write is not quite all or nothing: a full disk ends it early, and so does
// SIGKILL, which Linux heeds between the pages it fills. What is left is half a
// line without a newline, and the next record stands behind it. Record finds it
// there, so that nobody can make a record unreadable by dying before it.
//
// Escaping, redaction and the time are gate.Line's, so that the gate's lines and
// these read alike. What only a program's grammar can know to be secret (the
// value of curl -u) its caller must have taken out.
package audit

import (
	"fmt"
	"io"
	"time"

	"github.com/agent-loop/shimgen/gate"
)

// Log writes events to one file. It may be used by several goroutines if the
// file may.
type Log struct {
	w     io.Writer
	level gate.Level
	now   func() time.Time
}

// New returns a Log that writes to w what level asks for. With level Off, w is
// not used and may be nil.
func New(w io.Writer, level gate.Level) *Log {
	return &Log{w: w, level: level, now: time.Now}
}

// Append writes the event, if the level asks for it, as one line with one
// Write. An error means that the line is not in the log, or not whole; nothing
// is tried again. Whether that stops the command is the caller's policy
// (audit.required); where it does not, one warning is enough for a run.
func (l *Log) Append(e Event) error {
	r := e.record()
	s := find(r.event)
	if !s.written(l.level, r.denied) {
		return nil
	}
	if r.at.IsZero() {
		r.at = l.now()
	}
	line := s.line(r, l.level)
	n, err := l.w.Write(line)
	if err == nil && n < len(line) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	return nil
}
