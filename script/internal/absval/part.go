package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/sink"
)

// Evaluating a part of a file's text is treated like running the file, since the file is
// what there is to judge. The same holds for pieces of a file on lines of their own, but not
// for pieces joined on one line: letters picked out of a file can spell text that is not in it.

// aLine ends the name of a result that is a line of a file with its newline.
const aLine = ".readline()"

// IsFile reports whether an atom is the text of a file, or a part of it.
func (a *Atom) IsFile() bool { return a.Kind == Ref && a.Of != nil && sink.IsFileText(a.Text) }

// AreFiles reports whether each possible value is a part of a file.
func (v Value) AreFiles() bool {
	for i := range v {
		if !v[i].IsFile() {
			return false
		}
	}
	return len(v) > 0
}

// OfFile returns the items of a loop over a file, its lines or its text.
func (a *Atom) OfFile() Value {
	opened, lines := strings.CutSuffix(a.Text, ".readlines()")
	switch {
	case lines && a.IsFile():
		return Instance(opened+aLine, a.Of)
	case a.IsFile():
		return a.Some()
	case sink.IsFileText(a.Text + aLine):
		return Instance(a.Text+aLine, a.Of)
	}
	return Top
}

// Some returns a part of a file's text that need not be a line.
func (a *Atom) Some() Value {
	opened, line := strings.CutSuffix(a.Text, aLine)
	if line {
		return Instance(opened+".read()", a.Of)
	}
	return Value{*a}
}

// pieced joins pieces of one file that stay on lines of their own: joined by newlines, or lines
// with their newlines.
func pieced(by Value, items []Value) (Value, bool) {
	if len(items) == 0 || len(by) != 1 || by[0].Kind != Constant || strings.TrimSpace(by[0].Text) != "" {
		return nil, false
	}
	ends := strings.HasSuffix(by[0].Text, "\n")
	var first Value
	for _, it := range items {
		if len(it) != 1 || !it[0].IsFile() || !ends && (by[0].Text != "" || !strings.HasSuffix(it[0].Text, aLine)) {
			return nil, false
		}
		if some := it[0].Some(); first == nil {
			first = some
		} else if !Equal(first, some) {
			return nil, false
		}
	}
	return first, true
}

// importsOnly reports whether text before other code consists of blanks and imports of modules
// under their own names. Such a text does not change the meaning of the code after it.
func importsOnly(s string) bool {
	for line := range strings.Lines(s) {
		names, imports := strings.CutPrefix(line, "import ")
		switch {
		case strings.TrimSpace(line) == "":
		case !imports || !strings.HasSuffix(line, "\n"):
			return false
		case strings.Trim(names, identifier+"., \n") != "" || strings.Contains(names, " as "):
			return false
		}
	}
	return true
}
