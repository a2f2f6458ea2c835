package proot

import "strings"

// Kind says which variant of proot this is.
type Kind uint8

const (
	// Unknown means that the text is not proot's help.
	Unknown Kind = iota
	// Upstream is the original, which distributions package.
	Upstream
	// Fork is Termux' variant: it handles system calls that Android's seccomp policy traps,
	// and can end the program's children with the program.
	Fork
)

// String returns k as doctor prints it.
func (k Kind) String() string {
	switch k {
	case Upstream:
		return "upstream"
	case Fork:
		return "termux"
	}
	return "unknown"
}

// Offers is the set of options that a proot's help lists. The zero value has none, and no
// command line can be built with it.
type Offers struct {
	names map[string]bool
}

// Probe parses the output of proot --help. An option stands on a line that begins with two
// blanks, "  -b *path*, --bind=*path*". The prose below it begins with a tab, so an option
// that the prose mentions does not count.
func Probe(help string) Offers {
	o := Offers{names: make(map[string]bool)}
	for line := range strings.Lines(help) {
		if !strings.HasPrefix(line, "  -") {
			continue
		}
		for spelling := range strings.SplitSeq(strings.TrimSpace(line), ", ") {
			name, _, _ := strings.Cut(spelling, "=")
			name, _, _ = strings.Cut(name, " ")
			o.names[name] = true
		}
	}
	return o
}

// has reports whether the help lists all names.
func (o Offers) has(names ...string) bool {
	for _, n := range names {
		if !o.names[n] {
			return false
		}
	}
	return true
}

// Kind recognizes the fork by three options that only it has together.
func (o Offers) Kind() Kind {
	switch {
	case !o.has("-r", "-b", "-w"):
		return Unknown
	case o.has("--kill-on-exit", "--link2symlink", "--sysvipc"):
		return Fork
	}
	return Upstream
}

// KillOnExit reports whether proot ends the program's remaining children when the program
// ends. If not, the caller must kill the process group.
func (o Offers) KillOnExit() bool { return o.has("--kill-on-exit") }
