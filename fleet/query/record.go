package query

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// kind is the type of a column, by DuckDB's name.
type kind string

// The kinds.
const (
	text    kind = "VARCHAR"
	list    kind = "VARCHAR[]"
	flag    kind = "BOOLEAN"
	whole   kind = "BIGINT"
	decimal kind = "DOUBLE"
	moment  kind = "TIMESTAMP" // in UTC
	either  kind = "JSON"      // a list of texts, or a number
)

// column is one of the columns of a line.
type column struct {
	name   string
	kind   kind
	member string // the record's member; "" if it has the column's name
}

// columns are the columns of a line after team and machine, in order. A record's own member
// "machine" is the machine for which an answer was.
var columns = []column{
	{"ts", moment, ""},
	{"event", text, ""},
	{"command", text, ""},
	{"argv", list, ""},
	{"action", text, ""},
	{"allowed", flag, ""},
	{"would", text, ""},
	{"reason", text, ""},
	{"rules", list, ""},
	{"findings", either, ""},
	{"changed", list, ""},
	{"id", text, ""},
	{"run", text, ""},
	{"agent", text, ""},
	{"session", text, ""},
	{"source", text, ""},
	{"from", text, ""},
	{"host", text, ""},
	{"uid", whole, ""},
	{"cwd", text, ""},
	{"profile", text, ""},
	{"policy", text, ""},
	{"ring", text, ""},
	{"path", text, ""},
	{"pid", whole, ""},
	{"ppid", whole, ""},
	{"cut", flag, ""},
	{"exit", whole, ""},
	{"signal", text, ""},
	{"timeout", flag, ""},
	{"ms", whole, ""},
	{"sandbox", text, ""},
	{"stdout_bytes", whole, ""},
	{"stderr_bytes", whole, ""},
	{"violations", whole, ""},
	{"withheld", list, ""},
	{"cpu_ms", whole, ""},
	{"rss_kib", whole, ""},
	{"step", text, ""},
	{"dir", text, ""},
	{"until", text, ""},
	{"sha256", text, ""},
	{"by", text, ""},
	{"for_machine", text, "machine"},
	{"end", text, ""},
	{"shim", text, ""},
	{"times", whole, ""},
	{"port", whole, ""},
	{"method", text, ""},
	{"fix", text, ""},
	{"entry", text, ""},
	{"count", whole, ""},
	{"operation", text, ""},
	{"bytes", whole, ""},
	{"tool", text, ""},
	{"success", flag, ""},
	{"args", text, ""},
	{"backend", text, ""},
	{"model", text, ""},
	{"tokens", whole, ""},
	{"cost", decimal, ""},
	{"session_id", text, ""},
	{"user_id", text, ""},
	{"security_profile", text, ""},
}

// from returns the record's member for a column.
func (c column) from() string {
	if c.member != "" {
		return c.member
	}
	return c.name
}

// line returns a message as a line, or false if it is no record.
func line(subject string, data []byte) ([]byte, bool) {
	name := strings.Split(subject, ".")
	var members map[string]json.RawMessage
	if len(name) != 4 || json.Unmarshal(data, &members) != nil {
		return nil, false
	}
	var out bytes.Buffer
	out.WriteString(`{"team":`)
	out.Write(encoded(name[1]))
	out.WriteString(`,"machine":`)
	out.Write(encoded(name[3]))
	for _, c := range columns {
		raw, is := members[c.from()]
		if !is || string(raw) == "null" {
			if c.name == "ts" || c.name == "event" { // every record has these
				return nil, false
			}
			continue
		}
		value, fits := c.kind.value(raw)
		if !fits {
			return nil, false
		}
		out.WriteString(`,"` + c.name + `":`)
		out.Write(value)
	}
	out.WriteString("}\n")
	return out.Bytes(), true
}

// value writes a value anew as its kind. It returns false for a value of another kind.
func (k kind) value(raw json.RawMessage) (value []byte, fits bool) {
	switch k {
	case text:
		return reencode[string](raw)
	case list:
		return reencode[[]string](raw)
	case flag:
		return reencode[bool](raw)
	case whole:
		return reencode[int64](raw)
	case decimal:
		return reencode[float64](raw)
	case moment:
		var at time.Time
		if json.Unmarshal(raw, &at) != nil || at.UTC().Year() < 1 || at.UTC().Year() > 9999 { // with a zone a time can lie outside these years
			return nil, false
		}
		return []byte(strconv.Quote(at.UTC().Format("2006-01-02T15:04:05.000000Z"))), true
	case either:
		if value, fits = list.value(raw); fits {
			return value, true
		}
		return whole.value(raw)
	}
	return nil, false
}

// reencode reads a value as a type, and writes it.
func reencode[T any](raw json.RawMessage) ([]byte, bool) {
	var v T
	if json.Unmarshal(raw, &v) != nil {
		return nil, false
	}
	return encoded(v), true
}

// encoded returns a value as JSON in one line. Invalid Unicode becomes U+FFFD.
func encoded(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // encoding texts, numbers and booleans cannot fail
	return bytes.TrimSpace(out.Bytes())
}
