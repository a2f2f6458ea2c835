package supervise

import (
	"net/netip"
	"slices"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Rules say what is allowed. All paths are absolute, clean and free of symbolic links. Of
// two lists that name the same place the later counts, and a deeper place before one above.
type Rules struct {
	Write []string // directories below which everything may be changed
	Show  []string // what may be read in Hide
	Keep  []string // what stays as it is in Write
	Hide  []string // what has no content
	Open  []string // directories that can be listed though the kernel's rules do not say so

	// Around are directories of Write that hold something hidden. The kernel's rules can let
	// be read only what was in them before, so all of them is opened here, to be read too.
	Around []string

	// Granted are files and directories below Around for which the kernel has a rule, and Spare
	// are descriptors of files without a name for which it has one, too.
	Granted []File
	Spare   []int

	// Secret are the files of Hide, whatever names they have.
	Secret []File

	Spools []Spool

	// Lent are files that are answered as a sealed copy to who opens their name for reading
	// and writing: what this process says to a program in the sandbox.
	Lent []Spool

	// Alone says that no rules of the kernel stand behind the supervisor: what it does not
	// decide on and do itself is not done. Reads says that the filter hands it each file that
	// is opened, to be read alone, too; else Hide and Show mean nothing there.
	Alone, Reads bool

	// First is the process, or its thread, that was there first. What is not below its parent is
	// outside.
	First int

	// Offline says that connections lead to no other processes than supervised ones, but for
	// those that Redirect leads elsewhere.
	Offline bool

	// Redirect says, where Offline, which address of this machine's loopback a connection to another
	// process is made to instead, and is told from which one it will come; nil refuses all. It
	// is called from several goroutines.
	Redirect func(from, to netip.AddrPort) (netip.AddrPort, error)

	// Exec decides on a program that is about to be started; nil allows all. It is called
	// from several goroutines.
	Exec func(Start) error

	// Programs are those that Exec is asked about, by their paths; nil is all.
	Programs map[string]bool
}

// A Start is a program that is about to be started.
type Start struct {
	Path string   // free of links
	Argv []string // as the caller has it
	Dir  string   // of the caller
	By   string   // the program that the caller runs
}

// A File is a file by its number.
type File struct{ Dev, Ino uint64 }

// A Spool is a directory that takes the place of another for whoever writes to it.
type Spool struct{ From, At string }

// A Denial is something that was refused.
type Denial struct {
	Operation, Target string
	Reason            error // of Rules.Exec
}

// part says which list counts for a path.
type part uint8

const (
	outside part = iota
	written
	shown
	kept
	hidden
)

func (r *Rules) partOf(name string) part {
	best, depth := outside, -1
	for p, dirs := range [...][]string{written: r.Write, shown: r.Show, kept: r.Keep, hidden: r.Hide} {
		for _, dir := range dirs {
			if pathname.In(name, dir) && len(dir) >= depth {
				best, depth = part(p), len(dir)
			}
		}
	}
	return best
}

// reads reports whether a path is one that is opened here to be read, too.
func (r *Rules) reads(name string) bool {
	part := r.partOf(name)
	return (part == written || part == hidden) && slices.ContainsFunc(r.Around, func(dir string) bool { return pathname.In(name, dir) })
}

// holds reports whether a name must stay where it is: it is kept or hidden, or lies above
// what is.
func (r *Rules) holds(name string) bool {
	above := func(p string) bool { return pathname.In(p, name) }
	return slices.ContainsFunc(r.Keep, above) || slices.ContainsFunc(r.Hide, above)
}
