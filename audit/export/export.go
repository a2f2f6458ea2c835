// Package export writes the records of the audit trail in the formats of other systems:
//
//	format, err := export.Parse("ecs")
//	err = format.Write(os.Stdout, record)
//	body, err := export.Logs(team, machine, records) // many records, for a collector
//
// Each record becomes one line. [NDJSON] is the record as the trail has it. [ECS] is a
// document of the Elastic Common Schema 8.11. [Syslog] is a message of RFC 5424. [OTLP] is
// an OpenTelemetry LogsData message in its JSON encoding, as a collector's receiver for
// OTLP JSON files reads it. ECS, Syslog and OTLP have the whole record beside what they have
// names for, so nothing is lost on the way.
//
// The package sends nothing. Records are hostile text: each format escapes them as its own
// rules say, so that a record can neither end its line nor forge another field.
package export

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Format is a way to write a record.
type Format uint8

// The formats.
const (
	NDJSON Format = iota
	ECS
	Syslog
	OTLP
)

var names = [...]string{NDJSON: "ndjson", ECS: "ecs", Syslog: "syslog", OTLP: "otlp"}

// Names are the formats' names, in their order.
func Names() []string { return slices.Clone(names[:]) }

// Parse returns the format of a name. The error lists the names there are.
func Parse(name string) (Format, error) {
	if at := slices.Index(names[:], name); at >= 0 {
		return Format(at), nil
	}
	return 0, fmt.Errorf("format %q: one of %s", name, strings.Join(names[:], ", "))
}

// String is the format's name.
func (f Format) String() string { return names[f] }

// Write writes one record of the trail, one JSON object, as one line. It returns an error of w,
// or for what is no record.
func (f Format) Write(w io.Writer, record []byte) error {
	r, err := read(record)
	if err != nil {
		return err
	}
	var line []byte
	switch f {
	case ECS:
		line, err = json.Marshal(ecsOf(r, record))
	case Syslog:
		line = syslogOf(r, record)
	case OTLP:
		line, err = json.Marshal(otlpOf(r, record))
	default:
		line = bytes.Clone(record)
	}
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// read reads the members of a record that other systems have names for.
func read(record []byte) (r fields, err error) {
	var otherType *json.UnmarshalTypeError // that member counts as missing, and the rest is read
	if err := json.Unmarshal(record, &r); err != nil && !errors.As(err, &otherType) {
		return r, fmt.Errorf("not a record of the trail: %w", err)
	}
	return r, nil
}

// fields are those members of a record that other systems have names for; docs/audit.md has
// all. A record has some of them.
type fields struct {
	TS      string   `json:"ts"`
	Event   string   `json:"event"`
	Action  string   `json:"action"`
	Allowed *bool    `json:"allowed"`
	Reason  string   `json:"reason"`
	Command string   `json:"command"`
	Argv    []string `json:"argv"`
	Rules   []string `json:"rules"`
	ID      string   `json:"id"`
	Run     string   `json:"run"`
	PID     int64    `json:"pid"`
	PPID    int64    `json:"ppid"`
	UID     *int64   `json:"uid"`
	Dir     string   `json:"cwd"`
	Path    string   `json:"path"`
	Host    string   `json:"host"` // the machine; of a network record, the host that was reached
	Port    int64    `json:"port"`
	Exit    *int64   `json:"exit"`
	Ms      int64    `json:"ms"`
	Source  string   `json:"source"`
	Agent   string   `json:"agent"`
	Session string   `json:"session"`
	Profile string   `json:"profile"`
	Tool    string   `json:"tool"`
}

// isRefused reports whether a record tells of something that did not happen.
func (r fields) isRefused() bool {
	return r.Action == "block" || r.Action == "ask" || r.Allowed != nil && !*r.Allowed
}

// isWarned reports whether a record tells of something that ran with a warning.
func (r fields) isWarned() bool { return r.Action == "warn" }

// text is the record in a few words: what happened, what was decided, about what.
func (r fields) text() string {
	about := r.Command
	switch {
	case len(r.Argv) > 0:
		about = strings.Join(r.Argv, " ")
	case r.Event == "network":
		about = r.Host
	case about == "":
		about = cmp.Or(r.Path, r.Tool)
	}
	words := slices.DeleteFunc([]string{r.Event, r.Action, about}, func(s string) bool { return s == "" })
	return strings.Join(words, " ")
}

// at is the moment of a record; the zero time if it has none that can be read.
func (r fields) at() time.Time {
	at, err := time.Parse(time.RFC3339Nano, r.TS)
	if err != nil {
		return time.Time{}
	}
	return at
}
