package javascript

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// fold returns the value of a call if it follows from its arguments.
func fold(r *brace.Interp, name string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	first, given := a.Get(0, "")
	if !given {
		first = absval.Top
	}
	owner, method, _ := strings.Cut(name, ".")
	switch {
	case owner == "str":
		return text(r, method, of, a)
	case owner == "list":
		return list(r, method, of, a)
	}
	switch name {
	case "require", "import":
		return module(first), true
	case "module.createRequire":
		return absval.Named("require"), true
	case "function.bind":
		return of, true
	case "Reflect.get":
		key, _ := a.Get(1, "")
		return r.Attributes(first, key, lex.Span{}), true
	case "path.join":
		return joinPath(r, a.Pos), true
	case "path.resolve":
		return r.Paths(a.Pos...), true
	case "fs.mkdtemp":
		return r.Operate("+", first.Str(), absval.TemplateOf(effect.Placeholder)), true
	case "os.tmpdir":
		return absval.Text("/tmp"), true
	case "process.cwd", "Deno.cwd":
		return absval.Text("."), true
	case "os.homedir":
		return absval.Text("~"), true
	case "Deno.env.get":
		return r.EnvironmentVariable(first, a), true
	case "fs.readFile":
		if len(first) == 1 && (first[0].Kind == absval.Number && first[0].Num == 0 || first[0].Text == "/dev/stdin") {
			return r.InputRead()
		}
		return nil, false
	case "child_process.execSync", "child_process.exec":
		return r.Printed(first)
	case "child_process.execFile", "child_process.spawn":
		return printedBy(r, name, first, a)
	case "fs.readdir", "fs.opendir":
		return listing(name, first, a), true
	case "Buffer.from", "buffer.Buffer.from":
		encoding, _ := a.Get(1, "")
		return buffer(first, encoding), true
	case "String.fromCharCode", "String.fromCodePoint":
		out := absval.Text("")
		for _, c := range a.Pos {
			out = r.Operate("+", out, c.Runes())
		}
		return out, true
	case "Object.keys":
		return absval.List(first.Keys()), true
	case "Object.values", "Object.entries", "Object.fromEntries":
		if absval.ContainsEnvironment(first) {
			return absval.Instance("Object.entries()", first), true
		}
	}
	switch name {
	case "Object.values":
		return absval.List(first.Items()), true
	case "Object.entries":
		return absval.List(absval.List(first.Keys(), first.Items())), true
	}
	return plain(name, first)
}

// dirent is an entry of a directory: fs.Dirent, which knows its directory.
const dirent = "fs.Dirent()"

// listing returns the names in a directory, or its entries if the options ask for them.
func listing(name string, dir absval.Value, a absval.Arguments) absval.Value {
	options, _ := a.Get(1, "")
	asked, below := name == "fs.opendir", false
	for _, o := range options {
		below = below || slices.Contains(o.Keys, "recursive")
		asked = asked || slices.Contains(o.Keys, "withFileTypes")
	}
	if asked {
		return absval.List(absval.Instance(dirent, dir))
	}
	if below {
		return absval.List(absval.TemplateOf("./" + effect.Placeholder))
	}
	return absval.List(absval.TemplateOf(effect.Placeholder))
}

// printedBy returns what a program prints that code starts with a list of arguments.
func printedBy(r *brace.Interp, name string, program absval.Value, a absval.Arguments) (absval.Value, bool) {
	words := []absval.Value{program}
	if given, ok := a.Get(1, ""); ok && len(given) == 1 && given[0].Kind == absval.Sequence {
		words = append(words, given[0].Items...)
	}
	v, ok := r.Printed(absval.List(words...))
	if ok && name == "child_process.spawn" {
		v = absval.Mapping([]absval.Value{v}, []string{"stdout"})
	}
	return v, ok
}

// fileOf returns the path in a file URL, as Node.js reads it: decoded, and without query and
// fragment. Any other text it returns as it is.
func fileOf(text string) string {
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" && u.Path != "" {
		return u.Path
	}
	return strings.TrimPrefix(text, "file://") // a part of it is unknown
}

// plain folds the functions of one argument.
func plain(name string, first absval.Value) (absval.Value, bool) {
	switch name {
	case "util.promisify", "util.callbackify", "Object.freeze", "Object.getPrototypeOf", "Array.from", "Promise.resolve", "Promise.all", "Promise.allSettled",
		"path.normalize", "url.pathToFileURL", "structuredClone", "Object.assign", "shelljs.ls":
		return first, true
	case "URL", "url.URL", "url.fileURLToPath":
		return first.Each(func(s string) (string, bool) { return fileOf(s), true }), true
	case "String":
		return first.Str(), true
	case "path.dirname":
		return first.Str().Each(absval.Parent), true
	case "path.basename":
		return first.Str().Each(func(s string) (string, bool) { return path.Base(s), true }), true
	case "atob":
		return first.Each(absval.Unbase64), true
	case "decodeURIComponent", "decodeURI", "unescape":
		return first.Each(func(s string) (string, bool) {
			s, err := url.PathUnescape(s)
			return s, err == nil
		}), true
	case "fs.glob":
		return absval.List(first.Turn(absval.Glob)), true
	case "JSON.parse":
		return first.Turn(absval.JSON), true
	}
	return nil, false
}

// buffer returns the text of a buffer made from a text in an encoding.
func buffer(v, encoding absval.Value) absval.Value {
	if v.All(absval.Sequence) {
		return joinedRunes(v)
	}
	if len(encoding) != 1 || encoding[0].Kind != absval.Constant {
		return v
	}
	switch strings.ToLower(encoding[0].Text) {
	case "base64", "base64url":
		return v.Each(absval.Unbase64)
	case "hex":
		return v.Each(absval.Unhex)
	}
	return v
}

// joinedRunes returns the text of a list of character codes.
func joinedRunes(v absval.Value) absval.Value {
	out := ""
	for _, it := range v[0].Items {
		c := it.Runes()
		if len(v) != 1 || len(c) != 1 || c[0].Kind != absval.Constant {
			return absval.Top
		}
		out += c[0].Text
	}
	return absval.Text(out)
}

// joinPath joins paths as path.join does: an absolute part has no special meaning.
func joinPath(r *brace.Interp, parts []absval.Value) absval.Value {
	out := absval.Text("")
	for i, p := range parts {
		if i > 0 {
			out = r.Operate("+", out, absval.Text("/"))
		}
		out = r.Operate("+", out, p.Str())
	}
	var clean absval.Value
	for _, a := range out {
		next := absval.Value{a}
		if a.Kind == absval.Constant {
			next = absval.Text(path.Clean(a.Text))
		}
		clean = absval.Join(clean, next)
	}
	return absval.OrTop(clean)
}

// text folds the methods of strings and buffers.
func text(r *brace.Interp, method string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	first, given := a.Get(0, "")
	second, _ := a.Get(1, "")
	switch method {
	case "concat":
		out := of
		for _, p := range a.Pos {
			out = r.Operate("+", out, p.Str())
		}
		return out, true
	case "toString":
		if encoding := absval.One(absval.OrTop(first)).Text; given && encoding != "utf8" && encoding != "utf-8" && encoding != "ascii" && encoding != "latin1" {
			return absval.Top, true
		}
		return of, true
	case "valueOf", "normalize", "replaceAll", "replace":
		if strings.HasPrefix(method, "replace") {
			return r.Replace(of, first, second), true
		}
		return of, true
	case "split":
		if len(first) == 1 && first[0].Kind == absval.Constant && first[0].Text == "" {
			return of.Turn(func(s string) absval.Value { return r.Texts(strings.Split(s, "")) }), true
		}
		return r.SplitBy(of, absval.OrTop(first)), true
	case "trim", "trimStart", "trimEnd":
		return of.Trimmed(), true
	case "toLowerCase", "toLocaleLowerCase":
		return of.EachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "toUpperCase", "toLocaleUpperCase":
		return of.EachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	case "repeat":
		return r.Operate("*", of, absval.OrTop(first)), true
	case "charAt", "at":
		if first.All(absval.Number) {
			return of.Turn(func(s string) absval.Value { return absval.ByteAt(s, first[0].Num) }), true
		}
	case "slice", "substring", "substr":
		return of.Each(func(s string) (string, bool) { return absval.Substring(s, first, second, method == "substr") }), true
	}
	return absval.Top, true
}

// list folds the methods of arrays.
func list(r *brace.Interp, method string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	first, given := a.Get(0, "")
	switch method {
	case "join":
		if !given {
			first = absval.Text(",")
		}
		return r.Join(first, of), true
	case "concat":
		out := of
		for _, p := range a.Pos {
			if !p.All(absval.Sequence) {
				p = absval.List(p)
			}
			out = r.Operate("+", out, p)
		}
		return out, true
	case "reverse", "toReversed":
		return of.Reverse(), true
	case "slice":
		var to absval.Value
		if last, ok := a.Get(1, ""); ok {
			to = last
		}
		if !given {
			first = nil
		}
		return of[0].Slice(first, to), of.All(absval.Sequence) && len(of) == 1
	case "flat", "sort", "values":
		return of, true
	case "pop", "shift", "at":
		return of.Items(), true
	case "toString":
		if of.All(absval.Sequence) && of[0].Keys == nil {
			return r.Join(absval.Text(","), of), true
		}
	}
	return nil, false
}
