package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/redact"
)

// Print writes the page for a person: the decision, then the commands. A command that
// another one runs, or that produces its words, is indented below it.
func (p *Page) Print(to io.Writer) error {
	var out bytes.Buffer
	p.print(&out)
	return p.write(to, out.String())
}

// PrintJSON writes the page as one JSON object.
func (p *Page) PrintJSON(to io.Writer) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return p.write(to, string(text)+"\n")
}

// write writes text with the values of inherited variables replaced by the variables'
// names.
func (p *Page) write(to io.Writer, text string) error {
	_, err := io.WriteString(to, redact.Unset(text, p.inherited))
	return err
}

// print writes the page as text.
func (p *Page) print(out io.Writer) {
	switch {
	case p.Said != "":
		fmt.Fprintf(out, "shimgen: %s\n", p.Said)
	case p.Error != "":
		fmt.Fprintf(out, "shimgen: allowed, but cannot parse: %s\n", printable.Line(p.Error))
	default:
		fmt.Fprintf(out, "shimgen: allowed: %s\n", printable.Line(printable.Shorten(p.Command)))
	}
	if p.Hint != "" {
		fmt.Fprintf(out, "shimgen: hint: %s\n", p.Hint)
	}
	if p.At != nil && p.At.Line > 0 {
		at := *p.At
		at.End = max(at.End, min(at.Offset+1, len(p.source)))
		carets(out, "  ", p.source, []caret{{at, '^'}})
	}
	p.printFacts(out)
	for _, s := range p.Commands {
		fmt.Fprintln(out)
		s.print(out, "")
	}
	if p.More > 0 {
		fmt.Fprintf(out, "\n… and %d more commands\n", p.More)
	}
}

// printFacts prints what applies to the whole page.
func (p *Page) printFacts(out io.Writer) {
	work := p.Work
	if work == "" {
		work = "none: nothing counts as inside"
	}
	fmt.Fprintf(out, "decision   %s", p.Action)
	if p.ReadOnly {
		fmt.Fprint(out, ", reads only")
	}
	fmt.Fprintf(out, "\nprofile    %s\nwork       %s\n", p.Profile, printable.Line(work))
	for _, s := range p.Sources {
		fmt.Fprintf(out, "policy     %s\n", printable.Line(s))
	}
}

// print writes one command and those below it.
func (s *step) print(out io.Writer, indent string) {
	title := s.Command
	if s.How != "" {
		title = s.How + ": " + title
	}
	fmt.Fprintf(out, "%s%s\n", indent, strings.TrimSpace(printable.Line(printable.Shorten(title))))
	in := indent + "  "
	if s.text != "" {
		carets(out, in, s.text, s.marks())
	}
	s.printWords(out, in)
	s.printGrammar(out, in)
	s.printEffects(out, in)
	for _, f := range s.Findings {
		f.print(out, in, "finding")
	}
	for _, f := range s.Deferred {
		f.print(out, in, "deferred")
	}
	s.printOthers(out, in)
	fmt.Fprintf(out, "%sgate       %s\n", in, s.Gate)
	for _, c := range s.Commands {
		fmt.Fprintln(out)
		c.print(out, in)
	}
}

// marks are drawn under the source: ~ for the command, ^ for the word that a finding
// refers to, which may be all of it.
func (s *step) marks() []caret {
	var words []caret
	whole := caret{s.Span, '~'}
	for _, f := range slices.Concat(s.Findings, s.Deferred) {
		span := f.WordSpan
		if span.Line == 0 || span.Offset < s.Span.Offset || span.End > s.Span.End {
			whole.with = '^'
			continue
		}
		words = append(words, caret{span, '^'})
	}
	return append([]caret{whole}, words...)
}

// label writes the title of a part of the page for its first line, else blanks.
func label(out io.Writer, indent, name string, first bool) {
	if !first {
		name = ""
	}
	fmt.Fprintf(out, "%s%-10s ", indent, name)
}

func (s *step) printGrammar(out io.Writer, indent string) {
	if g := s.Grammar; g.Program != "" || g.Why != "" {
		label(out, indent, "grammar", true)
		name := strings.TrimSpace(g.Program + " " + g.Sub)
		if g.Source != "" {
			name += " (" + g.Source + ")"
		}
		if !g.Complete {
			name = strings.TrimPrefix(name+", not complete: "+g.Why, ", ")
		} else {
			name += ", complete"
		}
		fmt.Fprintln(out, printable.Line(name))
	}
	fmt.Fprintf(out, "%sdirectory  %s\n", indent, printable.Line(s.Directory))
	switch in := s.Stdin; in.Kind {
	case "inherited":
	case "pipe":
		from := strings.Join(in.From, ", ")
		fmt.Fprintf(out, "%sstdin      from %s\n", indent, printable.Line(printable.Shorten(from)))
	default:
		fmt.Fprintf(out, "%sstdin      the %s %s\n", indent, in.Kind, printable.Line(printable.Shorten(in.Text)))
	}
	if s.Function != "" {
		fmt.Fprintf(out, "%sfunction   %s\n", indent, printable.Line(s.Function))
	}
	if s.Error != "" {
		fmt.Fprintf(out, "%serror      %s\n", indent, printable.Line(s.Error))
	}
}

func (s *step) printEffects(out io.Writer, indent string) {
	for i, e := range s.Effects {
		label(out, indent, "effects", i == 0)
		fmt.Fprintln(out, printable.Line(e.String()))
	}
}

// String formats an effect as one line.
func (e effect) String() string {
	var b strings.Builder
	b.WriteString(strings.Join(e.Verbs, ", "))
	for _, word := range []string{e.Lang, e.Name, printable.Shorten(e.word)} {
		if word != "" {
			b.WriteString(" " + word)
		}
	}
	if e.Path != "" && e.Path != e.What {
		b.WriteString(" = " + e.Path)
	}
	if e.Tree {
		b.WriteString(" and all below")
	}
	if e.Away {
		b.WriteString(", elsewhere")
	}
	zones := e.Zones
	switch {
	case len(e.Perhaps) > maxPerhaps:
		zones = append(zones[:len(zones):len(zones)], "perhaps anywhere")
	case len(e.Perhaps) > 0:
		zones = append(zones[:len(zones):len(zones)], "perhaps "+strings.Join(e.Perhaps, ", "))
	}
	if len(zones) > 0 {
		b.WriteString(" [" + strings.Join(zones, ", ") + "]")
	}
	if e.Certainty != "certain" {
		b.WriteString(", perhaps")
	}
	if e.Cause != causes[0] {
		b.WriteString(", by " + e.Cause)
	}
	return b.String()
}

// maxPerhaps limits how many possible zones of a path are named.
const maxPerhaps = 4

// print writes a finding: rule, reason, what decided, and what enforces it.
func (f explainedFinding) print(out io.Writer, indent, name string) {
	fmt.Fprintf(out, "%s%-10s %s: %s, %s, %s\n", indent, name, f.Rule, f.Action, f.Certainty, f.Class)
	in := indent + strings.Repeat(" ", 11)
	fmt.Fprintf(out, "%s%s\n", in, printable.Line(f.Reason))
	if f.Hint != "" {
		fmt.Fprintf(out, "%shint: %s\n", in, printable.Line(f.Hint))
	}
	if f.Undone != "" {
		fmt.Fprintf(out, "%scan be undone by: %s\n", in, f.Undone)
	}
	if f.Word != "" {
		fmt.Fprintf(out, "%sobjects to %s\n", in, printable.Line(printable.Shorten(f.Word)))
	}
	if f.Came != "" {
		fmt.Fprintf(out, "%scame there by %s\n", in, printable.Line(f.Came))
	}
	fmt.Fprintf(out, "%sdecided by %s\n", in, printable.Line(f.By.String()))
	fmt.Fprintf(out, "%senforced by %s\n", in, enforcer(f.Ring))
}

// enforcer says what enforces a finding.
func enforcer(ring string) string {
	switch ring {
	case string(guard.RingCheck):
		return "check, before the command runs; no sandbox backs it up"
	case string(guard.RingShim):
		return "the shim, which sees the real words; no sandbox backs it up"
	}
	return ""
}

// String names the setting that decided, and its source.
func (c cause) String() string {
	s := c.Layer
	if c.Where != "" {
		s += " (" + c.Where + ")"
	}
	s += ", for " + c.Key
	if c.Floor {
		s += ", and the rule permits no weaker action"
	}
	if c.Lock != "" {
		s += ", locked by " + c.Lock
	}
	return s
}

// maxNear limits how many rules that almost match are shown, and maxOthers how many more
// are named.
const (
	maxNear   = 3
	maxOthers = 6
)

// printAllowed writes the rules that match and are allowed, grouped by reason.
func (s *step) printAllowed(out io.Writer, indent string) {
	var reasons []string
	ids := map[string][]string{}
	for _, p := range s.Passed {
		why := p.Certainty + ", allowed by " + p.By.String()
		if p.Lifted {
			why = p.Certainty + ", covered by an allowed command of the policy"
		}
		if ids[why] == nil {
			reasons = append(reasons, why)
		}
		ids[why] = append(ids[why], p.Rule)
	}
	for i, why := range reasons {
		label(out, indent, "passed", i == 0)
		fmt.Fprintf(out, "%s: %s\n", printable.Line(why), strings.Join(ids[why], ", "))
	}
}

// printOthers writes the rules without any consequence.
func (s *step) printOthers(out io.Writer, indent string) {
	s.printAllowed(out, indent)
	shown := 0
	for _, n := range s.Near {
		if shown == maxNear || n.Held == 0 || n.Held < s.Near[0].Held {
			break
		}
		label(out, indent, "near", shown == 0)
		fmt.Fprintf(out, "%s: %s\n", n.Rule, printable.Line(printable.Shorten(n.Why)))
		shown++
	}
	rest := s.Near[shown:]
	if len(rest) == 0 {
		return
	}
	ids := make([]string, 0, maxOthers+1)
	for _, n := range rest[:min(len(rest), maxOthers)] {
		ids = append(ids, n.Rule)
	}
	if more := len(rest) - maxOthers; more > 0 {
		ids = append(ids, fmt.Sprintf("and %d more", more))
	}
	fmt.Fprintf(out, "%salso       %s\n", indent, strings.Join(ids, ", "))
}
