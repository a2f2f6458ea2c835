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

// repair reads a text again that the parser does not read, in a form that is the same to a
// shell: with a blank between the parentheses of ((a) | b), which are no arithmetic, with
// the line that ends a here-document, where the end of the text or of a substitution does
// so, and with an unknown variable for an expansion that is an error once it is expanded.
// It reports false where that does not help.
func (c *Rewrite) repair(text string, lang Lang, failed error, read func(string) error) bool {
	var added []int
	left := maxReread
	again := func(text string) error {
		if left -= len(text); left < 0 {
			return errRepaired
		}
		return read(text)
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

// errRepaired says that a text was read too often.
var errRepaired = errors.New("repaired too often")

// repaired repairs the place that an error is about.
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

// withoutError puts a variable that is not known in the place of an expansion of another shell,
// as ${(k)x} is zsh's: to bash that is an error, after which it goes on with the next
// line. In what it holds nothing may run or be assigned.
func withoutError(text string, at int, lang Lang) (string, bool) {
	at = min(at+len("${"), len(text))
	from := strings.LastIndex(text[:at], "${")
	if lang != Bash || from < 0 {
		return "", false
	}
	for before := strings.LastIndex(text[:from], "${"); before >= 0 && !strings.Contains(text[before:from], "}"); before = strings.LastIndex(text[:from], "${") {
		from = before // it stands in another one
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

// IsError tells whether a variable stands for an expansion that is an error.
func IsError(name string) bool { return len(name) > 1 && strings.Trim(name, "_") == "" }

// shifted are places of added bytes after others have been added at places, in order.
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

// closed ends a here-document that has no end. In a substitution of bash it ends at a
// line that begins with its mark and closes the substitution; else at the end of the text.
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

// spaced puts a blank between two opening parentheses before a place where the parser
// has stopped, if to a shell they are no arithmetic: it looks for the parenthesis that
// closes the inner one, and another has to follow that (bash's parse_arith_cmd).
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
		next := text[:i+1] + " " + text[i+1:]
		var parse syntax.ParseError
		err := read(next)
		if err == nil || errors.As(err, &parse) && Offset(parse.Pos) > at+1 {
			return next, []int{i + 1}
		}
	}
	return "", nil
}

// closing is where the parenthesis stands that closes the one before a place, or -1.
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

// quotedEnd is where a quote ends, or -1.
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
