package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// jsCalls says what functions do, after the documentation of Node (fs,
// child_process, vm, module, net, http), Deno and Bun, and of packages that many
// use (fs-extra, rimraf, del, shelljs, execa, cross-spawn, zx). The synchronous
// functions and those with promises have the names of the others.
var jsCalls = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"child_process.exec":     {{Shell, shellLine, 0, "", false}},
		"child_process.spawn":    {{Runs, program, 0, "", false}},
		"child_process.execFile": {{Runs, program, 0, "", false}},
		"child_process.fork":     {{Runs, nodeFile, 0, "", false}},
		"child_process.[]":       {{Evaluates, marked, 0, "", false}},
		"cross-spawn":            {{Runs, program, 0, "", false}},
		"cross-spawn.sync":       {{Runs, program, 0, "", false}},
		"cross-spawn.spawn":      {{Runs, program, 0, "", false}},
		"execa":                  {{Runs, program, 0, "", false}},
		"execa.execa":            {{Runs, program, 0, "", false}},
		"execa.sync":             {{Runs, program, 0, "", false}},
		"execa.command":          {{Shell, shellLine, 0, "", false}},
		"execa.execaCommand":     {{Shell, shellLine, 0, "", false}},
		"shelljs.exec":           {{Shell, shellLine, 0, "", false}},
		"shelljs.rm":             {{Runs, tool, 0, "rm", false}},
		"shelljs.mv":             {{Runs, tool, 0, "mv", false}},
		"shelljs.cp":             {{Runs, tool, 0, "cp", false}},
		"shelljs.chmod":          {{Runs, tool, 0, "chmod", false}},
		"shelljs.cat":            {{Runs, tool, 0, "cat", false}},
		"shelljs.ln":             {{Runs, tool, 0, "ln", false}},
		"Deno.run":               {{Runs, argvOption, 0, "", false}},
		"Deno.Command":           {{Runs, argvOption, 0, "", false}},
		"Bun.spawn":              {{Runs, argvOption, 0, "", false}},
		"worker_threads.Worker":  {{Runs, nodeFile, 0, "", false}},

		"eval":                   {{Evaluates, code, 0, "", false}},
		"Function":               {{Evaluates, inner, 0, "", false}},
		"constructor":            {{Evaluates, asserted, 0, "", false}},
		"vm.runInThisContext":    {{Evaluates, code, 0, "", false}},
		"vm.runInNewContext":     {{Evaluates, code, 0, "", false}},
		"vm.runInContext":        {{Evaluates, code, 0, "", false}},
		"vm.compileFunction":     {{Evaluates, code, 0, "", false}},
		"vm.Script":              {{Evaluates, code, 0, "", false}},
		"vm.SourceTextModule":    {{Evaluates, code, 0, "", false}},
		"process.binding":        {{Evaluates, opaque, 0, "", false}},
		"process._linkedBinding": {{Evaluates, opaque, 0, "", false}},
		"process.dlopen":         {{Evaluates, opaque, 0, "", false}},
		"Deno.dlopen":            {{Evaluates, opaque, 0, "", false}},
		"require":                {{Evaluates, module, 0, "", false}},
		"import":                 {{Evaluates, module, 0, "", false}},
		"importScripts":          {{Evaluates, module, 0, "", false}},
		"globalThis.[]":          {{Evaluates, marked, 0, "", false}},
		"global.[]":              {{Evaluates, marked, 0, "", false}},
		"module().[]":            {{Evaluates, marked, 0, "", false}},
		"function.call":          {{Evaluates, called, 0, "", false}},
		"function.apply":         {{Evaluates, applied, 0, "", false}},
		"function.bind":          {{Evaluates, called, 0, "", false}},
		"Reflect.apply":          {{Evaluates, reflected, 0, "", false}},
		"setTimeout":             {{Evaluates, delayed, 0, "", false}},
		"setInterval":            {{Evaluates, delayed, 0, "", false}},
		"process.kill":           {{Runs, signal, 0, "", false}},
		"process.chdir":          {{0, directory, 0, "", false}},
		"Deno.chdir":             {{0, directory, 0, "", false}},
		"shelljs.cd":             {{0, directory, 0, "", false}},

		"fs.readFile":          {{Reads, plain, 0, "", false}},
		"fs.createReadStream":  {{Reads, plain, 0, "", false}},
		"fs.readJson":          {{Reads, plain, 0, "", false}},
		"fs.open":              {{Reads, mode, 0, "", false}},
		"fs.writeFile":         {{Writes, plain, 0, "", false}},
		"fs.appendFile":        {{Writes, plain, 0, "", false}},
		"fs.outputFile":        {{Writes, plain, 0, "", false}},
		"fs.writeJson":         {{Writes, plain, 0, "", false}},
		"fs.outputJson":        {{Writes, plain, 0, "", false}},
		"fs.createWriteStream": {{Writes, plain, 0, "", false}},
		"fs.truncate":          {{Writes, plain, 0, "", false}},
		"fs.mkdir":             {{Writes, plain, 0, "", false}},
		"fs.mkdirs":            {{Writes, plain, 0, "", false}},
		"fs.ensureDir":         {{Writes, plain, 0, "", false}},
		"fs.ensureFile":        {{Writes, plain, 0, "", false}},
		"fs.symlink":           {{Writes, plain, 1, "", false}},
		"fs.link":              {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"fs.copyFile":          {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"fs.copy":              {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"fs.cp":                {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"fs.rename":            {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"fs.move":              {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"fs.unlink":            {{Deletes, plain, 0, "", false}},
		"fs.rmdir":             {{Deletes, treeOption, 0, "", false}},
		"fs.rm":                {{Deletes, treeOption, 0, "", false}},
		"fs.remove":            {{Deletes, plain, 0, "", true}},
		"fs.emptyDir":          {{Deletes, plain, 0, "", true}},
		"fs.chmod":             {{Changes, plain, 0, "", false}},
		"fs.lchmod":            {{Changes, plain, 0, "", false}},
		"fs.chown":             {{Changes, plain, 0, "", false}},
		"fs.lchown":            {{Changes, plain, 0, "", false}},
		"fs.[]":                {{Evaluates, marked, 0, "", false}},
		"rimraf":               {{Deletes, plain, 0, "", true}},
		"rimraf.rimraf":        {{Deletes, plain, 0, "", true}},
		"rimraf.sync":          {{Deletes, plain, 0, "", true}},
		"rimraf.rimrafSync":    {{Deletes, plain, 0, "", true}},
		"del":                  {{Deletes, plain, 0, "", true}},
		"del.sync":             {{Deletes, plain, 0, "", true}},
		"del.deleteAsync":      {{Deletes, plain, 0, "", true}},
		"del.deleteSync":       {{Deletes, plain, 0, "", true}},

		"Deno.remove":        {{Deletes, treeOption, 0, "", false}},
		"Deno.rename":        {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"Deno.readTextFile":  {{Reads, plain, 0, "", false}},
		"Deno.readFile":      {{Reads, plain, 0, "", false}},
		"Deno.open":          {{Reads, plain, 0, "", false}, {Writes, plain, 0, "", false}},
		"Deno.create":        {{Writes, plain, 0, "", false}},
		"Deno.writeTextFile": {{Writes, plain, 0, "", false}},
		"Deno.writeFile":     {{Writes, plain, 0, "", false}},
		"Deno.truncate":      {{Writes, plain, 0, "", false}},
		"Deno.mkdir":         {{Writes, plain, 0, "", false}},
		"Deno.copyFile":      {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"Deno.link":          {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"Deno.symlink":       {{Writes, plain, 1, "", false}},
		"Deno.chmod":         {{Changes, plain, 0, "", false}},
		"Deno.chown":         {{Changes, plain, 0, "", false}},
		"Bun.write":          {{Writes, plain, 0, "", false}},
		"Bun.file().text":    {{Reads, receiver, -1, "", false}},
		"Bun.file().json":    {{Reads, receiver, -1, "", false}},
		"Bun.file().bytes":   {{Reads, receiver, -1, "", false}},
		"Bun.file().stream":  {{Reads, receiver, -1, "", false}},
		"Bun.file().delete":  {{Deletes, receiver, -1, "", false}},
		"Bun.file().unlink":  {{Deletes, receiver, -1, "", false}},
		"Bun.file().writer":  {{Writes, receiver, -1, "", false}},

		"fetch":                {{Connects, endpoint, 0, "", false}},
		"axios":                {{Connects, endpoint, 0, "", false}},
		"got":                  {{Connects, endpoint, 0, "", false}},
		"http.get":             {{Connects, endpoint, 0, "", false}},
		"http.request":         {{Connects, endpoint, 0, "", false}},
		"http2.connect":        {{Connects, endpoint, 0, "", false}},
		"WebSocket":            {{Connects, endpoint, 0, "", false}},
		"EventSource":          {{Connects, endpoint, 0, "", false}},
		"net.connect":          {{Connects, portHost, 0, "", false}},
		"net.createConnection": {{Connects, portHost, 0, "", false}},
		"dns.lookup":           {{Connects, plain, 0, "", false}},
		"dns.resolve":          {{Connects, plain, 0, "", false}},
		"dns.resolveTxt":       {{Connects, plain, 0, "", false}},
		"dns.resolve4":         {{Connects, plain, 0, "", false}},
		"Deno.connect":         {{Connects, endpoint, 0, "", false}},
		"Deno.listen":          {{Listens, endpoint, 0, "", false}},
	}
}}

// jsTails are methods that mean the same whatever object they belong to.
var jsTails = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"listen":   {{Listens, bound, 0, "", false}},
		"_compile": {{Evaluates, code, 0, "", false}},
	}
}}

// jsRows are the effects of a function by its name.
func jsRows(name string) []effect {
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
