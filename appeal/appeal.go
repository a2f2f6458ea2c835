// Package appeal keeps what refused agents have asked their user to allow from now on: a command,
// its directory, and why they need it.
//
//	book := appeal.In("/home/u/.agent-loop", uid)
//	code, err := book.Submit(appeal.Appeal{Command: "git push --force origin wip", Dir: "/w", Why: []string{"…"}})
//	all, err := book.All()
//
// An appeal is data. It allows nothing; a person who accepts it changes the policy. Many about
// the same command in the same directory are one, with a count.
package appeal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/records"
)

const (
	// LongestCommand and LongestWhy limit the texts of an appeal, in bytes.
	LongestCommand = 4096
	LongestWhy     = 500

	// KeptFor is how long an appeal waits after it was last submitted.
	KeptFor = 30 * 24 * time.Hour

	maxAppeals = 64 // that wait at once; one more is refused
	maxReasons = 5  // of an appeal; the oldest go first
	maxSides   = 64 // of an appeal; one more is refused, for none of them may accept it
)

// ErrNone says that nothing waits under a code.
var ErrNone = errors.New("no appeal has that code")

// Appeal is what was asked for.
type Appeal struct {
	Command string    `json:"command"` // one simple command, as an entry of [commands] allowed would have it
	Dir     string    `json:"dir"`
	Why     []string  `json:"why"`   // the agent's own words, the last submitted last
	Rules   []string  `json:"rules"` // that refused the command when it was last submitted
	At      time.Time `json:"at"`    // when it was last submitted
	Count   int       `json:"count"` // how often

	// Sides are the processes that belonged to who submitted it: none of them may accept it.
	Sides [][]host.Process `json:"sides"`
}

// Code is a short name of an appeal, for a person to type.
func (a Appeal) Code() string { return records.Code(a.Command, a.Dir) }

// Book are the appeals of one installation.
type Book struct{ dir records.Dir }

// In returns the book of the installation with that root and owner.
func In(root string, owner int) Book {
	return Book{records.Dir{Path: filepath.Join(root, "state", "appeals"), Owner: owner}}
}

// Submit adds an appeal with one reason and one side, or counts it to those that were made before.
// It returns the code. An appeal that is too long, without a reason, or one too many is an error.
func (b Book) Submit(a Appeal) (code string, err error) {
	switch {
	case len(a.Command) > LongestCommand:
		return "", fmt.Errorf("the command has more than %d bytes", LongestCommand)
	case len(a.Why) != 1 || strings.TrimSpace(a.Why[0]) == "":
		return "", errors.New("an appeal needs a reason")
	case len(a.Why[0]) > LongestWhy:
		return "", fmt.Errorf("the reason has more than %d bytes", LongestWhy)
	}
	if err := b.dir.Prepare(); err != nil {
		return "", err
	}
	code = a.Code()
	err = b.dir.Alone(func() error {
		all, err := b.All()
		if err != nil {
			return err
		}
		a.At, a.Count = time.Now().UTC(), 1
		at := slices.IndexFunc(all, func(other Appeal) bool { return other.Code() == code })
		switch {
		case at >= 0 && (all[at].Command != a.Command || all[at].Dir != a.Dir):
			return errors.New("another appeal has that code")
		case at >= 0:
			if a = a.after(all[at]); len(a.Sides) > maxSides {
				return fmt.Errorf("it was submitted from %d places already", maxSides)
			}
		case len(all) >= maxAppeals:
			return fmt.Errorf("%d appeals wait already", maxAppeals)
		}
		return b.dir.Write(code, a)
	})
	return code, err
}

// after is an appeal that was made before, too.
func (a Appeal) after(was Appeal) Appeal {
	a.Count += was.Count
	if !slices.Contains(was.Why, a.Why[0]) {
		was.Why = append(was.Why, a.Why[0])
	}
	a.Why = was.Why[max(0, len(was.Why)-maxReasons):]
	for _, side := range was.Sides {
		if !slices.ContainsFunc(a.Sides, func(other []host.Process) bool { return slices.Equal(side, other) }) {
			a.Sides = append(a.Sides, side)
		}
	}
	return a
}

// All returns the appeals that wait, the most frequent first.
func (b Book) All() ([]Appeal, error) {
	names, err := b.dir.Names()
	var all []Appeal
	for _, name := range names {
		switch a, err := records.Read[Appeal](b.dir, name); {
		case err != nil || a.Code() != name:
		case time.Since(a.At) > KeptFor:
			_, _ = b.dir.Remove(name)
		default:
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(x, y Appeal) int { return cmp.Or(y.Count-x.Count, y.At.Compare(x.At)) })
	return all, err
}

// Find returns the appeal with a code. The error is [ErrNone] if there is none.
func (b Book) Find(code string) (Appeal, error) {
	all, err := b.All()
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, a := range all {
		if a.Code() == code {
			return a, nil
		}
	}
	return Appeal{}, cmp.Or(err, ErrNone)
}

// Remove removes the appeal with a code.
func (b Book) Remove(code string) error {
	if _, err := b.Find(code); err != nil {
		return err
	}
	_, err := b.dir.Remove(code)
	return err
}
