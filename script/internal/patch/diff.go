package patch

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// BaseName is the Strip of a [Diff] for patch(1) without an option for it: only the last element
// of a name counts.
const BaseName = -1

// GitHead begins the line that git writes before a file's header. git resolves the names after it
// from the top of the repository, other names from the current directory.
const GitHead = "diff --git"

// Diff says how a program reads the names in a diff.
type Diff struct {
	Git          bool // git: it ignores indented diffs and "Index:" lines
	Strip        int  // how many leading elements it strips from a name; or BaseName
	Reverse      bool // it reverts the diff
	Placeholders bool // Placeholder bytes in the text are placeholders
}

// ReadDiff returns the effects on files of applying a diff: each file is written, deleted, or
// changed in its mode, under its name in the header after stripping. If a program picks one of two
// names, as patch(1) does depending on which file exists, both are reported. Acts below git's
// header have the Call [GitHead]. Lines inside hunks are not headers.
func ReadDiff(text string, how Diff) []effect.Act {
	d := diff{Diff: how}
	for line := range strings.Lines(text) {
		from := d.at
		d.at += len(line)
		d.line(strings.TrimRight(line, "\r\n"), from)
	}
	d.flush()
	return d.acts
}

// diff reads a diff line by line.
type diff struct {
	Diff
	acts   []effect.Act
	at     int
	indent int // bytes before the headers: patch(1) accepts an indented diff in a mail
	hunk   hunkLines
	git    bool   // below "diff --git"
	both   string // the operand of "diff --git", which names the file twice

	old, index string // names that wait for the one after "+++"
	hasOld     bool
	from       int // their offset
}

// hunkLines are the remaining lines of a hunk: in the old text, and in the new text.
type hunkLines struct{ before, after int }

// line reads one line.
func (d *diff) line(line string, from int) {
	if d.inHunk(line) {
		return
	}
	if !d.Git {
		trimmed := strings.TrimLeft(line, " \tX")
		d.indent, line = len(line)-len(trimmed), trimmed
	}
	switch {
	case strings.HasPrefix(line, GitHead+" "):
		d.flush()
		d.git, d.both = true, twice(strings.TrimSpace(line[len(GitHead):]))
	case strings.HasPrefix(line, "@@ "):
		d.flush()
		d.hunk = hunkOf(line)
	case strings.HasPrefix(line, "Index:") && !d.Git:
		d.flush()
		d.index, d.from = headName(line[len("Index:"):]), from
	case strings.HasPrefix(line, "*** ") && !d.Git && !strings.HasSuffix(line, " ****"):
		d.begins(line, from)
	case strings.HasPrefix(line, "--- ") && d.hasOld && !strings.HasSuffix(line, " ----"):
		d.pair(headName(line[4:]), from) // behind "***", of a context diff
	case strings.HasPrefix(line, "--- ") && !strings.HasSuffix(line, " ----"):
		d.begins(line, from)
	case strings.HasPrefix(line, "+++ "):
		d.pair(headName(line[4:]), from)
	default:
		if kind, name := gitHead(line, d.both); name != "" && d.git {
			d.extended(kind, line, name, from)
		}
	}
}

// begins keeps the first name of a file's header.
func (d *diff) begins(line string, from int) {
	if d.hasOld {
		d.flush()
	}
	d.old, d.hasOld, d.from = headName(line[4:]), true, from
}

// inHunk reports whether a line belongs to a hunk, by the line counts in its header. Programs abort
// at an unexpected line, so such a line may be a header.
func (d *diff) inHunk(line string) bool {
	if d.hunk.before <= 0 && d.hunk.after <= 0 {
		return false
	}
	for i := 0; i < d.indent && line != "" && strings.IndexByte(" \tX", line[0]) >= 0; i++ {
		line = line[1:]
	}
	sign := byte(' ')
	if line != "" {
		sign = line[0]
	}
	switch {
	case sign == '\\':
	case sign == '+' && d.hunk.after > 0:
		d.hunk.after--
	case sign == '-' && d.hunk.before > 0:
		d.hunk.before--
	case sign == ' ' || sign == '\t':
		d.hunk.before--
		d.hunk.after--
	default:
		d.hunk = hunkLines{}
		return false
	}
	return true
}

// hunkOf reads the header of a hunk: @@ -FROM,LINES +FROM,LINES @@.
func hunkOf(line string) hunkLines {
	words := strings.Fields(line)
	if len(words) < 4 {
		return hunkLines{}
	}
	return hunkLines{linesOf(words[1]), linesOf(words[2])}
}

func linesOf(rng string) int {
	_, count, found := strings.Cut(rng, ",")
	if !found {
		return 1
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// pair records a file whose names are both known now.
func (d *diff) pair(name string, from int) {
	old, index, hasOld := d.old, d.index, d.hasOld
	d.forget()
	if d.Reverse && hasOld {
		old, name = name, old
	}
	if name == "" {
		d.note(effect.Deletes, old, d.Strip, from)
		return
	}
	d.note(effect.Writes, name, d.Strip, from)
	if !d.Git {
		d.picked(old, from)
		d.picked(index, from)
	}
}

// picked records another name that patch(1) may pick. It ignores names that lead outside.
func (d *diff) picked(name string, from int) {
	if !path.IsAbs(name) && !strings.HasPrefix(path.Clean(name), "..") {
		d.note(effect.Writes, name, d.Strip, from)
	}
}

// flush records the pending names when no other name follows.
func (d *diff) flush() {
	old, index, from := d.old, d.index, d.from
	d.forget()
	if !d.Git {
		d.picked(old, from)
		d.picked(index, from)
	}
}

func (d *diff) forget() { d.old, d.index, d.hasOld = "", "", false }

// extended records git's extended header lines. The names in a rename lack the a/ or b/, so one
// element less is stripped.
func (d *diff) extended(kind effect.Kind, line, name string, from int) {
	strip := d.Strip
	if strings.HasPrefix(line, "rename ") || strings.HasPrefix(line, "copy ") {
		strip = max(strip-1, min(strip, 0))
	}
	if d.Reverse {
		switch {
		case kind == effect.Writes && !strings.HasPrefix(line, "GIT "):
			kind = effect.Deletes
		case kind == effect.Deletes:
			kind = effect.Writes
		}
	}
	d.note(kind, name, strip, from)
}

// note adds an act, unless it equals the last one.
func (d *diff) note(kind effect.Kind, name string, strip, from int) {
	name, ok := stripped(name, strip)
	if !ok {
		return
	}
	a := effect.Arg{Text: name, Known: true}
	if d.Placeholders && strings.Contains(name, effect.Placeholder) {
		a = effect.Arg{Text: effect.CodeTemplate(name), Template: true}
	}
	if n := len(d.acts); n > 0 && d.acts[n-1].Kind == kind && d.acts[n-1].Args[0].Text == a.Text {
		return
	}
	call := "diff"
	if d.git {
		call = GitHead
	}
	d.acts = append(d.acts, effect.Act{Kind: kind, Call: call, Args: []effect.Arg{a}, Offset: from, End: d.at})
}

// stripped returns a name without its leading elements; false if nothing is left, in which case
// the program skips the file.
func stripped(name string, strip int) (string, bool) {
	if strip == BaseName {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	for ; strip > 0; strip-- {
		_, rest, found := strings.Cut(name, "/")
		if !found {
			return "", false
		}
		name = strings.TrimLeft(rest, "/") // consecutive slashes count as one
	}
	return name, name != ""
}

// twice returns the name that occurs twice after "diff --git". If there are two names, the following
// lines repeat them.
func twice(both string) string {
	if strings.HasPrefix(both, `"`) {
		if first, err := strconv.QuotedPrefix(both); err == nil {
			return headName(first)
		}
		return ""
	}
	return headName(secondHalf(both))
}
