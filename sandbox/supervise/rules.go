package supervise

import (
	"net/netip"
	"slices"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Rules say what is allowed. All paths are absolute, clean and free of symbolic links. If two
// of the first four lists have the same path, the later list wins; a deeper path wins over one
// above it.
type Rules struct {
	Write []string // directories below which everything may be changed
	Show  []string // paths in Hide that may be read
	Keep  []string // paths in Write that must not change
	Hide  []string // paths without content
	Open  []string // directories that may be listed although the kernel's rules do not say so

	// Around are directories of Write that hold something hidden. The kernel's rules can allow
	// reading only what was in them when the sandbox was made. So the supervisor opens every
	// file in them, even for reading.
	Around []string

	// Granted are the files and directories below Around for which the kernel has a rule. Spare
	// are descriptors of files without a name for which it has one too.
	Granted []File
	Spare   []int

	// Secret are the files of Hide, to know them by any name.
	Secret []File

	Spools []Spool

	// SealedCopies are files of which a program that opens their path for reading and writing gets a
	// sealed copy: this is how this process tells a program in the sandbox something.
	SealedCopies []Spool

	// Alone says that no kernel rules stand behind the supervisor: nothing happens unless it
	// decides and acts itself. Reads says that the filter passes to it every call that opens a
	// file, even for reading; otherwise Hide and Show have no effect there.
	Alone, Reads bool

	// First is the first process or thread of the sandbox. Everything that is not below its
	// parent is outside.
	First int

	// Offline says that connections lead only to supervised processes, or where Redirect says.
	Offline bool

	// Redirect is called, if Offline is set, for a connection to another process. It gets the
	// address that the connection will come from, and returns the address on this machine's
	// loopback to connect to instead. Nil refuses all. It is called from several goroutines.
	Redirect func(from, to netip.AddrPort) (netip.AddrPort, error)

	// Exec decides about each program about to start; nil allows all. It is called from several
	// goroutines.
	Exec func(Start) error

	// Programs are those that Exec is asked about, by path; nil means all.
	Programs map[string]bool
}

// A Start is a program about to start.
type Start struct {
	Path string   // canonical
	Argv []string // as the caller wrote it
	Dir  string   // the caller's directory
	By   string   // the program that the caller runs
}

// A File is a file by device and inode.
type File struct{ Dev, Ino uint64 }

// A Spool is a directory in place of another for programs that write there.
type Spool struct{ From, At string }

// A Denial is something that was refused.
type Denial struct {
	Operation, Target string
	Reason            error // from Rules.Exec
}

// part is the list that applies to a path.
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

// opensForReading reports whether the supervisor must open a path even for reading.
func (r *Rules) opensForReading(name string) bool {
	part := r.partOf(name)
	return (part == written || part == hidden) && slices.ContainsFunc(r.Around, func(dir string) bool { return pathname.In(name, dir) })
}

// pins reports whether a name must stay where it is: it is kept or hidden, or something below
// it is.
func (r *Rules) pins(name string) bool {
	above := func(p string) bool { return pathname.In(p, name) }
	return slices.ContainsFunc(r.Keep, above) || slices.ContainsFunc(r.Hide, above)
}
