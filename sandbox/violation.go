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

// A Denial is something that a box refused, seen by a supervisor or inferred from what the
// command printed.
type Denial struct {
	Operation string // "write", "read", "rename", "connect"
	Target    string // a canonical path, or a host
	Why       Place  // which part of the box refused it
	Reason    error  // from Landlock.Exec
	Count     int
}

// Place is a part of a box.
type Place uint8

// The places.
const (
	Outside  Place = iota // anything that is not below Box.Write
	Fixed                 // Box.Keep, and the directories above
	Hidden                // Box.Hide
	Net                   // Box.Network
	Unlisted              // Box.Empty
	Program               // the decision about programs: Landlock.Exec
	Called                // the filter of system calls, which every box has
)

// Supervised converts the denials of a supervisor, and counts equal ones.
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

// Look examines a path outside of the box: where it leads, and whether the user who runs the
// command may read and write it there. For a path that does not exist, exists is false and the
// others are about the nearest existing directory above.
type Look func(name string) (real string, exists, reads, writes bool)

// errnoTexts are texts of strerror(3) in lower case, as programs print them, with what they can
// mean in a box. A hidden file answers "permission denied".
var errnoTexts = [...]struct{ text, operation string }{
	{"read-only file system", "write"},
	{"device or resource busy", "rename"},
	{"permission denied", "read"},
	{"no such file or directory", "read"},
}

// refusedCalls are messages of programs that cannot work in any box: sudo(8), strace(1),
// gdb(1).
var refusedCalls = [...]struct{ text, operation, target string }{
	{`"no new privileges" flag is set`, "change", "another user"},
	{"ptrace_traceme: operation not permitted", "attach", "another process"},
	{"could not trace the inferior process", "attach", "another process"},
	{"ptrace: operation not permitted", "attach", "another process"},
}

// networkErrors are messages of programs without a network.
var networkErrors = [...]string{
	"could not resolve host", "network is unreachable", "name resolution", "name or service not known",
	"eai_again", "enetunreach", "no such host", "server misbehaving", "unable to resolve host",
}

// Denials infers from a command's standard error what its box refused, and only that: a path
// must be one that the box protects and that the user could have read or written outside; the
// network must be off. It counts equal denials. It reports a connection without a named target
// only if there is no other.
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

// noHost is the target of a connection that names none.
const noHost = "the network"

// maxDenials bounds how many different denials are reported.
const maxDenials = 20

// denial returns the denial that a line is about.
func (b Box) denial(line string, look Look) (Denial, bool) {
	low := strings.ToLower(line)
	for _, e := range errnoTexts {
		if !strings.Contains(low, e.text) {
			continue
		}
		for _, name := range paths(line) {
			if d, ok := b.isRefused(e.operation, name, look); ok {
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
		for _, text := range networkErrors {
			if strings.Contains(low, text) {
				return Denial{Operation: "connect", Target: hostIn(line), Why: Net}, true
			}
		}
	}
	return Denial{}, false
}

// isRefused reports whether the box is the reason why an operation on a path failed.
func (b Box) isRefused(operation, name string, look Look) (Denial, bool) {
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

// below returns where a relative name most likely leads: below the directory where the command
// started. If nothing is there, it may be the one kept path that the name ends in, because the
// program may have changed directory.
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

// part is a list of a box.
type part uint8

const (
	inNone part = iota
	inEmpty
	inWrite
	inShow
	inKeep
	inHide
)

// partOf returns the list with the deepest path above name; of equally deep ones the later
// list.
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
	for _, bind := range b.ReadOnlyBinds {
		look(inShow, bind.At)
	}
	look(inShow, b.Show...)
	look(inKeep, b.Keep...)
	look(inHide, b.Hide...)
	return best
}

// quoted matches text in quotes of any kind.
func quoted() *regexp.Regexp { return regexp.MustCompile("['\"`‘“]([^'\"`’”]+)['\"`’”]") }

// paths returns the words of a line that may be paths: first those in quotes, then those
// between blanks and colons, with the beginning of the line last.
func paths(line string) []string {
	var names []string
	for _, m := range quoted().FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	parts := strings.FieldsFunc(line, func(r rune) bool { return r == ':' || r == '\n' || r == ',' })
	if len(parts) > 1 { // the program's own name stands first, and may be a path
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

// namedAddress matches an IPv4 address, and its port as several programs write it:
// 192.0.2.1:80, /dev/tcp/192.0.2.1/80, "192.0.2.1" port 80.
func namedAddress() *regexp.Regexp {
	return regexp.MustCompile(`\b((?:[0-9]{1,3}\.){3}[0-9]{1,3})(?:(?:[:/]|"? port )([0-9]{1,5}))?\b`)
}

// namedHost matches a host: that of a URL, or what looks like a domain name.
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
