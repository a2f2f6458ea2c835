// Package query reads the audit log back: its last lines, those with a text in
// them, and counts. It takes the log as it finds it: a damaged line is counted
// and passed over (but for a whole record at its end), a day's file that is a link or no regular file is not read.
// Memory does not grow with the log: places are remembered, not lines.
package query

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/agent-loop/shimgen/audit"
)

// What Search does unless told otherwise, and the most it returns.
const (
	DefaultDays = 7
	MaxResults  = 100
)

// Coverage says what was looked at, and what was not.
type Coverage struct {
	Files   int      // day files read
	Lines   int      // whole records in them
	Damaged int      // lines that are none, or begin with a torn one
	Skipped []string // day files that could not be read, and why
}

// Tail calls emit with the last n records of the log in dir, oldest first. A
// record is one JSON object without its newline; it is valid until emit
// returns. An error of emit ends the call and is returned. What the log holds
// was written by whoever could: escape it before it reaches a terminal.
func Tail(dir string, n int, emit func(line []byte) error) (Coverage, error) {
	return last(dir, time.Time{}, n, func([]byte) bool { return true }, emit)
}

// Search calls emit with the last MaxResults records that contain query, from
// the last days days, oldest first; see Tail for emit. Today (UTC, by now) is
// the first day. Case does not matter. The query is looked for in the record's
// line and in each string in it as it was before escaping.
func Search(dir, query string, days int, now time.Time, emit func(line []byte) error) (Coverage, error) {
	query = fold(query)
	return last(dir, window(now, days), MaxResults, func(line []byte) bool { return contains(line, query) }, emit)
}

// last calls emit with the last n lines that match, from the day since on. It
// goes back day by day and stops at the first that makes n whole.
func last(dir string, since time.Time, n int, match func([]byte) bool, emit func([]byte) error) (Coverage, error) {
	var seen Coverage
	names, err := days(dir, since)
	if err != nil || n <= 0 {
		return seen, err
	}
	type page struct {
		name  string
		spans []span
	}
	var pages []page
	for missing := n; missing > 0 && len(names) > 0; names = names[:len(names)-1] {
		name := names[len(names)-1]
		spans := seen.scan(dir, name, missing, match)
		missing -= len(spans)
		pages = append(pages, page{name, spans})
	}
	for i := len(pages) - 1; i >= 0; i-- {
		if err := replay(dir, pages[i].name, pages[i].spans, emit); err != nil {
			return seen, err
		}
	}
	return seen, nil
}

// scan returns the places of the last n matching records in one day's file.
func (c *Coverage) scan(dir, name string, n int, match func([]byte) bool) []span {
	var spans []span
	c.read(dir, name, func(at span, line []byte) {
		if !match(line) {
			return
		}
		if len(spans) >= 2*n { // drop the older half now and then, not one each time
			spans = append(spans[:0], spans[len(spans)-n+1:]...)
		}
		spans = append(spans, at)
	})
	return spans[max(0, len(spans)-n):]
}

// read visits the records of one day's file and keeps count.
func (c *Coverage) read(dir, name string, visit func(at span, line []byte)) {
	f, err := openDay(dir, name)
	if err != nil {
		c.Skipped = append(c.Skipped, err.Error())
		return
	}
	defer f.Close()
	c.Files++
	err = eachLine(f, func(at span, line []byte) {
		if !isRecord(line) {
			c.Damaged++
			torn := len(line) - len(audit.Record(line))
			at, line = span{at.start + int64(torn), at.length - torn}, line[torn:]
			if torn == 0 || !isRecord(line) {
				return
			}
		}
		c.Lines++
		visit(at, line)
	})
	if err != nil {
		c.Skipped = append(c.Skipped, err.Error())
	}
}

// replay emits the lines at the given places of one day's file.
func replay(dir, name string, spans []span, emit func([]byte) error) error {
	if len(spans) == 0 {
		return nil
	}
	f, err := openDay(dir, name)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, at := range spans {
		line := make([]byte, at.length)
		if _, err := io.ReadFull(io.NewSectionReader(f, at.start, int64(at.length)), line); err != nil {
			return err
		}
		if err := emit(line); err != nil {
			return err
		}
	}
	return nil
}

// isRecord says whether line is one JSON object that names its event.
func isRecord(line []byte) bool {
	if len(line) > audit.MaxLine {
		return false
	}
	var head struct {
		Event *string `json:"event"`
	}
	return json.Unmarshal(line, &head) == nil && head.Event != nil
}

// contains says whether the folded query is in the line, or in a string of it.
func contains(line []byte, query string) bool {
	if strings.Contains(fold(string(line)), query) {
		return true
	}
	if !bytes.Contains(line, []byte(`\`)) {
		return false // nothing in it is escaped
	}
	var v any
	return json.Unmarshal(line, &v) == nil && within(v, query)
}

// within looks through a decoded value.
func within(v any, query string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(fold(v), query)
	case []any:
		for _, e := range v {
			if within(e, query) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if within(e, query) {
				return true
			}
		}
	}
	return false
}

// fold makes two texts equal that differ in case alone.
func fold(s string) string {
	return strings.Map(func(r rune) rune { return unicode.ToLower(unicode.ToUpper(r)) }, s)
}
