package sandbox

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/sandbox/supervise"
)

// A Denial is something that a box refused, as what the command printed tells of it.
type Denial struct {
	Operation string // "write", "read", "rename", "connect"
	Target    string // a path without links in it, or a host
	Why       Place  // which part of the box refused it
	Reason    error  // of Landlock.Exec
	Count     int
}

// Place is a part of a box.
type Place uint8

// The places.
const (
	Outside  Place = iota // what is not below Box.Write
	Fixed                 // Box.Keep, and the directories above it
	Hidden                // Box.Hide
	Net                   // Box.Network
	Unlisted              // Box.Empty
	Program               // what decides on programs: Landlock.Exec
	Called                // the filter of system calls, which every box has
)

// Supervised are denials that a supervisor has seen itself, equal ones counted.
func (b Box) Supervised(seen []supervise.Denial) []Denial {
	var found []Denial
	for _, s := range seen {
		d := Denial{Operation: s.Operation, Target: s.Target, Reason: s.Reason, Count: 1}
		switch s.Operation {
		case "connect", "bind":
			d.Why = Net
		case "exec":
			d.Why = Program
		case "rename":
			d.Why = Fixed
		default:
			switch b.partOf(s.Target) {
			case inKeep:
				d.Why = Fixed
			case inHide:
				d.Why = Hidden
			case inEmpty:
				d.Why = Outside
				if s.Operation == "read" {
					d.Why = Unlisted
				}
			}
		}
		i := slices.IndexFunc(found, func(x Denial) bool {
			return x.Operation == d.Operation && x.Target == d.Target && x.Reason == d.Reason
		})
		if i >= 0 {
			found[i].Count++
		} else if len(found) < maxDenials {
			found = append(found, d)
		}
	}
	return found
}

// Look says what there is outside the box: where a path leads, and whether who runs the
// command may read it and write to it there. What is not there is looked at by the nearest
// directory above it, and exists is false.
type Look func(name string) (real string, exists, reads, writes bool)

// errnoTexts are texts of strerror(3) in lower case, as programs print them, and what they
// can mean in a box. Permission denied is what a hidden file answers.
var errnoTexts = [...]struct{ text, operation string }{
	{"read-only file system", "write"},
	{"device or resource busy", "rename"},
	{"permission denied", "read"},
	{"no such file or directory", "read"},
}

// refusedCalls are what programs print that no box lets do their work: sudo(8), strace(1),
// gdb(1).
var refusedCalls = [...]struct{ text, operation, target string }{
	{`"no new privileges" flag is set`, "change", "another user"},
	{"ptrace_traceme: operation not permitted", "attach", "another process"},
	{"could not trace the inferior process", "attach", "another process"},
	{"ptrace: operation not permitted", "attach", "another process"},
}

// unreached is what programs print where no network is.
var unreached = [...]string{
	"could not resolve host", "network is unreachable", "name resolution", "name or service not known",
	"eai_again", "enetunreach", "no such host", "server misbehaving", "unable to resolve host",
}

// Denials finds out of what a command printed to standard error what its box refused, and
// that alone: a path must be one that the box holds, and that could have been read or
// written without it; a network must be off. Equal ones are counted. A connection to
// nothing that is named is told of only where no other is.
func (b Box) Denials(said string, look Look) []Denial {
	var found []Denial
	for line := range strings.Lines(said) {
		d, ok := b.denial(line, look)
		if !ok {
			continue
		}
		i := slices.IndexFunc(found, func(x Denial) bool { return x.Operation == d.Operation && x.Target == d.Target })
		if i >= 0 {
			found[i].Count++
		} else if len(found) < maxDenials {
			d.Count = 1
			found = append(found, d)
		}
	}
	if slices.ContainsFunc(found, func(d Denial) bool { return d.Why == Net && d.Target != noHost }) {
		found = slices.DeleteFunc(found, func(d Denial) bool { return d.Target == noHost })
	}
	return found
}

// noHost is the target of a connection that is not said to be to anything.
const noHost = "the network"

// maxDenials is how many different ones are told.
const maxDenials = 20

// denial is what a line tells of.
func (b Box) denial(line string, look Look) (Denial, bool) {
	low := strings.ToLower(line)
	for _, e := range errnoTexts {
		if !strings.Contains(low, e.text) {
			continue
		}
		for _, name := range paths(line) {
			if d, ok := b.refused(e.operation, name, look); ok {
				return d, true
			}
		}
	}
	for _, c := range refusedCalls {
		if strings.Contains(low, c.text) {
			return Denial{Operation: c.operation, Target: c.target, Why: Called}, true
		}
	}
	if b.Network == Loopback {
		for _, text := range unreached {
			if strings.Contains(low, text) {
				return Denial{Operation: "connect", Target: hostIn(line), Why: Net}, true
			}
		}
	}
	return Denial{}, false
}

// refused reports whether the box is why an operation failed at a path.
func (b Box) refused(operation, name string, look Look) (Denial, bool) {
	if !path.IsAbs(name) {
		name = b.below(name, look)
	}
	real, exists, reads, writes := look(path.Clean(name))
	d := Denial{Operation: operation, Target: real}
	part := b.partOf(real)
	switch operation {
	case "read":
		d.Why = Hidden
		if part == inEmpty {
			d.Why = Unlisted
		}
		return d, exists && reads && (part == inHide || part == inEmpty)
	case "rename":
		d.Why = Fixed
		above := slices.ContainsFunc(b.Keep, func(kept string) bool { return pathname.In(kept, real) })
		return d, part == inKeep || above && part == inWrite
	}
	switch part {
	case inHide:
		d.Why = Hidden
	case inKeep:
		d.Why = Fixed
	case inWrite:
		return d, false
	}
	return d, writes
}

// below is where a relative name most likely leads: below the directory where the command
// started, or if nothing is there, to the one kept place that it names or lies in, for a
// program may have gone elsewhere before it said so.
func (b Box) below(name string, look Look) string {
	at := path.Join(b.Dir, name)
	if _, exists, _, _ := look(at); exists || !strings.Contains(name, "/") {
		return at
	}
	found := ""
	for end, rest := path.Clean(name), ""; strings.Contains(end, "/"); end, rest = path.Dir(end), "/"+path.Base(end)+rest {
		for _, kept := range b.Keep {
			if strings.HasSuffix(kept, "/"+end) {
				if found != "" {
					return at
				}
				found = kept + rest
			}
		}
	}
	return cmp.Or(found, at)
}

// part is the list of a box that says what a path is.
type part uint8

const (
	inNone part = iota
	inEmpty
	inWrite
	inShow
	inKeep
	inHide
)

// partOf returns the list with the deepest place above a path; of equals the later one.
func (b Box) partOf(name string) part {
	best, depth := inNone, -1
	look := func(p part, dirs ...string) {
		for _, dir := range dirs {
			if pathname.In(name, dir) && len(dir) >= depth {
				best, depth = p, len(dir)
			}
		}
	}
	if b.Temp != "" {
		look(inWrite, "/tmp", "/var/tmp")
	}
	look(inEmpty, b.Empty...)
	look(inWrite, b.Write...)
	for _, bind := range b.Binds {
		look(inWrite, bind.At)
	}
	for _, lent := range b.Lent {
		look(inShow, lent.At)
	}
	look(inShow, b.Show...)
	look(inKeep, b.Keep...)
	look(inHide, b.Hide...)
	return best
}

// quoted finds what stands in quotes of any kind.
func quoted() *regexp.Regexp { return regexp.MustCompile("['\"`‘“]([^'\"`’”]+)['\"`’”]") }

// paths are the words of a line that may be one: what is quoted, and then what stands
// between blanks and colons, the beginning of the line last.
func paths(line string) []string {
	var names []string
	for _, m := range quoted().FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == ':' || r == '\n' || r == ',' })
	if len(parts) > 1 { // who speaks stands first, and may be a path
		parts = append(parts[1:], parts[0])
	}
	for _, part := range parts {
		part = strings.TrimSpace(part)
		names = append(names, part)
		names = append(names, strings.Fields(part)...)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name == "" || len(name) > 4096 || strings.ContainsRune(name, 0) || !strings.ContainsAny(name, "/.")
	})
}

// namedAddress finds an IPv4 address in a line, and its port as several programs write that:
// 192.0.2.1:80, /dev/tcp/192.0.2.1/80, "192.0.2.1" port 80.
func namedAddress() *regexp.Regexp {
	return regexp.MustCompile(`\b((?:[0-9]{1,3}\.){3}[0-9]{1,3})(?:(?:[:/]|"? port )([0-9]{1,5}))?\b`)
}

// namedHost finds a host in a line: of a URL, or what looks like a name with dots.
func namedHost() *regexp.Regexp {
	return regexp.MustCompile(`(?:[a-z]+://)([^/\s'"]+)|((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,})`)
}

func hostIn(line string) string {
	if m := namedAddress().FindStringSubmatch(line); m != nil {
		return strings.TrimSuffix(m[1]+":"+m[2], ":")
	}
	m := namedHost().FindStringSubmatch(line)
	if m == nil {
		return noHost
	}
	return m[1] + m[2]
}
