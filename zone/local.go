package zone

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
)

// mounted are the directories that other machines' files are mounted below as a matter
// of course (hier(7)), and the names under which containers get those of their host.
var mounted = [...]string{"/mnt", "/media", "/Volumes", "/host", "/hostfs", "/rootfs", "/net", "/afs"}

// IsOfMachine reports whether what an effect is on is surely the machine's own: not in
// the work directory nor above it, not the kernel's and no mounted one. Temporary
// files are. Of a pattern in the last name, the directory before it is asked about.
func (m *Map) IsOfMachine(v *grammar.Invocation, e *grammar.Effect) bool {
	at := *e
	if n := len(e.Word.Parts); n > 1 && e.Word.Parts[n-1].Kind == parser.Glob && strings.HasSuffix(e.Word.Parts[n-2].Text, "/") {
		at.Word = parser.Word{Parts: e.Word.Parts[: n-1 : n-1], Span: e.Word.Span}
	}
	file, known := m.File(v, &at)
	if !known || m.Top == "" || file == "/" || pathname.In(file, m.Top) || pathname.Below(m.Top, file) || policy.IsKernel(file) || policy.IsDisk(file) {
		return false
	}
	for _, dir := range mounted {
		if file = path.Clean(file); pathname.In(file, dir) {
			return false
		}
	}
	return true
}
