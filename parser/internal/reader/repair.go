package reader

import (
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The bounds on the repairs of one text.
const (
	maxRepairs = 16      // places
	maxReread  = 1 << 20 // bytes that are read again, in all
)

// repair rewrites a text that the parser rejects into one that means the same to a shell, and
// reads it again. It adds a blank between the parentheses of ((a) | b), which is not
// arithmetic; adds the end line of a here-document that is ended by the end of the text or of
// a substitution; puts an unknown variable in the place of an expansion that is only an
// error at run time; and rewrites zsh's short forms. It returns false if that does not help.
func (c *Rewrite) repair(text string, lang Lang, failed error, read func(string) error) bool {
	var added []int
	left := maxReread
	again := func(text string) error {
		if left -= len(text); left < 0 {
			return errRepaired
		}
		return read(text)
	}
	if lang == Zsh {
		if next, places := withoutShortForms(text); places != nil && len(next) <= MaxSource {
			if err := again(next); err == nil {
				c.added = places
				return true
			}
		}
	}
	for range maxRepairs {
		next, places, ok := repaired(text, lang, failed, again)
		if !ok || len(next) > MaxSource {
			return false
		}
		text, added = next, shifted(added, places)
		if failed = again(text); failed == nil {
			c.added = added
			return true
		}
	}
	return false
}

// errRepaired is the error for a text that was read too often.
var errRepaired = errors.New("repaired too often")

// repaired repairs the place of an error.
func repaired(text string, lang Lang, failed error, read func(string) error) (next string, added []int, ok bool) {
	var parse syntax.ParseError
	var dialect syntax.LangError
	switch {
	case errors.As(failed, &dialect):
		next, ok = withoutError(text, Offset(dialect.Pos), lang)
		return next, nil, ok
	case !errors.As(failed, &parse):
		return "", nil, false
	}
	if mark, ok := strings.CutPrefix(parse.Text, "unclosed here-document `"); ok {
		next, added = closed(text, Offset(parse.Pos), strings.TrimSuffix(mark, "`"), lang)
	} else {
		next, added = spaced(text, Offset(parse.Pos), lang, read)
	}
	return next, added, added != nil
}

// withoutError puts an unknown variable in the place of an expansion of another shell, such as
// zsh's ${(k)x}. In bash it is an error at run time, after which bash continues with the next
// line. It does so only if the expansion neither runs nor assigns anything.
func withoutError(text string, at int, lang Lang) (string, bool) {
	at = min(at+len("${"), len(text))
	from := strings.LastIndex(text[:at], "${")
	if lang != Bash || from < 0 {
		return "", false
	}
	for before := strings.LastIndex(text[:from], "${"); before >= 0 && !strings.Contains(text[before:from], "}"); before = strings.LastIndex(text[:from], "${") {
		from = before // it is nested in another one
	}
	depth := 0
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 && i > from+3 {
				return text[:from+2] + strings.Repeat("_", i-from-2) + text[i:], true
			}
		case c == '$' && !strings.HasPrefix(text[i:], "${"), strings.IndexByte("`'\"\\<>=\n", c) >= 0:
			return "", false
		}
	}
	return "", false
}

// IsError reports whether a variable's name is such a replacement for an erroneous expansion.
func IsError(name string) bool { return len(name) > 1 && strings.Trim(name, "_") == "" }

// shifted updates offsets of added bytes after others were added at places, in order.
func shifted(added, places []int) []int {
	for i, at := range added {
		for _, p := range places {
			if p <= at {
				added[i]++
			}
		}
	}
	added = append(added, places...)
	slices.Sort(added)
	return added
}

// closed adds the missing end of a here-document. In a substitution, bash ends it at a line
// that begins with its delimiter and closes the substitution; otherwise at the end of the
// text.
func closed(text string, at int, mark string, lang Lang) (string, []int) {
	if lang == Mksh || mark == "" || strings.ContainsAny(mark, "\n`") {
		return "", nil
	}
	if lang == Bash && strings.Contains(text[:min(at, len(text))], "$(") {
		for from := at; ; {
			i := strings.Index(text[from:], "\n"+mark)
			if i < 0 {
				break
			}
			from += i + 1 + len(mark)
			if line, _, _ := strings.Cut(text[from:], "\n"); strings.Contains(line, ")") {
				return text[:from] + "\n" + text[from:], []int{from}
			}
		}
	}
	if lang == Zsh && strings.Contains(text, "$(") {
		return "", nil
	}
	end := "\n" + mark + "\n"
	if strings.HasSuffix(text, "\n") {
		end = mark + "\n"
	}
	places := make([]int, len(end))
	for i := range places {
		places[i] = len(text) + i
	}
	return text + end, places
}

// spaced puts a blank between two opening parentheses before the place where the parser
// stopped, if a shell does not read them as arithmetic: a shell looks for the parenthesis that
// closes the inner one, and another has to follow it (bash's parse_arith_cmd).
func spaced(text string, at int, lang Lang, read func(string) error) (string, []int) {
	if lang == POSIX {
		return "", nil
	}
	limit := min(at+len("$(("), len(text))
	for range 4 {
		i := strings.LastIndex(text[:limit], "((")
		if i < 0 {
			return "", nil
		}
		limit = i + 1
		end := closing(text, i+2)
		if end < 0 || end+1 < len(text) && text[end+1] == ')' {
			continue
		}
		if !strings.HasSuffix(text[:i], "$") && LosesDocument(text[i+2:end]) {
			return "", nil
		}
		next := text[:i+1] + " " + text[i+1:]
		var parse syntax.ParseError
		err := read(next)
		if err == nil || errors.As(err, &parse) && Offset(parse.Pos) > at+1 {
			return next, []int{i + 1}
		}
	}
	return "", nil
}

// LosesDocument reports whether the text between "((" and the parenthesis that closes the inner one
// may hold a here-document. bash 5.2 reads such a text as arithmetic first. When it begins anew, it
// takes the document from the lines after the parentheses, and runs the document's own lines as
// commands.
func LosesDocument(inner string) bool {
	return strings.Contains(strings.ReplaceAll(inner, "<<<", ""), "<<") && strings.Contains(inner, "\n")
}

// closing returns the offset of the parenthesis that closes the one before an offset, or -1.
func closing(text string, from int) int {
	depth := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\'', '"', '`':
			n := quotedEnd(text[i+1:], text[i])
			if n < 0 {
				return -1
			}
			i += n + 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// quotedEnd returns the offset at which a quote ends, or -1.
func quotedEnd(text string, quote byte) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == quote:
			return i
		case text[i] == '\\' && quote != '\'':
			i++
		}
	}
	return -1
}
