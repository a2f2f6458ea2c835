package script

import (
	"net/url"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// foldPHP is the value of a call where that can be told from its arguments.
func foldPHP(r *curly, name string, _ value, a arguments) (value, bool) {
	first, given := a.get(0, "")
	if !given {
		first = anything
	}
	second, _ := a.get(1, "")
	switch name {
	case "implode", "join":
		if first.all(sequence) {
			first, second = orElse(second, text("")), first
		}
		return r.joined(first, orAnything(second)), true
	case "explode":
		return r.splitBy(orAnything(second), first), true
	case "str_split":
		return first.turn(func(s string) value { return r.texts(strings.Split(s, "")) }), true
	case "str_replace":
		third, _ := a.get(2, "")
		return r.replaced(orAnything(third), first, second), true
	case "str_repeat":
		return r.operate("*", first, orAnything(second)), true
	case "substr":
		third, ok := a.get(2, "")
		if !ok {
			third = nil
		}
		return first.each(func(s string) (string, bool) { return cut(s, orAnything(second), third, true) }), true
	case "pack":
		if one(first).Text == "H*" {
			return orAnything(second).each(unhex), true
		}
		return anything, true
	case "sprintf", "vsprintf":
		return phpSprintf(r, name, first, second, a), true
	case "getenv":
		return environment(first, arguments{star: -1}), true
	case "define":
		for _, n := range first {
			if n.kind == constant && n.text != "" {
				r.bind(strings.ToLower(n.text), orAnything(second))
			}
		}
		return anything, true
	case "constant":
		return phpConstantNamed(r, first), true
	}
	return phpPlain(name, first)
}

func phpSprintf(r *curly, name string, format, list value, a arguments) value {
	args := a.pos[min(1, len(a.pos)):]
	if name == "vsprintf" {
		if !list.all(sequence) {
			return anything
		}
		args = list[0].items
	}
	var out choice
	for _, f := range format {
		if f.kind != constant {
			return anything
		}
		out.add(r.percent(f.text, args))
	}
	return orAnything(out.value)
}

func phpConstantNamed(r *curly, names value) value {
	var out choice
	for _, n := range names {
		if n.kind == constant && n.text != "" {
			out.add(r.lookup(strings.ToLower(n.text)))
		}
	}
	return orAnything(out.value)
}

// phpPlain folds the functions of one argument.
func phpPlain(name string, first value) (value, bool) {
	switch name {
	case "realpath", "strval", "array_values", "closure.fromcallable", "array_unique", "iterator_to_array", "escapeshellcmd", "array_merge":
		return first, true
	case "array_shift", "array_pop", "end", "reset", "current", "next":
		return first.items(), true
	case "array_keys":
		return list(first.keys()), true
	case "array_reverse":
		return first.turned(), true
	case "escapeshellarg":
		return first.each(quote), true
	case "dirname":
		return first.str().each(parent), true
	case "getcwd":
		return text("."), true
	case "sys_get_temp_dir":
		return text("/tmp"), true
	case "chr":
		return first.runes(), true
	case "base64_decode":
		return first.each(unbase64), true
	case "hex2bin":
		return first.each(unhex), true
	case "str_rot13":
		return first.each(rot13), true
	case "strrev":
		return first.each(reversed), true
	case "glob":
		return list(first.turn(globbed)), true
	}
	f := phpTexts.Get()[name]
	if f == nil {
		return nil, false
	}
	return first.eachPiece(func(s string) (string, bool) { return f(s), true }), true
}

// phpTexts are functions from text to text.
var phpTexts = lazy.Value[map[string]func(string) string]{Make: func() map[string]func(string) string {
	return map[string]func(string) string{
		"strtolower": strings.ToLower, "mb_strtolower": strings.ToLower,
		"strtoupper": strings.ToUpper, "mb_strtoupper": strings.ToUpper,
		"trim": strings.TrimSpace, "ltrim": strings.TrimSpace, "rtrim": strings.TrimSpace,
		"urldecode": orItself(url.QueryUnescape), "rawurldecode": orItself(url.PathUnescape),
	}
}}

// orItself leaves a text as it is that is not escaped well.
func orItself(f func(string) (string, error)) func(string) string {
	return func(s string) string {
		if out, err := f(s); err == nil {
			return out
		}
		return s
	}
}
