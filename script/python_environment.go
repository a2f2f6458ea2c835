package script

import (
	"slices"
	"strings"
)

// sends tells whether a function hands what it is given to somebody else: prints it,
// or sends it to another host.
func sends(name string) bool {
	if printers.has(name) || strings.HasSuffix(name, ".sendall") || strings.HasSuffix(name, ".send") {
		return true
	}
	return slices.ContainsFunc(rows(name), func(e effect) bool { return e.kind == Connects })
}

// printers are the functions that print.
const printers words = "print pprint.pprint pprint.pp sys.stdout.write sys.stderr.write json.dump"

// encoders are the functions that give back, in another form, all that they are given.
const encoders words = "dict() json.dumps() pprint.pformat() urllib.parse.urlencode() base64.b64encode() zlib.compress() pickle.dumps() list() sorted() os.environ.copy() os.environ.items()"

// isEnvironment tells whether a value is the whole environment, in whatever form.
func isEnvironment(v value) bool {
	for range MaxDepth {
		if len(v) != 1 || v[0].kind != ref {
			return false
		}
		name := strings.TrimSuffix(v[0].text, ".encode()")
		switch {
		case name == "os.environ":
			return true
		case !encoders.has(name) || v[0].of == nil:
			return false
		}
		v = v[0].of
	}
	return false
}

// all are the arguments of a call, by position and by keyword.
func (a *arguments) all() []value {
	all := slices.Clip(a.pos)
	for _, k := range a.keys {
		all = append(all, k.value)
	}
	return all
}
