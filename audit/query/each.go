package query

import (
	"bufio"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/internal/lines"
)

// Each calls emit with every record from a moment on, oldest first; see [Tail] for emit.
func Each(dir string, since time.Time, emit func(line []byte) error) (Coverage, error) {
	var seen Coverage
	t, err := openTrail(dir, since.UTC().Truncate(24*time.Hour))
	if err != nil {
		return seen, err
	}
	defer t.close()
	for _, d := range t.files {
		var stop error
		seen.read(t, d, func(f *os.File) (bool, error) {
			err := seen.forward(f, since, func(line []byte) error {
				stop = emit(line)
				return stop
			})
			if stop != nil {
				err = nil // it is the caller's, and not the file's
			}
			return false, err
		})
		if stop != nil {
			return seen, stop
		}
	}
	slices.Sort(seen.Skipped)
	return seen, nil
}

// forward calls emit with the records of a file, the first line first.
func (c *Coverage) forward(f *os.File, since time.Time, emit func(line []byte) error) error {
	st, err := f.Stat()
	if err != nil {
		return err
	}
	in := bufio.NewReaderSize(io.NewSectionReader(f, 0, st.Size()), largeBlock)
	for {
		text, long, err := lines.Read(in, longestLine)
		if len(text) > 0 || long {
			line := audit.Record(text)
			switch _, ok := parse(line); {
			case long || !ok:
				c.Damaged++
			default:
				c.Lines++
				if isSince(line, since) {
					if err := emit(line); err != nil {
						return err
					}
				}
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// isSince reports whether a record was made at a moment or later. A record without a readable
// time counts as recent.
func isSince(line []byte, since time.Time) bool {
	if since.IsZero() {
		return true
	}
	at, err := time.Parse(time.RFC3339, timeOf(line))
	return err != nil || !at.Before(since)
}

// timeOf returns the text of a record's time.
func timeOf(line []byte) string {
	return decode[struct {
		TS string `json:"ts"`
	}](line).TS
}
