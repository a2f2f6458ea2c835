package query

import (
	"encoding/json"
	"time"
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
	s := Stats{
		Events: map[string]int{}, Actions: map[string]int{}, Rules: map[string]int{},
		Commands: map[string]int{}, Days: map[string]int{},
	}
	var since time.Time
	if n > 0 {
		since = window(now, n)
	}
	names, err := days(dir, since)
	for _, name := range names {
		s.read(dir, name, func(_ span, line []byte) {
			s.add(name[:len("YYYYmmdd")], line)
		})
	}
	return s, err
}

// add counts one record. A member of another type than ours counts as absent.
func (s *Stats) add(day string, line []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil {
		return
	}
	count(s.Days, day)
	count(s.Events, decode[string](members["event"]))
	count(s.Actions, decode[string](members["action"]))
	count(s.Commands, decode[string](members["command"]))
	count(s.Rules, decode[string](members["rule"]))
	for _, rule := range decode[[]string](members["rules"]) {
		count(s.Rules, rule)
	}
}

// decode returns raw as a T, or the zero T.
func decode[T any](raw json.RawMessage) T {
	var v, none T
	if json.Unmarshal(raw, &v) != nil {
		return none
	}
	return v
}

// count adds one to table's key, or to Other if there is no room for it.
func count(table map[string]int, key string) {
	if key == "" {
		return
	}
	if r := []rune(key); len(r) > maxKey {
		key = string(r[:maxKey]) + "…"
	}
	if _, known := table[key]; !known && len(table) >= maxKeys {
		key = Other
	}
	table[key]++
}
