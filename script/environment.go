package script

import (
	"slices"
	"strings"
)

// Code that prints or sends the whole environment does what env does: it says so by an
// act that runs it.

// environments are what holds the whole environment, in Python and in JavaScript.
const environments words = "os.environ process.env"

// encoders are the functions that give back, in another form, all that they are given.
const encoders words = "dict() json.dumps() pprint.pformat() urllib.parse.urlencode() base64.b64encode() zlib.compress() pickle.dumps() list() sorted() os.environ.copy() os.environ.items() " +
	"JSON.stringify() Object.entries() Object.assign() Buffer.from() structuredClone() util.inspect() util.format() querystring.stringify() String()"

// printers are the functions that print.
const printers words = "print pprint.pprint pprint.pp sys.stdout.write sys.stderr.write json.dump " +
	"console.log console.error console.info console.warn console.dir console.table process.stdout.write process.stderr.write"

// isSink tells whether a function hands what it is given to somebody else: prints it,
// or, as its row says or its name, sends it to another host.
func isSink(name string, rows []effect) bool {
	if printers.has(name) {
		return true
	}
	for _, method := range [...]string{".sendall", ".send", ".end", ".write"} {
		if strings.HasSuffix(name, method) {
			return true
		}
	}
	return slices.ContainsFunc(rows, func(e effect) bool { return e.kind == Connects })
}

// handsOn tells whether one of the arguments is the whole environment, or holds it.
func (a *arguments) handsOn() bool {
	for _, v := range a.pos {
		if holdsEnvironment(v) {
			return true
		}
	}
	return slices.ContainsFunc(a.keys, func(k keyword) bool { return holdsEnvironment(k.value) })
}

// holdsEnvironment is isEnvironment, for what an object's members are too.
func holdsEnvironment(v value) bool {
	if len(v) == 1 && v[0].kind == sequence {
		return slices.ContainsFunc(v[0].items, isEnvironment)
	}
	return isEnvironment(v)
}

// isEnvironment tells whether a value is the whole environment, in whatever form.
func isEnvironment(v value) bool {
	for range MaxDepth {
		if len(v) != 1 || v[0].kind != ref {
			return false
		}
		name := strings.TrimSuffix(strings.TrimSuffix(v[0].text, ".encode()"), ".toString()")
		switch {
		case environments.has(name):
			return true
		case !encoders.has(name) || v[0].of == nil:
			return false
		}
		v = v[0].of
	}
	return false
}
