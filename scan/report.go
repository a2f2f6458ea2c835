package scan

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/snippet"
)

// Place is a place in a file. Lines and columns count from 1, columns in bytes.
type Place struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"end_line"`
	EndCol  int    `json:"end_col"` // of the byte behind

	char, endChar int // the columns in characters, where they are known
}

// Finding is what is said about one place.
type Finding struct {
	Place
	In        string   `json:"in,omitempty"` // the file's own name for what runs there: scripts.test
	On        string   `json:"on,omitempty"` // what it would run on, if not this machine: throwaway, image
	Rule      string   `json:"rule,omitempty"`
	Class     string   `json:"class,omitempty"`
	Action    string   `json:"action"`
	Certainty string   `json:"certainty,omitempty"`
	Command   string   `json:"command,omitempty"`
	Reason    string   `json:"reason,omitempty"`
	Hint      string   `json:"hint,omitempty"`
	Via       []string `json:"via,omitempty"`
	Error     string   `json:"error,omitempty"` // in place of a rule: why it could not be judged

	action     rules.Action
	isObserved bool // the profile only observes
	isOwn      bool // found because the file runs itself
}

// Report is what is said about one file.
type Report struct {
	File     string    `json:"file"`
	Kind     string    `json:"kind"`
	Action   string    `json:"action"`           // the worst
	Snippets int       `json:"snippets"`         // pieces of it that a shell or an interpreter runs
	Findings []Finding `json:"findings"`         // in the order of the file
	Unread   []Note    `json:"unread,omitempty"` // what nobody reads and the policy does not mind

	action rules.Action
}

// Note is a place in a file of which nothing more is known.
type Note struct {
	Place
	In   string `json:"in,omitempty"`
	Text string `json:"text"`
}

// Decided is the worst action. That of the zero Report is block.
func (r Report) Decided() rules.Action { return r.action }

// add adds a finding.
func (r *Report) add(f Finding) {
	if f.Action = f.action.String(); !f.isObserved {
		r.action = min(r.action, f.action)
	}
	r.Findings = append(r.Findings, f)
}

// count makes the worst action that of the findings that are left.
func (r *Report) count() {
	r.action = rules.Allow
	for _, f := range r.Findings {
		if !f.isObserved {
			r.action = min(r.action, f.action)
		}
	}
	r.Action = r.action.String()
}

// Decided is what is to be done about the finding. That of the zero Finding is block.
func (f Finding) Decided() rules.Action { return f.action }

// Chars are the columns in characters; those in bytes where the text is not known.
func (p Place) Chars() (begin, end int) {
	if p.char == 0 {
		return p.Col, p.EndCol
	}
	return p.char, p.endChar
}

// repeats reports whether a finding says what another one does.
func (f Finding) repeats(g Finding) bool {
	return f.isBeside(g) && f.Rule == g.Rule && f.action == g.action
}

// Print writes the findings as a compiler does, a line each with its place and one with the
// hint, in the order of the file: that is how one works through them. Of several about one
// command it writes the gravest alone, as check does. Then it writes what was not
// read. It writes nothing where there is neither.
func (r Report) Print(to io.Writer) {
	for i, f := range r.Findings {
		if i == 0 || !f.isBeside(r.Findings[i-1]) {
			f.print(to)
		}
	}
	for _, n := range r.Unread {
		fmt.Fprintf(to, "%s:%d:%d: not read: %s\n", printable.Line(n.File), n.Line, n.Col, n.Text)
	}
}

// isBeside reports whether two findings are about the same command.
func (f Finding) isBeside(g Finding) bool {
	return f.File == g.File && f.Line == g.Line && f.Col == g.Col && f.Error == "" && g.Error == ""
}

func (f Finding) print(to io.Writer) {
	word := map[rules.Action]string{rules.Block: "blocked", rules.Ask: "ask", rules.Warn: "warning"}[f.action]
	if word == "" {
		return
	}
	if f.isObserved {
		word = "observed, not enforced: " + word
	}
	where := fmt.Sprintf("%s:%d:%d", printable.Line(f.File), f.Line, f.Col)
	if f.Error != "" {
		fmt.Fprintf(to, "%s: %s: %s\n", where, word, f.Error)
		return
	}
	fmt.Fprintf(to, "%s: %s: %s %s [%s]\n", where, word, f.Command, printable.Line(f.Reason), f.Rule)
	if f.Hint != "" {
		fmt.Fprintf(to, "  hint: %s\n", printable.Line(f.Hint))
	}
}

// place is where a finding stands: in the file, or in another one that it runs.
func (j Judge) place(f File, s snippet.Snippet, found guard.Finding) Place {
	span := found.Span
	switch {
	case found.File != "" && found.Path != f.Path:
		return j.elsewhere(found)
	case isOwn(f, s, found):
		return placeIn(f.Name, f.Text, span.Offset, span.End)
	case found.File == "" && isScript(s), span.Line == 0:
		return j.at(f, s, 0, 0) // about the file as a whole
	case found.File == "":
		span = written(found)
	}
	return j.at(f, s, span.Offset, span.End)
}

// isOwn reports whether a finding stands in the file because a snippet of it runs the file.
func isOwn(f File, s snippet.Snippet, found guard.Finding) bool {
	return found.File != "" && found.Path == f.Path && !isScript(s)
}

// written is the place in a snippet's own text of the command that a finding is about: where
// it stands in the words of another one, of that.
func written(found guard.Finding) parser.Span {
	c := found.Command
	for c.Outer != nil && c.Source != nil && c.Source.Outer != nil {
		c = c.Outer
	}
	return c.Span
}

// elsewhere is the place of a finding in another file.
func (j Judge) elsewhere(found guard.Finding) Place {
	name := found.File
	if rest, err := filepath.Rel(j.Top, found.Path); found.Path != "" && err == nil && filepath.IsLocal(rest) {
		name = filepath.ToSlash(rest)
	} else if found.Path != "" {
		name = found.Path
	}
	line, col := max(found.Span.Line, 1), max(found.Span.Col, 1)
	return Place{File: name, Line: line, Col: col, EndLine: line, EndCol: col}
}

// at is the place of some bytes of a snippet.
func (j Judge) at(f File, s snippet.Snippet, from, to int) Place {
	return placeIn(f.Name, f.Text, s.Text.Place(from), s.Text.Place(max(to, from)))
}

// placeIn is the place of some bytes of a file.
func placeIn(name, text string, from, to int) Place {
	from = max(min(from, len(text)), 0)
	to = max(min(to, len(text)), from)
	p := Place{File: name}
	p.Line, p.Col = lineAndColumn(text, from)
	p.EndLine, p.EndCol = lineAndColumn(text, to)
	p.char = p.Col - extra(text[from-p.Col+1:from])
	p.endChar = p.EndCol - extra(text[to-p.EndCol+1:to])
	return p
}

// extra is how many more bytes than characters a text has.
func extra(s string) int { return len(s) - utf8.RuneCountInString(s) }

func lineAndColumn(text string, at int) (line, col int) {
	before := text[:at]
	return 1 + strings.Count(before, "\n"), at - strings.LastIndexByte(before, '\n')
}

// errorPlace is where a snippet could not be judged.
func (j Judge) errorPlace(f File, s snippet.Snippet, err error) Place {
	var syntax *parser.SyntaxError
	var limit *parser.LimitError
	switch {
	case errors.As(err, &syntax):
		return j.at(f, s, syntax.Span.Offset, syntax.Span.Offset)
	case errors.As(err, &limit) && !limit.Spent:
		return j.at(f, s, limit.Span.Offset, limit.Span.Offset)
	}
	return j.at(f, s, 0, 0)
}

// message is why a snippet could not be judged, without a place: that is given beside it.
func message(err error) string {
	var syntax *parser.SyntaxError
	if !errors.As(err, &syntax) {
		return "cannot be judged: " + err.Error()
	}
	if syntax.Construct != "" {
		return fmt.Sprintf("cannot be parsed: %s (a shell may read this: %s)", syntax.Message, syntax.Construct)
	}
	return "cannot be parsed: " + syntax.Message
}
