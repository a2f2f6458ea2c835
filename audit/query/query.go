// Package query reads the audit trail back: its last lines ([Tail]), those that contain a
// text ([Search]), and counts ([Count]).
//
//	seen, err := query.Tail(dir, 20, func(line []byte) error { … })
//
// It takes the trail as it finds it. It counts and skips a damaged line, except for a
// whole record at its end, and does not read a link or other irregular file. Others may
// meanwhile write to the trail, rename its files and remove the oldest.
//
// Most queries want the end of the trail, so reading starts there and goes no further
// than the answer needs. A query searches lines as bytes before it parses one. Memory
// does not grow with the trail: a query keeps places, not lines.
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

// Search's defaults, and the most it returns.
const (
	DefaultDays = 7
	MaxResults  = 100
)

// Coverage says what was examined and what was not. Tail examines the lines from the end
// of the trail back to the last it wants, Search those that contain the text.
type Coverage struct {
	Files   int      `json:"files"`   // files read
	Lines   int      `json:"lines"`   // whole records examined
	Damaged int      `json:"damaged"` // lines examined that are no record, or begin with a torn one
	Skipped []string `json:"skipped"` // files that could not be read, and why
}

// Tail calls emit with the last n records of the trail in dir, oldest first. A record is
// one JSON object without its newline, valid until emit returns. An error of emit ends
// the call and is returned. Anybody who can write to the trail may have written the
// records: escape them before they reach a terminal.
func Tail(dir string, n int, emit func(line []byte) error) (Coverage, error) {
	return last(dir, time.Time{}, n, func() chooser { return eachLine }, emit)
}

// Search calls emit with the last MaxResults records that contain one of the queries, from
// the last days days, oldest first; see Tail for emit. Today (in UTC, by now) is the last
// of these days. Search ignores case. It searches the record's line as it is written and
// with its escapes decoded.
func Search(dir string, queries []string, days int, now time.Time, emit func(line []byte) error) (Coverage, error) {
	return Filter{Texts: queries, Since: window(now, days)}.Search(dir, emit)
}

// anyOf returns the chooser of the lines that contain one of the queries.
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

// A chooser calls visit for some lines of a block, in order. Each file gets its own.
type chooser func(start int64, block []byte, visit func(at span, line []byte))

// last calls emit with the last n chosen records, from the day since on. It goes back
// file by file and stops once it has n.
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
		// The newest file alone, which is usually enough, and then as many at once as
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

// page is what one file yielded.
type page struct {
	Coverage
	file  *os.File
	spans []span // the last one first
}

// scanEach finds the last n chosen records in each of some files, all concurrently.
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

// add adds another coverage.
func (c *Coverage) add(other Coverage) {
	c.Files += other.Files
	c.Lines += other.Lines
	c.Damaged += other.Damaged
	c.Skipped = append(c.Skipped, other.Skipped...)
}

// read opens a file of the trail for use, which says whether to keep it open.
func (c *Coverage) read(t *trail, d audit.DayFile, use func(f *os.File) (keep bool, err error)) {
	f, err := t.file(d)
	if err != nil {
		c.Skipped = append(c.Skipped, err.Error())
		return
	}
	if f == nil {
		return // removed meanwhile as too old
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

// scan returns the places of the last n chosen records in a file, the last one first.
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

// record returns the record that a line is, or ends with, and counts it.
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
