package sink

import (
	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// perlCalls lists what functions do, by the last part of their names, after perlfunc and the
// manuals of File::Path, File::Copy, IPC::Open3, LWP::Simple, File::Slurp and Socket.
var perlCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"harness":  {{effect.Runs, Command, 0, "", false}},
		"system":   {{effect.Shell, Command, 0, "", false}},
		"exec":     {{effect.Shell, Command, 0, "", false}},
		"readpipe": {{effect.Shell, Plain, 0, "", false}},
		"open2":    {{effect.Shell, Command, 2, "", false}},
		"open3":    {{effect.Shell, Command, 3, "", false}},
		"capture":  {{effect.Shell, Command, 0, "", false}},
		"systemx":  {{effect.Runs, Command, 0, "", false}},
		"capturex": {{effect.Runs, Command, 0, "", false}},
		"syscall":  {{effect.Evaluates, Opaque, 0, "", false}},
		"dlopen":   {{effect.Evaluates, Opaque, 0, "", false}},
		"kill":     {{effect.Runs, Signal, 0, "", false}},

		"unlink":      {{effect.Deletes, Rest, 0, "", false}},
		"rmdir":       {{effect.Deletes, Rest, 0, "", false}},
		"remove":      {{effect.Deletes, Rest, 0, "", false}},
		"rmtree":      {{effect.Deletes, Rest, 0, "", true}},
		"remove_tree": {{effect.Deletes, Rest, 0, "", true}},
		"pathrm":      {{effect.Deletes, Plain, 0, "", true}},
		"pathrmdir":   {{effect.Deletes, Plain, 0, "", true}},
		"pathempty":   {{effect.Deletes, Plain, 0, "", true}},
		"empty_dir":   {{effect.Deletes, Plain, 0, "", true}},
		"rm_rf":       {{effect.Deletes, Rest, 0, "", true}},
		"rename":      {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"move":        {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"mv":          {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"copy":        {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"cp":          {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"link":        {{effect.Reads, Plain, 0, "", false}, {effect.Changes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"symlink":     {{effect.Links, Linked, 0, "", false}},
		"mkdir":       {{effect.Writes, Plain, 0, "", false}},
		"make_path":   {{effect.Writes, Rest, 0, "", false}},
		"mkpath":      {{effect.Writes, Plain, 0, "", false}},
		"mkfifo":      {{effect.Writes, Plain, 0, "", false}},
		"truncate":    {{effect.Deletes, Plain, 0, "", false}},
		"write_file":  {{effect.Writes, Plain, 0, "", false}},
		"append_file": {{effect.Writes, Plain, 0, "", false}},
		"read_file":   {{effect.Reads, Plain, 0, "", false}},
		"sysopen":     {{effect.Reads, Plain, 1, "", false}, {effect.Writes, Plain, 1, "", false}},
		"opendir":     {{effect.Reads, Plain, 1, "", false}},
		"chmod":       {{effect.Changes, Rest, 1, "", false}},
		"chown":       {{effect.Changes, Rest, 2, "", false}},
		"utime":       {{effect.Changes, Rest, 2, "", false}},
		"chdir":       {{0, Directory, 0, "", false}},
		"open":        {{effect.Reads, Mode, 0, "", false}},
		"dbmopen":     {{effect.Writes, Plain, 1, "", false}},

		"connect":  {{effect.Connects, Plain, 1, "", false}},
		"bind":     {{effect.Listens, Plain, 1, "", false}},
		"getstore": {{effect.Connects, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"mirror":   {{effect.Connects, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"getprint": {{effect.Connects, Plain, 0, "", false}},
	}
}}

// perlMethods lists what methods do on any object.
var perlMethods = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"remove":      {{effect.Deletes, Receiver, -1, "", false}},
		"remove_tree": {{effect.Deletes, Receiver, -1, "", true}},
		"rmtree":      {{effect.Deletes, Receiver, -1, "", true}},
		"spew":        {{effect.Writes, Receiver, -1, "", false}},
		"spew_utf8":   {{effect.Writes, Receiver, -1, "", false}},
		"append":      {{effect.Writes, Receiver, -1, "", false}},
		"touch":       {{effect.Writes, Receiver, -1, "", false}},
		"slurp":       {{effect.Reads, Receiver, -1, "", false}},
		"mkpath":      {{effect.Writes, Receiver, -1, "", false}},
	}
}}

// Perl returns the rows of a function by the last part of its name.
func Perl(name string) []Row { return perlCalls.Get()[name] }

// PerlMethod returns the rows of a method on any object.
func PerlMethod(name string) []Row { return perlMethods.Get()[name] }
