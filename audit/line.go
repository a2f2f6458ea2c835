package audit

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/gate"
)

// line returns r as one line of JSON for level, newline included. gate.Line does the
// escaping, redaction and time, and sets the size limit: if the line is too long, line
// cuts every text to the same length until it fits, and adds "cut":true.
func (s *schema) line(r record, level gate.Level, in []any) []byte {
	var l gate.Line
	for room := gate.LineSize; ; room /= 2 {
		decimal := s.fill(&l, r, level, room, in)
		fits := l.End() && len(l.Bytes())+len(decimal) <= gate.LineSize
		if fits || room == 1 { // one character of each text always fits
			return withDecimal(l.Bytes(), decimal)
		}
	}
}

// fill writes r into l, at most room characters of each text, and its context. It returns
// as JSON the member that gate.Line cannot write, or "".
func (s *schema) fill(l *gate.Line, r record, level gate.Level, room int, in []any) (decimal string) {
	l.Begin(r.at.Unix(), int64(r.at.Nanosecond()), r.event)
	if r.from != judge {
		l.Text("from", string(r.from))
	}
	if r.run != 0 {
		l.ID("run", r.run)
	}
	cut := r.cut
	for i, c := range s.columns {
		if x, ok := r.values[i].(float64); ok && level <= c.from && !math.IsNaN(x) && !math.IsInf(x, 0) { // JSON has neither
			decimal = `,"` + c.name + `":` + strconv.FormatFloat(x, 'g', -1, 64)
			continue
		}
		cut = !c.write(l, r.values[i], level, room) || cut
	}
	for i, c := range contextColumns[:len(in)] {
		if !s.has(c.name) {
			cut = !c.write(l, in[i], level, room) || cut
		}
	}
	if cut {
		l.Flag("cut", true)
	}
	return decimal
}

// write writes a value into l, at most room characters of each text, and reports whether
// that was all that the column's limit lets through.
func (c column) write(l *gate.Line, v any, level gate.Level, room int) bool {
	if level > c.from || c.optional && silent(v) {
		return true
	}
	switch v := v.(type) {
	case string:
		kept := cutTo(v, c.limit)
		fits := cutTo(kept, room)
		l.Text(c.name, fits)
		return len(fits) == len(kept)
	case []string:
		return items(l, c.name, v, room)
	case bool:
		l.Flag(c.name, v)
	case int64:
		l.Number(c.name, v)
	case uint64:
		l.ID(c.name, v)
	}
	return true
}

// items writes a list, up to room characters of it, and reports whether that was all.
func items(l *gate.Line, name string, list []string, room int) bool {
	l.Open(name)
	defer l.Close()
	for _, item := range list {
		fits := cutTo(item, max(1, room))
		if room <= 0 {
			return false
		}
		l.Item(fits)
		if len(fits) < len(item) {
			return false
		}
		room -= utf8.RuneCountInString(item) + 1
	}
	return true
}

// withDecimal puts a member before the closing brace. gate.Line writes only whole
// numbers, since the gate needs no others.
func withDecimal(line []byte, member string) []byte {
	if member == "" {
		return line
	}
	end := len(line) - len("}\n")
	return append(append(line[:end:end], member...), "}\n"...)
}

// silent reports whether an optional value is empty.
func silent(v any) bool {
	switch v := v.(type) {
	case string:
		return v == ""
	case bool:
		return !v
	case int64:
		return v == 0
	case uint64:
		return v == 0
	case []string:
		return len(v) == 0
	}
	return v == nil
}

// wordReach is how many bytes around a cut a credential may extend.
const wordReach = 256

// cutTo returns the first n characters of s, all of it if n is 0. If the cut would go
// through a credential, cutTo leaves the credential out: redaction would not recognize
// half of one, and would let it be written.
func cutTo(s string, n int) string {
	if n <= 0 || len(s) <= n {
		return s
	}
	end := 0
	for ; n > 0 && end < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[end:])
		end += size
	}
	if end == len(s) {
		return s
	}
	start := strings.LastIndexAny(s[:end], " \t\r\n") + 1
	start = max(start, end-wordReach)
	word := s[start:min(len(s), end+wordReach)]
	if i := strings.IndexAny(word, " \t\r\n"); i >= 0 {
		word = word[:i]
	}
	if !strings.HasPrefix(written(word), written(s[start:end])) {
		return s[:start]
	}
	return s[:end]
}

// written returns s as gate.Line writes it, credentials redacted, without the closing
// quote.
func written(s string) string {
	var l gate.Line
	l.Text("", s)
	return strings.TrimSuffix(string(l.Bytes()), `"`)
}
