package sandbox

import (
	"cmp"
	"errors"
	"io"
	"os"
	"time"

	"github.com/agent-loop/shimgen/sandbox/bridge"
	"github.com/agent-loop/shimgen/sandbox/supervise"
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

	feeds [][]byte // what it reads, each from a descriptor of its own
	tells protocol

	outlet func(*bridge.Network) (io.Closer, error) // serves its network; nil where it has none

	supervise *supervise.Rules // what a supervisor in this process holds it to; nil is none
	broker    Broker           // serves the network of what is supervised; nil where it has none

	// Temp is where the command's temporary files are, or "": then that is /tmp.
	Temp string

	translates bool // its program rewrites system calls, and must not get those that it does not know
}

// Start starts the plan's program by a function that does so, as it must be started. over
// is closed when the program has ended: until then the thread that started it lives, since
// the kernel takes its end for the parent's (PR_SET_PDEATHSIG).
func (p Plan) Start(start func() error, over <-chan struct{}) error {
	if p.translates {
		return startTranslated(start, over)
	}
	return start()
}

// The descriptors of a plan. The three standard streams and one that the caller may hand
// to the command stand before them: first what the program reads first, then where it
// tells how it fares, then what else it reads.
const (
	firstFD = First + iota
	statusFD
	secondFD
	outletFD = secondFD // of package native, which has nothing else to read
)

// First is the number of the first descriptor that a plan needs.
const First = 4

// A protocol is what a backend's program tells while it makes a box.
type protocol interface {
	// ready waits until the command is about to start. What it has read is in said.
	ready(status *os.File) (said []byte, err error)

	// began returns why the command did not start, by all that was told.
	began(said []byte) error
}

// ErrDidNotStart says that a box could not be made, and nothing ran.
var ErrDidNotStart = errors.New("the sandbox could not be set up, so nothing ran")

// Descriptors are the open files of a plan that is about to be started.
type Descriptors struct {
	Child  []*os.File // what the program gets from First on; the caller closes nothing of it
	status *os.File
	tells  protocol
	said   []byte
	watch  *watcher // of a plan with a supervisor
	out    *outlet  // of a plan with a network that is served
	broker io.Closer
}

// Open opens what the program is to get.
func (p Plan) Open() (*Descriptors, error) {
	if p.tells == nil && p.supervise == nil {
		return &Descriptors{}, nil
	}
	d := &Descriptors{tells: p.tells}
	status, telling, err := os.Pipe()
	if p.supervise != nil {
		status, telling, err = socketPair()
	}
	if err != nil {
		return nil, err
	}
	d.status = status
	for i, text := range p.feeds {
		var f *os.File
		if f, err = feedFile(text); err != nil {
			break
		}
		if d.Child = append(d.Child, f); i == 0 {
			d.Child = append(d.Child, telling)
		}
	}
	if err == nil && p.outlet != nil {
		err = d.openOutlet(p.outlet)
	}
	var rules supervise.Rules
	if p.supervise != nil {
		rules = *p.supervise
	}
	if err == nil && p.broker != nil {
		rules.Redirect, d.broker, err = p.broker()
	}
	if err != nil {
		telling.Close()
		d.CloseChildEnds()
		status.Close()
		return nil, err
	}
	if p.supervise != nil {
		d.watch = watch(status, rules)
	}
	return d, nil
}

// CloseChildEnds closes this process's ends of what the program has.
func (d *Descriptors) CloseChildEnds() {
	for _, f := range d.Child {
		f.Close()
	}
}

// Ready waits, once the program was started, until it is about to start the command. An
// error says that it does not: nothing has run, and another backend may be tried.
func (d *Descriptors) Ready() error {
	if d.status == nil {
		return nil
	}
	d.CloseChildEnds()
	if d.watch != nil {
		return d.watch.ready()
	}
	said, err := d.tells.ready(d.status)
	d.said = append(d.said, said...)
	if err != nil && d.out != nil {
		err = cmp.Or(d.out.failure(), err)
		d.out.close()
	}
	return err
}

// Began reports, once the program has ended, why it did not come to start the command:
// its exit status is its own then. It closes what is left open.
func (d *Descriptors) Began() error {
	d.CloseChildEnds()
	if d.status == nil {
		return nil
	}
	defer d.status.Close()
	if d.out != nil {
		defer d.out.close()
	}
	if d.broker != nil {
		defer d.broker.Close()
	}
	if d.watch != nil {
		return d.watch.began()
	}
	if err := d.status.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	said, _ := io.ReadAll(d.status)
	d.said = append(d.said, said...)
	return d.tells.began(d.said)
}

// Denials are what a supervisor has refused, and whether there is one: then it has seen all.
func (d *Descriptors) Denials() (seen []supervise.Denial, all bool) {
	if d == nil || d.watch == nil {
		return nil, false
	}
	return d.watch.denials(), true
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
