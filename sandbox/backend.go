package sandbox

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"
)

// A Backend confines a command in one way.
type Backend interface {
	// Name is what users call it: "bwrap".
	Name() string

	// Plan returns how it would start a command in a box. It starts nothing.
	Plan(b Box, e Entry) (Plan, error)
}

// A Plan is exactly what would be executed.
type Plan struct {
	Path string // the program
	Argv []string

	filter []byte // what it reads from filterFD
	entry  []byte // what Enter reads from entryFD
}

// The descriptors of a plan. The three standard streams and one that the caller may hand
// to the command stand before them.
const (
	filterFD = First + iota
	statusFD
	entryFD
)

// First is the number of the first descriptor that a plan needs.
const First = 4

// Descriptors are the open files of a plan that is about to be started.
type Descriptors struct {
	Child  []*os.File // what the program gets from First on; the caller closes nothing of it
	status *os.File
}

// Open opens what the program is to get.
func (p Plan) Open() (*Descriptors, error) {
	if p.filter == nil {
		return &Descriptors{}, nil
	}
	filter, err := feedFile(p.filter)
	if err != nil {
		return nil, err
	}
	entry, err := feedFile(p.entry)
	if err != nil {
		filter.Close()
		return nil, err
	}
	status, said, err := os.Pipe()
	if err != nil {
		filter.Close()
		entry.Close()
		return nil, err
	}
	return &Descriptors{Child: []*os.File{filter, said, entry}, status: status}, nil
}

// Started closes this process's ends of what the program has.
func (d *Descriptors) Started() {
	for _, f := range d.Child {
		f.Close()
	}
}

// Began reports, once the program has ended, whether it came to start the command:
// else its exit status is its own. It closes what is left open.
func (d *Descriptors) Began() bool {
	d.Started()
	if d.status == nil {
		return true
	}
	defer d.status.Close()
	if d.status.SetReadDeadline(time.Now().Add(time.Second)) != nil {
		return false
	}
	said, _ := io.ReadAll(d.status)
	return bytes.Contains(said, []byte(`"exit-code"`)) // bwrap(1), --json-status-fd
}

// Unavailable says why a backend cannot be used here, and what would mend that.
type Unavailable struct {
	Backend string
	Err     error
	Hint    string
}

// Error names the backend and the reason.
func (u Unavailable) Error() string { return u.Backend + ": " + u.Err.Error() }

// Unwrap returns the reason.
func (u Unavailable) Unwrap() error { return u.Err }

// ErrAbsent says that a backend's program is not installed.
var ErrAbsent = errors.New("not installed")
