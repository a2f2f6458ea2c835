package script

import "strings"

// foldText folds the methods of strings and bytes.
func (r *python) foldText(method string, of value, a arguments) (value, bool) {
	first, given := a.get(0, "")
	if len(of) == 1 && of[0].isName() && shortens.has(method) {
		return of, true
	}
	switch method {
	case "join":
		return r.joined(of, first), true
	case "split":
		if !given {
			return r.words(of, false), true
		}
		return r.splitBy(of, first), true
	case "format":
		var out choice
		for _, f := range of {
			out.add(r.format(f, a))
		}
		return orAnything(out.value), true
	case "encode", "decode":
		if given && !plainCodec(first) {
			return anything, true
		}
		return of, true
	case "replace":
		second, _ := a.get(1, "")
		return r.replaced(of, first, second), true
	case "strip", "lstrip", "rstrip":
		if given {
			return anything, true
		}
		return of.eachPiece(trimmed), true
	case "lower", "casefold":
		return of.eachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "upper":
		return of.eachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	}
	return anything, true
}

// shortens are the methods that make of a name another.
const shortens words = "strip lstrip rstrip lower upper zfill removesuffix removeprefix rjust ljust"

func plainCodec(v value) bool {
	return len(v) == 1 && v[0].kind == constant && plainEncoding(strings.ReplaceAll(strings.ToLower(v[0].text), "_", "-"))
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

// format folds "{} {0} {name}".format(…) where fields have no conversion.
func (r *python) format(f atom, a arguments) value {
	if f.kind != constant {
		return beginning(f.text)
	}
	out, rest, auto := text(""), f.text, 0
	for rest != "" {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			return r.operate("+", out, text(rest))
		}
		out = r.operate("+", out, text(rest[:i]))
		rest = rest[i:]
		if strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}") {
			out, rest = r.operate("+", out, text(rest[:1])), rest[2:]
			continue
		}
		end := strings.IndexByte(rest, '}')
		if end < 1 {
			return r.operate("+", out, anything)
		}
		field := rest[1:end]
		rest = rest[end+1:]
		v, ok := value(nil), false
		switch {
		case field == "":
			v, ok = a.get(auto, "")
			auto++
		case len(field) == 1 && isDigit(field[0]):
			v, ok = a.get(int(field[0]-'0'), "")
		default:
			v, ok = a.get(-1, field)
		}
		if !ok {
			v = anything
		}
		out = r.operate("+", out, v.str())
	}
	return out
}
