package verdict

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// Say returns a refusal, a question or a warning as text that is safe to print, and what
// to do instead. Both are one line or empty; both are empty for a command that is allowed
// without a finding.
func Say(d guard.Decision) (text, hint string) {
	words := map[rules.Action]string{rules.Block: "blocked", rules.Ask: "ask", rules.Warn: "warning"}
	if d.Err != nil {
		if d.Action == rules.Allow { // open lets unparsable text run, and the shell reports what is wrong
			return "", ""
		}
		return fmt.Sprintf("%s: cannot %s: %s", words[d.Action], undone(d.Err), Line(d.Err.Error())), ""
	}
	f, ok := d.Worst()
	if !ok || d.Action == rules.Allow {
		return "", ""
	}
	return words[d.Action] + ": " + about(f, NewRedactor(d)), Line(f.Rule.Hint)
}

// undone says what an error prevented.
func undone(err error) string {
	var syntax *parser.SyntaxError
	var limit *parser.LimitError
	if errors.As(err, &syntax) || errors.As(err, &limit) {
		return "parse"
	}
	return "judge"
}

// about says what a finding is about, and which rule made it.
func about(f guard.Finding, x *Redactor) string { return because(f, Shorten(x.Command(f.Command))) }

// because says why a finding was made about a command.
func because(f guard.Finding, command string) string {
	return fmt.Sprintf("%s %s [%s]", escaped(where(f)+command), Line(f.Rule.Reason), f.Rule.ID)
}

// Question is Say for the person who answers: everything that the decision asks about,
// the worst first, a line each, numbered if there are several. It is nil unless d asks.
func Question(d guard.Decision) (lines []string, hint string) {
	if d.Action != rules.Ask || d.Err != nil {
		return nil, ""
	}
	all, x := d.Deciding(), NewRedactor(d)
	for i, f := range all {
		number := ""
		if len(all) > 1 {
			number = fmt.Sprintf(" %d of %d", i+1, len(all))
		}
		lines = append(lines, "ask"+number+": "+about(f, x))
	}
	_, hint = Say(d)
	return lines, hint
}

// Asked is all that a decision asks about, the worst first, for a person who is elsewhere: each
// whole, and without credentials. It is nil unless d asks.
func Asked(d guard.Decision) (all []string) {
	if d.Action != rules.Ask || d.Err != nil {
		return nil
	}
	x := NewRedactor(d)
	for _, f := range d.WorstFirst() { // the same command in two files is two
		if text := because(f, x.Command(f.Command)); f.Action == rules.Ask && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// where is the file and line of a finding.
func where(f guard.Finding) string {
	if f.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d: ", f.File, f.Span.Line)
}

// maxShown limits how much of a command a message shows, in bytes.
const maxShown = 160

// Shorten cuts a command of more than 160 bytes in the middle, at rune boundaries, and
// marks the cut with " … ".
func Shorten(s string) string {
	if len(s) <= maxShown {
		return s
	}
	return s[:AlignDown(s, maxShown*2/3)] + " … " + s[AlignDown(s, len(s)-maxShown/4):]
}

// AlignDown moves a byte offset back to the beginning of a character.
func AlignDown(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

// Line makes text safe to print on one line of a terminal: it escapes control characters,
// invisible ones, those that change the direction, and bytes that are not UTF-8. It also
// redacts credentials of a known shape: all messages go through here.
func Line(s string) string { return escaped(gate.Redact(s)) }

// isHidden reports whether a character is blank or invisible, or changes the direction, and is no
// space: Unicode's Default_Ignorable_Code_Point without the variation selectors of emoji, and
// the blank of Braille.
func isHidden(r rune) bool {
	for _, span := range [...][2]rune{
		{0xad, 0xad},
		{0x34f, 0x34f},
		{0x61c, 0x61c},
		{0x115f, 0x1160},
		{0x17b4, 0x17b5},
		{0x180b, 0x180f},
		{0x200b, 0x200f},
		{0x2028, 0x202e},
		{0x2060, 0x206f},
		{0x2800, 0x2800},
		{0x3164, 0x3164},
		{0xfeff, 0xfeff},
		{0xffa0, 0xffa0},
		{0xfff9, 0xfffb},
		{0xe0000, 0xe0fff},
	} {
		if r >= span[0] && r <= span[1] {
			return true
		}
	}
	return false
}

// escaped is Line for text without credentials.
func escaped(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r == '\uFFFD' || r < ' ' || r >= 0x7f && r < 0xa0 || isHidden(r):
			out = fmt.Appendf(out, "\\u%04x", r)
		default:
			out = append(out, string(r)...)
		}
	}
	return string(out)
}
