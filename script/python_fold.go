package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// constants are the names with a value of their own.
var constants = lazy.Value[map[string]value]{Make: func() map[string]value {
	return map[string]value{
		"__name__": text("__main__"), "sys.executable": text("python3"), "os.sep": text("/"), "os.path.sep": text("/"),
		"os.devnull": text("/dev/null"), "os.curdir": text("."), "os.pardir": text(".."), "os.linesep": text("\n"),
	}
}}

// folded are the builtins that fold knows, so that a name bound elsewhere in
// the code does not hide them.
const folded words = "vars globals locals compile chr unichr str list tuple"

// fold is the value of a call where that can be told from its arguments.
func (r *python) fold(name string, of value, a arguments) (value, bool) {
	if method, ok := strings.CutPrefix(name, "str."); ok {
		return r.foldText(method, of, a)
	}
	if method, ok := strings.CutPrefix(name, pathClass+"."); ok {
		return r.foldPath(method, of, a)
	}
	first, given := a.get(0, "")
	if !given {
		first = anything
	}
	switch name {
	case "__import__", "importlib.import_module", "importlib.__import__":
		return r.moduleNamed(first), true
	case "getattr":
		return r.attributeNamed(first, a), true
	case "vars":
		if given {
			return r.attribute(first, "__dict__", span{}), true
		}
		return named("globals()"), true
	case "builtins.get", "builtins.__getitem__", "globals().get", "globals().__getitem__", "sys.modules.get", "sys.modules.__getitem__":
		owner := name[:strings.LastIndexByte(name, '.')]
		return r.entry(named(owner)[0], first), true
	case "compile":
		return instance("compile()", first), true
	case "pathlib.Path":
		return pathOf(r.paths(orDot(a.pos)...)), true
	case "pathlib.Path.home":
		return pathOf(text("~")), true
	case "pathlib.Path.cwd":
		return pathOf(text(".")), true
	case "os.path.join":
		return r.paths(a.pos...), true
	case "os.getenv", "os.environ.get":
		return environment(first, a), true
	case "codecs.decode":
		return decoded(first, a), true
	case "os.environ.copy", "os.environ.items", "os.environb.copy":
		return named("os.environ"), true
	case "glob.glob", "glob.iglob":
		return list(first.turn(globbed)), true
	}
	if v, ok := r.foldNamed(name, first); ok {
		return v, true
	}
	return r.foldPlain(name, first)
}

// foldNamed is what gives names and numbers that only execution knows.
func (r *python) foldNamed(name string, first value) (value, bool) {
	switch name {
	case "os.listdir", "range":
		return list(sketched(Hole)), true
	case "len", "os.getpid", "time.time", "random.randint", "os.path.getsize":
		return sketched(Hole), true
	case "enumerate":
		return list(list(sketched(Hole), first.items())), true
	case "os.walk", "os.fwalk":
		below := r.operate("+", first.str(), sketched("/"+Hole))
		return list(list(join(first, below), list(sketched(Hole)), list(sketched(Hole)))), true
	case "tempfile.mkdtemp", "tempfile.mktemp":
		return sketched("/tmp/" + Hole), true
	case "os.path.basename", "int":
		if len(first) == 1 && first[0].kind == sketch {
			return sketched(Hole), true
		}
	case "os.path.splitext":
		if len(first) == 1 && first[0].kind == sketch {
			return list(first, sketched(Hole)), true
		}
	}
	return nil, false
}

func (r *python) foldPlain(name string, first value) (value, bool) {
	switch name {
	case "os.path.expanduser", "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "os.fsencode", "os.fsdecode",
		"textwrap.dedent", "sorted", "list", "tuple", "set", "iter", "reversed", "os.path.expandvars":
		return first, true
	case "os.path.dirname":
		return first.str().each(parent), true
	case "str", "bytes", "bytearray", "repr":
		if isEnvironment(first) {
			return first, true
		}
		return first.str(), true
	case "chr", "unichr":
		return first.runes(), true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify":
		return first.each(unhex), true
	case "base64.b64decode", "base64.standard_b64decode", "base64.decodebytes", "base64.urlsafe_b64decode", "binascii.a2b_base64":
		return first.each(unbase64), true
	case "shlex.split":
		return r.words(first, true), true
	case "shlex.quote", "pipes.quote":
		return first.each(quote), true
	}
	return nil, false
}

func orDot(parts []value) []value {
	if len(parts) == 0 {
		return []value{text(".")}
	}
	return parts
}

func (r *python) moduleNamed(v value) value {
	var out choice
	for _, a := range v {
		if a.kind == constant {
			out.add(named(canonical(clip(a.text))))
		}
	}
	return orAnything(out.value)
}

func (r *python) attributeNamed(obj value, a arguments) value {
	names, _ := a.get(1, "")
	out := value(nil)
	for _, n := range names {
		if n.kind == constant {
			out = join(out, r.attribute(obj, n.text, span{}))
		}
	}
	if other, ok := a.get(2, ""); ok {
		out = join(out, other)
	}
	return orAnything(out)
}

func (r *python) entry(owner atom, keys value) value {
	var out choice
	for _, k := range keys {
		out.add(r.index(owner, k, span{}))
	}
	return orAnything(out.value)
}

// foldPath folds the methods of path objects that give paths.
func (r *python) foldPath(method string, of value, a arguments) (value, bool) {
	switch method {
	case "expanduser", "resolve", "absolute":
		return pathOf(of), true
	case "joinpath":
		return pathOf(r.paths(append([]value{of}, a.pos...)...)), true
	case "with_name", "with_suffix", "with_stem":
		return pathOf(r.operate("+", of.each(parent), anything)), true
	case "as_posix", "__str__", "__fspath__":
		return of.str(), true
	case "iterdir", "glob", "rglob":
		return list(pathOf(r.operate("+", of.str(), sketched("/"+Hole)))), true
	}
	return nil, false
}

// decoded is codecs.decode: rot13 is the one codec that hides text from text.
func decoded(v value, a arguments) value {
	codec, _ := a.get(1, "encoding")
	switch {
	case plainCodec(codec):
		return v
	case len(codec) == 1 && (codec[0].text == "rot13" || codec[0].text == "rot_13"):
		return v.each(rot13)
	}
	return anything
}
