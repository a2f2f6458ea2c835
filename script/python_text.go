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
