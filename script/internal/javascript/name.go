package javascript

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/brace"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// modules maps the names of Node's modules, and of packages that do the same, to the names in the
// table. In code on the command line, Node's modules are globals.
var modules = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"fs": "fs", "fs/promises": "fs", "fs-extra": "fs", "graceful-fs": "fs", "mz/fs": "fs", "fs-promise": "fs",
		"child_process": "child_process", "child-process-promise": "child_process", "mz/child_process": "child_process",
		"os": "os", "path": "path", "path/posix": "path", "vm": "vm", "http": "http", "https": "http", "http2": "http2", "net": "net", "tls": "net",
		"dgram": "dgram", "dns": "dns", "dns/promises": "dns", "module": "module", "util": "util", "url": "url", "process": "process",
		"worker_threads": "worker_threads", "cluster": "cluster", "buffer": "buffer", "v8": "v8", "repl": "repl", "console": "console",
		"shelljs": "shelljs", "shelljs/global": "shelljs", "rimraf": "rimraf", "del": "del", "execa": "execa", "cross-spawn": "cross-spawn",
		"zx": "zx", "zx/globals": "zx", "bun": "Bun", "axios": "axios", "got": "got", "node-fetch": "fetch", "undici": "undici",
	}
}}

// builtins reports whether a module is a global, too.
func builtins(word string) bool {
	switch word {
	case "fs", "child_process", "os", "path", "vm", "http", "https", "http2", "net", "tls", "dns", "module",
		"util", "url", "process", "worker_threads", "buffer":
		return true
	}
	return false
}

// widely reports whether functions often get a module as a parameter of the same name.
func widely(word string) bool {
	switch word {
	case "fs", "child_process", "vm", "process":
		return true
	}
	return false
}

// module returns the module that a name given to require loads.
func module(name absval.Value) absval.Value {
	var out absval.Union
	for _, a := range name {
		switch to := modules.Get()[strings.TrimPrefix(a.Text, "node:")]; {
		case a.Kind == absval.Constant && to != "":
			out.Add(absval.Named(to))
		case a.Kind == absval.Constant && sink.LibraryOf(sink.Libraries("javascript"), packageOf(a.Text)) != nil:
			out.Add(absval.Named(lex.ClipName(packageOf(a.Text))))
		case a.Kind == absval.Constant:
			out.Add(absval.Named("package()"))
		default:
			out.Add(absval.Named("module()"))
		}
	}
	return out.Value
}

// packageOf returns the package that a specifier names, without the registry before it and the version after
// it, as Deno and import maps have them: "npm:pg@8", "https://esm.sh/stripe@14".
func packageOf(specifier string) string {
	name := specifier
	for _, registry := range [...]string{"npm:", "jsr:", "https://esm.sh/", "https://cdn.skypack.dev/", "https://esm.run/"} {
		name = strings.TrimPrefix(name, registry)
	}
	if i := strings.LastIndexByte(name, '@'); i > 0 {
		version := name[i:]
		name = name[:i]
		if _, path, ok := strings.Cut(version, "/"); ok {
			name += "/" + path
		}
	}
	return name
}

// global returns the predefined value of a name. If the name is bound, it may still be the module,
// since modules are often passed as parameters.
func global(name string, bound bool) absval.Value {
	switch {
	case name == "__dirname":
		return absval.Text(".")
	case bound && !widely(name):
		return nil
	case builtins(name):
		return absval.Named(modules.Get()[name])
	}
	return absval.Named(canonical(lex.ClipName(name)))
}

// worlds are the names of the global object.
var worlds = [...]string{"globalThis", "global", "window", "self", "root", "top"}

// member returns a member of a module, function or object.
func member(r *brace.Interp, a absval.Atom, name string) absval.Value {
	full := canonical(lex.ClipName(a.Text + "." + name))
	switch {
	case a.Text == dirent && name == "name":
		return absval.TemplateOf(effect.Placeholder)
	case a.Text == dirent && (name == "parentPath" || name == "path"):
		return a.Of
	case (name == "call" || name == "apply" || name == "bind") && a.Text != "Reflect" && a.Text != "Function" && a.Text != "Function.prototype":
		return absval.Instance("function."+name, absval.Value{a})
	case name == "then" && a.Of == nil:
		return absval.Instance(full, absval.Value{a})
	case slices.Contains(worlds[:], a.Text):
		return r.Lookup(name)
	case full == "process.argv" && len(r.Operands) > 0:
		return absval.Join(r.Argv(1), r.Argv(2)) // of code on the command line, or of a file
	case a.Kind == absval.Ref && (a.Text == "process.env" || a.Text == "Bun.env"):
		v, _ := r.Variable(name)
		return v
	case full == "process.execPath" || full == "process.argv0":
		return absval.Text("node")
	case full == "path.sep" || full == "path.posix.sep":
		return absval.Text("/")
	case full == "os.EOL":
		return absval.Text("\n")
	case full == "import.meta.dirname":
		return absval.Text(".")
	case strings.HasPrefix(full, "?"):
		full = "?." + name
	}
	return absval.Instance(full, a.Of)
}

// canonical returns the canonical name of a function with several paths.
func canonical(name string) string {
	for _, w := range worlds {
		if rest, in := strings.CutPrefix(name, w); in && strings.HasPrefix(rest, ".") {
			name = rest[1:]
		}
	}
	owner, path, _ := strings.Cut(name, ".")
	last := path[strings.LastIndexByte(path, '.')+1:]
	if path == "" {
		last = name
	}
	switch after, ofDefault := strings.CutPrefix(path, "default."); {
	case last == "require" || last == "_load" || last == "getBuiltinModule":
		return "require"
	case strings.HasSuffix(name, ".constructor.constructor"):
		return "Function"
	case (path == "default" || path == "promises" || path == "posix") && modules.Get()[owner] != "":
		return owner
	case ofDefault && after == last:
		return owner + "." + last
	case path == last && trimsSync(owner):
		return strings.TrimSuffix(name, "Sync")
	}
	return name
}

// trimsSync reports whether the functions of a module do the same under a name that ends with Sync.
func trimsSync(module string) bool {
	switch module {
	case "fs", "child_process", "Deno", "Bun", "cross-spawn", "execa":
		return true
	}
	return false
}
