// Package query reads the audit log back: its last lines, those with a text in
// them, and counts. It takes the log as it finds it: a damaged line is counted
// and passed over (but for a whole record at its end), a file that is a link or no
// regular file is not read. Others may write to the log, give its files other names
// and remove the oldest meanwhile.
//
// The end of the log is what is asked for most, so it is read from there, and no
// further than an answer needs. A line is looked for as bytes before it is taken for a
// record. Memory does not grow with the log: places are remembered, not lines.
package query

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// What Search does unless told otherwise, and the most it returns.
const (
	DefaultDays = 7
	MaxResults  = 100
)

// Coverage says what was looked at, and what was not. Tail looks at the lines from the
// end of the log up to the last it wants, Search at those with the text in them.
type Coverage struct {
	Files   int      `json:"files"`   // files read
	Lines   int      `json:"lines"`   // whole records looked at
	Damaged int      `json:"damaged"` // lines looked at that are none, or begin with a torn one
	Skipped []string `json:"skipped"` // files that could not be read, and why
}

// Tail calls emit with the last n records of the log in dir, oldest first. A
// record is one JSON object without its newline; it is valid until emit
// returns. An error of emit ends the call and is returned. What the log holds
// was written by whoever could: escape it before it reaches a terminal.
func Tail(dir string, n int, emit func(line []byte) error) (Coverage, error) {
	return last(dir, time.Time{}, n, func() chooser { return eachLine }, emit)
}

// Search calls emit with the last MaxResults records that contain one of the queries,
// from the last days days, oldest first; see Tail for emit. Today (UTC, by now) is
// the first day. Case does not matter. A query is looked for in the record's
// line, as it is written and with its escapes undone.
func Search(dir string, queries []string, days int, now time.Time, emit func(line []byte) error) (Coverage, error) {
	return last(dir, window(now, days), MaxResults, func() chooser { return anyOf(queries) }, emit)
}

// anyOf returns the chooser of the lines that hold one of some texts.
func anyOf(queries []string) chooser {
	if len(queries) == 1 {
		return newMatcher(queries[0]).each
	}
	all := make([]*matcher, len(queries))
	for i, q := range queries {
		all[i] = newMatcher(q)
	}
	return func(start int64, block []byte, visit func(at span, line []byte)) {
		eachLine(start, block, func(at span, line []byte) {
			if slices.ContainsFunc(all, func(m *matcher) bool { return m.contains(line) }) {
				visit(at, line)
			}
		})
	}
}

// A chooser calls visit for some lines of a block, in their order. One is made for each
// file.
type chooser func(start int64, block []byte, visit func(at span, line []byte))

// last calls emit with the last n of the records that are chosen, from the day since
// on. It goes back file by file and stops at the first that makes n whole.
func last(dir string, since time.Time, n int, choose func() chooser, emit func([]byte) error) (Coverage, error) {
	var seen Coverage
	if n <= 0 {
		return seen, nil
	}
	t, err := openTrail(dir, since)
	if err != nil {
		return seen, err
	}
	defer t.close()
	var pages []page // the newest first
	for missing := n; missing > 0 && len(t.files) > 0; {
		// The newest alone, for it is most often enough, and then as many at once as
		// there are processors.
		next := t.files[max(0, len(t.files)-min(1+len(pages)*runtime.GOMAXPROCS(0), runtime.GOMAXPROCS(0))):]
		t.files = t.files[:len(t.files)-len(next)]
		found := t.scanEach(next, missing, choose)
		for _, p := range slices.Backward(found) {
			p.spans = p.spans[:min(len(p.spans), missing)]
			missing -= len(p.spans)
			seen.add(p.Coverage)
			pages = append(pages, p)
		}
	}
	for _, p := range slices.Backward(pages) {
		for _, at := range slices.Backward(p.spans) {
			if err := seen.replay(p.file, at, emit); err != nil {
				return seen, err
			}
		}
	}
	return seen, nil
}

// page is what was found in one file.
type page struct {
	Coverage
	file  *os.File
	spans []span // the last first
}

// scanEach looks for the last n chosen records in each of some files, all at once.
func (t *trail) scanEach(files []audit.DayFile, n int, choose func() chooser) []page {
	pages := make([]page, len(files))
	var all sync.WaitGroup
	for i, d := range files {
		all.Go(func() {
			p := &pages[i]
			p.read(t, d, func(f *os.File) (keep bool, err error) {
				p.file = f
				p.spans, err = p.scan(f, n, choose())
				return len(p.spans) > 0, err
			})
		})
	}
	all.Wait()
	return pages
}

// add adds what was looked at elsewhere.
func (c *Coverage) add(other Coverage) {
	c.Files += other.Files
	c.Lines += other.Lines
	c.Damaged += other.Damaged
	c.Skipped = append(c.Skipped, other.Skipped...)
}

// read opens a file of the trail for use, which says whether it is to stay open.
func (c *Coverage) read(t *trail, d audit.DayFile, use func(f *os.File) (keep bool, err error)) {
	f, err := t.file(d)
	if err != nil {
		c.Skipped = append(c.Skipped, err.Error())
		return
	}
	if f == nil {
		return // it went meanwhile, as too old
	}
	c.Files++
	keep, err := use(f)
	if err != nil {
		c.Skipped = append(c.Skipped, f.Name()+": "+err.Error())
	}
	if keep {
		t.keep(d, f)
	} else {
		t.release(d, f)
	}
}

// scan returns the places of the last n chosen records in a file, the last first.
func (c *Coverage) scan(f *os.File, n int, choose chooser) ([]span, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var spans, block []span
	err = backward(f, st.Size(), func(start int64, text []byte) bool {
		block = block[:0]
		choose(start, text, func(at span, line []byte) {
			if at, _, ok := c.record(at, line); ok {
				block = append(block, at)
			}
		})
		slices.Reverse(block)
		spans = append(spans, block[:min(len(block), n-len(spans))]...)
		return len(spans) < n
	})
	return spans, err
}

// record returns the record that a line is, or ends with, and keeps count.
func (c *Coverage) record(at span, line []byte) (span, record, bool) {
	r, ok := parse(line)
	if !ok {
		c.Damaged++
		torn := len(line) - len(audit.Record(line))
		at = span{at.start + int64(torn), at.length - torn}
		if r, ok = parse(line[torn:]); torn == 0 || !ok {
			return at, r, false
		}
	}
	c.Lines++
	return at, r, true
}

// replay emits the line at a place.
func (c *Coverage) replay(f *os.File, at span, emit func([]byte) error) error {
	line := make([]byte, at.length)
	_, err := io.ReadFull(io.NewSectionReader(f, at.start, int64(at.length)), line)
	if _, ok := parse(line); err != nil || !ok {
		c.Skipped = append(c.Skipped, fmt.Sprintf("%s: a record at byte %d is gone", f.Name(), at.start))
		return nil
	}
	return emit(line)
}
