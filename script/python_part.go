package script

import "strings"

// What is some of a file's text is the file for who evaluates it: it says no more
// than the file that is run. Pieces of a file that stand on lines of their own are
// the file too; pieces side by side are not, as letters picked out of a file can spell
// what it never says.

// readsFile are the results that hold what a file holds, or some of it.
const readsFile words = "open().read() open().readlines() open().readline() io.open().read() io.open().readlines() io.open().readline() " +
	pathClass + ".read_text() " + pathClass + ".read_bytes() " +
	pathClass + ".open().read() " + pathClass + ".open().readlines() " + pathClass + ".open().readline()"

// aLine is how the name of a result ends that is a line of a file with its end.
const aLine = ".readline()"

// isFile tells whether an atom is what a file holds, or some of it.
func (a *atom) isFile() bool { return a.kind == ref && a.of != nil && readsFile.has(a.text) }

// areFiles tells whether a value is some of files, whatever happens.
func (v value) areFiles() bool {
	for i := range v {
		if !v[i].isFile() {
			return false
		}
	}
	return len(v) > 0
}

// ofFile is what a loop over a file, its lines or its text meets.
func (a *atom) ofFile() value {
	opened, lines := strings.CutSuffix(a.text, ".readlines()")
	switch {
	case lines && a.isFile():
		return instance(opened+aLine, a.of)
	case a.isFile():
		return a.some()
	case readsFile.has(a.text + aLine):
		return instance(a.text+aLine, a.of)
	}
	return anything
}

// some is some of a file's text, which need not be a line.
func (a *atom) some() value {
	opened, line := strings.CutSuffix(a.text, aLine)
	if line {
		return instance(opened+".read()", a.of)
	}
	return value{*a}
}

// pieced is what pieces of one file make that stand on lines of their own: joined by
// ends of lines, or lines with their ends.
func pieced(by value, items []value) (value, bool) {
	if len(items) == 0 || len(by) != 1 || by[0].kind != constant || strings.TrimSpace(by[0].text) != "" {
		return nil, false
	}
	ends := strings.HasSuffix(by[0].text, "\n")
	var first value
	for _, it := range items {
		if len(it) != 1 || !it[0].isFile() || !ends && (by[0].text != "" || !strings.HasSuffix(it[0].text, aLine)) {
			return nil, false
		}
		if some := it[0].some(); first == nil {
			first = some
		} else if !equal(first, some) {
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
