package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
)

// fold returns the value of a method on a text or list if it can be computed.
func (r *interp) fold(v absval.Value, name string, args []absval.Value) (absval.Value, bool) {
	first := absval.Top
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "shift", "pop", "last", "sample":
		return v.Items(), true
	case "to_s", "to_str", "freeze", "dup", "itself", "to_sym", "to_a", "b", "force_encoding", "encode", "clone", "first", "to_path":
		if name == "first" {
			return v.Items(), true
		}
		return v, true
	case "join":
		by := absval.Text("")
		if len(args) > 0 {
			by = first
		}
		return r.Join(by, v), true
	case "reverse":
		return v.Each(absval.Reverse), true
	case "downcase":
		return v.EachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "upcase":
		return v.EachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	case "lines":
		return r.SplitBy(v, absval.Text("\n")), true
	case "strip", "chomp":
		return v.Trimmed(), true
	case "chr":
		return v.Runes(), true
	case "host", "hostname", "path", "request_uri":
		if name == "path" && !absval.HasScheme(v) {
			return v, true // of a file
		}
		return v.Each(func(s string) (string, bool) { return partOfURL(s, name) }), true
	case "concat", "prepend":
		return r.Operate("+", v, first), true
	case "gsub", "sub", "tr":
		if len(args) > 1 && name != "tr" {
			return r.Replace(v, first, args[1]), true
		}
	case "split":
		return r.Words(v, false), true
	case "pack":
		return r.packed(v, first), true
	case "unpack1", "unpack":
		if len(first) == 1 && strings.HasPrefix(first[0].Text, "m") {
			if name == "unpack1" {
				return v.Each(absval.Unbase64), true
			}
			return absval.List(v.Each(absval.Unbase64)), true
		}
	}
	return absval.Top, false
}

// partOfURL returns the host of a URL, or its path.
func partOfURL(text, part string) (string, bool) {
	_, rest, found := strings.Cut(text, "://")
	host, path, _ := strings.Cut(rest, "/")
	if strings.HasPrefix(part, "host") {
		host, _, _ = strings.Cut(host[strings.LastIndexByte(host, '@')+1:], ":")
		return host, found
	}
	return "/" + path, found
}

// packed returns the value of Array#pack on digits or numbers.
func (r *interp) packed(v, template absval.Value) absval.Value {
	if len(v) != 1 || v[0].Kind != absval.Sequence || len(template) != 1 || len(v[0].Items) == 0 || template[0].Text == "" {
		return absval.Top
	}
	switch template[0].Text[0] {
	case 'H':
		return v[0].Items[0].Each(absval.Unhex)
	case 'c', 'C', 'U', 'W':
		out := absval.Text("")
		for _, it := range v[0].Items {
			out = r.Operate("+", out, it.Runes())
		}
		return out
	case 'a', 'A':
		return v[0].Items[0]
	}
	return absval.Top
}
