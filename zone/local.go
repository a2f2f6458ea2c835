package zone

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy/place"
)

// mounted are the directories below which other machines' files are usually mounted (hier(7)),
// and the names under which containers see the files of their host.
var mounted = [...]string{"/mnt", "/media", "/Volumes", "/host", "/hostfs", "/rootfs", "/net", "/afs"}

// IsOfMachine reports whether the target of an effect is certainly the machine's own: not in the
// work directory nor above it, not the kernel's, and not mounted. Temporary files are. For a
// pattern in the last name, it looks at the directory.
func (m *Map) IsOfMachine(v *grammar.Invocation, e *grammar.Effect) bool {
	at := *e
	if dir, ok := beforePattern(e.Word); ok {
		at.Word = dir
	}
	file, known := m.File(v, &at)
	if !known || m.Top == "" || file == "/" || pathname.In(file, m.Top) || pathname.Below(m.Top, file) || place.IsKernel(file) || place.IsDisk(file) {
		return false
	}
	for _, dir := range mounted {
		if file = path.Clean(file); pathname.In(file, dir) {
			return false
		}
	}
	return true
}

// beforePattern returns the part of a word before its last name, if that name is a pattern that
// cannot match "..", as one that begins with a dot does.
func beforePattern(w parser.Word) (parser.Word, bool) {
	first := slices.IndexFunc(w.Parts, func(p parser.Part) bool { return p.Kind == parser.Glob })
	if first < 1 || w.Parts[first-1].Kind != parser.Literal {
		return w, false
	}
	for _, p := range w.Parts[first:] {
		if p.Kind != parser.Literal && p.Kind != parser.Glob || strings.Contains(p.Text, "/") {
			return w, false
		}
	}
	dir, name := path.Split(w.Parts[first-1].Text)
	if dir == "" || strings.HasPrefix(name, ".") {
		return w, false
	}
	parts := slices.Clone(w.Parts[:first])
	parts[first-1].Text = dir
	return parser.Word{Parts: parts, Span: w.Span}, true
}
