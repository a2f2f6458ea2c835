package python

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// foldText folds the methods of strings and bytes.
func (r *interp) foldText(method string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	first, given := a.Get(0, "")
	if len(of) == 1 && of[0].IsName() && shortens.Has(method) {
		return of, true
	}
	switch method {
	case "splitlines":
		return r.SplitBy(of, absval.Text("\n")), true
	case "join":
		return r.Join(of, first), true
	case "split":
		if !given {
			return r.Words(of, false), true
		}
		return r.SplitBy(of, first), true
	case "format":
		var out absval.Union
		for _, f := range of {
			out.Add(r.format(f, a))
		}
		return absval.OrTop(out.Value), true
	case "encode", "decode":
		if given && !plainCodec(first) {
			return absval.Top, true
		}
		return of, true
	case "replace":
		second, _ := a.Get(1, "")
		return r.Replace(of, first, second), true
	case "strip", "lstrip", "rstrip":
		if given {
			return absval.Top, true
		}
		return of.Trimmed(), true
	case "lower", "casefold":
		return of.EachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "upper":
		return of.EachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	}
	return absval.Top, true
}

// shortens are the methods that turn a name into another name.
const shortens lex.Words = "strip lstrip rstrip lower upper zfill removesuffix removeprefix rjust ljust"

func plainCodec(v absval.Value) bool {
	name, known := v.OnlyText()
	return known && plainEncoding(strings.ReplaceAll(strings.ToLower(name), "_", "-"))
}

// format folds "{} {0} {name}".format(…) if the fields have no conversion.
func (r *interp) format(f absval.Atom, a absval.Arguments) absval.Value {
	if f.Kind != absval.Constant {
		return absval.Prefix(f.Text)
	}
	out, rest, auto := absval.Text(""), f.Text, 0
	for rest != "" {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			return r.Operate("+", out, absval.Text(rest))
		}
		out = r.Operate("+", out, absval.Text(rest[:i]))
		rest = rest[i:]
		if strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}") {
			out, rest = r.Operate("+", out, absval.Text(rest[:1])), rest[2:]
			continue
		}
		end := strings.IndexByte(rest, '}')
		if end < 1 {
			return r.Operate("+", out, absval.Top)
		}
		field := rest[1:end]
		rest = rest[end+1:]
		v, ok := absval.Value(nil), false
		switch {
		case field == "":
			v, ok = a.Get(auto, "")
			auto++
		case len(field) == 1 && lex.IsDigit(field[0]):
			v, ok = a.Get(int(field[0]-'0'), "")
		default:
			v, ok = a.Get(-1, field)
		}
		if !ok {
			v = absval.Top
		}
		out = r.Operate("+", out, v.Str())
	}
	return out
}
