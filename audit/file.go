package audit

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A day's file is named for the day in UTC. It is the one that is written; when it
// grew large it is given a number, YYYYmmdd.0001.jsonl, and a new one begins.
const (
	dayLayout = "20060102"
	dayEnding = ".jsonl"
)

// FileName returns the name of the file that takes the lines of t's day, in UTC.
func FileName(t time.Time) string { return t.UTC().Format(dayLayout) + dayEnding }

// DayFile is what the name of a file of the trail says.
type DayFile struct {
	Day  time.Time // its first moment in UTC
	Part int       // from 1 on in the order they were written; 0 is the one that is still written
}

// ParseName returns what a file's name says; false if it is none of the trail's.
func ParseName(name string) (DayFile, bool) {
	stem, ok := strings.CutSuffix(name, dayEnding)
	stem, number, numbered := strings.Cut(stem, ".")
	day, err := time.Parse(dayLayout, stem)
	if !ok || err != nil {
		return DayFile{}, false
	}
	f := DayFile{Day: day}
	if numbered {
		f.Part, err = strconv.Atoi(number)
	}
	return f, err == nil && (!numbered || f.Part > 0) && f.Name() == name
}

// Name is the file's name.
func (f DayFile) Name() string {
	if f.Part == 0 {
		return FileName(f.Day)
	}
	return fmt.Sprintf("%s.%04d%s", f.Day.Format(dayLayout), f.Part, dayEnding)
}

// Compare orders files as they were written: by day, and within a day the one that
// is still written last.
func (f DayFile) Compare(other DayFile) int {
	return cmp.Or(f.Day.Compare(other.Day), cmp.Compare(uint(f.Part-1), uint(other.Part-1)))
}

// begin is how gate.Line starts every record. Quotes inside a record's strings
// are escaped and no member is an object, so it stands nowhere else in one.
var begin = []byte(`{"ts":"`)

// Record returns the record at the end of a log line: the line itself, but for
// what a torn write left in front of it.
func Record(line []byte) []byte {
	return line[max(0, bytes.LastIndex(line, begin)):]
}
