package script

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strings"
	"unicode/utf8"
)

// turn is each for functions that give values.
func (v value) turn(f func(string) value) value {
	var out choice
	for _, a := range v {
		if a.kind == constant {
			out.add(f(a.text))
		} else {
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

// runes are the characters that numbers are the codes of.
func (v value) runes() value {
	var out choice
	for _, a := range v {
		if a.kind == number && a.num >= 0 && a.num <= utf8.MaxRune {
			out.add(text(string(rune(a.num))))
		} else {
			out.add(anything)
		}
	}
	return orAnything(out.value)
}

// turned is a list from its end.
func (v value) turned() value {
	var out choice
	for _, a := range v {
		if a.kind != sequence || a.keys != nil {
			return anything
		}
		items := make([]value, len(a.items))
		for i, it := range a.items {
			items[len(items)-1-i] = it
		}
		out.add(list(items...))
	}
	return orAnything(out.value)
}

// letter is the byte of a text at a position.
func letter(s string, i int) value {
	if i < 0 || i >= len(s) {
		return anything
	}
	return text(s[i : i+1])
}

// cut is the part of a text between two positions, or of a length.
func cut(s string, from, to value, length bool) (string, bool) {
	start, end := 0, len(s)
	if !position(from, &start, len(s)) {
		return "", false
	}
	switch {
	case to == nil:
	case length:
		n := 0
		if !position(to, &n, len(s)) {
			return "", false
		}
		end = min(start+n, len(s))
	case !position(to, &end, len(s)):
		return "", false
	}
	return s[start:max(start, end)], true
}

// position stores a number that counts from the end if it is below zero.
func position(v value, to *int, size int) bool {
	if len(v) != 1 || v[0].kind != number {
		return false
	}
	*to = v[0].num
	if *to < 0 {
		*to += size
	}
	*to = min(max(*to, 0), size)
	return true
}

// globbed is what names a pattern stands for: they begin alike.
func globbed(s string) value {
	i := strings.IndexAny(s, "*?[")
	if i < 0 {
		return text(s)
	}
	return sketched(drawable(s[:i]) + Hole)
}

// parent is the directory of a path.
func parent(s string) (string, bool) { return path.Dir(s), s != "" }

// unhex is the text that hexadecimal digits spell.
func unhex(s string) (string, bool) {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	return string(b), err == nil && utf8.Valid(b)
}

// unbase64 passes over what is not in the alphabet, as Python does.
func unbase64(s string) (string, bool) {
	s = strings.NewReplacer("-", "+", "_", "/", "\n", "", " ", "", "=", "").Replace(s)
	b, err := base64.RawStdEncoding.DecodeString(s)
	return string(b), err == nil && utf8.Valid(b)
}

// quote is a text in single quotes, as shlex.quote and escapeshellarg write it.
func quote(s string) (string, bool) {
	return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'", len(s) <= maxText/8
}

// rot13 turns the letters of a text by thirteen.
func rot13(s string) (string, bool) {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z':
			return 'a' + (c-'a'+13)%26
		case c >= 'A' && c <= 'Z':
			return 'A' + (c-'A'+13)%26
		}
		return c
	}, s), true
}

// reversed is a text from its end.
func reversed(s string) (string, bool) {
	runes := []rune(s)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes), true
}

// joined is each list as one text, with another between its items.
func (r *reading) joined(by, items value) value {
	var out choice
	for _, a := range items {
		next := anything
		if whole, ok := pieced(by, a.items); ok {
			next = whole
		} else if a.kind == sequence {
			next = text("")
			for i, it := range a.items {
				if i > 0 {
					next = r.operate("+", next, by)
				}
				next = r.operate("+", next, it.str())
			}
		} else if a.kind == constant && len(by) == 1 && by[0].text == "" || a.kind == ref && readsFile.has(a.text) {
			next = value{a}
		}
		out.add(next)
	}
	return orAnything(out.value)
}

// replaced is a text with each of one part replaced by another.
func (r *reading) replaced(of, from, to value) value {
	if len(from) != 1 || len(to) != 1 || from[0].kind != constant || to[0].kind != constant {
		return anything
	}
	return of.eachPiece(func(s string) (string, bool) {
		if n := len(s) * (len(to[0].text) + 1); n > maxText*16 || !r.spend(n) {
			return "", false
		}
		s = strings.ReplaceAll(s, from[0].text, to[0].text)
		return s, len(s) <= maxText
	})
}

// splitBy is a text as the list of what stands between another.
func (r *reading) splitBy(of, by value) value {
	if len(by) != 1 || by[0].kind != constant || by[0].text == "" {
		return anything
	}
	return of.turn(func(s string) value {
		return r.texts(strings.SplitN(s, by[0].text, maxItems+1))
	})
}

// texts is a list of texts that stand in the code.
func (r *reading) texts(words []string) value {
	if len(words) > maxItems || !r.spend(len(words)) {
		return anything
	}
	items := make([]value, len(words))
	for i, w := range words {
		items[i] = r.written(w)
	}
	return list(items...)
}

// words splits at blanks, as a shell does where quoted is set. Of text with an
// unknown rest the last word may be any number of words.
func (r *reading) words(v value, quoted bool) value {
	var out choice
	for _, a := range v {
		next := anything
		if words, ok := fields(a.text, quoted); ok && a.text != "" && a.kind != ref && a.kind != sequence {
			next = r.texts(words)
			if a.kind == stranger {
				if !strings.HasSuffix(a.text, " ") && len(words) > 0 {
					words = words[:len(words)-1]
				}
				next = r.operate("+", r.texts(words), list(anything))
			}
		}
		out.add(next)
	}
	return orAnything(out.value)
}

// fields fails where quotes are not closed.
func fields(s string, quoted bool) ([]string, bool) {
	if !quoted || !strings.ContainsAny(s, `'"\`) {
		return strings.Fields(s), true
	}
	var words []string
	var word strings.Builder
	inside, open := false, byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && open != '\'' && i+1 < len(s) && (open == 0 || s[i+1] == '"' || s[i+1] == '\\'):
			i++
			word.WriteByte(s[i])
			inside = true
		case open != 0 && c == open:
			open = 0
		case open == 0 && (c == '\'' || c == '"'):
			open, inside = c, true
		case open == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			if inside {
				words = append(words, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words, open == 0
}
