package reader

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// escapedNewline joins two lines, but in a comment: that ends with its line whatever is before
// the end (POSIX, Shell Command Language 2.3, rule 9).
const escapedNewline = "\\\n"

// maxReads is how often a text is read for its comments. Each time shows all that the mistake of
// the time before did not hide.
const maxReads = 16

// endComments puts a blank in the place of a backslash that ends a comment. To mvdan.cc/sh it
// joins the next line to the command before the comment, as words of it, so that the command
// on that line would not be seen. Positions stay as they are.
//
// It reads the text until each blank lies in a comment, and no other comment ends in a backslash.
// Then, from the first such place on, all is read as a shell reads it up to there, and so is that
// place. Where a # could begin a comment, and it is neither in one nor part of a word that the
// parser shows, the text is refused.
func endComments(text string, variant syntax.ParserOption, read reading) (string, error) {
	if !mayHideLine(text) {
		return text, nil
	}
	ended, failed := text, error(nil)
	for range maxReads {
		node, err := read(syntax.NewParser(variant, syntax.KeepComments(true)), &pieces{text: ended})
		if err != nil && failed != nil {
			return text, failed
		}
		if err != nil { // a line that was joined may not be read: so as if all were comments
			ended, failed = allBlanked(text), err
			continue
		}
		next, at := blanked(text, ended, node)
		switch {
		case at >= 0:
			return text, unclear(text, at)
		case next == ended:
			return ended, nil
		}
		ended = next
	}
	return text, unclear(text, hidingHash(text, func(int) bool { return true }))
}

// unclear is the error of a place that may be in a comment or not.
func unclear(text string, at int) error {
	return &tree.SyntaxError{Span: spanIn(text, at, at+1), Message: "what may be a comment that ends in a backslash", Construct: construct("comment")}
}

// mayHideLine reports whether a line that ends in a backslash has a # that could begin a comment.
func mayHideLine(text string) bool {
	return strings.IndexByte(text, '#') >= 0 && strings.Contains(text, escapedNewline) && hidingHash(text, func(int) bool { return true }) >= 0
}

// hidingHash returns the place of the first # that could begin a comment on a line that ends in a
// backslash, and of which counts says that it counts; -1 if there is none. A # begins a comment only
// where a word could begin.
func hidingHash(text string, counts func(at int) bool) int {
	from := 0
	for line := range strings.Lines(text) {
		if strings.HasSuffix(line, escapedNewline) {
			for i := range len(line) {
				if line[i] == '#' && (i == 0 || strings.IndexByte(" \t;&|()<>`", line[i-1]) >= 0) && counts(from+i) {
					return from + i
				}
			}
		}
		from += len(line)
	}
	return -1
}

// allBlanked blanks the backslash at the end of each line in which a comment could begin.
func allBlanked(text string) string {
	out := []byte(text)
	hidingHash(text, func(at int) bool {
		out[at+strings.Index(text[at:], escapedNewline)] = ' '
		return false
	})
	return string(out)
}

// blanked blanks the backslashes that end comments of a text as it was read, and puts back those
// that are in no comment. at is the place of a # of which the parser does not show what it is, or -1.
func blanked(text, read string, node syntax.Node) (next string, at int) {
	const inWord, inComment = 1, 2
	out := []byte(read)
	shown := make([]byte, len(text))
	show := func(as byte, from, to int) {
		for i := max(0, from); i < min(to, len(shown)); i++ {
			shown[i] = max(shown[i], as)
		}
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comment:
			from := Offset(n.Hash)
			end := from + 1 + len(n.Text)
			show(inComment, from, end)
			if strings.HasSuffix(n.Text, escapedNewline) && end <= len(text) && text[end-2:end] == escapedNewline {
				out[end-2] = ' '
			}
		case *syntax.Lit, *syntax.SglQuoted:
			show(inWord, Offset(n.Pos()), Offset(n.End()))
		}
		return true
	})
	for i := range out {
		if read[i] != text[i] && shown[i] != inComment {
			out[i] = text[i]
		}
	}
	return string(out), hidingHash(read, func(i int) bool { return shown[i] == 0 })
}
