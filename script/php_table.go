package script

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// phpCalls says what functions do, after the PHP manual (program execution,
// file system, streams, cURL, sockets, function handling, PCRE).
var phpCalls = lazy.Value[map[string][]effect]{Make: func() map[string][]effect {
	return map[string][]effect{
		"system":       {{Shell, plain, 0, "command", false}},
		"exec":         {{Shell, plain, 0, "command", false}},
		"shell_exec":   {{Shell, plain, 0, "command", false}},
		"passthru":     {{Shell, plain, 0, "command", false}},
		"popen":        {{Shell, plain, 0, "command", false}},
		"expect_popen": {{Shell, plain, 0, "", false}},
		"proc_open":    {{Runs, argvOption, 0, "command", false}},
		"pcntl_exec":   {{Runs, program, 0, "path", false}},

		"posix_kill": {{Runs, signal, 0, "process_id", false}},

		"eval":                            {{Evaluates, code, 0, "", false}},
		"assert":                          {{Evaluates, asserted, 0, "assertion", false}},
		"create_function":                 {{Evaluates, code, 1, "", false}},
		"preg_replace":                    {{Evaluates, pattern, 0, "pattern", false}},
		"preg_filter":                     {{Evaluates, pattern, 0, "pattern", false}},
		"include":                         {{Runs, included, 0, "", false}},
		"dl":                              {{Evaluates, opaque, 0, "", false}},
		"ffi.cdef":                        {{Evaluates, opaque, 0, "", false}},
		"ffi.load":                        {{Evaluates, opaque, 0, "", false}},
		"outside()":                       {{Evaluates, opaque, 0, "", false}},
		"call_user_func":                  {{Evaluates, callable, 0, "callback", false}},
		"forward_static_call":             {{Evaluates, callable, 0, "callback", false}},
		"register_shutdown_function":      {{Evaluates, callable, 0, "callback", false}},
		"register_tick_function":          {{Evaluates, callable, 0, "callback", false}},
		"call_user_func_array":            {{Evaluates, callables, 0, "callback", false}},
		"forward_static_call_array":       {{Evaluates, callables, 0, "callback", false}},
		"array_map":                       {{Evaluates, eachOf, 0, "callback", false}},
		"array_filter":                    {{Evaluates, over, 1, "callback", false}},
		"array_walk":                      {{Evaluates, over, 1, "callback", false}},
		"array_walk_recursive":            {{Evaluates, over, 1, "callback", false}},
		"array_reduce":                    {{Evaluates, handler, 1, "callback", false}},
		"usort":                           {{Evaluates, over, 1, "callback", false}},
		"uasort":                          {{Evaluates, over, 1, "callback", false}},
		"uksort":                          {{Evaluates, handler, 1, "callback", false}},
		"array_udiff":                     {{Evaluates, handler, 2, "", false}},
		"array_uintersect":                {{Evaluates, handler, 2, "", false}},
		"iterator_apply":                  {{Evaluates, callables, 1, "callback", false}},
		"preg_replace_callback":           {{Evaluates, handler, 1, "callback", false}},
		"ob_start":                        {{Evaluates, handler, 0, "callback", false}},
		"set_error_handler":               {{Evaluates, handler, 0, "callback", false}},
		"set_exception_handler":           {{Evaluates, handler, 0, "callback", false}},
		"spl_autoload_register":           {{Evaluates, handler, 0, "callback", false}},
		"header_register_callback":        {{Evaluates, handler, 0, "callback", false}},
		"reflectionfunction().invoke":     {{Evaluates, invoked, -1, "", false}},
		"reflectionfunction().invokeargs": {{Evaluates, invoked, 0, "", false}},
		"chdir":                           {{0, directory, 0, "directory", false}},

		"unlink":                 {{Deletes, plain, 0, "filename", false}},
		"rmdir":                  {{Deletes, plain, 0, "directory", false}},
		"rename":                 {{Deletes, plain, 0, "from", true}, {Writes, plain, 1, "to", false}},
		"move_uploaded_file":     {{Writes, plain, 1, "to", false}},
		"copy":                   {{Reads, stream, 0, "from", false}, {Writes, plain, 1, "to", false}},
		"file_put_contents":      {{Writes, stream, 0, "filename", false}},
		"file_get_contents":      {{Reads, stream, 0, "filename", false}},
		"file":                   {{Reads, stream, 0, "filename", false}},
		"readfile":               {{Reads, stream, 0, "filename", false}},
		"fopen":                  {{Reads, stream, 0, "filename", false}},
		"highlight_file":         {{Reads, stream, 0, "filename", false}},
		"show_source":            {{Reads, stream, 0, "filename", false}},
		"parse_ini_file":         {{Reads, stream, 0, "filename", false}},
		"simplexml_load_file":    {{Reads, stream, 0, "filename", false}},
		"gzopen":                 {{Reads, stream, 0, "filename", false}},
		"splfileobject":          {{Reads, stream, 0, "filename", false}},
		"touch":                  {{Writes, plain, 0, "filename", false}},
		"mkdir":                  {{Writes, plain, 0, "directory", false}},
		"symlink":                {{Writes, plain, 1, "link", false}},
		"link":                   {{Reads, plain, 0, "target", false}, {Changes, plain, 0, "target", false}, {Writes, plain, 1, "link", false}},
		"ziparchive.extractto":   {{Writes, plain, 0, "pathto", false}},
		"ziparchive().extractto": {{Writes, plain, 0, "pathto", false}},
		"phardata().extractto":   {{Writes, plain, 0, "directory", false}},
		"phar().extractto":       {{Writes, plain, 0, "directory", false}},
		"chmod":                  {{Changes, plain, 0, "filename", false}},
		"chown":                  {{Changes, plain, 0, "filename", false}},
		"lchown":                 {{Changes, plain, 0, "filename", false}},
		"chgrp":                  {{Changes, plain, 0, "filename", false}},

		"curl_init":            {{Connects, plain, 0, "url", false}},
		"curl_setopt":          {{Connects, option, 1, "option", false}},
		"get_headers":          {{Connects, plain, 0, "url", false}},
		"fsockopen":            {{Connects, plain, 0, "hostname", false}},
		"pfsockopen":           {{Connects, plain, 0, "hostname", false}},
		"stream_socket_client": {{Connects, plain, 0, "address", false}},
		"socket_connect":       {{Connects, plain, 1, "address", false}},
		"ftp_connect":          {{Connects, plain, 0, "hostname", false}},
		"ssh2_connect":         {{Connects, plain, 0, "host", false}},
		"gethostbyname":        {{Connects, plain, 0, "hostname", false}},
		"dns_get_record":       {{Connects, plain, 0, "hostname", false}},
		"stream_socket_server": {{Listens, plain, 0, "address", false}},
		"socket_bind":          {{Listens, plain, 1, "address", false}},
	}
}}

// phpRows are the effects of a function by its name.
func phpRows(name string) []effect {
	return phpCalls.Get()[strings.TrimPrefix(name, `\`)]
}
