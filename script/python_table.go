package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// calls says what functions do, after the Python Library Reference (os,
// shutil, subprocess, pathlib, pty, socket, http.client, urllib.request, ctypes).
// Names are canonical. Maps of more than a few entries are made when they are
// first asked for, since few commands hold Python.
var calls = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"os.system":                       {{Shell, plain, 0, "command", false}},
		"os.popen":                        {{Shell, plain, 0, "cmd", false}},
		"os.popen2":                       {{Shell, command, 0, "cmd", false}},
		"os.popen3":                       {{Shell, command, 0, "cmd", false}},
		"os.popen4":                       {{Shell, command, 0, "cmd", false}},
		"platform.popen":                  {{Shell, plain, 0, "cmd", false}},
		"commands.getoutput":              {{Shell, plain, 0, "cmd", false}},
		"commands.getstatusoutput":        {{Shell, plain, 0, "cmd", false}},
		"subprocess.getoutput":            {{Shell, plain, 0, "cmd", false}},
		"subprocess.getstatusoutput":      {{Shell, plain, 0, "cmd", false}},
		"subprocess.run":                  {{Runs, command, 0, "args", false}},
		"subprocess.call":                 {{Runs, command, 0, "args", false}},
		"subprocess.check_call":           {{Runs, command, 0, "args", false}},
		"subprocess.check_output":         {{Runs, command, 0, "args", false}},
		"subprocess.Popen":                {{Runs, command, 0, "args", false}},
		"asyncio.create_subprocess_shell": {{Shell, plain, 0, "cmd", false}},
		"asyncio.create_subprocess_exec":  {{Runs, spread, 0, "program", false}},
		"pty.spawn":                       {{Runs, command, 0, "argv", false}},
		"distutils.spawn.spawn":           {{Runs, command, 0, "cmd", false}},
		"invoke.run":                      {{Shell, plain, 0, "command", false}},
		"invoke.Context().run":            {{Shell, plain, 0, "command", false}},
		"fabric.Connection().run":         {{Shell, plain, 0, "command", false}},
		"fabric.Connection().sudo":        {{Shell, plain, 0, "command", false}},
		"fabric.Connection().local":       {{Shell, plain, 0, "command", false}},
		"os.kill":                         {{Runs, signal, 0, "pid", false}},
		"pexpect.spawn":                   {{Shell, plain, 0, "command", false}},
		"pexpect.run":                     {{Shell, plain, 0, "command", false}},
		"_posixsubprocess.fork_exec":      {{Runs, command, 0, "", false}},
		"os.execv":                        {{Runs, vector, 0, "path", false}},
		"os.execve":                       {{Runs, vector, 0, "path", false}},
		"os.execvp":                       {{Runs, vector, 0, "file", false}},
		"os.execvpe":                      {{Runs, vector, 0, "file", false}},
		"os.execl":                        {{Runs, rest, 0, "file", false}},
		"os.execlp":                       {{Runs, rest, 0, "file", false}},
		"os.execle":                       {{Runs, restEnv, 0, "file", false}},
		"os.execlpe":                      {{Runs, restEnv, 0, "file", false}},
		"os.spawnv":                       {{Runs, vector, 1, "file", false}},
		"os.spawnve":                      {{Runs, vector, 1, "file", false}},
		"os.spawnvp":                      {{Runs, vector, 1, "file", false}},
		"os.spawnvpe":                     {{Runs, vector, 1, "file", false}},
		"os.spawnl":                       {{Runs, rest, 1, "file", false}},
		"os.spawnlp":                      {{Runs, rest, 1, "file", false}},
		"os.spawnle":                      {{Runs, restEnv, 1, "file", false}},
		"os.spawnlpe":                     {{Runs, restEnv, 1, "file", false}},
		"os.posix_spawn":                  {{Runs, vector, 0, "path", false}},
		"os.posix_spawnp":                 {{Runs, vector, 0, "path", false}},
		"ctypes.CDLL().system":            {{Shell, plain, 0, "", false}},

		"eval":               {{Evaluates, code, 0, "", false}},
		"exec":               {{Evaluates, code, 0, "", false}},
		"execfile":           {{Runs, scriptFile, 0, "", false}},
		"runpy.run_path":     {{Runs, scriptFile, 0, "path_name", false}},
		"timeit.timeit":      {{Evaluates, code, 0, "stmt", false}, {Evaluates, code, 1, "setup", false}},
		"timeit.repeat":      {{Evaluates, code, 0, "stmt", false}, {Evaluates, code, 1, "setup", false}},
		"timeit.Timer":       {{Evaluates, code, 0, "stmt", false}, {Evaluates, code, 1, "setup", false}},
		"cProfile.run":       {{Evaluates, code, 0, "statement", false}},
		"profile.run":        {{Evaluates, code, 0, "statement", false}},
		"pdb.run":            {{Evaluates, code, 0, "statement", false}},
		"types.FunctionType": {{Evaluates, code, 0, "code", false}},
		"code.interact":      {{Evaluates, opaque, 0, "", false}},

		"code.InteractiveInterpreter().runsource": {{Evaluates, code, 0, "source", false}},
		"code.InteractiveInterpreter().runcode":   {{Evaluates, code, 0, "code", false}},
		"code.InteractiveConsole().runsource":     {{Evaluates, code, 0, "source", false}},
		"code.InteractiveConsole().runcode":       {{Evaluates, code, 0, "code", false}},
		"code.InteractiveConsole().push":          {{Evaluates, code, 0, "line", false}},

		"marshal.loads":           {{Evaluates, opaque, 0, "", false}},
		"ctypes.CDLL":             {{Evaluates, library, 0, "", false}},
		"ctypes.PyDLL":            {{Evaluates, library, 0, "", false}},
		"ctypes.cdll.LoadLibrary": {{Evaluates, library, 0, "", false}},
		"__import__":              {{Evaluates, moduleName, 0, "name", false}},
		"importlib.import_module": {{Evaluates, moduleName, 0, "name", false}},
		"importlib.__import__":    {{Evaluates, moduleName, 0, "name", false}},
		"getattr":                 {{Evaluates, attributeName, 0, "", false}},
		"os.chdir":                {{0, directory, 0, "path", false}},
		"contextlib.chdir":        {{0, directory, 0, "path", false}},

		"open":            {{Reads, mode, 0, "file", false}},
		"codecs.open":     {{Reads, mode, 0, "filename", false}},
		"gzip.open":       {{Reads, mode, 0, "filename", false}},
		"os.open":         {{Reads, flags, 0, "path", false}},
		"zipfile.ZipFile": {{Reads, mode, 0, "file", false}},
		"tarfile.open":    {{Reads, mode, 0, "name", false}},
		"gzip.GzipFile":   {{Reads, mode, 0, "filename", false}},
		"bz2.open":        {{Reads, mode, 0, "filename", false}},
		"bz2.BZ2File":     {{Reads, mode, 0, "filename", false}},
		"lzma.open":       {{Reads, mode, 0, "filename", false}},
		"lzma.LZMAFile":   {{Reads, mode, 0, "filename", false}},
		"shelve.open":     {{Writes, plain, 0, "filename", false}},
		"dbm.open":        {{Reads, mode, 0, "file", false}},
		"numpy.save":      {{Writes, plain, 0, "file", false}},
		"numpy.savez":     {{Writes, plain, 0, "file", false}},
		"numpy.savetxt":   {{Writes, plain, 0, "fname", false}},
		"sqlite3.connect": {{Reads, plain, 0, "database", false}, {Writes, plain, 0, "database", false}},

		"logging.basicConfig":                       {{Writes, plain, -1, "filename", false}},
		"logging.FileHandler":                       {{Writes, plain, 0, "filename", false}},
		"logging.handlers.WatchedFileHandler":       {{Writes, plain, 0, "filename", false}},
		"logging.handlers.RotatingFileHandler":      {{Writes, plain, 0, "filename", false}},
		"logging.handlers.TimedRotatingFileHandler": {{Writes, plain, 0, "filename", false}},

		"configparser.ConfigParser().read":     {{Reads, plain, 0, "filenames", false}},
		"configparser.RawConfigParser().read":  {{Reads, plain, 0, "filenames", false}},
		"configparser.SafeConfigParser().read": {{Reads, plain, 0, "filenames", false}},
		"shutil.make_archive":                  {{Reads, plain, 2, "root_dir", false}, {Reads, plain, 3, "base_dir", false}},
		"zipfile.ZipFile().write":              {{Reads, plain, 0, "filename", false}},
		"tarfile.open().add":                   {{Reads, plain, 0, "name", false}},
		"dotenv.dotenv_values":                 {{Reads, plain, 0, "dotenv_path", false}},
		"netrc.netrc":                          {{Reads, plain, 0, "file", false}},
		"linecache.getline":                    {{Reads, plain, 0, "filename", false}},
		"linecache.getlines":                   {{Reads, plain, 0, "filename", false}},
		"linecache.updatecache":                {{Reads, plain, 0, "filename", false}},
		"fileinput.input":                      {{Reads, plain, 0, "files", false}},
		"fileinput.FileInput":                  {{Reads, plain, 0, "files", false}},

		"os.remove":             {{Deletes, plain, 0, "path", false}},
		"os.unlink":             {{Deletes, plain, 0, "path", false}},
		"os.rmdir":              {{Deletes, plain, 0, "path", false}},
		"os.removedirs":         {{Deletes, plain, 0, "name", false}},
		"shutil.rmtree":         {{Deletes, plain, 0, "path", true}},
		"os.rename":             {{Deletes, plain, 0, "src", true}, {Writes, plain, 1, "dst", false}},
		"os.renames":            {{Deletes, plain, 0, "old", true}, {Writes, plain, 1, "new", false}},
		"os.replace":            {{Deletes, plain, 0, "src", true}, {Writes, plain, 1, "dst", false}},
		"shutil.move":           {{Deletes, plain, 0, "src", true}, {Writes, plain, 1, "dst", false}},
		"os.truncate":           {{Writes, plain, 0, "path", false}},
		"os.mkdir":              {{Writes, plain, 0, "path", false}},
		"os.makedirs":           {{Writes, plain, 0, "name", false}},
		"os.mkfifo":             {{Writes, plain, 0, "path", false}},
		"os.mknod":              {{Writes, plain, 0, "path", false}},
		"os.symlink":            {{Writes, plain, 1, "dst", false}},
		"os.link":               {{Reads, plain, 0, "src", false}, {Changes, plain, 0, "src", false}, {Writes, plain, 1, "dst", false}},
		"os.chmod":              {{Changes, plain, 0, "path", false}, {Changes, bits, 0, "path", false}},
		"os.lchmod":             {{Changes, plain, 0, "path", false}, {Changes, bits, 0, "path", false}},
		"os.chown":              {{Changes, plain, 0, "path", false}},
		"os.lchown":             {{Changes, plain, 0, "path", false}},
		"shutil.chown":          {{Changes, plain, 0, "path", false}},
		"shutil.copy":           {{Reads, plain, 0, "src", false}, {Writes, plain, 1, "dst", false}},
		"shutil.copy2":          {{Reads, plain, 0, "src", false}, {Writes, plain, 1, "dst", false}},
		"shutil.copyfile":       {{Reads, plain, 0, "src", false}, {Writes, plain, 1, "dst", false}},
		"shutil.copytree":       {{Reads, plain, 0, "src", false}, {Writes, plain, 1, "dst", false}},
		"shutil.copymode":       {{Changes, plain, 1, "dst", false}},
		"shutil.copystat":       {{Changes, plain, 1, "dst", false}},
		"shutil.unpack_archive": {{Reads, plain, 0, "filename", false}, {Writes, plain, 1, "extract_dir", false}},

		pathClass + ".unlink":      {{Deletes, receiver, -1, "", false}},
		pathClass + ".rmdir":       {{Deletes, receiver, -1, "", false}},
		pathClass + ".rename":      {{Deletes, receiver, -1, "", true}, {Writes, plain, 0, "target", false}},
		pathClass + ".replace":     {{Deletes, receiver, -1, "", true}, {Writes, plain, 0, "target", false}},
		pathClass + ".write_text":  {{Writes, receiver, -1, "", false}},
		pathClass + ".write_bytes": {{Writes, receiver, -1, "", false}},
		pathClass + ".touch":       {{Writes, receiver, -1, "", false}},
		pathClass + ".mkdir":       {{Writes, receiver, -1, "", false}},
		pathClass + ".link_to":     {{Reads, receiver, -1, "", false}, {Changes, receiver, -1, "", false}, {Writes, plain, 0, "target", false}},
		pathClass + ".symlink_to":  {{Writes, receiver, -1, "", false}},
		pathClass + ".hardlink_to": {{Reads, plain, 0, "target", false}, {Changes, plain, 0, "target", false}, {Writes, receiver, -1, "", false}},
		pathClass + ".chmod":       {{Changes, receiver, -1, "", false}, {Changes, receiverBits, 0, "", false}},
		pathClass + ".read_text":   {{Reads, receiver, -1, "", false}},
		pathClass + ".read_bytes":  {{Reads, receiver, -1, "", false}},
		pathClass + ".open":        {{Reads, receiverMode, 0, "", false}},

		"urllib.request.urlopen":          {{Connects, plain, 0, "url", false}},
		"urllib.request.urlretrieve":      {{Connects, plain, 0, "url", false}, {Writes, plain, 1, "filename", false}},
		"urllib.urlopen":                  {{Connects, plain, 0, "url", false}},
		"urllib.urlretrieve":              {{Connects, plain, 0, "url", false}, {Writes, plain, 1, "filename", false}},
		"urllib2.urlopen":                 {{Connects, plain, 0, "url", false}},
		"urllib3.PoolManager().request":   {{Connects, plain, 1, "url", false}},
		"urllib3.request":                 {{Connects, plain, 1, "url", false}},
		"http.client.HTTPConnection":      {{Connects, plain, 0, "host", false}},
		"http.client.HTTPSConnection":     {{Connects, plain, 0, "host", false}},
		"httplib.HTTPConnection":          {{Connects, plain, 0, "host", false}},
		"httplib.HTTPSConnection":         {{Connects, plain, 0, "host", false}},
		"socket.create_connection":        {{Connects, address, 0, "address", false}},
		"socket.socket().connect":         {{Connects, address, 0, "address", false}},
		"socket.socket().connect_ex":      {{Connects, address, 0, "address", false}},
		"socket.socket().sendto":          {{Connects, address, 1, "address", false}},
		"socket.socket().bind":            {{Listens, address, 0, "address", false}},
		"socket.create_server":            {{Listens, address, 0, "address", false}},
		"http.server.HTTPServer":          {{Listens, address, 0, "server_address", false}},
		"http.server.test":                {{Listens, plain, -1, "bind", false}},
		"http.server.ThreadingHTTPServer": {{Listens, address, 0, "server_address", false}},
		"socketserver.TCPServer":          {{Listens, address, 0, "server_address", false}},
		"asyncio.open_connection":         {{Connects, plain, 0, "host", false}},
		"ftplib.FTP":                      {{Connects, plain, 0, "host", false}},
		"smtplib.SMTP":                    {{Connects, plain, 0, "host", false}},
		"smtplib.SMTP_SSL":                {{Connects, plain, 0, "host", false}},
		"telnetlib.Telnet":                {{Connects, plain, 0, "host", false}},
		"paramiko.SSHClient().connect":    {{Connects, plain, 0, "hostname", false}},
	}
}}

// tails are methods that mean the same whatever object they belong to.
var tails = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"system":                  {{Shell, plain, 0, "", false}},
		"popen":                   {{Shell, plain, 0, "", false}},
		"getoutput":               {{Shell, plain, 0, "", false}},
		"getstatusoutput":         {{Shell, plain, 0, "", false}},
		"create_subprocess_shell": {{Shell, plain, 0, "", false}},
		"Popen":                   {{Runs, command, 0, "args", false}},
		"check_call":              {{Runs, command, 0, "args", false}},
		"check_output":            {{Runs, command, 0, "args", false}},
		"rmtree":                  {{Deletes, plain, 0, "", true}},
		"remove_tree":             {{Deletes, plain, 0, "directory", true}},
		"unlink":                  {{Deletes, receiver, -1, "", false}},
		"write_text":              {{Writes, receiver, -1, "", false}},
		"write_bytes":             {{Writes, receiver, -1, "", false}},
		"extractall":              {{Writes, plain, 0, "path", false}},
		"to_csv":                  {{Writes, plain, 0, "path_or_buf", false}},
		"to_json":                 {{Writes, plain, 0, "path_or_buf", false}},
		"to_excel":                {{Writes, plain, 0, "excel_writer", false}},
		"to_parquet":              {{Writes, plain, 0, "path", false}},
		"to_pickle":               {{Writes, plain, 0, "path", false}},
	}
}}

// rows are the effects of a function by its name.
func rows(name string) []effect {
	name = canonical(name)
	if e, ok := calls.Get()[name]; ok {
		return e
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	if name[:i] == "sh" { // the package sh: each name is a program
		return []effect{{Runs, tool, 0, name[i+1:], false}}
	}
	if j := strings.IndexByte(name, '.'); sessions.has(name[:max(j, 0)]) {
		if e, ok := requestMethods.Get()[name[i+1:]]; ok {
			return e
		}
	}
	return tails.Get()[name[i+1:]]
}

// sessions are the libraries whose functions and sessions have the methods of
// HTTP.
const sessions words = "requests httpx aiohttp"

var requestMethods = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"get": {{Connects, plain, 0, "url", false}}, "post": {{Connects, plain, 0, "url", false}},
		"put": {{Connects, plain, 0, "url", false}}, "patch": {{Connects, plain, 0, "url", false}},
		"delete": {{Connects, plain, 0, "url", false}}, "head": {{Connects, plain, 0, "url", false}},
		"options": {{Connects, plain, 0, "url", false}}, "request": {{Connects, plain, 1, "url", false}},
		"stream": {{Connects, plain, 1, "url", false}}, "ws_connect": {{Connects, plain, 0, "url", false}},
	}
}}

// modules are those that can run or delete things. They are followed through
// whatever module they are reached from.
const modules words = "os subprocess shutil sys pty socket importlib pathlib"

// aliases are other names for the same.
var aliases = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"posix": "os", "nt": "os", "posixpath": "os.path", "ntpath": "os.path", "genericpath": "os.path",
		"__builtin__": "builtins", "__builtins__": "builtins", "_socket": "socket", "_os": "os", "_sys": "sys",
		"asyncio.subprocess": "asyncio", "_io": "io",
	}
}}

// same are functions that go by several names.
var same = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"io.open": "open", "os.fdopen": "open", "file": "open", "io.FileIO": "open", "pathlib.PosixPath": "pathlib.Path", "pathlib.PurePath": "pathlib.Path",
		"pathlib.PurePosixPath": "pathlib.Path", "importlib.reload": "reload", "os.getcwdb": "os.getcwd",
	}
}}

// canonical is the one name of a function that can be reached by several.
func canonical(name string) string {
	if !strings.Contains(name, ".") {
		if to, ok := aliases.Get()[name]; ok {
			return to
		}
		if to, ok := same.Get()[name]; ok {
			return to
		}
		return name
	}
	parts := strings.Split(name, ".")
	for i := len(parts) - 1; i >= 0; i-- {
		part := parts[i]
		if to, ok := aliases.Get()[part]; ok {
			part = to
		}
		if i > 0 && parts[i-1] == part {
			continue // socket.socket
		}
		if modules.has(part) || part == "os.path" || part == "builtins" {
			if i > 0 && parts[i-1] == "asyncio" {
				parts = append([]string{"asyncio"}, parts[i+1:]...)
				break
			}
			parts = append([]string{part}, parts[i+1:]...)
			break
		}
	}
	name = strings.TrimPrefix(strings.Join(parts, "."), "builtins.")
	name = strings.Replace(name, "os.posixpath", "os.path", 1)
	if to, ok := same.Get()[name]; ok {
		return to
	}
	return name
}

// pathClass names what pathlib.Path returns; its atom's of is the path.
const pathClass = "pathlib.Path()"
