package query

import (
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit"
)

// Bounds on what Stats remembers, however long the trail is and whatever it holds:
// distinct values per table, and characters per value.
const (
	maxKeys = 1000
	maxKey  = 80
)

// ellipsis ends a value that was cut.
const ellipsis = "…"

// Other is the key that counts further values once a table is full.
const Other = "(other)"

// Stats are counts of the records in a log.
type Stats struct {
	Coverage
	Events   map[string]int `json:"events"`   // by event
	Actions  map[string]int `json:"actions"`  // by action: allow, warn, ask, block
	Would    map[string]int `json:"would"`    // by the action that profile observe did not enforce
	Rules    map[string]int `json:"rules"`    // by rule id; a record may name several
	Commands map[string]int `json:"commands"` // by command, cut at 80 characters
	Days     map[string]int `json:"days"`     // by day, as YYYYmmdd
	Sources  map[string]int `json:"sources"`  // by what of shimgen decided
	Agents   map[string]int `json:"agents"`   // by what the requesting program calls itself
	Sessions map[string]int `json:"sessions"` // by what that program calls its session
	Probes   int            `json:"probes"`   // doctor's own calls of hooks, which are in no table
}

// Count returns the counts of the last n days, today (in UTC, by now) included; with n 0
// those of the whole trail. The strings in it come from the trail: escape them before
// they reach a terminal.
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
			c := counter{Stats: newStats(), raw: map[string]*seen{}}
			for d := range next {
				c.count(t, d)
			}
			done <- c.Stats
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
		Events: map[string]int{}, Actions: map[string]int{}, Would: map[string]int{}, Rules: map[string]int{},
		Commands: map[string]int{}, Days: map[string]int{},
		Sources: map[string]int{}, Agents: map[string]int{}, Sessions: map[string]int{},
	}
}

// A counter counts the records of some files.
type counter struct {
	Stats
	// raw holds values as lines spell them. The same ones recur, so each is decoded only
	// once per file.
	raw map[string]*seen
}

// seen counts a value in each place of a record.
type seen [places]int

// The places in a record.
const (
	inEvent = iota
	inAction
	inCommand
	inRule
	inRules
	inSource
	inAgent
	inSession
	inWould
	places
)

// count counts the records of a file. A member of another type than the schema's counts
// as absent.
func (c *counter) count(t *trail, d audit.DayFile) {
	records := 0
	c.read(t, d, func(f *os.File) (bool, error) {
		st, err := f.Stat()
		if err != nil {
			return false, err
		}
		return false, backward(f, st.Size(), func(start int64, block []byte) bool {
			eachLine(start, block, func(at span, line []byte) {
				_, r, ok := c.record(at, line)
				switch {
				case ok && string(r.source) == `"doctor"`:
					c.Probes++
				case ok:
					c.see(r)
					records++
				}
			})
			return true
		})
	})
	if records > 0 {
		increase(c.Days, d.Day.Format("20060102"), records)
	}
	c.settle()
}

// see counts the values of one record. It does not remember long values, which hardly
// recur, and remembers a limited number of others.
func (c *counter) see(r record) {
	for place, raw := range [places][]byte{r.event, r.action, r.command, r.rule, r.rules, r.source, r.agent, r.session, r.would} {
		s := c.raw[string(raw)]
		switch {
		case s != nil:
		case len(raw) > 4*maxKey:
			c.decoded(place, raw, 1)
			continue
		default:
			if len(c.raw) >= places*maxKeys {
				c.settle()
			}
			s = &seen{}
			c.raw[string(raw)] = s
		}
		s[place]++
	}
}

// settle adds the remembered values to the tables.
func (c *counter) settle() {
	for _, raw := range slices.Sorted(maps.Keys(c.raw)) {
		for place, n := range c.raw[raw] {
			c.decoded(place, []byte(raw), n)
		}
	}
	clear(c.raw)
}

// decoded adds n occurrences of a value in one place to its table.
func (c *counter) decoded(place int, raw []byte, n int) {
	if n == 0 {
		return
	}
	if place == inRules {
		for _, rule := range decode[[]string](raw) {
			increase(c.Rules, rule, n)
		}
		return
	}
	table := [...]map[string]int{inEvent: c.Events, inAction: c.Actions, inCommand: c.Commands, inRule: c.Rules, inSource: c.Sources, inAgent: c.Agents, inSession: c.Sessions, inWould: c.Would}
	increase(table[place], str(raw), n)
}

// add adds the counts of other files.
func (s *Stats) add(other Stats) {
	s.Coverage.add(other.Coverage)
	s.Probes += other.Probes
	for _, pair := range []struct{ into, from map[string]int }{
		{s.Events, other.Events},
		{s.Actions, other.Actions},
		{s.Would, other.Would},
		{s.Rules, other.Rules},
		{s.Commands, other.Commands},
		{s.Days, other.Days},
		{s.Sources, other.Sources},
		{s.Agents, other.Agents},
		{s.Sessions, other.Sessions},
	} {
		for _, key := range slices.Sorted(maps.Keys(pair.from)) {
			increase(pair.into, key, pair.from[key])
		}
	}
}

// increase adds to table's key, cut to maxKey, or to Other if the table is full.
func increase(table map[string]int, key string, n int) {
	if key == "" || n == 0 {
		return
	}
	if len(key) > maxKey {
		if runes := []rune(key); len(runes) > maxKey && !(len(runes) == maxKey+1 && strings.HasSuffix(key, ellipsis)) { // a value that was already cut stays
			key = string(runes[:maxKey]) + ellipsis
		}
	}
	room := maxKeys
	if _, full := table[Other]; full || key == Other {
		room++
	}
	if _, known := table[key]; !known && len(table) >= room {
		key = Other
	}
	table[key] += n
}
