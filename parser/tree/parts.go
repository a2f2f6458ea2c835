package tree

import (
	"slices"
	"strings"
)

// BlankIFS is the IFS that a shell starts with.
const BlankIFS = " \t\n"

// MaxMerged bounds the text that further text is merged into: a word may have as many pieces as
// bytes, and copying must stay linear.
const MaxMerged = 256

// MergeRuns merges each run of literal parts into one.
func MergeRuns(parts []Part) []Part {
	out := parts[:0]
	for i := 0; i < len(parts); {
		run := i
		for run < len(parts) && parts[run].Kind == Literal {
			run++
		}
		if run-i < 2 {
			out = append(out, parts[i])
			i++
			continue
		}
		whole := parts[i]
		var text strings.Builder
		for k, p := range parts[i:run] {
			if text.WriteString(p.Text); k > 0 {
				whole.Origin = JoinOrigins(whole, p)
			}
		}
		whole.Text = text.String()
		out = append(out, whole)
		i = run
	}
	return out
}

// AppendPart appends a part. It merges literal text into the text before it, as long as that is
// short.
func AppendPart(parts []Part, p Part) []Part {
	if n := len(parts); p.Kind == Literal {
		if p.Text == "" {
			return parts
		}
		if n > 0 && parts[n-1].Kind == Literal && len(parts[n-1].Text) < MaxMerged {
			parts[n-1].Origin = JoinOrigins(parts[n-1], p)
			parts[n-1].Text += p.Text
			return parts
		}
	}
	return append(parts, p)
}

// Fields splits a word at some bytes of its literal text.
func (w Word) Fields(bytes string) []Word {
	var words []Word
	word := Word{Span: w.Span}
	end := func() {
		if len(word.Parts) > 0 {
			words = append(words, word)
		}
		word.Parts = nil
	}
	for _, p := range w.Parts {
		if p.Kind != Literal {
			word.Parts = append(word.Parts, p)
			continue
		}
		for text := p.Text; text != ""; {
			i := strings.IndexAny(text, bytes)
			if i < 0 {
				i = len(text)
			}
			if i > 0 {
				p.Text = text[:i]
				word.Parts = append(word.Parts, p)
			}
			if text = text[i:]; text != "" {
				end()
				text = text[1:]
			}
		}
	}
	end()
	return words
}

// WithoutEnd returns a text without the newlines at its end.
func (w Word) WithoutEnd() Word {
	last := len(w.Parts) - 1
	if last < 0 || w.Parts[last].Kind != Literal {
		return w
	}
	w.Parts = slices.Clone(w.Parts)
	if w.Parts[last].Text = strings.TrimRight(w.Parts[last].Text, "\n"); w.Parts[last].Text == "" {
		w.Parts = w.Parts[:last]
	}
	return w
}
