// Package attempts counts how often an agent's session tried what was refused, in whatever
// words, and holds a session that does not give up.
//
//	book := attempts.In("/home/u/.agent-loop", uid)
//	n, err := book.Count(attempts.Session{Agent: "claude", ID: "…"}, "destructive of /w/x", "rm -rf /w/x", side)
//
// From the [Limit]th attempt at one effect on the session is held: what would be asked about
// is refused, until a person has looked and released it. A session is forgotten [KeptFor]
// after its last attempt.
package attempts

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
)

const (
	// Limit is the attempt at one effect that holds the session.
	Limit = 3

	// KeptFor is how long a session is remembered after its last attempt.
	KeptFor = 12 * time.Hour

	maxEffects  = 64  // of a session; one more holds it
	maxSessions = 256 // the oldest go first
	maxSides    = 8   // of a session; the oldest go first
)

// Session is an agent's session, by the names that the agent's hook has for them.
type Session struct {
	Agent string `json:"agent"`
	ID    string `json:"session"`
}

// Code is a short name of a session, for a person to type.
func (s Session) Code() string { return records.Code(s.Agent, s.ID) }

// Effect is something that a session tried and was refused.
type Effect struct {
	Name    string `json:"effect"`
	Command string `json:"command"` // of the last attempt, in short, without credentials
	Count   int    `json:"count"`
}

// Tally is what a session tried.
type Tally struct {
	Session
	At      time.Time `json:"at"` // of the last attempt
	Held    bool      `json:"held"`
	Effects []Effect  `json:"effects"`

	// Sides are the processes that belonged to what asked, of the last attempts.
	Sides [][]host.Process `json:"sides"`
}

// Book are the tallies of one installation.
type Book struct{ dir records.Dir }

// In returns the book of the installation with that root and owner.
func In(root string, owner int) Book {
	return Book{records.Dir{Path: filepath.Join(root, "state", "attempts"), Owner: owner}}
}

// Find returns the tally of a session, an empty one if it tried nothing.
func (b Book) Find(s Session) (t Tally, err error) {
	t, err = records.Read[Tally](b.dir, s.Code())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Tally{Session: s}, nil
	case err == nil && (t.Session != s || time.Since(t.At) > KeptFor):
		return Tally{Session: s}, nil
	}
	return t, err
}

// Count counts an attempt at an effect by the processes of a side, and returns how many there
// were.
func (b Book) Count(s Session, effect, command string, side []host.Process) (n int, err error) {
	if err := b.dir.Prepare(); err != nil {
		return 0, err
	}
	err = b.dir.Alone(func() error { // an agent asks about several commands at once
		t, err := b.Find(s)
		if err != nil {
			return err
		}
		n = t.count(effect, command, side)
		b.tidy()
		return b.dir.Write(s.Code(), t)
	})
	return n, err
}

// count counts an attempt.
func (t *Tally) count(effect, command string, side []host.Process) int {
	t.At = time.Now().UTC()
	if !slices.ContainsFunc(t.Sides, func(was []host.Process) bool { return slices.Equal(was, side) }) {
		t.Sides = append(t.Sides[max(0, len(t.Sides)-maxSides+1):], side)
	}
	i := slices.IndexFunc(t.Effects, func(e Effect) bool { return e.Name == effect })
	if i < 0 {
		if len(t.Effects) == maxEffects { // who tries so much is held, too
			t.Held = true
			return Limit
		}
		i, t.Effects = len(t.Effects), append(t.Effects, Effect{Name: effect})
	}
	e := &t.Effects[i]
	e.Count, e.Command = e.Count+1, command
	t.Held = t.Held || e.Count >= Limit
	return e.Count
}

// All returns the tallies, the last attempt first.
func (b Book) All() ([]Tally, error) {
	names, err := b.dir.Names()
	var all []Tally
	for _, name := range names {
		switch t, err := records.Read[Tally](b.dir, name); {
		case err != nil || t.Code() != name:
		case time.Since(t.At) > KeptFor:
			_, _ = b.dir.Remove(name)
		default:
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(x, y Tally) int { return y.At.Compare(x.At) })
	return all, err
}

// Release forgets what a session tried, by its code, and reports whether there was anything.
func (b Book) Release(code string) (was bool, err error) {
	if !records.IsCode(code) {
		return false, nil
	}
	return b.dir.Remove(code)
}

// tidy removes tallies that are too old, and the oldest where there are too many. One that is held
// stays: else sessions with invented names could put it out.
func (b Book) tidy() {
	all, _ := b.All()
	all = slices.DeleteFunc(all, func(t Tally) bool { return t.Held })
	for _, t := range all[min(len(all), maxSessions-1):] {
		_, _ = b.dir.Remove(t.Code()) // what stays is removed the next time
	}
}
