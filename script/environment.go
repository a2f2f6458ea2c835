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

// environment is HOME, or unknown.
func environment(name value, a arguments) value {
	if len(name) == 1 && name[0].kind == constant && name[0].text == "HOME" {
		return text("~")
	}
	if other, ok := a.get(1, "default"); ok {
		return join(other, anything)
	}
	return anything
}
