package query

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/audit"
)

// record is a log line: the raw values of the members that are counted. A missing one is
// nil.
type record struct{ event, action, command, rule, rules, source, agent, session, end, would []byte }

// parse parses a line that is one JSON object whose event is a string. It parses the
// lines of the trail's own writers itself, several times faster than encoding/json,
// which parses all others.
func parse(line []byte) (record, bool) {
	if len(line) > audit.MaxLine {
		return record{}, false
	}
	var r record
	if !r.scan(line) {
		var members map[string]json.RawMessage
		if json.Unmarshal(line, &members) != nil {
			return record{}, false
		}
		r = record{members["event"], members["action"], members["command"], members["rule"], members["rules"], members["source"], members["agent"], members["session"], members["end"], members["would"]}
	}
	if len(r.event) > 0 && r.event[0] == '"' {
		return r, true
	}
	return record{}, false
}

// scan parses an object without blanks whose values are strings, plain numbers, booleans
// and lists of strings. It returns false for every other line, valid or not.
func (r *record) scan(line []byte) bool {
	s := scanner{line, 0}
	if !s.take('{') {
		return false
	}
	for {
		key, ok := s.text()
		if !ok || !s.take(':') {
			return false
		}
		value, ok := s.value()
		if !ok || !r.set(key[1:len(key)-1], value) {
			return false
		}
		if !s.take(',') {
			return s.take('}') && s.at == len(line)
		}
	}
}

// set stores a member that counts. It leaves a duplicate name, or one with an escape, to
// encoding/json.
func (r *record) set(key, value []byte) bool {
	var into *[]byte
	switch string(key) {
	case "event":
		into = &r.event
	case "action":
		into = &r.action
	case "command":
		into = &r.command
	case "rule":
		into = &r.rule
	case "rules":
		into = &r.rules
	case "source":
		into = &r.source
	case "agent":
		into = &r.agent
	case "session":
		into = &r.session
	case "end":
		into = &r.end
	case "would":
		into = &r.would
	default:
		return bytes.IndexByte(key, '\\') < 0
	}
	if *into != nil {
		return false
	}
	*into = value
	return true
}

// scanner reads JSON from left to right.
type scanner struct {
	line []byte
	at   int
}

// take skips a byte if it is next.
func (s *scanner) take(c byte) bool {
	if s.at < len(s.line) && s.line[s.at] == c {
		s.at++
		return true
	}
	return false
}

// value returns the next value.
func (s *scanner) value() ([]byte, bool) {
	start := s.at
	if s.at == len(s.line) {
		return nil, false
	}
	switch c := s.line[s.at]; {
	case c == '"':
		return s.text()
	case c == '[':
		return s.list()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c >= '1' && c <= '9':
		for s.at < len(s.line) && s.line[s.at] >= '0' && s.line[s.at] <= '9' {
			s.at++
		}
	case c == '0':
		s.at++ // anything that cannot follow a plain number fails in the caller
	default:
		return nil, false
	}
	return s.line[start:s.at], true
}

// word skips a literal.
func (s *scanner) word(word string) ([]byte, bool) {
	rest := s.line[s.at:]
	if len(rest) < len(word) || string(rest[:len(word)]) != word {
		return nil, false
	}
	s.at += len(word)
	return rest[:len(word)], true
}

// list returns a list of strings.
func (s *scanner) list() ([]byte, bool) {
	start := s.at
	s.at++
	if s.take(']') {
		return s.line[start:s.at], true
	}
	for {
		if _, ok := s.text(); !ok {
			return nil, false
		}
		if s.take(']') {
			return s.line[start:s.at], true
		}
		if !s.take(',') {
			return nil, false
		}
	}
}

// text returns a string with its quotes.
func (s *scanner) text() ([]byte, bool) {
	start := s.at
	if !s.take('"') {
		return nil, false
	}
	for s.at < len(s.line) {
		c := s.line[s.at]
		s.at++
		switch {
		case c == '"':
			return s.line[start:s.at], true
		case c == '\\':
			if n := escape(s.line[s.at:]); n > 0 {
				s.at += n
				continue
			}
			return nil, false
		case c < ' ':
			return nil, false
		}
	}
	return nil, false
}

// escape returns the length of an escape behind its backslash, 0 if it is not one.
func escape(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), text[0]) >= 0 {
		return 1
	}
	if text[0] != 'u' || len(text) < 5 {
		return 0
	}
	for _, c := range text[1:5] {
		if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return 0
		}
	}
	return 5
}

// str returns the text of a JSON string, or "" for any other value.
func str(raw []byte) string {
	if n := len(raw); n > 1 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw[1 : n-1])
	}
	return decode[string](raw)
}

// decode returns raw as a T, or the zero T.
func decode[T any](raw []byte) T {
	var v, none T
	if len(raw) == 0 || json.Unmarshal(raw, &v) != nil {
		return none
	}
	return v
}
