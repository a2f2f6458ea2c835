package patch

import (
	"path"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// BaseName is what [Diff] has for Strip where patch(1) is not told how much of a name
// counts: the last element.
const BaseName = -1

// GitHead begins what git writes before the heads of a file: git takes the names there
// from the top of the repository, and others from the directory that it is in.
const GitHead = "diff --git"

// Diff says how a program takes the names in a diff.
type Diff struct {
	Git          bool // git: it reads no diff that is indented, and no "Index:"
	Strip        int  // how many leading elements it takes off a name; BaseName
	Reverse      bool // it takes back what the diff did
	Placeholders bool // a [Placeholder] in the text is one
}

// ReadDiff returns what applying a diff does to files: each is written, deleted or
// changed in its mode, under the names that are left of those in the heads. Where a
// program picks one of two names, as patch(1) does by what is there, either counts. Acts
// from under a head of git's have the Call [GitHead]. What stands in hunks is no head.
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
	indent int // bytes before the heads: patch(1) takes an indented diff from a mail
	hunk   hunkLines
	git    bool   // under "diff --git"
	both   string // the name that stands there twice

	old, index string // names that wait for the one behind "+++"
	hasOld     bool
	from       int // where they stand
}

// hunkLines are how many lines of a hunk are still to come: of the text before, and of
// the text after.
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

// begins keeps the first name of a file's head.
func (d *diff) begins(line string, from int) {
	if d.hasOld {
		d.flush()
	}
	d.old, d.hasOld, d.from = headName(line[4:]), true, from
}

// inHunk reports whether a line belongs to a hunk, by the numbers of lines that its head
// has. Programs give up where another line stands, so that it may be a head.
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

// hunkOf reads the head of a hunk: @@ -FROM,LINES +FROM,LINES @@.
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

// pair notes a file of which both names are known now.
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

// picked notes another name that patch(1) may pick; it passes over those that lead
// elsewhere.
func (d *diff) picked(name string, from int) {
	if !path.IsAbs(name) && !strings.HasPrefix(path.Clean(name), "..") {
		d.note(effect.Writes, name, d.Strip, from)
	}
}

// flush notes the names that wait where no other comes.
func (d *diff) flush() {
	old, index, from := d.old, d.index, d.from
	d.forget()
	if !d.Git {
		d.picked(old, from)
		d.picked(index, from)
	}
}

func (d *diff) forget() { d.old, d.index, d.hasOld = "", "", false }

// extended notes what git says of a file as a whole: in a rename the names have no first
// letter, so one element less is taken off.
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

// note adds an act, unless it has been the last one.
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

// stripped is a name without its leading elements; false where nothing is left, so that
// the program passes over it.
func stripped(name string, strip int) (string, bool) {
	if strip == BaseName {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	for ; strip > 0; strip-- {
		_, rest, found := strings.Cut(name, "/")
		if !found {
			return "", false
		}
		name = strings.TrimLeft(rest, "/") // several stand for one
	}
	return name, name != ""
}

// twice is the name that stands twice behind "diff --git", as it stands there; where they
// are two, the lines that follow name them.
func twice(both string) string {
	if strings.HasPrefix(both, `"`) {
		if first, err := strconv.QuotedPrefix(both); err == nil {
			return headName(first)
		}
		return ""
	}
	return headName(secondHalf(both))
}
