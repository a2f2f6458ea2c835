package php

import (
	"net/url"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// fold returns the value of a call if it follows from its arguments.
func fold(r *brace.Interp, name string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	if v, ok := entry(name, of); ok {
		return v, true
	}
	if v, ok := foldLists(r, name, a); ok {
		return v, true
	}
	first, given := a.Get(0, "")
	if !given {
		first = absval.Top
	}
	second, _ := a.Get(1, "")
	switch name {
	case "implode", "join":
		if first.All(absval.Sequence) {
			first, second = absval.OrElse(second, absval.Text("")), first
		}
		return r.Join(first, absval.OrTop(second)), true
	case "explode":
		return r.SplitBy(absval.OrTop(second), first), true
	case "str_split":
		return first.Turn(func(s string) absval.Value { return r.Texts(strings.Split(s, "")) }), true
	case "str_replace":
		third, _ := a.Get(2, "")
		return r.Replace(absval.OrTop(third), first, second), true
	case "str_repeat":
		return r.Operate("*", first, absval.OrTop(second)), true
	case "substr":
		third, ok := a.Get(2, "")
		if !ok {
			third = nil
		}
		return first.Each(func(s string) (string, bool) { return absval.Substring(s, absval.OrTop(second), third, true) }), true
	case "pack":
		if absval.One(first).Text == "H*" {
			return absval.OrTop(second).Each(absval.Unhex), true
		}
		return absval.Top, true
	case "sprintf", "vsprintf":
		return sprintf(r, name, first, second, a), true
	case "fgets", "stream_get_contents", "file_get_contents":
		if n := absval.One(first).Text; n == "php://stdin" || len(first) == 1 && first[0].Kind == absval.Ref && first[0].Text == "stdin" {
			return r.InputRead()
		}
		return plain(name, first)
	case "shell_exec":
		return r.Printed(first)
	case "recursivedirectoryiterator", "filesystemiterator", "directoryiterator":
		return absval.List(r.Operate("+", first.Str(), absval.TemplateOf("/"+effect.Placeholder))), true
	case "readdir":
		if len(first) == 1 && first[0].Kind == absval.Ref && first[0].Text == "opendir()" {
			return absval.TemplateOf(effect.Placeholder), true
		}
		return nil, false
	case "getenv":
		if !given {
			return absval.Named("getenv()"), true // all variables
		}
		return r.EnvironmentVariable(first, absval.Arguments{Star: -1}), true
	case "define":
		for _, n := range first {
			if n.Kind == absval.Constant && n.Text != "" {
				r.Bind(strings.ToLower(n.Text), absval.OrTop(second))
			}
		}
		return absval.Top, true
	case "constant":
		return constantNamed(r, first), true
	}
	return plain(name, first)
}

// foldLists returns what the functions return that make lists of others, and those of paths and JSON.
func foldLists(r *brace.Interp, name string, a absval.Arguments) (absval.Value, bool) {
	first, given := a.Get(0, "")
	if !given {
		first = absval.Top
	}
	second, _ := a.Get(1, "")
	switch name {
	case "array_map":
		return r.MapList(first, absval.OrTop(second)), true
	case "array_filter":
		return first, true
	case "dirname":
		levels := 1
		if second.All(absval.Number) {
			levels = second[0].Num
		}
		return absval.Parents(first.Str(), levels), true
	case "json_decode":
		return first.Turn(absval.JSON), true
	case "tempnam":
		return absval.Temporary(nil), true
	}
	return nil, false
}

// entry returns what the methods of a listed file return, and of the iterator or the handle that lists it:
// SplFileInfo, DirectoryIterator, Directory.
func entry(name string, of absval.Value) (absval.Value, bool) {
	switch name {
	case "str.getpathname", "str.getrealpath", "str.__tostring", "str.current", "str.key":
		return of, true
	case "list.getpathname", "list.getrealpath", "list.current", "list.key":
		return of.Items(), true
	case "str.getfilename", "str.getbasename", "list.getfilename", "list.getsubpathname", "dir().read":
		return absval.TemplateOf(effect.Placeholder), true
	}
	return nil, false
}

func sprintf(r *brace.Interp, name string, format, list absval.Value, a absval.Arguments) absval.Value {
	args := a.Pos[min(1, len(a.Pos)):]
	if name == "vsprintf" {
		if !list.All(absval.Sequence) {
			return absval.Top
		}
		args = list[0].Items
	}
	var out absval.Union
	for _, f := range format {
		if f.Kind != absval.Constant {
			return absval.Top
		}
		out.Add(r.Percent(f.Text, args))
	}
	return absval.OrTop(out.Value)
}

func constantNamed(r *brace.Interp, names absval.Value) absval.Value {
	var out absval.Union
	for _, n := range names {
		if n.Kind == absval.Constant && n.Text != "" {
			out.Add(r.Lookup(strings.ToLower(n.Text)))
		}
	}
	return absval.OrTop(out.Value)
}

// plain folds the functions of one argument.
func plain(name string, first absval.Value) (absval.Value, bool) {
	switch name {
	case "realpath", "strval", "array_values", "closure.fromcallable", "array_unique", "iterator_to_array", "escapeshellcmd", "array_merge",
		"recursiveiteratoriterator", "iteratoriterator", "arrayiterator", "arrayobject", "cachingiterator", "norewinditerator":
		return first, true
	case "array_shift", "array_pop", "end", "reset", "current", "next":
		return first.Items(), true
	case "array_keys":
		return absval.List(first.Keys()), true
	case "array_reverse":
		return first.Reverse(), true
	case "escapeshellarg":
		return first.Each(absval.ShellQuote), true
	case "getcwd":
		return absval.Text("."), true
	case "sys_get_temp_dir":
		return absval.Text("/tmp"), true
	case "chr":
		return first.Runes(), true
	case "base64_decode":
		return first.Each(absval.Unbase64), true
	case "hex2bin":
		return first.Each(absval.Unhex), true
	case "str_rot13":
		return first.Each(absval.Rot13), true
	case "strrev":
		return first.Each(absval.Reverse), true
	case "scandir":
		return absval.List(absval.TemplateOf(effect.Placeholder)), true
	case "glob", "globiterator":
		return absval.List(first.Turn(absval.Glob)), true
	}
	f := texts.Get()[name]
	if f == nil {
		return nil, false
	}
	return first.EachPiece(func(s string) (string, bool) { return f(s), true }), true
}

// texts are functions from text to text.
var texts = lazy.Value[map[string]func(string) string]{Make: func() map[string]func(string) string {
	return map[string]func(string) string{
		"strtolower": strings.ToLower, "mb_strtolower": strings.ToLower,
		"strtoupper": strings.ToUpper, "mb_strtoupper": strings.ToUpper,
		"trim": strings.TrimSpace, "ltrim": strings.TrimSpace, "rtrim": strings.TrimSpace,
		"urldecode": orItself(url.QueryUnescape), "rawurldecode": orItself(url.PathUnescape),
	}
}}

// orItself returns the text unchanged if it is not escaped correctly.
func orItself(f func(string) (string, error)) func(string) string {
	return func(s string) string {
		if out, err := f(s); err == nil {
			return out
		}
		return s
	}
}
