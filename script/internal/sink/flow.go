package sink

import "github.com/agent-loop/shimgen/script/internal/lex"

// Lists of functions by what they return. The readers use them to follow an environment, a file's
// text or a command's input from one call to the next.

// IsEnvironment reports whether a name is that of the whole environment, in any language.
func IsEnvironment(name string) bool {
	switch name {
	case "os.environ", "os.environ.items()", "os.environ.values()", "os.environ.copy()", "os.environb",
		"process.env", "Bun.env", "Deno.env.toObject()", "ENV", "%ENV", "getenv()", "$_ENV", "vim.fn.environ()", "vim.uv.os_environ()":
		return true
	}
	return false
}

// IsEncoded reports whether a name is that of what a function returns which gives all of its argument in another
// form.
func IsEncoded(name string) bool {
	switch name {
	case "urllib.parse.quote()", "urllib.parse.quote_plus()", "dict()", "json.dumps()", "pprint.pformat()", "urllib.parse.urlencode()", "base64.b64encode()", "zlib.compress()",
		"pickle.dumps()", "list()", "sorted()", "os.environ.copy()", "os.environ.items()",
		"encodeURIComponent()", "encodeURI()", "btoa()", "{}", "JSON.stringify()", "Object.entries()", "Object.assign()", "Buffer.from()", "structuredClone()", "util.inspect()",
		"util.format()", "querystring.stringify()", "String()", "URLSearchParams()", "Object.fromEntries()",
		"ENV.to_h()", "ENV.to_hash()", "ENV.to_a()", "ENV.inspect()", "ENV.to_s()", "ENV.map()", "ENV.dup()", "JSON.generate()", "JSON.dump()", "CGI.escape()",
		"URI.encode_www_form()", "URI.encode_www_form_component()", "Base64.encode64()", "Base64.strict_encode64()", "Base64.urlsafe_encode64()", "Marshal.dump()",
		"json_encode()", "http_build_query()", "urlencode()", "rawurlencode()", "base64_encode()", "serialize()", "implode()", "bin2hex()", "gzcompress()", "print_r()", "var_export()",
		`\`, "encode_json", "to_json", "encode_base64", "uri_escape", "vim.json.encode()", "vim.inspect()":
		return true
	}
	return false
}

// MakesRequest reports whether a call makes a request, or a part of one, of a connection or for one.
func MakesRequest(call string) bool {
	switch call {
	case "http.client.HTTPConnection().request", "http.client.HTTPSConnection().request", "urllib.request.Request", "urllib2.Request",
		"http.request().write", "http.request().end":
		return true
	}
	return false
}

// Prints reports whether a function prints.
func Prints(function string) bool {
	switch function {
	case "print", "pprint.pprint", "pprint.pp", "sys.stdout.write", "sys.stderr.write", "json.dump",
		"console.log", "console.error", "console.info", "console.warn", "console.dir", "console.table", "process.stdout.write", "process.stderr.write":
		return true
	}
	return false
}

// Listeners are the calls that start a command whose standard input the code may write to.
const Listeners lex.Words = `
	subprocess.Popen os.popen asyncio.create_subprocess_exec asyncio.create_subprocess_shell
	child_process.spawn child_process.exec child_process.execFile cross-spawn execa shelljs.exec Bun.spawn Deno.Command
	IO.popen PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline_w Open3.pipeline_rw open
	popen proc_open io.popen
	vim.system vim.fn.system vim.fn.systemlist vim.fn.jobstart vim.fn.termopen vim.uv.spawn`

// IsFileText reports whether a name is that of a result which is a file's content, or a part of it.
func IsFileText(name string) bool {
	switch name {
	case "open().read()", "open().readlines()", "open().readline()", "io.open().read()", "io.open().readlines()", "io.open().readline()",
		PathClass + ".read_text()", PathClass + ".read_bytes()",
		PathClass + ".open().read()", PathClass + ".open().readlines()", PathClass + ".open().readline()":
		return true
	}
	return false
}

// Carries are the objects that stand for the path or the URL which they were made from.
const Carries lex.Words = PathClass + " urllib.request.Request() urllib2.Request()"

// Opens are the calls that open a file in a mode, by which it may be emptied, and write nothing themselves.
const Opens lex.Words = "open codecs.open io.open os.open " + PathClass + ".open fs.open fs.createWriteStream fopen splfileobject File.open File.new Kernel.open IO.open IO.sysopen IO::File sysopen Deno.create Deno.open Path.open Pathname.open"
