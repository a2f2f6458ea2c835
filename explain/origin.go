package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
)

// printWords writes the words of a command, each with its origins. It writes nothing if
// every word is literal.
func (s *step) printWords(out io.Writer, indent string) {
	if s.plain() {
		return
	}
	columns := 0
	for _, w := range s.Words {
		if w.spelling() == "" {
			continue
		}
		columns = max(columns, min(width(printable.Line(w.Before+w.quoted())), maxWord))
	}
	first := true
	for i := 0; i < len(s.Words); i++ {
		label(out, indent, "words", first)
		first = false
		w := s.Words[i]
		text := printable.Line(w.Before + w.quoted())
		for w.plain() && i+1 < len(s.Words) && s.Words[i+1].plain() {
			i++
			text += " " + printable.Line(s.Words[i].Before+s.Words[i].quoted())
		}
		if from := w.spelling(); from != "" {
			text += strings.Repeat(" ", max(columns-width(text), 0)) + "  <- " + printable.Line(from)
		}
		fmt.Fprintln(out, text)
		w.printOrigins(out, indent+strings.Repeat(" ", 13))
	}
}

// plain reports whether every word is literal in the source that was printed above.
func (s *step) plain() bool {
	for _, w := range s.Words {
		if !w.plain() {
			return false
		}
	}
	return s.text != ""
}

// plain reports whether a word is literal.
func (w wordLine) plain() bool {
	return w.spelling() == "" && !slices.ContainsFunc(w.Parts, func(p partLine) bool { return p.Origin != nil })
}

// maxWord is the largest width of the column of words.
const maxWord = 24

// quoted is the word after expansion, quoted to show where it ends.
func (w wordLine) quoted() string {
	if w.Known {
		return printable.Shorten(shellquote.Word(w.Text))
	}
	return printable.Shorten(w.Text)
}

// spelling is the word's source, if that differs from the word after expansion.
func (w wordLine) spelling() string {
	if w.Written == w.Text || printable.Shorten(w.Written) == w.quoted() {
		return ""
	}
	return printable.Shorten(w.Written)
}

// printOrigins writes where the parts of a word come from. It repeats the text of a part
// only if the word has several.
func (w wordLine) printOrigins(out io.Writer, indent string) {
	parts := mergeParts(w.Parts)
	for _, p := range parts {
		if p.Origin == nil {
			continue
		}
		about := ""
		if len(parts) > 1 {
			about = printable.Shorten(p.Text) + ": "
		}
		p.Origin.print(out, indent, about, p.Kind == "unknown")
	}
}

// mergeParts joins adjacent parts with the same origin.
func mergeParts(parts []partLine) []partLine {
	var out []partLine
	for _, p := range parts {
		text := p.Text
		if p.Kind == "unknown" {
			text = "?"
		}
		if last := len(out) - 1; last >= 0 && p.Origin != nil && p.Origin.equal(out[last].Origin) {
			out[last].Text += text
			continue
		}
		out = append(out, partLine{text, p.Kind, p.Origin})
	}
	return out
}

// equal reports whether two origins are the same.
func (o *originLine) equal(p *originLine) bool {
	return p != nil && o.Kind == p.Kind && o.Name == p.Name && o.Text == p.Text && o.Span == p.Span
}

// print writes an origin, and below it the origins of its own parts.
func (o *originLine) print(out io.Writer, indent, about string, unknown bool) {
	fmt.Fprintf(out, "%s%s\n", indent, printable.Line(about+o.String(unknown)))
	parts := mergeParts(o.Parts)
	for _, p := range parts {
		if p.Origin == nil || p.Origin.equal(o) {
			continue
		}
		about := ""
		if len(parts) > 1 {
			about = printable.Shorten(p.Text) + ": "
		}
		p.Origin.print(out, indent+"  ", about, p.Kind == "unknown")
	}
}

// String describes an origin.
func (o *originLine) String(unknown bool) string {
	at := fmt.Sprintf("%d:%d", o.Span.Line, o.Span.Col)
	switch o.Kind {
	case "assigned":
		return fmt.Sprintf("%s is set at %s: %s", o.Name, at, printable.Shorten(o.Text))
	case "given":
		return o.Name + " has the value that the shell starts with"
	case "unset":
		return o.Name + " is unknown: nothing here sets it, and it may be empty"
	case "output":
		said := "its output is unknown"
		if !unknown {
			said = "its output is known"
		}
		return fmt.Sprintf("%s at %s runs %s: %s", printable.Shorten(o.Text), at, printable.Shorten(strings.Join(o.Commands, "; ")), said)
	case "tilde":
		return o.Text + " is a tilde"
	case "item":
		return fmt.Sprintf("%s is an item of the loop at %s", o.Name, at)
	case "parameter":
		return fmt.Sprintf("argument %s of the call at %s: %s", o.Name, at, printable.Shorten(o.Text))
	case "operated":
		return fmt.Sprintf("the result of %s at %s on", printable.Shorten(o.Text), at)
	case "default":
		return fmt.Sprintf("%s at %s, which has a default for an empty or unset %s", printable.Shorten(o.Text), at, o.Name)
	case "braces":
		return fmt.Sprintf("one of %s at %s", printable.Shorten(o.Text), at)
	case "directory":
		return o.Name + " is the shell's current or previous directory"
	case "changed":
		return o.Name + " may be changed by code that explain does not follow in order"
	}
	return o.Kind
}
