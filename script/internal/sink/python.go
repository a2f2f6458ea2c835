package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// pythonCalls lists what functions do, by the Python Library Reference (os, shutil, subprocess,
// pathlib, pty, socket, http.client, urllib.request, ctypes). Names are canonical. Larger maps are
// built at first use, since few commands contain Python.
var pythonCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"os.system":                       {{effect.Shell, Plain, 0, "command", false}},
		"os.popen":                        {{effect.Shell, Plain, 0, "cmd", false}},
		"os.popen2":                       {{effect.Shell, Command, 0, "cmd", false}},
		"os.popen3":                       {{effect.Shell, Command, 0, "cmd", false}},
		"os.popen4":                       {{effect.Shell, Command, 0, "cmd", false}},
		"platform.popen":                  {{effect.Shell, Plain, 0, "cmd", false}},
		"commands.getoutput":              {{effect.Shell, Plain, 0, "cmd", false}},
		"commands.getstatusoutput":        {{effect.Shell, Plain, 0, "cmd", false}},
		"subprocess.getoutput":            {{effect.Shell, Plain, 0, "cmd", false}},
		"subprocess.getstatusoutput":      {{effect.Shell, Plain, 0, "cmd", false}},
		"subprocess.run":                  {{effect.Runs, Command, 0, "args", false}},
		"subprocess.call":                 {{effect.Runs, Command, 0, "args", false}},
		"subprocess.check_call":           {{effect.Runs, Command, 0, "args", false}},
		"subprocess.check_output":         {{effect.Runs, Command, 0, "args", false}},
		"subprocess.Popen":                {{effect.Runs, Command, 0, "args", false}},
		"asyncio.create_subprocess_shell": {{effect.Shell, Plain, 0, "cmd", false}},
		"asyncio.create_subprocess_exec":  {{effect.Runs, Spread, 0, "program", false}},
		"pty.spawn":                       {{effect.Runs, Command, 0, "argv", false}},
		"distutils.spawn.spawn":           {{effect.Runs, Command, 0, "cmd", false}},
		"invoke.run":                      {{effect.Shell, Plain, 0, "command", false}},
		"invoke.Context().run":            {{effect.Shell, Plain, 0, "command", false}},
		"fabric.Connection().run":         {{effect.Shell, Plain, 0, "command", false}},
		"fabric.Connection().sudo":        {{effect.Shell, Plain, 0, "command", false}},
		"fabric.Connection().local":       {{effect.Shell, Plain, 0, "command", false}},
		"os.kill":                         {{effect.Runs, Signal, 0, "pid", false}},
		"os.killpg":                       {{effect.Runs, Signal, 0, "pgid", false}},
		"venv.create":                     {{effect.Writes, Cleared, 0, "env_dir", true}},
		"venv.EnvBuilder().create":        {{effect.Writes, Cleared, 0, "env_dir", true}},
		"fileinput.input":                 {{effect.Reads, Inplace, 0, "files", false}},
		"fileinput.FileInput":             {{effect.Reads, Inplace, 0, "files", false}},
		"send2trash.send2trash":           {{effect.Deletes, Plain, 0, "paths", true}},
		"pexpect.spawn":                   {{effect.Shell, Plain, 0, "command", false}},
		"pexpect.run":                     {{effect.Shell, Plain, 0, "command", false}},
		"_posixsubprocess.fork_exec":      {{effect.Runs, Command, 0, "", false}},
		"os.execv":                        {{effect.Runs, Vector, 0, "path", false}},
		"os.execve":                       {{effect.Runs, Vector, 0, "path", false}},
		"os.execvp":                       {{effect.Runs, Vector, 0, "file", false}},
		"os.execvpe":                      {{effect.Runs, Vector, 0, "file", false}},
		"os.execl":                        {{effect.Runs, Rest, 0, "file", false}},
		"os.execlp":                       {{effect.Runs, Rest, 0, "file", false}},
		"os.execle":                       {{effect.Runs, RestEnv, 0, "file", false}},
		"os.execlpe":                      {{effect.Runs, RestEnv, 0, "file", false}},
		"os.spawnv":                       {{effect.Runs, Vector, 1, "file", false}},
		"os.spawnve":                      {{effect.Runs, Vector, 1, "file", false}},
		"os.spawnvp":                      {{effect.Runs, Vector, 1, "file", false}},
		"os.spawnvpe":                     {{effect.Runs, Vector, 1, "file", false}},
		"os.spawnl":                       {{effect.Runs, Rest, 1, "file", false}},
		"os.spawnlp":                      {{effect.Runs, Rest, 1, "file", false}},
		"os.spawnle":                      {{effect.Runs, RestEnv, 1, "file", false}},
		"os.spawnlpe":                     {{effect.Runs, RestEnv, 1, "file", false}},
		"os.posix_spawn":                  {{effect.Runs, Vector, 0, "path", false}},
		"os.posix_spawnp":                 {{effect.Runs, Vector, 0, "path", false}},
		"ctypes.CDLL().system":            {{effect.Shell, Plain, 0, "", false}},

		"eval":               {{effect.Evaluates, Code, 0, "", false}},
		"exec":               {{effect.Evaluates, Code, 0, "", false}},
		"execfile":           {{effect.Runs, ScriptFile, 0, "", false}},
		"runpy.run_path":     {{effect.Runs, ScriptFile, 0, "path_name", false}},
		"timeit.timeit":      {{effect.Evaluates, Code, 0, "stmt", false}, {effect.Evaluates, Code, 1, "setup", false}},
		"timeit.repeat":      {{effect.Evaluates, Code, 0, "stmt", false}, {effect.Evaluates, Code, 1, "setup", false}},
		"timeit.Timer":       {{effect.Evaluates, Code, 0, "stmt", false}, {effect.Evaluates, Code, 1, "setup", false}},
		"cProfile.run":       {{effect.Evaluates, Code, 0, "statement", false}},
		"profile.run":        {{effect.Evaluates, Code, 0, "statement", false}},
		"pdb.run":            {{effect.Evaluates, Code, 0, "statement", false}},
		"types.FunctionType": {{effect.Evaluates, Code, 0, "code", false}},
		"code.interact":      {{effect.Evaluates, Opaque, 0, "", false}},

		"code.InteractiveInterpreter().runsource": {{effect.Evaluates, Code, 0, "source", false}},
		"code.InteractiveInterpreter().runcode":   {{effect.Evaluates, Code, 0, "code", false}},
		"code.InteractiveConsole().runsource":     {{effect.Evaluates, Code, 0, "source", false}},
		"code.InteractiveConsole().runcode":       {{effect.Evaluates, Code, 0, "code", false}},
		"code.InteractiveConsole().push":          {{effect.Evaluates, Code, 0, "line", false}},

		"marshal.loads":           {{effect.Evaluates, Opaque, 0, "", false}},
		"ctypes.CDLL":             {{effect.Evaluates, Library, 0, "", false}},
		"ctypes.PyDLL":            {{effect.Evaluates, Library, 0, "", false}},
		"ctypes.cdll.LoadLibrary": {{effect.Evaluates, Library, 0, "", false}},
		"__import__":              {{effect.Evaluates, ModuleName, 0, "name", false}},
		"importlib.import_module": {{effect.Evaluates, ModuleName, 0, "name", false}},
		"importlib.__import__":    {{effect.Evaluates, ModuleName, 0, "name", false}},
		"getattr":                 {{effect.Evaluates, AttributeName, 0, "", false}},
		"os.chdir":                {{0, Directory, 0, "path", false}},
		"contextlib.chdir":        {{0, Directory, 0, "path", false}},

		"pathlib.Path.unlink":     {{effect.Deletes, Plain, 0, "", false}},
		"pathlib.Path.rmdir":      {{effect.Deletes, Plain, 0, "", false}},
		"pathlib.Path.write_text": {{effect.Writes, Plain, 0, "", false}},

		"open":            {{effect.Reads, Mode, 0, "file", false}},
		"codecs.open":     {{effect.Reads, Mode, 0, "filename", false}},
		"gzip.open":       {{effect.Reads, Mode, 0, "filename", false}},
		"os.open":         {{effect.Reads, Flags, 0, "path", false}},
		"zipfile.ZipFile": {{effect.Reads, Mode, 0, "file", false}},
		"tarfile.open":    {{effect.Reads, Mode, 0, "name", false}},
		"gzip.GzipFile":   {{effect.Reads, Mode, 0, "filename", false}},
		"bz2.open":        {{effect.Reads, Mode, 0, "filename", false}},
		"bz2.BZ2File":     {{effect.Reads, Mode, 0, "filename", false}},
		"lzma.open":       {{effect.Reads, Mode, 0, "filename", false}},
		"lzma.LZMAFile":   {{effect.Reads, Mode, 0, "filename", false}},
		"shelve.open":     {{effect.Writes, Plain, 0, "filename", false}},
		"dbm.open":        {{effect.Reads, Mode, 0, "file", false}},
		"numpy.save":      {{effect.Writes, Plain, 0, "file", false}},
		"numpy.savez":     {{effect.Writes, Plain, 0, "file", false}},
		"numpy.savetxt":   {{effect.Writes, Plain, 0, "fname", false}},
		"sqlite3.connect": {{effect.Reads, Plain, 0, "database", false}, {effect.Writes, Plain, 0, "database", false}},

		"logging.basicConfig":                       {{effect.Writes, Plain, -1, "filename", false}},
		"logging.FileHandler":                       {{effect.Writes, Plain, 0, "filename", false}},
		"logging.handlers.WatchedFileHandler":       {{effect.Writes, Plain, 0, "filename", false}},
		"logging.handlers.RotatingFileHandler":      {{effect.Writes, Plain, 0, "filename", false}},
		"logging.handlers.TimedRotatingFileHandler": {{effect.Writes, Plain, 0, "filename", false}},

		"configparser.ConfigParser().read":     {{effect.Reads, Plain, 0, "filenames", false}},
		"configparser.RawConfigParser().read":  {{effect.Reads, Plain, 0, "filenames", false}},
		"configparser.SafeConfigParser().read": {{effect.Reads, Plain, 0, "filenames", false}},
		"shutil.make_archive":                  {{effect.Reads, Plain, 2, "root_dir", false}, {effect.Reads, Plain, 3, "base_dir", false}},
		"zipfile.ZipFile().write":              {{effect.Reads, Plain, 0, "filename", false}},
		"tarfile.open().add":                   {{effect.Reads, Plain, 0, "name", false}},
		"dotenv.dotenv_values":                 {{effect.Reads, Plain, 0, "dotenv_path", false}},
		"netrc.netrc":                          {{effect.Reads, Plain, 0, "file", false}},
		"linecache.getline":                    {{effect.Reads, Plain, 0, "filename", false}},
		"linecache.getlines":                   {{effect.Reads, Plain, 0, "filename", false}},
		"linecache.updatecache":                {{effect.Reads, Plain, 0, "filename", false}},

		"os.remove":             {{effect.Deletes, Plain, 0, "path", false}},
		"os.unlink":             {{effect.Deletes, Plain, 0, "path", false}},
		"os.rmdir":              {{effect.Deletes, Plain, 0, "path", false}},
		"os.removedirs":         {{effect.Deletes, Plain, 0, "name", false}},
		"shutil.rmtree":         {{effect.Deletes, Plain, 0, "path", true}},
		"os.rename":             {{effect.Deletes, Plain, 0, "src", true}, {effect.Writes, Plain, 1, "dst", false}},
		"os.renames":            {{effect.Deletes, Plain, 0, "old", true}, {effect.Writes, Plain, 1, "new", false}},
		"os.replace":            {{effect.Deletes, Plain, 0, "src", true}, {effect.Writes, Plain, 1, "dst", false}},
		"shutil.move":           {{effect.Deletes, Plain, 0, "src", true}, {effect.Writes, Plain, 1, "dst", false}},
		"os.truncate":           {{effect.Deletes, Plain, 0, "path", false}},
		"os.mkdir":              {{effect.Writes, Plain, 0, "path", false}},
		"os.makedirs":           {{effect.Writes, Plain, 0, "name", false}},
		"os.mkfifo":             {{effect.Writes, Plain, 0, "path", false}},
		"os.mknod":              {{effect.Writes, Plain, 0, "path", false}},
		"os.symlink":            {{effect.Links, Linked, 0, "src", false}},
		"os.link":               {{effect.Reads, Plain, 0, "src", false}, {effect.Changes, Plain, 0, "src", false}, {effect.Writes, Plain, 1, "dst", false}},
		"os.chmod":              {{effect.Changes, Plain, 0, "path", false}, {effect.Changes, Bits, 0, "path", false}},
		"os.lchmod":             {{effect.Changes, Plain, 0, "path", false}, {effect.Changes, Bits, 0, "path", false}},
		"os.chown":              {{effect.Changes, Plain, 0, "path", false}},
		"os.lchown":             {{effect.Changes, Plain, 0, "path", false}},
		"shutil.chown":          {{effect.Changes, Plain, 0, "path", false}},
		"shutil.copy":           {{effect.Reads, Plain, 0, "src", false}, {effect.Writes, Plain, 1, "dst", false}},
		"shutil.copy2":          {{effect.Reads, Plain, 0, "src", false}, {effect.Writes, Plain, 1, "dst", false}},
		"shutil.copyfile":       {{effect.Reads, Plain, 0, "src", false}, {effect.Writes, Plain, 1, "dst", false}},
		"shutil.copytree":       {{effect.Reads, Plain, 0, "src", false}, {effect.Writes, Plain, 1, "dst", false}},
		"shutil.copymode":       {{effect.Changes, Plain, 1, "dst", false}},
		"shutil.copystat":       {{effect.Changes, Plain, 1, "dst", false}},
		"shutil.unpack_archive": {{effect.Reads, Plain, 0, "filename", false}, {effect.Writes, Unpacked, 1, "extract_dir", true}},

		"path.Path().rmtree":       {{effect.Deletes, Receiver, -1, "", true}},
		"path.Path().rmtree_p":     {{effect.Deletes, Receiver, -1, "", true}},
		"py.path.local().remove":   {{effect.Deletes, Receiver, -1, "", true}},
		PathClass + ".unlink":      {{effect.Deletes, Receiver, -1, "", false}},
		PathClass + ".rmdir":       {{effect.Deletes, Receiver, -1, "", false}},
		PathClass + ".rename":      {{effect.Deletes, Receiver, -1, "", true}, {effect.Writes, Plain, 0, "target", false}},
		PathClass + ".replace":     {{effect.Deletes, Receiver, -1, "", true}, {effect.Writes, Plain, 0, "target", false}},
		PathClass + ".write_text":  {{effect.Writes, Receiver, -1, "", false}},
		PathClass + ".write_bytes": {{effect.Writes, Receiver, -1, "", false}},
		PathClass + ".touch":       {{effect.Writes, Receiver, -1, "", false}},
		PathClass + ".mkdir":       {{effect.Writes, Receiver, -1, "", false}},
		PathClass + ".link_to":     {{effect.Reads, Receiver, -1, "", false}, {effect.Changes, Receiver, -1, "", false}, {effect.Writes, Plain, 0, "target", false}},
		PathClass + ".symlink_to":  {{effect.Links, ReceiverLinked, 0, "target", false}},
		PathClass + ".hardlink_to": {{effect.Reads, Plain, 0, "target", false}, {effect.Changes, Plain, 0, "target", false}, {effect.Writes, Receiver, -1, "", false}},
		PathClass + ".chmod":       {{effect.Changes, Receiver, -1, "", false}, {effect.Changes, ReceiverBits, 0, "", false}},
		PathClass + ".read_text":   {{effect.Reads, Receiver, -1, "", false}},
		PathClass + ".read_bytes":  {{effect.Reads, Receiver, -1, "", false}},
		PathClass + ".open":        {{effect.Reads, ReceiverMode, 0, "", false}},

		"urllib.request.urlopen":          {{effect.Connects, Plain, 0, "url", false}},
		"urllib.request.urlretrieve":      {{effect.Connects, Plain, 0, "url", false}, {effect.Writes, Plain, 1, "filename", false}},
		"urllib.urlopen":                  {{effect.Connects, Plain, 0, "url", false}},
		"urllib.urlretrieve":              {{effect.Connects, Plain, 0, "url", false}, {effect.Writes, Plain, 1, "filename", false}},
		"urllib2.urlopen":                 {{effect.Connects, Plain, 0, "url", false}},
		"urllib3.PoolManager().request":   {{effect.Connects, Plain, 1, "url", false}},
		"urllib3.request":                 {{effect.Connects, Plain, 1, "url", false}},
		"http.client.HTTPConnection":      {{effect.Connects, Plain, 0, "host", false}},
		"http.client.HTTPSConnection":     {{effect.Connects, Plain, 0, "host", false}},
		"httplib.HTTPConnection":          {{effect.Connects, Plain, 0, "host", false}},
		"httplib.HTTPSConnection":         {{effect.Connects, Plain, 0, "host", false}},
		"socket.create_connection":        {{effect.Connects, Address, 0, "address", false}},
		"socket.socket().connect":         {{effect.Connects, Address, 0, "address", false}},
		"socket.socket().connect_ex":      {{effect.Connects, Address, 0, "address", false}},
		"socket.socket().sendto":          {{effect.Connects, Address, 1, "address", false}},
		"socket.socket().bind":            {{effect.Listens, Address, 0, "address", false}},
		"socket.create_server":            {{effect.Listens, Address, 0, "address", false}},
		"http.server.HTTPServer":          {{effect.Listens, Address, 0, "server_address", false}},
		"http.server.test":                {{effect.Listens, Plain, -1, "bind", false}},
		"http.server.ThreadingHTTPServer": {{effect.Listens, Address, 0, "server_address", false}},
		"socketserver.TCPServer":          {{effect.Listens, Address, 0, "server_address", false}},
		"asyncio.open_connection":         {{effect.Connects, Plain, 0, "host", false}},
		"ftplib.FTP":                      {{effect.Connects, Plain, 0, "host", false}},
		"smtplib.SMTP":                    {{effect.Connects, Plain, 0, "host", false}},
		"smtplib.SMTP_SSL":                {{effect.Connects, Plain, 0, "host", false}},
		"telnetlib.Telnet":                {{effect.Connects, Plain, 0, "host", false}},
		"paramiko.SSHClient().connect":    {{effect.Connects, Plain, 0, "hostname", false}},
	}
}}

// pythonMethods are methods with the same meaning on any object.
var pythonMethods = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"system":                  {{effect.Shell, Plain, 0, "", false}},
		"popen":                   {{effect.Shell, Plain, 0, "", false}},
		"getoutput":               {{effect.Shell, Plain, 0, "", false}},
		"getstatusoutput":         {{effect.Shell, Plain, 0, "", false}},
		"create_subprocess_shell": {{effect.Shell, Plain, 0, "", false}},
		"Popen":                   {{effect.Runs, Command, 0, "args", false}},
		"check_call":              {{effect.Runs, Command, 0, "args", false}},
		"check_output":            {{effect.Runs, Command, 0, "args", false}},
		"rmtree":                  {{effect.Deletes, Plain, 0, "", true}},
		"rm_rf":                   {{effect.Deletes, Plain, 0, "", true}},
		"remove_tree":             {{effect.Deletes, Plain, 0, "directory", true}},
		"unlink":                  {{effect.Deletes, Receiver, -1, "", false}},
		"write_text":              {{effect.Writes, Receiver, -1, "", false}},
		"write_bytes":             {{effect.Writes, Receiver, -1, "", false}},
		"extractall":              {{effect.Writes, Unpacked, 0, "path", true}},
		"extract":                 {{effect.Writes, Unpacked, 1, "path", true}},
		"to_csv":                  {{effect.Writes, Plain, 0, "path_or_buf", false}},
		"to_json":                 {{effect.Writes, Plain, 0, "path_or_buf", false}},
		"to_excel":                {{effect.Writes, Plain, 0, "excel_writer", false}},
		"to_parquet":              {{effect.Writes, Plain, 0, "path", false}},
		"to_pickle":               {{effect.Writes, Plain, 0, "path", false}},
	}
}}

// Python returns the rows of a function by its name.
func Python(name string) []Row {
	name = PythonName(name)
	if e, ok := pythonCalls.Get()[name]; ok {
		return e
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	if name[:i] == "sh" || name[:i] == "plumbum.cmd" || name[:i] == "plumbum.local" { // each name is a program
		return []Row{{effect.Runs, Tool, 0, name[i+1:], false}}
	}
	switch name[:strings.IndexByte(name, '.')] {
	case "requests", "httpx", "aiohttp": // their functions and sessions have methods named after HTTP's
		if e, ok := pythonRequests.Get()[name[i+1:]]; ok {
			return e
		}
	}
	return pythonMethods.Get()[name[i+1:]]
}

// pythonRequests are those methods.
var pythonRequests = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"get": {{effect.Connects, Plain, 0, "url", false}}, "post": {{effect.Connects, Plain, 0, "url", false}},
		"put": {{effect.Connects, Plain, 0, "url", false}}, "patch": {{effect.Connects, Plain, 0, "url", false}},
		"delete": {{effect.Connects, Plain, 0, "url", false}}, "head": {{effect.Connects, Plain, 0, "url", false}},
		"options": {{effect.Connects, Plain, 0, "url", false}}, "request": {{effect.Connects, Plain, 1, "url", false}},
		"stream": {{effect.Connects, Plain, 1, "url", false}}, "ws_connect": {{effect.Connects, Plain, 0, "url", false}},
	}
}}

// IsPythonModule reports whether a module can run or delete things. The reader follows those through any
// module that they are reached from.
func IsPythonModule(name string) bool {
	switch name {
	case "os", "subprocess", "shutil", "sys", "pty", "socket", "importlib", "pathlib":
		return true
	}
	return false
}

// pythonModule returns the usual name of a module that has several.
func pythonModule(name string) string {
	switch name {
	case "posix", "nt", "_os":
		return "os"
	case "posixpath", "ntpath", "genericpath":
		return "os.path"
	case "__builtin__", "__builtins__":
		return "builtins"
	case "_socket":
		return "socket"
	case "_sys":
		return "sys"
	case "_io":
		return "io"
	}
	return name
}

// pythonFunction returns the usual name of a function that has several.
func pythonFunction(name string) string {
	switch name {
	case "io.open", "os.fdopen", "file", "io.FileIO":
		return "open"
	case "pathlib.PosixPath", "pathlib.PurePath", "pathlib.PurePosixPath":
		return "pathlib.Path"
	case "importlib.reload":
		return "reload"
	case "os.getcwdb":
		return "os.getcwd"
	}
	return name
}

// PythonName returns the canonical name of a function.
func PythonName(name string) string {
	if strings.IndexByte(name, '.') < 0 {
		return pythonFunction(pythonModule(name))
	}
	for end := len(name); end > 0; {
		start := strings.LastIndexByte(name[:end], '.') + 1
		part := pythonModule(name[start:end])
		if !IsPythonModule(part) && part != "os.path" && part != "builtins" {
			end = start - 1
			continue
		}
		before := strings.TrimSuffix(name[:start], ".")
		before = before[strings.LastIndexByte(before, '.')+1:]
		if start > 0 && before == part {
			end = start - 1
			continue // socket.socket
		}
		if before == "asyncio" {
			part = "asyncio"
		}
		if part != name[:end] {
			name = part + name[end:]
		}
		break
	}
	return pythonFunction(strings.TrimPrefix(name, "builtins."))
}

// PathClass is the name of the result of pathlib.Path; the atom's Of is the path.
const PathClass = "pathlib.Path()"
