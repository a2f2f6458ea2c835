package query

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/audit"
)

// Bounds on what Stats remembers, however long the log is and whatever stands
// in it: different values per table, and characters per value.
const (
	maxKeys = 1000
	maxKey  = 80
)

// Other is the key under which values are counted once a table is full.
const Other = "(other)"

// Stats are counts of the records in a log.
type Stats struct {
	Coverage
	Events   map[string]int // by event
	Actions  map[string]int // by action: allow, warn, ask, block
	Rules    map[string]int // by rule id; a record may name several
	Commands map[string]int // by command, cut at 80 characters
	Days     map[string]int // by day, as YYYYmmdd
}

// Count returns the counts of the last n days, today (UTC, by now) being the
// first; with n 0 those of the whole log. The strings in it come from the
// log: escape them before they reach a terminal.
func Count(dir string, n int, now time.Time) (Stats, error) {
	all := newStats()
	var since time.Time
	if n > 0 {
		since = window(now, n)
	}
	t, err := openTrail(dir, since)
	if err != nil {
		return all, err
	}
	defer t.close()
	next := make(chan audit.DayFile)
	done := make(chan Stats)
	workers := min(runtime.GOMAXPROCS(0), len(t.files))
	for range workers {
		go func() {
			s := newStats()
			for d := range next {
				s.count(t, d)
			}
			done <- s
		}()
	}
	for _, d := range t.files {
		next <- d
	}
	close(next)
	for range workers {
		all.add(<-done)
	}
	slices.Sort(all.Skipped)
	return all, nil
}

func newStats() Stats {
	return Stats{
		Events: map[string]int{}, Actions: map[string]int{}, Rules: map[string]int{},
		Commands: map[string]int{}, Days: map[string]int{},
	}
}

// count counts the records of a file. A member of another type than ours counts as
// absent.
func (s *Stats) count(t *trail, d audit.DayFile) {
	day := d.Day.Format("20060102")
	s.read(t, d, func(f *os.File) (bool, error) {
		st, err := f.Stat()
		if err != nil {
			return false, err
		}
		return false, backward(f, st.Size(), func(start int64, block []byte) bool {
			eachLine(start, block, func(at span, line []byte) {
				_, r, ok := s.record(at, line)
				if !ok {
					return
				}
				count(s.Days, day)
				count(s.Events, str(r.event))
				count(s.Actions, str(r.action))
				count(s.Commands, str(r.command))
				count(s.Rules, str(r.rule))
				if len(r.rules) > len("[]") {
					for _, rule := range decode[[]string](r.rules) {
						count(s.Rules, rule)
					}
				}
			})
			return true
		})
	})
}

// add adds the counts of other files.
func (s *Stats) add(other Stats) {
	s.Files += other.Files
	s.Lines += other.Lines
	s.Damaged += other.Damaged
	s.Skipped = append(s.Skipped, other.Skipped...)
	for _, pair := range []struct{ into, from map[string]int }{
		{s.Events, other.Events}, {s.Actions, other.Actions}, {s.Rules, other.Rules}, {s.Commands, other.Commands}, {s.Days, other.Days},
	} {
		for _, key := range slices.Sorted(maps.Keys(pair.from)) {
			increase(pair.into, key, pair.from[key])
		}
	}
}

// count adds one to table's key, cut to its room.
func count(table map[string]int, key string) {
	if len(key) > maxKey && utf8.RuneCountInString(key) > maxKey {
		key = string([]rune(key)[:maxKey]) + "…"
	}
	if key != "" {
		increase(table, key, 1)
	}
}

// increase adds to table's key, or to Other if there is no room for it.
func increase(table map[string]int, key string, n int) {
	room := maxKeys
	if _, full := table[Other]; full || key == Other {
		room++
	}
	if _, known := table[key]; !known && len(table) >= room {
		key = Other
	}
	table[key] += n
}
