package sandbox

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Denial is something that a box refused, as what the command printed tells of it.
type Denial struct {
	Operation string // "write", "read", "rename", "connect"
	Target    string // a path without links in it, or a host
	Why       Place  // which part of the box refused it
	Count     int
}

// Place is a part of a box.
type Place uint8

// The places.
const (
	Outside Place = iota // what is not below Box.Write
	Fixed                // Box.Keep, and the directories above it
	Hidden               // Box.Hide
	Net                  // Box.Network
)

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

// unreached is what programs print where no network is.
var unreached = [...]string{
	"could not resolve host", "network is unreachable", "name resolution", "name or service not known",
	"eai_again", "enetunreach", "no such host", "server misbehaving", "unable to resolve host",
}

// Denials finds out of what a command printed to standard error what its box refused, and
// that alone: a path must be one that the box holds, and that could have been read or
// written without it; a network must be off. Equal ones are counted.
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
	return found
}

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
		name = path.Join(b.Dir, name)
	}
	real, exists, reads, writes := look(path.Clean(name))
	d := Denial{Operation: operation, Target: real}
	part := b.partOf(real)
	switch operation {
	case "read":
		d.Why = Hidden
		return d, exists && reads && part == inHide
	case "rename":
		d.Why = Fixed
		above := slices.ContainsFunc(b.Keep, func(kept string) bool { return within(kept, real) })
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

// part is the list of a box that says what a path is.
type part uint8

const (
	inNone part = iota
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
			if within(name, dir) && len(dir) >= depth {
				best, depth = p, len(dir)
			}
		}
	}
	if b.Temp != "" {
		look(inWrite, "/tmp", "/var/tmp")
	}
	look(inWrite, b.Write...)
	look(inShow, b.Show...)
	look(inKeep, b.Keep...)
	look(inHide, b.Hide...)
	return best
}

// quoted finds what stands in quotes of any kind.
func quoted() *regexp.Regexp { return regexp.MustCompile("['\"`‘“]([^'\"`’”]+)['\"`’”]") }

// paths are the words of a line that may be one: what is quoted, and then what stands
// between blanks and colons.
func paths(line string) []string {
	var names []string
	for _, m := range quoted().FindAllStringSubmatch(line, -1) {
		names = append(names, m[1])
	}
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ':' || r == '\n' || r == ',' }) {
		part = strings.TrimSpace(part)
		names = append(names, part)
		names = append(names, strings.Fields(part)...)
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return name == "" || len(name) > 4096 || strings.ContainsRune(name, 0) || !strings.ContainsAny(name, "/.")
	})
}

// namedHost finds a host in a line: of a URL, or what looks like a name with dots.
func namedHost() *regexp.Regexp {
	return regexp.MustCompile(`(?:[a-z]+://)([^/\s'"]+)|((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,})`)
}

func hostIn(line string) string {
	m := namedHost().FindStringSubmatch(line)
	if m == nil {
		return "the network"
	}
	return m[1] + m[2]
}
