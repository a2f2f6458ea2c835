package cage

import (
	"net/http"
	"time"
)

// Places and names inside a cage.
const (
	Root    = "/home"          // is a directory of the caller's
	Home    = Root + "/agent"  // the user's home, if the caller makes it
	Address = "127.0.0.1:8123" // where the caller's handler answers
	UID     = 1000
	GID     = 1000
)

// Cage is the machine, as far as it lasts from one program to the next.
type Cage struct {
	Root string // the directory that is Root inside

	// Over names files and directories of the caller's that lie over others inside,
	// read-only, by their place there.
	Over map[string]string
}

// Command is a program to run in a cage.
type Command struct {
	Argv  []string // the first is an absolute path
	Env   []string // all of its environment
	Dir   string
	Stdin string

	// Until ends the program as soon as its output holds it, with its input still
	// open. "" closes its input and waits for its own end.
	Until string

	Limit   time.Duration // after which it is killed; a minute if 0
	Handler http.Handler  // answers at Address; nil for nobody
}

// Result is what came of a program.
type Result struct {
	Exit           int // 128 more than the signal that ended it; -1 if the cage was ended from outside
	Stdout, Stderr string
	TimedOut       bool
	CPU            time.Duration // of the program and of what it waited for
}
