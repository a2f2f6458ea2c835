package sink

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/script/internal/effect"
)

// luaCalls lists what functions do, by the manuals of Lua 5.1 to 5.4 and LuaJIT, LuaFileSystem,
// luaposix, luv, LuaSocket, LuaTeX, premake, Neovim, wezterm, Hammerspoon, awesome and mpv.
var luaCalls = lazy.Value[map[string][]Row]{Make: func() map[string][]Row {
	return map[string][]Row{
		"os.execute": {{effect.Shell, Plain, 0, "", false}},
		"io.popen":   {{effect.Shell, Plain, 0, "", false}},
		"?.execute":  {{effect.Shell, Plain, 0, "", false}}, // of a value that may be os
		"?.popen":    {{effect.Shell, Plain, 0, "", false}},
		"os.remove":  {{effect.Deletes, Plain, 0, "", false}},
		"os.rename":  {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"io.open":    {{effect.Reads, Mode, 0, "", false}},
		"io.lines":   {{effect.Reads, Plain, 0, "", false}},
		"io.input":   {{effect.Reads, Plain, 0, "", false}},
		"io.output":  {{effect.Writes, Plain, 0, "", false}},

		"load":               {{effect.Evaluates, Code, 0, "", false}},
		"loadstring":         {{effect.Evaluates, Code, 0, "", false}},
		"loadfile":           {{effect.Evaluates, ScriptFile, 0, "", false}},
		"dofile":             {{effect.Evaluates, ScriptFile, 0, "", false}},
		"package.loadlib":    {{effect.Evaluates, Opaque, 0, "", false}},
		"debug.getregistry":  {{effect.Evaluates, Opaque, 0, "", false}},
		"debug.getupvalue":   {{effect.Evaluates, Opaque, 0, "", false}},
		"debug.debug":        {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.load":           {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.system":       {{effect.Shell, Plain, 0, "", false}},
		"ffi.C.popen":        {{effect.Shell, Plain, 0, "", false}},
		"ffi.C.unlink":       {{effect.Deletes, Plain, 0, "", false}},
		"ffi.C.remove":       {{effect.Deletes, Plain, 0, "", false}},
		"ffi.C.rmdir":        {{effect.Deletes, Plain, 0, "", false}},
		"ffi.C.rename":       {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"ffi.C.execl":        {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.execlp":       {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.execv":        {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.execvp":       {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.execve":       {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.syscall":      {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.dlopen":       {{effect.Evaluates, Opaque, 0, "", false}},
		"ffi.C.kill":         {{effect.Runs, Opaque, 0, "", false}},
		"os.spawn":           {{effect.Runs, ArgvOption, 0, "", false}}, // texlua
		"os.exec":            {{effect.Runs, ArgvOption, 0, "", false}},
		"os.outputof":        {{effect.Shell, Plain, 0, "", false}},
		"os.rmdir":           {{effect.Deletes, Plain, 0, "", true}},
		"os.copyfile":        {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"os.mkdir":           {{effect.Writes, Plain, 0, "", false}},
		"os.writefile_ifnew": {{effect.Writes, Plain, 1, "", false}},
		"os.chdir":           {{0, Directory, 0, "", false}},

		"lfs.rmdir":          {{effect.Deletes, Plain, 0, "", false}},
		"lfs.mkdir":          {{effect.Writes, Plain, 0, "", false}},
		"lfs.touch":          {{effect.Writes, Plain, 0, "", false}},
		"lfs.link":           {{effect.Reads, Plain, 0, "", false}, {effect.Links, Linked, 0, "", false}}, // a symbolic one, if the third argument says so
		"lfs.chdir":          {{0, Directory, 0, "", false}},
		"pl.dir.rmtree":      {{effect.Deletes, Plain, 0, "", true}},
		"pl.file.delete":     {{effect.Deletes, Plain, 0, "", false}},
		"pl.file.write":      {{effect.Writes, Plain, 0, "", false}},
		"pl.file.move":       {{effect.Deletes, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"pl.file.copy":       {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"pl.utils.execute":   {{effect.Shell, Plain, 0, "", false}},
		"pl.utils.executeex": {{effect.Shell, Plain, 0, "", false}},
		"pl.utils.writefile": {{effect.Writes, Plain, 0, "", false}},

		"posix.exec":     {{effect.Runs, Program, 0, "", false}},
		"posix.execp":    {{effect.Runs, Program, 0, "", false}},
		"posix.spawn":    {{effect.Runs, ArgvOption, 0, "", false}},
		"posix.popen":    {{effect.Runs, ArgvOption, 0, "", false}},
		"posix.unlink":   {{effect.Deletes, Plain, 0, "", false}},
		"posix.rmdir":    {{effect.Deletes, Plain, 0, "", false}},
		"posix.rename":   {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"posix.open":     {{effect.Writes, Plain, 0, "", false}},
		"posix.mkdir":    {{effect.Writes, Plain, 0, "", false}},
		"posix.link":     {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"posix.chmod":    {{effect.Changes, Plain, 0, "", false}},
		"posix.chown":    {{effect.Changes, Plain, 0, "", false}},
		"posix.truncate": {{effect.Deletes, Plain, 0, "", false}},
		"posix.chdir":    {{0, Directory, 0, "", false}},
		"posix.kill":     {{effect.Runs, Opaque, 0, "", false}},

		"vim.uv.spawn":        {{effect.Runs, Program, 0, "", false}},
		"vim.uv.fs_unlink":    {{effect.Deletes, Plain, 0, "", false}},
		"vim.uv.fs_rmdir":     {{effect.Deletes, Plain, 0, "", false}},
		"vim.uv.fs_rename":    {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"vim.uv.fs_copyfile":  {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"vim.uv.fs_open":      {{effect.Reads, Mode, 0, "", false}},
		"vim.uv.fs_mkdir":     {{effect.Writes, Plain, 0, "", false}},
		"vim.uv.fs_chmod":     {{effect.Changes, Plain, 0, "", false}},
		"vim.uv.fs_chown":     {{effect.Changes, Plain, 0, "", false}},
		"vim.uv.fs_symlink":   {{effect.Links, Linked, 0, "", false}},
		"vim.uv.chdir":        {{0, Directory, 0, "", false}},
		"vim.fn.system":       {{effect.Shell, ArgvOption, 0, "", false}},
		"vim.fn.systemlist":   {{effect.Shell, ArgvOption, 0, "", false}},
		"vim.fn.jobstart":     {{effect.Shell, ArgvOption, 0, "", false}},
		"vim.fn.termopen":     {{effect.Shell, ArgvOption, 0, "", false}},
		"vim.system":          {{effect.Runs, ArgvOption, 0, "", false}},
		"vim.fn.delete":       {{effect.Deletes, TreeOption, 0, "", false}},
		"vim.fs.rm":           {{effect.Deletes, TreeOption, 0, "", false}},
		"vim.fn.rename":       {{effect.Deletes, Plain, 0, "", true}, {effect.Writes, Plain, 1, "", false}},
		"vim.fn.writefile":    {{effect.Writes, Plain, 1, "", false}},
		"vim.fn.readfile":     {{effect.Reads, Plain, 0, "", false}},
		"vim.fn.mkdir":        {{effect.Writes, Plain, 0, "", false}},
		"vim.fn.setfperm":     {{effect.Changes, Plain, 0, "", false}},
		"vim.fn.luaeval":      {{effect.Evaluates, Code, 0, "", false}},
		"vim.api.nvim_eval":   {{effect.Evaluates, Opaque, 0, "", false}},
		"vim.fn.eval":         {{effect.Evaluates, Opaque, 0, "", false}},
		"vim.fn.sockconnect":  {{effect.Connects, Plain, 1, "", false}},
		"vim.fn.serverstart":  {{effect.Listens, Plain, 0, "", false}},
		"vim.api.nvim_source": {{effect.Evaluates, Opaque, 0, "", false}},

		"vim.uv.fs_link":               {{effect.Reads, Plain, 0, "", false}, {effect.Links, Linked, 0, "", false}},
		"vim.uv.fs_lchown":             {{effect.Changes, Plain, 0, "", false}},
		"vim.fn.filecopy":              {{effect.Reads, Plain, 0, "", false}, {effect.Writes, Plain, 1, "", false}},
		"vim.fn.readblob":              {{effect.Reads, Plain, 0, "", false}},
		"vim.secure.read":              {{effect.Reads, Plain, 0, "", false}},
		"vim.fn.chdir":                 {{0, Directory, 0, "", false}},
		"vim.api.nvim_set_current_dir": {{0, Directory, 0, "", false}},
		"vim.api.nvim_exec_lua":        {{effect.Evaluates, Code, 0, "", false}},
		"vim.fn.libcall":               {{effect.Evaluates, Opaque, 0, "", false}},
		"vim.net.request":              {{effect.Connects, Endpoint, 0, "", false}},
		"vim.pack.add":                 {{effect.Evaluates, Opaque, 0, "", false}}, // fetches plugins and loads them
		"vim.pack.update":              {{effect.Evaluates, Opaque, 0, "", false}},

		"wezterm.run_child_process":         {{effect.Runs, ArgvOption, 0, "", false}},
		"wezterm.background_child_process":  {{effect.Runs, ArgvOption, 0, "", false}},
		"hs.execute":                        {{effect.Shell, Plain, 0, "", false}},
		"hs.osascript.applescript":          {{effect.Evaluates, Opaque, 0, "", false}},
		"awful.spawn":                       {{effect.Shell, ArgvOption, 0, "", false}},
		"awful.spawn.with_shell":            {{effect.Shell, Plain, 0, "", false}},
		"awful.spawn.easy_async":            {{effect.Shell, ArgvOption, 0, "", false}},
		"awful.spawn.easy_async_with_shell": {{effect.Shell, Plain, 0, "", false}},
		"mp.commandv":                       {{effect.Evaluates, Opaque, 0, "", false}},
		"mp.command_native":                 {{effect.Evaluates, Opaque, 0, "", false}},

		"socket.connect":       {{effect.Connects, Plain, 0, "", false}},
		"socket.tcp().connect": {{effect.Connects, Plain, 0, "", false}},
		"socket.udp().sendto":  {{effect.Connects, Plain, 1, "", false}},
		"socket.http.request":  {{effect.Connects, Endpoint, 0, "", false}},
		"ssl.https.request":    {{effect.Connects, Endpoint, 0, "", false}},
		"socket.bind":          {{effect.Listens, Plain, 0, "", false}},
		"socket.tcp().bind":    {{effect.Listens, Plain, 0, "", false}},
	}
}}

// Lua returns the rows of a function, by its full name.
func Lua(name string) []Row { return luaCalls.Get()[name] }

// LuaName returns the canonical name of a function with several paths.
func LuaName(name string) string {
	for _, before := range [...]string{"_G.", "package.loaded."} {
		for strings.HasPrefix(name, before) {
			name = name[len(before):]
		}
	}
	switch name {
	case "_ENV":
		return "_G"
	case "luv", "uv", "vim.loop":
		return "vim.uv"
	case "unpack":
		return "table.unpack"
	}
	for _, m := range [...]struct{ path, full string }{
		{"posix.unistd.", "posix."},
		{"posix.stdlib.", "posix."},
		{"posix.stdio.", "posix."},
		{"posix.signal.", "posix."},
		{"posix.fcntl.", "posix."},
		{"posix.sys.stat.", "posix."},
		{"posix.sys.socket.", "posix.socket."},
		{"uv.", "vim.uv."},
		{"luv.", "vim.uv."},
		{"vim.loop.", "vim.uv."},
	} {
		if rest, ok := strings.CutPrefix(name, m.path); ok {
			return m.full + rest
		}
	}
	return name
}
