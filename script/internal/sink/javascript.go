package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// jsCalls lists what functions do, by the documentation of Node (fs, child_process, vm, module,
// net, http), Deno and Bun, and of popular packages (fs-extra, rimraf, del, shelljs, execa,
// cross-spawn, zx). Synchronous and promise variants are listed under the plain name.
var jsCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"child_process.exec":     {{effect.Shell, ShellLine, 0, "", false}},
		"child_process.spawn":    {{effect.Runs, Program, 0, "", false}},
		"child_process.execFile": {{effect.Runs, Program, 0, "", false}},
		"child_process.fork":     {{effect.Runs, NodeFile, 0, "", false}},
		"child_process.[]":       {{effect.Evaluates, marked, 0, "", false}},
		"cross-spawn":            {{effect.Runs, Program, 0, "", false}},
		"cross-spawn.sync":       {{effect.Runs, Program, 0, "", false}},
		"cross-spawn.spawn":      {{effect.Runs, Program, 0, "", false}},
		"execa":                  {{effect.Runs, Program, 0, "", false}},
		"execa.execa":            {{effect.Runs, Program, 0, "", false}},
		"execa.sync":             {{effect.Runs, Program, 0, "", false}},
		"execa.command":          {{effect.Shell, ShellLine, 0, "", false}},
		"execa.execaCommand":     {{effect.Shell, ShellLine, 0, "", false}},
		"shelljs.exec":           {{effect.Shell, ShellLine, 0, "", false}},
		"shelljs.rm":             {{effect.Runs, Tool, 0, "rm", false}},
		"shelljs.mv":             {{effect.Runs, Tool, 0, "mv", false}},
		"shelljs.cp":             {{effect.Runs, Tool, 0, "cp", false}},
		"shelljs.chmod":          {{effect.Runs, Tool, 0, "chmod", false}},
		"shelljs.cat":            {{effect.Runs, Tool, 0, "cat", false}},
		"shelljs.ln":             {{effect.Runs, Tool, 0, "ln", false}},
		"Deno.run":               {{effect.Runs, ArgvOption, 0, "", false}},
		"Deno.Command":           {{effect.Runs, ArgvOption, 0, "", false}},
		"Bun.spawn":              {{effect.Runs, ArgvOption, 0, "", false}},
		"worker_threads.Worker":  {{effect.Runs, NodeFile, 0, "", false}},

		"eval":                   {{effect.Evaluates, Code, 0, "", false}},
		"Function":               {{effect.Evaluates, Inner, 0, "", false}},
		"constructor":            {{effect.Evaluates, Asserted, 0, "", false}},
		"vm.runInThisContext":    {{effect.Evaluates, Code, 0, "", false}},
		"vm.runInNewContext":     {{effect.Evaluates, Code, 0, "", false}},
		"vm.runInContext":        {{effect.Evaluates, Code, 0, "", false}},
		"vm.compileFunction":     {{effect.Evaluates, Code, 0, "", false}},
		"vm.Script":              {{effect.Evaluates, Code, 0, "", false}},
		"vm.SourceTextModule":    {{effect.Evaluates, Code, 0, "", false}},
		"process.binding":        {{effect.Evaluates, Opaque, 0, "", false}},
		"process._linkedBinding": {{effect.Evaluates, Opaque, 0, "", false}},
		"process.dlopen":         {{effect.Evaluates, Opaque, 0, "", false}},
		"Deno.dlopen":            {{effect.Evaluates, Opaque, 0, "", false}},
		"require":                {{effect.Evaluates, Module, 0, "", false}},
		"import":                 {{effect.Evaluates, Module, 0, "", false}},
		"importScripts":          {{effect.Evaluates, Module, 0, "", false}},
		"globalThis.[]":          {{effect.Evaluates, marked, 0, "", false}},
		"global.[]":              {{effect.Evaluates, marked, 0, "", false}},
		"module().[]":            {{effect.Evaluates, marked, 0, "", false}},
		"function.call":          {{effect.Evaluates, Called, 0, "", false}},
		"function.apply":         {{effect.Evaluates, Applied, 0, "", false}},
		"function.bind":          {{effect.Evaluates, Called, 0, "", false}},
		"Reflect.apply":          {{effect.Evaluates, Reflected, 0, "", false}},
		"setTimeout":             {{effect.Evaluates, Delayed, 0, "", false}},
		"setInterval":            {{effect.Evaluates, Delayed, 0, "", false}},
		"process.kill":           {{effect.Runs, Signal, 0, "", false}},
		"process.chdir":          {{0, Directory, 0, "", false}},
		"Deno.chdir":             {{0, Directory, 0, "", false}},
		"shelljs.cd":             {{0, Directory, 0, "", false}},

		"fs.readFile":          {{effect.Reads, Plain, 0, "", false}},
		"fs.createReadStream":  {{effect.Reads, Plain, 0, "", false}},
		"fs.openAsBlob":        {{effect.Reads, Plain, 0, "", false}},
		"fs.readJson":          {{effect.Reads, Plain, 0, "", false}},
		"fs.open":              {{effect.Reads, Mode, 0, "", false}},
		"fs.writeFile":         {{effect.Writes, Plain, 0, "", false}},
		"fs.appendFile":        {{effect.Writes, Plain, 0, "", false}},
		"fs.outputFile":        {{effect.Writes, Plain, 0, "", false}},
		"fs.writeJson":         {{effect.Writes, Plain, 0, "", false}},
		"fs.outputJson":        {{effect.Writes, Plain, 0, "", false}},
		"fs.createWriteStream": {{effect.Writes, Plain, 0, "", false}},
		"fs.truncate":          {{effect.Deletes, Plain, 0, "", false}},
		"fs.mkdir":             {{effect.Writes, Plain, 0, "", false}},
		"fs.mkdirs":            {{effect.Writes, Plain, 0, "", false}},
		"fs.ensureDir":         {{effect.Writes, Plain, 0, "", false}},
		"fs.ensureFile":        {{effect.Writes, Plain, 0, "", false}},
		"fs.symlink":           {{effect.Links, Linked, 0, "", false}},
		"fs.link":              {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"fs.copyFile":          {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"fs.copy":              {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"fs.cp":                {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"fs.rename":            {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"fs.move":              {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"fs.unlink":            {{effect.Deletes, Plain, 0, "", false}},
		"fs.rmdir":             {{effect.Deletes, TreeOption, 0, "", false}},
		"fs.rm":                {{effect.Deletes, TreeOption, 0, "", false}},
		"fs.remove":            {{effect.Deletes, Plain, 0, "", true}},
		"fs.emptyDir":          {{effect.Deletes, Plain, 0, "", true}},
		"fs.chmod":             {{effect.Changes, Plain, 0, "", false}},
		"fs.lchmod":            {{effect.Changes, Plain, 0, "", false}},
		"fs.chown":             {{effect.Changes, Plain, 0, "", false}},
		"fs.lchown":            {{effect.Changes, Plain, 0, "", false}},
		"fs.[]":                {{effect.Evaluates, marked, 0, "", false}},
		"rimraf":               {{effect.Deletes, Plain, 0, "", true}},
		"rimraf.rimraf":        {{effect.Deletes, Plain, 0, "", true}},
		"rimraf.sync":          {{effect.Deletes, Plain, 0, "", true}},
		"rimraf.rimrafSync":    {{effect.Deletes, Plain, 0, "", true}},
		"del":                  {{effect.Deletes, Plain, 0, "", true}},
		"del.sync":             {{effect.Deletes, Plain, 0, "", true}},
		"del.deleteAsync":      {{effect.Deletes, Plain, 0, "", true}},
		"del.deleteSync":       {{effect.Deletes, Plain, 0, "", true}},

		"Deno.remove":        {{effect.Deletes, TreeOption, 0, "", false}},
		"Deno.rename":        {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"Deno.readTextFile":  {{effect.Reads, Plain, 0, "", false}},
		"Deno.readFile":      {{effect.Reads, Plain, 0, "", false}},
		"Deno.open":          {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 0, "", false}},
		"Deno.create":        {{effect.Writes, Plain, 0, "", false}},
		"Deno.writeTextFile": {{effect.Writes, Plain, 0, "", false}},
		"Deno.writeFile":     {{effect.Writes, Plain, 0, "", false}},
		"Deno.truncate":      {{effect.Deletes, Plain, 0, "", false}},
		"Deno.mkdir":         {{effect.Writes, Plain, 0, "", false}},
		"Deno.copyFile":      {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"Deno.link":          {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"Deno.symlink":       {{effect.Links, Linked, 0, "", false}},
		"Deno.chmod":         {{effect.Changes, Plain, 0, "", false}},
		"Deno.chown":         {{effect.Changes, Plain, 0, "", false}},
		"Bun.write":          {{effect.Writes, Plain, 0, "", false}},
		"Bun.file().text":    {{effect.Reads, Receiver, -1, "", false}},
		"Bun.file().json":    {{effect.Reads, Receiver, -1, "", false}},
		"Bun.file().bytes":   {{effect.Reads, Receiver, -1, "", false}},
		"Bun.file().stream":  {{effect.Reads, Receiver, -1, "", false}},
		"Bun.file().delete":  {{effect.Deletes, Receiver, -1, "", false}},
		"Bun.file().unlink":  {{effect.Deletes, Receiver, -1, "", false}},
		"Bun.file().writer":  {{effect.Writes, Receiver, -1, "", false}},

		"fetch":                {{effect.Connects, Endpoint, 0, "", false}},
		"axios":                {{effect.Connects, Endpoint, 0, "", false}},
		"got":                  {{effect.Connects, Endpoint, 0, "", false}},
		"http.get":             {{effect.Connects, Endpoint, 0, "", false}},
		"http.request":         {{effect.Connects, Endpoint, 0, "", false}},
		"http2.connect":        {{effect.Connects, Endpoint, 0, "", false}},
		"WebSocket":            {{effect.Connects, Endpoint, 0, "", false}},
		"EventSource":          {{effect.Connects, Endpoint, 0, "", false}},
		"net.connect":          {{effect.Connects, PortHost, 0, "", false}},
		"net.createConnection": {{effect.Connects, PortHost, 0, "", false}},
		"dns.lookup":           {{effect.Connects, Plain, 0, "", false}},
		"dns.resolve":          {{effect.Connects, Plain, 0, "", false}},
		"dns.resolveTxt":       {{effect.Connects, Plain, 0, "", false}},
		"dns.resolve4":         {{effect.Connects, Plain, 0, "", false}},
		"Deno.connect":         {{effect.Connects, Endpoint, 0, "", false}},
		"Deno.listen":          {{effect.Listens, Endpoint, 0, "", false}},
	}
}}

// jsTails are methods with the same meaning on any object.
var jsTails = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"listen":   {{effect.Listens, Bound, 0, "", false}},
		"_compile": {{effect.Evaluates, Code, 0, "", false}},
	}
}}

// JavaScript returns the rows of a function by its name.
func JavaScript(name string) []Row {
	if e, ok := jsCalls.Get()[name]; ok {
		return e
	}
	i := strings.LastIndexByte(name, '.')
	owner, method := name[:max(i, 0)], name[i+1:]
	switch base, sync := strings.CutSuffix(method, "Sync"); {
	case sync || strings.HasPrefix(owner, "module()"):
		for _, module := range [...]string{"child_process.", "fs."} {
			if e, ok := jsCalls.Get()[module+base]; ok {
				return e
			}
		}
	case owner == "str" || owner == "list":
		return nil
	}
	if method == "constructor" && (strings.HasPrefix(owner, "str.") || strings.HasPrefix(owner, "list.") || owner == "function") {
		return jsCalls.Get()["constructor"]
	}
	if owner == "axios" || owner == "got" || owner == "undici" {
		return jsCalls.Get()["fetch"]
	}
	return jsTails.Get()[method]
}
