package gate

import "unsafe"

// workspace is all the memory that a decision needs. It holds no pointers, so filling it
// needs no write barrier, and its zero value is ready.
//
// The order matters for speed: before the runtime each page touched is a page fault.
// Everything that every command needs is in the first page, except the line.
type workspace struct {
	_ [64]uintptr // the entry's thread: its g and, at the end, the pointer that leads to it
	handover
	level       Level
	inner       [maxInner]span // the commands that this one runs
	inners      int
	missing     bool // real names something that does not exist yet
	homed       bool // homes holds another HOME than the recorded one
	findsItself bool // the program finds itself by argv[0]
	under       bool // a shim covers program
	realLen     int
	cwd         [nearPath]byte
	program     [nearPath]byte // the real program, as a C string
	finder
	real         [maxPath + 1]byte
	line         Line
	auxv         [64]auxiliary // if the kernel's own is out of reach
	runtimeState               // for main, as the handover is
	pinned       threadState   // the same

	homes [2][nearPath]byte // another HOME than the recorded one, as written and as resolved
}

// handover is what the entry leaves for main. The runtime's start does not touch it.
type handover struct {
	entered bool // the program was started by the entry
	loaded  bool // Android's linker loaded it first
	reason  Reason
	audited bool
	current bool // the user's table is valid, whatever it says about the command
	light   bool // the entry added variables (lighten)
}

// finder is the part that examines files.
type finder struct {
	st    kstat
	clock instant
	room  limit

	covered bool // a shim covers what walk has found, and target is the original

	link   [64]byte
	path   [maxPath + 1]byte // a C string
	target [maxPath + 1]byte // what a link names
}

// nearPath is the room for the two paths that stay: the cwd and the program, with their
// NULs. Nearly all are far shorter; with a longer one nothing is clear.
const nearPath = 1 << 10

// shared is the workspace of a program that decides about itself, once.
var shared workspace

// subject is what a decision is about, and its tables. It lives on the stack: the
// workspace must not hold its pointers.
type subject struct {
	argv, envp **byte
	argc       int
	id         ident
	dir        int    // descriptor that relative operands start from
	cwd        string // its name
	work       bool   // the cwd may count as work directory
	home       string // another HOME than the recorded one, "" if there is none
	realHome   string // the same with its links followed
	made       bool   // that home is an ordinary directory
	table      table  // the table for every command
	page       table  // the page of the current program

	// For a nested command:
	start         int    // its first argument in the outermost argv
	marker        string // its placeholder for unknown words; "" if there is none
	argsFromStdin bool   // it gets an unknown number of additional operands
}

// instant is struct timespec.
type instant struct{ sec, nsec int64 }

// nanos is the instant in nanoseconds since 1970.
func (t instant) nanos() int64 { return t.sec*1e9 + t.nsec }

// join puts a and b into path as a C string and reports whether they fit.
func (f *finder) join(a, b string) bool {
	if len(a)+len(b) > maxPath {
		return false
	}
	n := 0
	for i := 0; i < len(a); i++ {
		f.path[n] = a[i]
		n++
	}
	for i := 0; i < len(b); i++ {
		f.path[n] = b[i]
		n++
	}
	f.path[n] = 0
	return true
}

// stat fills st for the joined path; the error is the kernel's.
func (f *finder) stat(a, b string, flags int) int {
	if !f.join(a, b) {
		return errInvalid
	}
	return sysStat(&f.path[0], &f.st, flags)
}

// decimal writes v behind p[:at] and returns the new length.
func decimal(p []byte, at int, v uint64) int {
	n := 1
	for rest := v; rest >= 10; rest /= 10 {
		n++
	}
	for i := at + n - 1; i >= at; i-- {
		p[i] = byte('0' + v%10)
		v /= 10
	}
	return at + n
}

// text is the first n bytes at p.
func text(p *byte, n int) string { return unsafe.String(p, n) }
