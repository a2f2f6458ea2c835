package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/sink"
)

// What is some of a file's text is the file for who evaluates it: it says no more
// than the file that is run. Pieces of a file that stand on lines of their own are
// the file too; pieces side by side are not, as letters picked out of a file can spell
// what it never says.

// aLine is how the name of a result ends that is a line of a file with its end.
const aLine = ".readline()"

// IsFile tells whether an atom is what a file holds, or some of it.
func (a *Atom) IsFile() bool { return a.Kind == Ref && a.Of != nil && sink.ReadsFile.Has(a.Text) }

// AreFiles tells whether a value is some of files, whatever happens.
func (v Value) AreFiles() bool {
	for i := range v {
		if !v[i].IsFile() {
			return false
		}
	}
	return len(v) > 0
}

// OfFile is what a loop over a file, its lines or its text meets.
func (a *Atom) OfFile() Value {
	opened, lines := strings.CutSuffix(a.Text, ".readlines()")
	switch {
	case lines && a.IsFile():
		return Instance(opened+aLine, a.Of)
	case a.IsFile():
		return a.Some()
	case sink.ReadsFile.Has(a.Text + aLine):
		return Instance(a.Text+aLine, a.Of)
	}
	return Top
}

// Some is some of a file's text, which need not be a line.
func (a *Atom) Some() Value {
	opened, line := strings.CutSuffix(a.Text, aLine)
	if line {
		return Instance(opened+".read()", a.Of)
	}
	return Value{*a}
}

// pieced is what pieces of one file make that stand on lines of their own: joined by
// ends of lines, or lines with their ends.
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

// importsOnly tells whether text before other code is nothing but blanks and lines that
// import modules by their own names: what stands behind it means what it means alone.
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
