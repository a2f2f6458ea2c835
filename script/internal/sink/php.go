package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// phpCalls lists what functions do, by the PHP manual (program execution, file system, streams,
// cURL, sockets, function handling, PCRE).
var phpCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"system":       {{effect.Shell, Plain, 0, "command", false}},
		"exec":         {{effect.Shell, Plain, 0, "command", false}},
		"shell_exec":   {{effect.Shell, Plain, 0, "command", false}},
		"passthru":     {{effect.Shell, Plain, 0, "command", false}},
		"popen":        {{effect.Shell, Plain, 0, "command", false}},
		"expect_popen": {{effect.Shell, Plain, 0, "", false}},
		"proc_open":    {{effect.Runs, ArgvOption, 0, "command", false}},
		"pcntl_exec":   {{effect.Runs, Program, 0, "path", false}},

		"posix_kill": {{effect.Runs, Signal, 0, "process_id", false}},

		"eval":                            {{effect.Evaluates, Code, 0, "", false}},
		"assert":                          {{effect.Evaluates, Asserted, 0, "assertion", false}},
		"create_function":                 {{effect.Evaluates, Code, 1, "", false}},
		"preg_replace":                    {{effect.Evaluates, Pattern, 0, "pattern", false}},
		"preg_filter":                     {{effect.Evaluates, Pattern, 0, "pattern", false}},
		"include":                         {{effect.Runs, Included, 0, "", false}},
		"dl":                              {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.cdef":                        {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.load":                        {{effect.Evaluates, Opaque, 0, "", false}},
		"outside()":                       {{effect.Evaluates, Opaque, 0, "", false}},
		"call_user_func":                  {{effect.Evaluates, Callable, 0, "callback", false}},
		"forward_static_call":             {{effect.Evaluates, Callable, 0, "callback", false}},
		"register_shutdown_function":      {{effect.Evaluates, Callable, 0, "callback", false}},
		"register_tick_function":          {{effect.Evaluates, Callable, 0, "callback", false}},
		"call_user_func_array":            {{effect.Evaluates, Callables, 0, "callback", false}},
		"forward_static_call_array":       {{effect.Evaluates, Callables, 0, "callback", false}},
		"array_map":                       {{effect.Evaluates, EachOf, 0, "callback", false}},
		"array_filter":                    {{effect.Evaluates, Over, 1, "callback", false}},
		"array_walk":                      {{effect.Evaluates, Over, 1, "callback", false}},
		"array_walk_recursive":            {{effect.Evaluates, Over, 1, "callback", false}},
		"array_reduce":                    {{effect.Evaluates, Handler, 1, "callback", false}},
		"usort":                           {{effect.Evaluates, Over, 1, "callback", false}},
		"uasort":                          {{effect.Evaluates, Over, 1, "callback", false}},
		"uksort":                          {{effect.Evaluates, Handler, 1, "callback", false}},
		"array_udiff":                     {{effect.Evaluates, Handler, 2, "", false}},
		"array_uintersect":                {{effect.Evaluates, Handler, 2, "", false}},
		"iterator_apply":                  {{effect.Evaluates, Callables, 1, "callback", false}},
		"preg_replace_callback":           {{effect.Evaluates, Handler, 1, "callback", false}},
		"ob_start":                        {{effect.Evaluates, Handler, 0, "callback", false}},
		"set_error_handler":               {{effect.Evaluates, Handler, 0, "callback", false}},
		"set_exception_handler":           {{effect.Evaluates, Handler, 0, "callback", false}},
		"spl_autoload_register":           {{effect.Evaluates, Handler, 0, "callback", false}},
		"header_register_callback":        {{effect.Evaluates, Handler, 0, "callback", false}},
		"reflectionfunction().invoke":     {{effect.Evaluates, Invoked, -1, "", false}},
		"reflectionfunction().invokeargs": {{effect.Evaluates, Invoked, 0, "", false}},
		"chdir":                           {{0, Directory, 0, "directory", false}},

		"unlink":                       {{effect.Deletes, Plain, 0, "filename", false}},
		"filesystem().remove":          {{effect.Deletes, Plain, 0, "files", true}},     // of Symfony
		"filesystem().deletedirectory": {{effect.Deletes, Plain, 0, "directory", true}}, // of Laravel
		"filesystem().cleandirectory":  {{effect.Deletes, Plain, 0, "directory", true}},
		"filesystem.remove":            {{effect.Deletes, Plain, 0, "files", true}},
		"filesystem.deletedirectory":   {{effect.Deletes, Plain, 0, "directory", true}},
		"filesystem.cleandirectory":    {{effect.Deletes, Plain, 0, "directory", true}},
		"file.deletedirectory":         {{effect.Deletes, Plain, 0, "directory", true}},
		"file.cleandirectory":          {{effect.Deletes, Plain, 0, "directory", true}},
		"rmdir":                        {{effect.Deletes, Plain, 0, "directory", false}},
		"rename":                       {{effect.Deletes, Plain, 0, "from", true}, {effect.Writes, Plain, 1, "to", false}},
		"move_uploaded_file":           {{effect.Writes, Plain, 1, "to", false}},
		"copy":                         {{effect.Reads, Stream, 0, "from", false}, {effect.Writes, Plain, 1, "to", false}},
		"file_put_contents":            {{effect.Writes, Stream, 0, "filename", false}},
		"file_get_contents":            {{effect.Reads, Stream, 0, "filename", false}},
		"file":                         {{effect.Reads, Stream, 0, "filename", false}},
		"readfile":                     {{effect.Reads, Stream, 0, "filename", false}},
		"fopen":                        {{effect.Reads, Stream, 0, "filename", false}},
		"highlight_file":               {{effect.Reads, Stream, 0, "filename", false}},
		"show_source":                  {{effect.Reads, Stream, 0, "filename", false}},
		"parse_ini_file":               {{effect.Reads, Stream, 0, "filename", false}},
		"simplexml_load_file":          {{effect.Reads, Stream, 0, "filename", false}},
		"gzopen":                       {{effect.Reads, Stream, 0, "filename", false}},
		"splfileobject":                {{effect.Reads, Stream, 0, "filename", false}},
		"touch":                        {{effect.Writes, Plain, 0, "filename", false}},
		"mkdir":                        {{effect.Writes, Plain, 0, "directory", false}},
		"symlink":                      {{effect.Links, Linked, 0, "", false}},
		"link":                         {{effect.Reads, Plain, 0, "target", false}, {effect.Changes, Plain, 0, "target", false}, {effect.Writes, Plain, 1, "link", false}},
		"ziparchive.extractto":         {{effect.Writes, Plain, 0, "pathto", false}},
		"ziparchive().extractto":       {{effect.Writes, Plain, 0, "pathto", false}},
		"phardata().extractto":         {{effect.Writes, Plain, 0, "directory", false}},
		"phar().extractto":             {{effect.Writes, Plain, 0, "directory", false}},
		"chmod":                        {{effect.Changes, Plain, 0, "filename", false}},
		"chown":                        {{effect.Changes, Plain, 0, "filename", false}},
		"lchown":                       {{effect.Changes, Plain, 0, "filename", false}},
		"chgrp":                        {{effect.Changes, Plain, 0, "filename", false}},
		"curl_file_create":             {{effect.Reads, Stream, 0, "filename", false}},
		"curlfile":                     {{effect.Reads, Stream, 0, "filename", false}},
		"ftp_put":                      {{effect.Reads, Plain, 2, "local_filename", false}},
		"ftp_nb_put":                   {{effect.Reads, Plain, 2, "local_filename", false}},
		"ssh2_scp_send":                {{effect.Reads, Plain, 1, "local_file", false}},

		"curl_init":            {{effect.Connects, Plain, 0, "url", false}},
		"curl_setopt":          {{effect.Connects, Option, 1, "option", false}},
		"get_headers":          {{effect.Connects, Plain, 0, "url", false}},
		"fsockopen":            {{effect.Connects, Plain, 0, "hostname", false}},
		"pfsockopen":           {{effect.Connects, Plain, 0, "hostname", false}},
		"stream_socket_client": {{effect.Connects, Plain, 0, "address", false}},
		"socket_connect":       {{effect.Connects, Plain, 1, "address", false}},
		"ftp_connect":          {{effect.Connects, Plain, 0, "hostname", false}},
		"ssh2_connect":         {{effect.Connects, Plain, 0, "host", false}},
		"gethostbyname":        {{effect.Connects, Plain, 0, "hostname", false}},
		"dns_get_record":       {{effect.Connects, Plain, 0, "hostname", false}},
		"stream_socket_server": {{effect.Listens, Plain, 0, "address", false}},
		"socket_bind":          {{effect.Listens, Plain, 1, "address", false}},
	}
}}

// PHP returns the rows of a function by its name. A class counts without its namespace.
func PHP(name string) []Row {
	name = strings.TrimPrefix(name, `\`)
	if rows := phpCalls.Get()[name]; rows != nil || !strings.Contains(name, ".") {
		return rows
	}
	return phpCalls.Get()[strings.ToLower(name[strings.LastIndexByte(name, '\\')+1:])]
}
