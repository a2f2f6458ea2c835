package audit

import (
	"bytes"
	"strings"
	"time"
)

// A day's file is named for the day in UTC.
const (
	dayLayout = "20060102"
	dayEnding = ".jsonl"
)

// FileName returns the name of the file that holds the lines of t's day, in UTC.
func FileName(t time.Time) string { return t.UTC().Format(dayLayout) + dayEnding }

// FileDay returns the day, as its first moment in UTC, whose lines are in a
// file of that name; false if it is no name that FileName returns.
func FileDay(name string) (time.Time, bool) {
	stem, ok := strings.CutSuffix(name, dayEnding)
	day, err := time.Parse(dayLayout, stem)
	return day, ok && err == nil
}

// begin is how gate.Line starts every record. Quotes inside a record's strings
// are escaped and no member is an object, so it stands nowhere else in one.
var begin = []byte(`{"ts":"`)

// Record returns the record at the end of a log line: the line itself, but for
// what a torn write left in front of it.
func Record(line []byte) []byte {
	return line[max(0, bytes.LastIndex(line, begin)):]
}
