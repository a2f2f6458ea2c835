package reader

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// escapedNewline joins two lines, except in a comment: a comment ends with its line even after
// a backslash (POSIX, Shell Command Language 2.3, rule 9).
const escapedNewline = "\\\n"

// maxReads bounds how often a text is read to find its comments. Each reading finds the
// comments that a mistake of the previous one did not hide.
const maxReads = 16

// endComments replaces a backslash at the end of a comment by a blank. mvdan.cc/sh would join
// the next line to the command before the comment, as further words, and the command on that
// line would not be seen. Positions stay as they are.
//
// It reads the text until every blank it put in lies in a comment, and no other comment ends in
// a backslash. Up to the first place where this fails, the text is read as a shell reads it,
// and so is that place itself. The text is refused if a # could begin a comment and the
// parser shows it neither in a comment nor as part of a word.
func endComments(text string, variant []syntax.ParserOption, read reading) (string, error) {
	if !mayHideLine(text) {
		return text, nil
	}
	ended, failed := text, error(nil)
	for range maxReads {
		node, err := read(syntax.NewParser(append(slices.Clip(variant), syntax.KeepComments(true))...), &pieces{text: ended})
		if err != nil && failed != nil {
			return text, failed
		}
		if err != nil { // the text with joined lines may not parse: try it with all blanked
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

// unclear returns the error for a place that may or may not be in a comment.
func unclear(text string, at int) error {
	return &tree.SyntaxError{Span: spanIn(text, at, at+1), Message: "what may be a comment that ends in a backslash", Construct: construct("comment")}
}

// mayHideLine reports whether a line ends in a backslash and has a # that could begin a
// comment.
func mayHideLine(text string) bool {
	return strings.IndexByte(text, '#') >= 0 && strings.Contains(text, escapedNewline) && hidingHash(text, func(int) bool { return true }) >= 0
}

// hidingHash returns the offset of the first # that could begin a comment on a line ending in
// a backslash, and that counts accepts; -1 if there is none. A # begins a comment only at the
// start of a word.
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

// allBlanked blanks the backslash at the end of every line that may have a comment.
func allBlanked(text string) string {
	out := []byte(text)
	hidingHash(text, func(at int) bool {
		out[at+strings.Index(text[at:], escapedNewline)] = ' '
		return false
	})
	return string(out)
}

// blanked blanks the backslashes that end comments in a text as it was read, and restores those
// outside comments. at is the offset of a # that the parser does not show, or -1.
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
