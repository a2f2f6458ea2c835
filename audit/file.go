package audit

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A day's file is named for the day in UTC. It takes the lines of that day; when it grows
// large it is renamed to a numbered part, YYYYmmdd.0001.jsonl, and a new file begins.
// One that nobody writes to any more may be compressed (gzip, RFC 1952), and then ends in
// .jsonl.gz.
const (
	dayLayout  = "20060102"
	dayEnding  = ".jsonl"
	compressed = ".gz"
)

// FileName returns the name of the file that takes the lines of t's day, in UTC.
func FileName(t time.Time) string { return t.UTC().Format(dayLayout) + dayEnding }

// DayFile is the name of a trail file, parsed.
type DayFile struct {
	Day  time.Time // its first moment in UTC
	Part int       // from 1 on in the order of writing; 0 is the file still being written
	Gzip bool      // whether it is compressed
}

// ParseName parses a file name; it returns false for a name that is not the trail's.
func ParseName(name string) (DayFile, bool) {
	stem, isCompressed := strings.CutSuffix(name, compressed)
	stem, ok := strings.CutSuffix(stem, dayEnding)
	stem, number, numbered := strings.Cut(stem, ".")
	day, err := time.Parse(dayLayout, stem)
	if !ok || err != nil {
		return DayFile{}, false
	}
	f := DayFile{Day: day, Gzip: isCompressed}
	if numbered {
		f.Part, err = strconv.Atoi(number)
	}
	return f, err == nil && (!numbered || f.Part > 0) && f.Name() == name
}

// Name is the file's name.
func (f DayFile) Name() string {
	name := FileName(f.Day)
	if f.Part > 0 {
		name = fmt.Sprintf("%s.%04d%s", f.Day.Format(dayLayout), f.Part, dayEnding)
	}
	if f.Gzip {
		name += compressed
	}
	return name
}

// Compare orders files as they were written: by day, and within a day with the file still
// being written last. A file and its compressed copy are equal.
func (f DayFile) Compare(other DayFile) int {
	return cmp.Or(f.Day.Compare(other.Day), cmp.Compare(uint(f.Part-1), uint(other.Part-1)))
}

// begin starts every record of gate.Line. It occurs nowhere else in a record: quotes
// inside strings are escaped, and no member is an object.
var begin = []byte(`{"ts":"`)

// Record returns the record at the end of a log line: the whole line, without what a torn
// write left in front of it.
func Record(line []byte) []byte {
	return line[max(0, bytes.LastIndex(line, begin)):]
}
