package script

import "github.com/agent-loop/shimgen/internal/lazy"

// perlCalls says what functions do, by the last part of their names, after
// perlfunc and the manuals of File::Path, File::Copy, IPC::Open3, LWP::Simple,
// File::Slurp and Socket.
var perlCalls = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"harness":  {{Runs, command, 0, "", false}},
		"system":   {{Shell, command, 0, "", false}},
		"exec":     {{Shell, command, 0, "", false}},
		"readpipe": {{Shell, plain, 0, "", false}},
		"open2":    {{Shell, command, 2, "", false}},
		"open3":    {{Shell, command, 3, "", false}},
		"capture":  {{Shell, command, 0, "", false}},
		"systemx":  {{Runs, command, 0, "", false}},
		"capturex": {{Runs, command, 0, "", false}},
		"syscall":  {{Evaluates, opaque, 0, "", false}},
		"dlopen":   {{Evaluates, opaque, 0, "", false}},
		"kill":     {{Runs, signal, 0, "", false}},

		"unlink":      {{Deletes, rest, 0, "", false}},
		"rmdir":       {{Deletes, rest, 0, "", false}},
		"remove":      {{Deletes, rest, 0, "", false}},
		"rmtree":      {{Deletes, rest, 0, "", true}},
		"remove_tree": {{Deletes, rest, 0, "", true}},
		"rename":      {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"move":        {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"mv":          {{Deletes, plain, 0, "", true}, {Writes, plain, 1, "", false}},
		"copy":        {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"cp":          {{Reads, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"link":        {{Reads, plain, 0, "", false}, {Changes, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"symlink":     {{Writes, plain, 1, "", false}},
		"mkdir":       {{Writes, plain, 0, "", false}},
		"make_path":   {{Writes, rest, 0, "", false}},
		"mkpath":      {{Writes, plain, 0, "", false}},
		"mkfifo":      {{Writes, plain, 0, "", false}},
		"truncate":    {{Writes, plain, 0, "", false}},
		"write_file":  {{Writes, plain, 0, "", false}},
		"append_file": {{Writes, plain, 0, "", false}},
		"read_file":   {{Reads, plain, 0, "", false}},
		"sysopen":     {{Reads, plain, 1, "", false}, {Writes, plain, 1, "", false}},
		"opendir":     {{Reads, plain, 1, "", false}},
		"chmod":       {{Changes, rest, 1, "", false}},
		"chown":       {{Changes, rest, 2, "", false}},
		"utime":       {{Changes, rest, 2, "", false}},
		"chdir":       {{0, directory, 0, "", false}},
		"open":        {{Reads, mode, 0, "", false}},
		"dbmopen":     {{Writes, plain, 1, "", false}},

		"connect":  {{Connects, plain, 1, "", false}},
		"bind":     {{Listens, plain, 1, "", false}},
		"getstore": {{Connects, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"mirror":   {{Connects, plain, 0, "", false}, {Writes, plain, 1, "", false}},
		"getprint": {{Connects, plain, 0, "", false}},
	}
}}

// perlMethods say what methods do, whatever object they belong to.
var perlMethods = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"remove":      {{Deletes, receiver, -1, "", false}},
		"remove_tree": {{Deletes, receiver, -1, "", true}},
		"spew":        {{Writes, receiver, -1, "", false}},
		"spew_utf8":   {{Writes, receiver, -1, "", false}},
		"append":      {{Writes, receiver, -1, "", false}},
		"touch":       {{Writes, receiver, -1, "", false}},
		"slurp":       {{Reads, receiver, -1, "", false}},
		"mkpath":      {{Writes, receiver, -1, "", false}},
	}
}}

// perlRows are the effects of a function by the last part of its name.
func perlRows(name string) []effect { return perlCalls.Get()[name] }

// perlMethodRows are those of a method, whatever object it belongs to.
func perlMethodRows(name string) []effect { return perlMethods.Get()[name] }
