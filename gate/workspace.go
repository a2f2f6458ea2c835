package gate

import "unsafe"

// workspace is all the memory a decision needs. It holds no pointers, so that
// filling it needs no write barrier, and its zero value is ready.
//
// Its order is one of cost: early on, each page that is touched is a page fault.
// All that every command needs lies in the first page, but for the line.
type workspace struct {
	_ [64]uintptr // the entry's thread: its g, and at the end what the g is found by
	handover
	level   Level
	inner   [maxInner]span // the commands that this one runs
	inners  int
	missing bool // real names something that does not exist yet
	homed   bool // homes holds another HOME than the recorded one
	locates bool // the program looks for itself by argv[0]
	under   bool // program lies under a shim
	realLen int
	cwd     [nearPath]byte
	program [nearPath]byte // the real program, as a C string
	finder
	real   [maxPath + 1]byte
	line   Line
	auxv   [64]auxiliary // where the kernel's own is out of reach
	kept                 // for main, as the handover is
	pinned pinned        // the same

	homes [2][nearPath]byte // another HOME than the recorded one, as written and as resolved
}

// handover is what the entry leaves for main. The runtime, when it starts, does
// not touch it.
type handover struct {
	entered bool // the program was started by the entry
	loaded  bool // and by Android's linker before that
	reason  Reason
	audited bool
	current bool // the user's table is in order, whatever it says of the command
	light   bool // the judge has variables of its own (lighten)
}

// finder is the part of it that looks at files.
type finder struct {
	st    kstat
	clock instant
	room  limit

	covered bool // what walk has found lies under a shim, and target is its own file

	link   [64]byte
	path   [maxPath + 1]byte // a C string
	target [maxPath + 1]byte // what a link names
}

// nearPath is the room for the two paths that stay: the cwd and the program, with
// their NULs. Nearly all are far shorter; with a longer one nothing is clear.
const nearPath = 1 << 10

// shared is the workspace of a program that decides about itself, once.
var shared workspace

// subject is what a decision is about, and by which table. It lives on the stack:
// the workspace must not hold its pointers.
type subject struct {
	argv, envp **byte
	argc       int
	id         ident
	dir        int    // descriptor relative operands start from
	cwd        string // its name
	work       bool   // the cwd may count as work directory
	home       string // another HOME than the recorded one, "" if there is none
	realHome   string // the same with its links followed
	made       bool   // that home is a directory like others
	table      table  // what counts for every command
	page       table  // the syntaxes of the one at hand

	// Of a command that another runs:
	start  int    // its first argument in the argv of the outermost
	marker string // a word of it that nobody knows, "" if there is none
	fed    bool   // nobody knows how many more operands it gets
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
