package script

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// jsModules are those of Node that the table has, under the name they have
// there, and packages that do the same. Code given on the command line has the
// modules of Node as globals.
var jsModules = lazy.Value[map[string]string]{Make: func() map[string]string {
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

// jsBuiltins tells whether a module is a global too.
func jsBuiltins(word string) bool {
	switch word {
	case "fs", "child_process", "os", "path", "vm", "http", "https", "http2", "net", "tls", "dns", "module",
		"util", "url", "process", "worker_threads", "buffer":
		return true
	}
	return false
}

// widely tells whether functions often get a module as a parameter of its name.
func widely(word string) bool {
	switch word {
	case "fs", "child_process", "vm", "process":
		return true
	}
	return false
}

// jsModule is the module that a name given to require stands for.
func jsModule(name value) value {
	var out choice
	for _, a := range name {
		switch to := jsModules.Get()[strings.TrimPrefix(a.text, "node:")]; {
		case a.kind == constant && to != "":
			out.add(named(to))
		case a.kind == constant:
			out.add(named("package()"))
		default:
			out.add(named("module()"))
		}
	}
	return out.value
}

// jsGlobal is what a name is that nothing binds, or may be beside what it is
// bound to: often a parameter takes a module.
func jsGlobal(name string, bound bool) value {
	switch {
	case name == "__dirname":
		return text(".")
	case bound && !widely(name):
		return nil
	case jsBuiltins(name):
		return named(jsModules.Get()[name])
	}
	return named(jsCanonical(clip(name)))
}

// worlds are the names of the global object.
var worlds = [...]string{"globalThis", "global", "window", "self", "root", "top"}

// jsMember is what a member of a module, function or object is.
func jsMember(r *curly, a atom, name string) value {
	full := jsCanonical(clip(a.text + "." + name))
	switch {
	case (name == "call" || name == "apply" || name == "bind") && a.text != "Reflect" && a.text != "Function" && a.text != "Function.prototype":
		return instance("function."+name, value{a})
	case name == "then" && a.of == nil:
		return instance(full, value{a})
	case slices.Contains(worlds[:], a.text):
		return r.lookup(name)
	case full == "process.argv" && len(r.operands) > 0:
		return join(r.argv(1), r.argv(2)) // of code on the command line, or of a file
	case full == "process.env.HOME":
		return text("~")
	case full == "process.execPath" || full == "process.argv0":
		return text("node")
	case full == "path.sep" || full == "path.posix.sep":
		return text("/")
	case full == "os.EOL":
		return text("\n")
	case full == "import.meta.dirname":
		return text(".")
	case strings.HasPrefix(full, "?"):
		full = "?." + name
	}
	return instance(full, a.of)
}

// jsCanonical is the one name of what can be reached in several ways.
func jsCanonical(name string) string {
	for _, w := range worlds {
		name = strings.TrimPrefix(name, w+".")
	}
	parts := strings.Split(name, ".")
	last := parts[len(parts)-1]
	switch {
	case last == "require" || last == "_load" || last == "getBuiltinModule":
		return "require"
	case strings.HasSuffix(name, ".constructor.constructor"):
		return "Function"
	case len(parts) == 2 && (last == "default" || last == "promises" || last == "posix") && jsModules.Get()[parts[0]] != "":
		return parts[0]
	case len(parts) == 3 && parts[1] == "default":
		name = parts[0] + "." + last
	}
	if owner := parts[0]; len(parts) == 2 && (owner == "fs" || owner == "child_process" || owner == "Deno" || owner == "Bun" || owner == "cross-spawn" || owner == "execa") {
		name = strings.TrimSuffix(name, "Sync")
	}
	return name
}
