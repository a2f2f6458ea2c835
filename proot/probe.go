package proot

import "strings"

// Kind says which proot it is.
type Kind uint8

const (
	// Unknown is text that is not proot's help.
	Unknown Kind = iota
	// Upstream is the original and what distributions package.
	Upstream
	// Fork is Termux's: it answers system calls that Android's seccomp policy
	// traps, and can end its children with the program.
	Fork
)

// String names k as doctor prints it.
func (k Kind) String() string {
	switch k {
	case Upstream:
		return "upstream"
	case Fork:
		return "termux"
	}
	return "unknown"
}

// Offers is the set of options that a proot's help names. The zero value has none, and
// nothing can be built with it.
type Offers struct {
	names map[string]bool
}

// Probe parses the output of proot --help. There an option is on a line that begins with
// two blanks, "  -b *path*, --bind=*path*"; the prose below it begins with a tab, so an
// option that is only mentioned does not count as offered.
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

// has reports whether all names are offered.
func (o Offers) has(names ...string) bool {
	for _, n := range names {
		if !o.names[n] {
			return false
		}
	}
	return true
}

// Kind recognizes the fork by three options that no other proot has together.
func (o Offers) Kind() Kind {
	switch {
	case !o.has("-r", "-b", "-w"):
		return Unknown
	case o.has("--kill-on-exit", "--link2symlink", "--sysvipc"):
		return Fork
	}
	return Upstream
}

// KillOnExit reports whether children left behind end with the program. If not, the
// caller must kill the process group.
func (o Offers) KillOnExit() bool { return o.has("--kill-on-exit") }
