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

	inputs  [][]byte // texts that the program reads, each from a descriptor of its own
	reports protocol

	outlet func(*bridge.Network) (io.Closer, error) // serves the network; nil without one

	supervise *supervise.Rules // rules for a supervisor in this process; nil without one
	broker    Broker           // connects for supervised processes; nil without one

	// Temp is the directory of the command's temporary files; "" means /tmp.
	Temp string

	translates bool // its program translates system calls, and must not get those that it does not know
}

// Start calls start, on a thread that suits the plan's program. The caller closes over when the
// program has ended: until then that thread must live, because the kernel takes its end for the
// parent's (PR_SET_PDEATHSIG).
func (p Plan) Start(start func() error, over <-chan struct{}) error {
	if p.translates {
		return startTranslated(start, over)
	}
	return start()
}

// The descriptors of a plan. Before them are the three standard streams and one that the caller
// may pass to the command. First comes what the program reads first, then where it reports its
// status, then what else it reads.
const (
	firstFD = First + iota
	statusFD
	secondFD
	outletFD = secondFD // of package native, which has nothing else to read
)

// First is the number of the first descriptor that a plan needs.
const First = 4

// A protocol reads the reports of a backend's program while it sets up a box.
type protocol interface {
	// ready waits until the command is about to start. said is what it has read.
	ready(status *os.File) (said []byte, err error)

	// began returns why the command did not start, from everything that was reported.
	began(said []byte) error
}

// ErrDidNotStart says that a box could not be set up, and nothing ran.
var ErrDidNotStart = errors.New("the sandbox could not be set up, so nothing ran")

// Descriptors are the open files of a plan that is about to start.
type Descriptors struct {
	Child   []*os.File // the program gets these from First on; the caller need not close them
	status  *os.File
	reports protocol
	said    []byte
	watch   *watcher // of a plan with a supervisor
	out     *outlet  // of a plan with a network that is served
	broker  io.Closer
}

// Open opens the files that the program gets.
func (p Plan) Open() (*Descriptors, error) {
	if p.reports == nil && p.supervise == nil {
		return &Descriptors{}, nil
	}
	d := &Descriptors{reports: p.reports}
	status, telling, err := os.Pipe()
	if p.supervise != nil {
		status, telling, err = socketPair()
	}
	if err != nil {
		return nil, err
	}
	d.status = status
	for i, text := range p.inputs {
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

// CloseChildEnds closes this process's copies of the files that the program has.
func (d *Descriptors) CloseChildEnds() {
	for _, f := range d.Child {
		f.Close()
	}
}

// Ready waits, after the program was started, until it is about to start the command. An error
// says that the command does not start: nothing has run, and the caller may try another
// backend.
func (d *Descriptors) Ready() error {
	if d.status == nil {
		return nil
	}
	d.CloseChildEnds()
	if d.watch != nil {
		return d.watch.ready()
	}
	said, err := d.reports.ready(d.status)
	d.said = append(d.said, said...)
	if err != nil && d.out != nil {
		err = cmp.Or(d.out.failure(), err)
		d.out.close()
	}
	return err
}

// Began returns, after the program has ended, why the command did not start: then the exit
// status is that of the backend's program. It closes what is still open.
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
	return d.reports.began(d.said)
}

// Denials returns what a supervisor has refused. all says that there is a supervisor, and so
// that the list is complete.
func (d *Descriptors) Denials() (seen []supervise.Denial, all bool) {
	if d == nil || d.watch == nil {
		return nil, false
	}
	return d.watch.denials(), true
}

// Unavailable says why a backend cannot be used here, and how to change that.
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
