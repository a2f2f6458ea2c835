package absval

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Code that prints or sends the whole environment does what env does: it says so by an
// act that runs it.

// environments are what holds the whole environment, in Python and in JavaScript.
const environments lex.Words = "os.environ process.env"

// encoders are the functions that give back, in another form, all that they are given.
const encoders lex.Words = "dict() json.dumps() pprint.pformat() urllib.parse.urlencode() base64.b64encode() zlib.compress() pickle.dumps() list() sorted() os.environ.copy() os.environ.items() " +
	"JSON.stringify() Object.entries() Object.assign() Buffer.from() structuredClone() util.inspect() util.format() querystring.stringify() String()"

// printers are the functions that print.
const printers lex.Words = "print pprint.pprint pprint.pp sys.stdout.write sys.stderr.write json.dump " +
	"console.log console.error console.info console.warn console.dir console.table process.stdout.write process.stderr.write"

// holdsEnvironment is isEnvironment, for what an object's members are too.
func holdsEnvironment(v Value) bool {
	if len(v) == 1 && v[0].Kind == Sequence {
		return slices.ContainsFunc(v[0].Items, IsEnvironment)
	}
	return IsEnvironment(v)
}

// IsEnvironment tells whether a value is the whole environment, in whatever form.
func IsEnvironment(v Value) bool {
	for range effect.MaxDepth {
		if len(v) != 1 || v[0].Kind != Ref {
			return false
		}
		name := strings.TrimSuffix(strings.TrimSuffix(v[0].Text, ".encode()"), ".toString()")
		switch {
		case environments.Has(name):
			return true
		case !encoders.Has(name) || v[0].Of == nil:
			return false
		}
		v = v[0].Of
	}
	return false
}

// EnvironmentVariable is HOME, or unknown.
func EnvironmentVariable(name Value, a Arguments) Value {
	if len(name) == 1 && name[0].Kind == Constant && name[0].Text == "HOME" {
		return Text("~")
	}
	if other, ok := a.Get(1, "default"); ok {
		return Join(other, Top)
	}
	return Top
}
