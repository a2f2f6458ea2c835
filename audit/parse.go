package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/internal/lines"
)

// MaxEvent is the longest input that ParseEvent parses, in bytes.
const MaxEvent = 64 << 10

// MaxLine is the length, in bytes without the newline, of the longest valid line: neither
// the gate nor Append writes a longer one.
const MaxLine = gate.LineSize - 1

// ParseEvent parses an event of the agent's loop: one JSON object whose member "event" is
// tool_call, file_access, api_call, session_start or session_end, and whose other members
// are that event's fields, each with a value of its type. Optional fields may be missing.
// Anything else is an error of one line. The event is written with "from":"loop", so that
// nobody mistakes the loop's statements for the judge's.
func ParseEvent(data []byte) (Event, error) {
	if len(data) > MaxEvent {
		return nil, fmt.Errorf("event: %d bytes, more than %d", len(data), MaxEvent)
	}
	members, s, err := open(data)
	if err != nil {
		return nil, err
	}
	if s.source != loop {
		return nil, fmt.Errorf("event %q: not one that a loop may append", s.event)
	}
	r, err := s.parse(members, loop)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// EachEvent parses events of the agent's loop, one per line, and passes each to record.
// It stops at the first line that is not an event or cannot be recorded. The events
// before it stay recorded.
func EachEvent(in io.Reader, record func(Event) error) error {
	from := bufio.NewReader(in)
	for n := 1; ; n++ {
		text, long, readErr := lines.Read(from, lines.Longest)
		switch {
		case long:
			return fmt.Errorf("line %d: over %d bytes", n, lines.Longest)
		case len(bytes.TrimSpace(text)) > 0:
			e, err := ParseEvent(text)
			if err == nil {
				err = record(e)
			}
			if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// ParseInside parses a line that a shim or a nested shimgen in the sandbox appended to
// the run's spool, with or without its newline. It accepts every event that those write,
// with the time they wrote. It drops what the line says about its own source and about
// the command during which it happened. The event is written with "from":"inside": the
// parent's own records are the authority.
func ParseInside(line []byte) (Event, error) {
	if len(line) > gate.LineSize {
		return nil, fmt.Errorf("event: %d bytes, more than %d", len(line), gate.LineSize)
	}
	members, s, err := open(line)
	if err != nil {
		return nil, err
	}
	if s.source == judge {
		return nil, fmt.Errorf("event %q: not one that is written in a sandbox", s.event)
	}
	at, err := value(text, members["ts"])
	if err != nil {
		return nil, fmt.Errorf("event %q: member \"ts\" %w", s.event, err)
	}
	t, err := time.Parse(time.RFC3339, at.(string))
	if err != nil || t.Unix() < 0 { // gate.Line cannot write a time before 1970
		return nil, fmt.Errorf("event %q: member \"ts\" is not a time", s.event)
	}
	delete(members, "ts")
	delete(members, "from")
	delete(members, "run")
	_, cut := members["cut"]
	delete(members, "cut")
	own, err := s.takeContext(members)
	if err != nil {
		return nil, err
	}
	r, err := s.parse(members, inside)
	if err != nil {
		return nil, err
	}
	r.at, r.cut, r.own = t, cut, own
	return r, nil
}

// takeContext removes the members of a context, each of which must have its type, and
// returns what of them a line from inside may say: its source and its directory. The
// parent knows the rest better.
func (s *schema) takeContext(members map[string]json.RawMessage) (*Context, error) {
	own := &Context{}
	for _, c := range contextColumns {
		raw, given := members[c.name]
		if !given || s.has(c.name) {
			continue
		}
		v, err := value(c.shape, raw)
		if err != nil {
			return nil, fmt.Errorf("event %q: member %q %w", s.event, c.name, err)
		}
		switch c.name {
		case "source":
			own.Source = v.(string)
		case "cwd":
			own.Dir = v.(string)
		}
		delete(members, c.name)
	}
	return own, nil
}

// open returns the members of the JSON object in data, except the one that names the
// event, and the event's schema.
func open(data []byte) (map[string]json.RawMessage, *schema, error) {
	members, err := object(data)
	if err != nil {
		return nil, nil, fmt.Errorf("event: %w", err)
	}
	name, err := value(text, members["event"])
	if err != nil {
		return nil, nil, fmt.Errorf("event: member \"event\" %w", err)
	}
	s := find(name.(string))
	if s == nil {
		return nil, nil, fmt.Errorf("event %.40q: not a known one", name)
	}
	delete(members, "event")
	return members, s, nil
}

// parse makes a record of members, which must be columns of s.
func (s *schema) parse(members map[string]json.RawMessage, from source) (record, error) {
	r := record{event: s.event, from: from}
	for _, c := range s.columns {
		raw, given := members[c.name]
		delete(members, c.name)
		if !given && c.optional {
			r.values = append(r.values, nil)
			continue
		}
		v, err := value(c.shape, raw)
		if err != nil {
			return record{}, fmt.Errorf("event %q: member %q %w", s.event, c.name, err)
		}
		r.denied = r.denied || c.name == "allowed" && v == false
		r.values = append(r.values, v)
	}
	for name := range members {
		return record{}, fmt.Errorf("event %q: no member is called %.40q", s.event, name)
	}
	return r, nil
}

// object returns the members of the one JSON object in data. A duplicate name is an
// error, since readers disagree on which one counts.
func object(data []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("not a JSON object")
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			return nil, errors.New("not a JSON object")
		}
		if _, twice := members[name]; twice {
			return nil, fmt.Errorf("member %.40q comes twice", name)
		}
		var raw json.RawMessage
		if d.Decode(&raw) != nil {
			return nil, errors.New("not a JSON object")
		}
		members[name] = raw
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("not a JSON object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON object")
	}
	return members, nil
}

// wanted names the values of each shape, for errors.
var wanted = [...]string{
	text: "a string", list: "a list of strings", flag: "true or false",
	whole: "a whole number", decimal: "a number", hexID: "an id of 16 hexadecimal digits",
}

// value decodes raw as a value of the given shape. The error continues a sentence about
// the member.
func value(s shape, raw json.RawMessage) (any, error) {
	if raw == nil {
		return nil, errors.New("is missing")
	}
	var v any
	var err error
	switch s {
	case text:
		v, err = decode[string](raw)
	case list:
		v, err = decode[[]string](raw)
	case flag:
		v, err = decode[bool](raw)
	case whole:
		n, failed := decode[int64](raw)
		v, err = n, failed
		if n < 0 {
			err = errors.New("negative")
		}
	case decimal:
		x, failed := decode[float64](raw)
		v, err = x, failed
		if x < 0 {
			err = errors.New("negative")
		}
	case hexID:
		digits, failed := decode[string](raw)
		if v, err = strconv.ParseUint(digits, 16, 64); failed != nil || len(digits) != 16 {
			err = errors.New("not an id")
		}
	}
	if err != nil || string(raw) == "null" {
		return nil, errors.New("is not " + wanted[s])
	}
	return v, nil
}

// decode unmarshals raw, which is valid JSON, into a T.
func decode[T any](raw json.RawMessage) (T, error) {
	var v T
	err := json.Unmarshal(raw, &v)
	return v, err
}
