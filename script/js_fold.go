package script

import (
	"encoding/json"
	"net/url"
	"path"
	"strings"
)

// foldJS is the value of a call where that can be told from its arguments.
func foldJS(r *curly, name string, of value, a arguments) (value, bool) {
	first, given := a.get(0, "")
	if !given {
		first = anything
	}
	owner, method, _ := strings.Cut(name, ".")
	switch {
	case owner == "str":
		return jsText(r, method, of, a)
	case owner == "list":
		return jsList(r, method, of, a)
	}
	switch name {
	case "require", "import":
		return jsModule(first), true
	case "module.createRequire":
		return named("require"), true
	case "function.bind":
		return of, true
	case "Reflect.get":
		key, _ := a.get(1, "")
		return r.attributes(first, key, span{}), true
	case "path.join":
		return jsJoinPath(r, a.pos), true
	case "path.resolve":
		return r.paths(a.pos...), true
	case "os.tmpdir":
		return text("/tmp"), true
	case "process.cwd", "Deno.cwd":
		return text("."), true
	case "os.homedir":
		return text("~"), true
	case "Deno.env.get":
		return environment(first, a), true
	case "Buffer.from", "buffer.Buffer.from":
		encoding, _ := a.get(1, "")
		return jsBuffer(first, encoding), true
	case "String.fromCharCode", "String.fromCodePoint":
		out := text("")
		for _, c := range a.pos {
			out = r.operate("+", out, c.runes())
		}
		return out, true
	case "Object.keys":
		return list(first.keys()), true
	case "Object.values":
		return list(first.items()), true
	case "Object.entries":
		return list(list(first.keys(), first.items())), true
	}
	return jsPlain(name, first)
}

// jsPlain folds the functions of one argument.
func jsPlain(name string, first value) (value, bool) {
	switch name {
	case "util.promisify", "util.callbackify", "Object.freeze", "Object.getPrototypeOf", "Array.from", "Promise.resolve", "Promise.all", "Promise.allSettled",
		"path.normalize", "url.fileURLToPath", "url.pathToFileURL", "structuredClone", "Object.assign", "shelljs.ls":
		return first, true
	case "URL", "url.URL":
		return first.each(func(s string) (string, bool) { return strings.TrimPrefix(s, "file://"), true }), true
	case "String":
		return first.str(), true
	case "path.dirname":
		return first.str().each(parent), true
	case "path.basename":
		return first.str().each(func(s string) (string, bool) { return path.Base(s), true }), true
	case "atob":
		return first.each(unbase64), true
	case "decodeURIComponent", "decodeURI", "unescape":
		return first.each(func(s string) (string, bool) {
			s, err := url.PathUnescape(s)
			return s, err == nil
		}), true
	case "JSON.parse":
		return first.turn(jsonText), true
	}
	return nil, false
}

// jsonText is the value of JSON that holds a text or a list of texts.
func jsonText(s string) value {
	var one string
	if json.Unmarshal([]byte(s), &one) == nil {
		return text(one)
	}
	var many []string
	if json.Unmarshal([]byte(s), &many) != nil || len(many) > maxItems {
		return anything
	}
	items := make([]value, len(many))
	for i, it := range many {
		items[i] = text(it)
	}
	return list(items...)
}

// jsBuffer is the text of a buffer that is made in an encoding.
func jsBuffer(v, encoding value) value {
	if v.all(sequence) {
		return joinedRunes(v)
	}
	if len(encoding) != 1 || encoding[0].kind != constant {
		return v
	}
	switch strings.ToLower(encoding[0].text) {
	case "base64", "base64url":
		return v.each(unbase64)
	case "hex":
		return v.each(unhex)
	}
	return v
}

// joinedRunes is the text of a list of codes.
func joinedRunes(v value) value {
	out := ""
	for _, it := range v[0].items {
		c := it.runes()
		if len(v) != 1 || len(c) != 1 || c[0].kind != constant {
			return anything
		}
		out += c[0].text
	}
	return text(out)
}

// jsJoinPath joins as path.join does: an absolute part is a part like any other.
func jsJoinPath(r *curly, parts []value) value {
	out := text("")
	for i, p := range parts {
		if i > 0 {
			out = r.operate("+", out, text("/"))
		}
		out = r.operate("+", out, p.str())
	}
	var clean value
	for _, a := range out {
		next := value{a}
		if a.kind == constant {
			next = text(path.Clean(a.text))
		}
		clean = join(clean, next)
	}
	return orAnything(clean)
}

// jsText folds the methods of strings and buffers.
func jsText(r *curly, method string, of value, a arguments) (value, bool) {
	first, given := a.get(0, "")
	second, _ := a.get(1, "")
	switch method {
	case "concat":
		out := of
		for _, p := range a.pos {
			out = r.operate("+", out, p.str())
		}
		return out, true
	case "toString":
		if encoding := one(orAnything(first)).Text; given && encoding != "utf8" && encoding != "utf-8" && encoding != "ascii" && encoding != "latin1" {
			return anything, true
		}
		return of, true
	case "valueOf", "normalize", "replaceAll", "replace":
		if strings.HasPrefix(method, "replace") {
			return r.replaced(of, first, second), true
		}
		return of, true
	case "split":
		if len(first) == 1 && first[0].kind == constant && first[0].text == "" {
			return of.turn(func(s string) value { return r.texts(strings.Split(s, "")) }), true
		}
		return r.splitBy(of, orAnything(first)), true
	case "trim", "trimStart", "trimEnd":
		return of.eachPiece(trimmed), true
	case "toLowerCase", "toLocaleLowerCase":
		return of.eachPiece(func(s string) (string, bool) { return strings.ToLower(s), true }), true
	case "toUpperCase", "toLocaleUpperCase":
		return of.eachPiece(func(s string) (string, bool) { return strings.ToUpper(s), true }), true
	case "repeat":
		return r.operate("*", of, orAnything(first)), true
	case "charAt", "at":
		if first.all(number) {
			return of.turn(func(s string) value { return letter(s, first[0].num) }), true
		}
	case "slice", "substring", "substr":
		return of.each(func(s string) (string, bool) { return cut(s, first, second, method == "substr") }), true
	}
	return anything, true
}

// jsList folds the methods of arrays.
func jsList(r *curly, method string, of value, a arguments) (value, bool) {
	first, given := a.get(0, "")
	switch method {
	case "join":
		if !given {
			first = text(",")
		}
		return r.joined(first, of), true
	case "concat":
		out := of
		for _, p := range a.pos {
			if !p.all(sequence) {
				p = list(p)
			}
			out = r.operate("+", out, p)
		}
		return out, true
	case "reverse", "toReversed":
		return of.turned(), true
	case "slice":
		var to value
		if last, ok := a.get(1, ""); ok {
			to = last
		}
		if !given {
			first = nil
		}
		return of[0].slice(first, to), of.all(sequence) && len(of) == 1
	case "flat", "sort", "values":
		return of, true
	case "pop", "shift", "at":
		return of.items(), true
	case "toString":
		if of.all(sequence) && of[0].keys == nil {
			return r.joined(text(","), of), true
		}
	}
	return nil, false
}
