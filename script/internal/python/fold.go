package python

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// constants are the names with a known value.
var constants = lazy.Value[map[string]absval.Value]{Make: func() map[string]absval.Value {
	return map[string]absval.Value{
		"__name__": absval.Text("__main__"), "sys.executable": absval.Text("python3"), "os.sep": absval.Text("/"), "os.path.sep": absval.Text("/"),
		"os.devnull": absval.Text("/dev/null"), "os.curdir": absval.Text("."), "os.pardir": absval.Text(".."), "os.linesep": absval.Text("\n"),
		"site.USER_SITE": absval.UserSite(),
	}
}}

// isFolded reports whether fold computes a builtin, so that a binding elsewhere in the code does not hide it.
func isFolded(name string) bool {
	switch name {
	case "vars", "globals", "locals", "compile", "chr", "unichr", "str", "list", "tuple":
		return true
	}
	return false
}

// fold returns the value of a call if it follows from its arguments.
func (r *interp) fold(name string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	if method, ok := strings.CutPrefix(name, "str."); ok {
		return r.foldText(method, of, a)
	}
	if method, ok := strings.CutPrefix(name, sink.PathClass+"."); ok {
		return r.foldPath(method, of, a)
	}
	first, given := a.Get(0, "")
	if !given {
		first = absval.Top
	}
	if owner, ok := strings.CutSuffix(name, ".__getattribute__"); ok {
		return r.attributeNamed(absval.Instance(owner, of), absval.Arguments{Pos: []absval.Value{absval.Top, first}, Star: -1}), true
	}
	switch name {
	case "__import__", "importlib.import_module", "importlib.__import__":
		return r.moduleNamed(first), true
	case "getattr":
		return r.attributeNamed(first, a), true
	case "vars":
		if given {
			return r.attribute(first, "__dict__", lex.Span{}), true
		}
		return absval.Named("globals()"), true
	case "builtins.get", "builtins.__getitem__", "globals().get", "globals().__getitem__", "sys.modules.get", "sys.modules.__getitem__":
		owner := name[:strings.LastIndexByte(name, '.')]
		return r.entry(absval.Named(owner)[0], first), true
	case "compile":
		return absval.Instance("compile()", first), true
	case "dict":
		if !given && !a.Open && len(a.Keys) > 0 {
			return absval.Join(absval.Given(a), absval.Top), true
		}
	case "pathlib.Path":
		return absval.Path(r.Paths(orDot(a.Pos)...)), true
	case "pathlib.Path.home":
		return absval.Path(absval.Text("~")), true
	case "pathlib.Path.cwd":
		return absval.Path(absval.Text(".")), true
	case "os.path.join":
		return r.Paths(a.Pos...), true
	case "os.getenv", "os.environ.get":
		return r.EnvironmentVariable(first, a), true
	case "input", "builtins.input", "sys.stdin.read", "sys.stdin.readline", "sys.stdin.buffer.read":
		return r.InputRead()
	case "sys.stdin.readlines":
		v, known := r.InputLine()
		return absval.List(v), known
	case "os.popen().read":
		return r.Printed(of)
	case "codecs.decode":
		return decoded(first, a), true
	case "os.environ.copy", "os.environb.copy":
		return absval.Named("os.environ"), true
	case "os.environ.items", "os.environ.values":
		return absval.Named("os.environ.items()"), true
	case "tempfile.mkdtemp", "tempfile.mktemp", "tempfile.TemporaryDirectory", "tempfile.mkstemp", "tempfile.NamedTemporaryFile", "tempfile.gettempdir":
		return temporary(name, a), true
	case "os.getcwd":
		return absval.Text("."), true
	case "glob.glob", "glob.iglob":
		return absval.List(first.Turn(absval.Glob)), true
	}
	if v, ok := r.foldNamed(name, first); ok {
		return v, true
	}
	if v, ok := r.foldLists(name, of, first, a); ok {
		return v, true
	}
	return r.foldPlain(name, first)
}

// foldLists returns the value of a function that makes a list of others, or of a method of one.
func (r *interp) foldLists(name string, of, first absval.Value, a absval.Arguments) (absval.Value, bool) {
	switch name {
	case "json.loads":
		return first.Turn(absval.JSON), true
	case "filter", "itertools.filterfalse":
		second, ok := a.Get(1, "")
		return second, ok
	case "map":
		if second, ok := a.Get(1, ""); ok {
			return r.mapList(first, second), true
		}
	case "itertools.chain":
		var all absval.Value
		for _, v := range a.Pos {
			all = absval.Join(all, v.Items())
		}
		return absval.ListOf(absval.OrTop(all)), true
	case "list.get", "list.pop", "list.setdefault", "list.values", "list.__getitem__":
		return r.itemsOf(name, of, first, a)
	case "list.copy":
		return of, true
	}
	return nil, false
}

// foldNamed returns the value of a call that gives unknown names or numbers.
func (r *interp) foldNamed(name string, first absval.Value) (absval.Value, bool) {
	switch name {
	case "os.scandir":
		return absval.List(absval.Path(r.Operate("+", first.Str(), absval.TemplateOf("/"+effect.Placeholder)))), true
	case "subprocess.check_output", "subprocess.getoutput":
		return r.Printed(first)
	case "site.getusersitepackages":
		return absval.UserSite(), true
	case "site.getsitepackages":
		return absval.List(absval.Site()), true
	case "sysconfig.get_path", "distutils.sysconfig.get_python_lib":
		return absval.Site(), true
	case "sysconfig.get_paths":
		return absval.Mapping([]absval.Value{absval.Site(), absval.Site()}, []string{"purelib", "platlib"}), true
	case "os.listdir", "range":
		return absval.List(absval.TemplateOf(effect.Placeholder)), true
	case "len", "os.getpid", "time.time", "random.randint", "os.path.getsize":
		return absval.TemplateOf(effect.Placeholder), true
	case "enumerate":
		return absval.List(absval.List(absval.TemplateOf(effect.Placeholder), first.Items())), true
	case "os.walk", "os.fwalk":
		dir := absval.Join(first, r.Operate("+", first.Str(), absval.TemplateOf("/"+effect.Placeholder)))
		found := []absval.Value{dir, absval.List(absval.TemplateOf(effect.Placeholder)), absval.List(absval.TemplateOf(effect.Placeholder))}
		if name == "os.fwalk" {
			found = append(found, absval.Instance(directoryHandle, dir))
		}
		return absval.List(absval.List(found...)), true
	case "os.path.basename", "int":
		if len(first) == 1 && first[0].Kind == absval.Template {
			return absval.TemplateOf(effect.Placeholder), true
		}
	case "os.path.splitext":
		if len(first) == 1 && first[0].Kind == absval.Template {
			return absval.List(first, absval.TemplateOf(effect.Placeholder)), true
		}
	}
	return nil, false
}

// itemsOf returns what a method of a list or a mapping gives: one of its items, or all.
func (r *interp) itemsOf(name string, of, first absval.Value, a absval.Arguments) (absval.Value, bool) {
	if name == "list.values" {
		return absval.ListOf(of.Items()), true
	}
	out := of.Items()
	for _, k := range first {
		if k.Kind == absval.Constant {
			out = absval.Join(out, r.Field(k.Text))
		}
	}
	if other, given := a.Get(1, "default"); given {
		out = absval.Join(out, other)
	}
	return out, true
}

// suffix returns the end of the name of a temporary file, or nil.
func suffix(a absval.Arguments) absval.Value {
	end, given := a.Get(-1, "suffix")
	if !given {
		return nil
	}
	return end
}

// temporary returns what the functions of tempfile make: a path whose name begins with tmp, unless prefix=
// says otherwise, or the file.
func temporary(name string, a absval.Arguments) absval.Value {
	path := absval.Temporary(suffix(a))
	switch name {
	case "tempfile.gettempdir":
		return absval.Text("/tmp")
	case "tempfile.mkstemp":
		return absval.List(absval.Instance("os.open()", path), path)
	case "tempfile.NamedTemporaryFile":
		return absval.Instance("open()", path)
	}
	return path
}

// directoryHandle is the handle of an open directory, to which dir_fd= makes a path relative.
const directoryHandle = "os.open()"

// inDirectory returns the paths of a call, below the directory that dir_fd= names.
func (r *interp) inDirectory(paths absval.Value, args absval.Arguments) absval.Value {
	for _, handle := range [...]string{"dir_fd", "src_dir_fd"} {
		if d, given := args.Get(-1, handle); given && len(d) == 1 && d[0].Kind == absval.Ref && d[0].Text == directoryHandle {
			return r.Paths(d[0].Of, paths)
		}
	}
	return paths
}

func (r *interp) foldPlain(name string, first absval.Value) (absval.Value, bool) {
	switch name {
	case "os.path.expanduser", "os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath", "os.fsencode", "os.fsdecode",
		"textwrap.dedent", "sorted", "frozenset", "list", "tuple", "set", "iter", "reversed", "os.path.expandvars":
		return first, true
	case "os.path.dirname":
		return first.Str().Each(absval.Parent), true
	case "str", "bytes", "bytearray", "repr":
		if absval.IsEnvironment(first) || absval.IsEncoded(first) {
			return first, true
		}
		return first.Str(), true
	case "chr", "unichr":
		return first.Runes(), true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify":
		return first.Each(absval.Unhex), true
	case "base64.b64decode", "base64.standard_b64decode", "base64.decodebytes", "base64.urlsafe_b64decode", "binascii.a2b_base64":
		return first.Each(absval.Unbase64), true
	case "shlex.split":
		return r.Words(first, true), true
	case "shlex.quote", "pipes.quote":
		return first.Each(absval.ShellQuote), true
	}
	return nil, false
}

func orDot(parts []absval.Value) []absval.Value {
	if len(parts) == 0 {
		return []absval.Value{absval.Text(".")}
	}
	return parts
}

func (r *interp) moduleNamed(v absval.Value) absval.Value {
	var out absval.Union
	for _, a := range v {
		if a.Kind == absval.Constant {
			out.Add(absval.Named(sink.PythonName(lex.ClipName(a.Text))))
		}
	}
	return absval.OrTop(out.Value)
}

func (r *interp) attributeNamed(obj absval.Value, a absval.Arguments) absval.Value {
	names, _ := a.Get(1, "")
	out := absval.Value(nil)
	for _, n := range names {
		if n.Kind == absval.Constant {
			out = absval.Join(out, r.attribute(obj, n.Text, lex.Span{}))
		}
	}
	if other, ok := a.Get(2, ""); ok {
		out = absval.Join(out, other)
	}
	return absval.OrTop(out)
}

func (r *interp) entry(owner absval.Atom, keys absval.Value) absval.Value {
	var out absval.Union
	for _, k := range keys {
		out.Add(r.index(owner, k, lex.Span{}))
	}
	return absval.OrTop(out.Value)
}

// foldPath folds the methods of path objects that return paths.
func (r *interp) foldPath(method string, of absval.Value, a absval.Arguments) (absval.Value, bool) {
	switch method {
	case "expanduser", "resolve", "absolute":
		return absval.Path(of), true
	case "joinpath":
		return absval.Path(r.Paths(append([]absval.Value{of}, a.Pos...)...)), true
	case "with_name", "with_suffix", "with_stem":
		return absval.Path(r.Operate("+", of.Each(absval.Parent), absval.Top)), true
	case "as_posix", "__str__", "__fspath__":
		return of.Str(), true
	case "iterdir":
		return absval.List(absval.Path(r.Operate("+", of.Str(), absval.TemplateOf("/"+effect.Placeholder)))), true
	case "glob", "rglob":
		names := absval.TemplateOf(effect.Placeholder)
		if len(a.Pos) > 0 {
			names = a.Pos[0].Turn(absval.Glob)
		}
		if method == "rglob" && len(names) > 0 && names[0].Kind == absval.Constant {
			names = r.Operate("+", absval.TemplateOf(effect.Placeholder), names)
		}
		return absval.List(absval.Path(r.Operate("+", r.Operate("+", of.Str(), absval.Text("/")), names))), true
	}
	return nil, false
}

// decoded evaluates codecs.decode with rot13, the only codec from text to text.
func decoded(v absval.Value, a absval.Arguments) absval.Value {
	codec, _ := a.Get(1, "encoding")
	switch {
	case plainCodec(codec):
		return v
	case len(codec) == 1 && (codec[0].Text == "rot13" || codec[0].Text == "rot_13"):
		return v.Each(absval.Rot13)
	}
	return absval.Top
}
