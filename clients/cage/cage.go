package cage

import (
	"net/http"
	"os"
	"time"
)

// Paths and names inside a cage.
const (
	Root    = "/home"          // a directory of the caller's
	Home    = Root + "/agent"  // the user's home, if the caller creates it
	Address = "127.0.0.1:8123" // where the caller's handler answers
	UID     = 1000
	GID     = 1000
)

// Cage is the part of the machine that persists from one program to the next.
type Cage struct {
	Root string // the directory that is Root inside

	// Over maps paths inside to files and directories of the caller's that are mounted
	// over them, read-only.
	Over map[string]string
}

// Command is a program to run in a cage.
type Command struct {
	Argv  []string // the first is an absolute path
	Env   []string // its whole environment
	Dir   string
	Stdin string

	// Until ends the program as soon as its output contains it, with its input still
	// open. With "" its input is closed, and it ends by itself.
	Until string

	// Person gives the program a terminal in place of its standard streams, and sits at it:
	// terminal is the person's end. When Person returns, the terminal hangs up, and what is
	// left of the program ends soon. Until then reading from the terminal fails when the
	// program has ended.
	Person func(terminal *os.File)

	Limit   time.Duration // after which it is killed; 0 means a minute
	Handler http.Handler  // answers at Address; may be nil
}

// Result is the outcome of a program.
type Result struct {
	Exit           int // 128 plus the signal that ended it; -1 if the cage was ended from outside
	Stdout, Stderr string
	TimedOut       bool
	CPU            time.Duration // of the program and of the children it waited for
}
