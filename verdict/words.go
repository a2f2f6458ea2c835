package verdict

import (
	"errors"
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/redact"
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
		return fmt.Sprintf("%s: cannot %s: %s", words[d.Action], undone(d.Err), printable.Line(d.Err.Error())), ""
	}
	f, ok := d.Worst()
	if !ok || d.Action == rules.Allow {
		return "", ""
	}
	return words[d.Action] + ": " + about(f, redact.New(d)), printable.Line(f.Rule.Hint)
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
func about(f guard.Finding, x *redact.Redactor) string {
	return because(f, printable.Shorten(x.Command(f.Command)))
}

// because says why a finding was made about a command.
func because(f guard.Finding, command string) string {
	return fmt.Sprintf("%s %s [%s]", printable.Escape(where(f)+command), printable.Line(f.Rule.Reason), f.Rule.ID)
}

// Question is Say for the person who answers: everything that the decision asks about,
// the worst first, a line each, numbered if there are several. It is nil unless d asks.
func Question(d guard.Decision) (lines []string, hint string) {
	if d.Action != rules.Ask || d.Err != nil {
		return nil, ""
	}
	all, x := d.Deciding(), redact.New(d)
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
	x := redact.New(d)
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
