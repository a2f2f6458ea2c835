package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const luaWipe = `shell os.execute "rm -rf /"`

var luaCommands = []readCase{
	{"os.execute", `os.execute("rm -rf /")`, luaWipe},
	{"without brackets", `os.execute"rm -rf /"; os.execute[[rm -rf /]]; os.execute [==[rm -rf /]==]`, luaWipe + "\n" + luaWipe + "\n" + luaWipe},
	{"escapes", `os.execute("\x72\109 -rf \u{2f}\z
		")`, luaWipe},
	{"a long bracket begins on the next line", "os.execute[[\nrm -rf /]]", luaWipe},
	{"joined", `local c = "rm" .. " -rf " .. '/' os.execute(c)`, luaWipe},
	{"in several steps", `local c = "rm" c = c .. " -rf /" os.execute(c)`, "shell os.execute \"rm\"\n" + luaWipe},
	{"formatted", `os.execute(string.format("rm -rf %s", "/")) os.execute(("rm -rf %s"):format("/"))`, luaWipe + "\n" + luaWipe},
	{"repeated and reversed", `os.execute(("/ fr- mr"):reverse()) os.execute(("r"):rep(1) .. "m -rf /")`, luaWipe + "\n" + luaWipe},
	{"of codes", `os.execute(string.char(114, 109) .. " -rf /")`, luaWipe},
	{"replaced", `os.execute((("Xm -rf /"):gsub("X", "r")))`, luaWipe},
	{"a part", `os.execute(("xxrm -rf /yy"):sub(3, -3))`, luaWipe},
	{"a list", `os.execute(table.concat({"rm", "-rf", "/"}, " "))`, luaWipe},
	{"a list that grows", `local t = {} table.insert(t, "rm") t[#t+1] = "-rf" t[#t+1] = "/" os.execute(table.concat(t, " "))`, "shell os.execute \"\"\nshell os.execute \"rm\"\nshell os.execute \"rm -rf\"\n" + luaWipe},
	{"unpacked", `string.format(table.unpack({"a"})) os.execute(table.unpack({"rm -rf /"}))`, luaWipe},
	{"popen", `local f = io.popen("id"); print(f:read("*a"))`, `shell io.popen "id"`},
	{"written into a shell", `local f = io.popen("sh", "w") f:write("rm -rf /")`, `shell io.popen "sh"`},
	{"another name", `local run = os.execute run("rm -rf /")`, luaWipe},
	{"a table of functions", `local t = {run = os.execute} t.run("rm -rf /") t["run"]("rm -rf /")`, luaWipe + "\n" + luaWipe},
	{"a field", `local t = {} t.run = os.execute local u = t t.run("rm -rf /")`, luaWipe},
	{"a field by its name", `os["exe" .. "cute"]("rm -rf /") _G.os.execute("rm -rf /") _G["os"]["execute"]("rm -rf /")`, luaWipe + "\n" + luaWipe + "\n" + luaWipe},
	{"loaded", `require("os").execute("rm -rf /") package.loaded.os.execute("rm -rf /") package.loaded["os"].execute("rm -rf /")`, luaWipe + "\n" + luaWipe + "\n" + luaWipe},
	{"the environment of names", `_ENV.os.execute("rm -rf /") getfenv().os.execute("rm -rf /") rawget(_G, "os").execute("rm -rf /")`, luaWipe + "\n" + luaWipe + "\n" + luaWipe},
	{"pcall", `pcall(os.execute, "rm -rf /") xpcall(os.execute, print, "rm -rf /")`, luaWipe + "\n" + luaWipe},
	{"coroutines", `coroutine.wrap(os.execute)("rm -rf /") coroutine.resume(coroutine.create(os.execute), "rm -rf /")`, luaWipe + "\n" + luaWipe},
	{"a function of the code", `local function run(c) os.execute(c) end run("rm -rf /")`, luaWipe},
	{"a function in a table", `local M = {} function M.run(c) return os.execute(c) end M.run("rm -rf /")`, luaWipe},
	{"a method", `local M = {} function M:run(c) os.execute(c) end M:run("rm -rf /")`, luaWipe},
	{"a function that returns", `local function cmd() return "rm -rf /" end os.execute(cmd())`, luaWipe},
	{"a function called on the spot", `(function(c) os.execute(c) end)("rm -rf /")`, luaWipe},
	{"functions of functions", `local function a(x) os.execute(x) end local function b(x) a(x) end local function c(x) b(x) end c("rm -rf /")`, luaWipe},
	{"a loop", `for _, c in ipairs({"rm -rf /"}) do os.execute(c) end`, luaWipe},
	{"a loop over functions", `for _, f in pairs{os.execute} do f("rm -rf /") end`, luaWipe},
	{"an index", `setmetatable({}, {__index = os}).execute("rm -rf /")`, luaWipe},
	{"handed on", `table.foreach({"rm -rf /"}, function(_, c) os.execute(c) end)`, luaWipe},
	{"conditions", `if x then os.execute("rm -rf /") elseif y then else end while x do break end repeat until x`, luaWipe},
	{"Lua 5.4", "local c <const> = 'rm -rf /' local n = 7 // 2 & 1 | 2 ~ 3 << 1 goto done ::done:: os.execute(c)", luaWipe},
	{"LuaJIT", "local a, b, c = 1LL, 0x1p4, 0xffULL os.execute('rm -rf /')", luaWipe},
	{"comments", "-- os.execute('a')\n--[[ os.execute('b') ]] --[==[ ]] ]==] os.execute('rm -rf /')", luaWipe},
	{"a first line for the kernel", "#!/usr/bin/lua\nos.execute('rm -rf /')", luaWipe},
	{"evaluated", `load("os.execute('rm -rf /')")() loadstring("os.execute('rm -rf /')")()`, luaWipe + "\n" + luaWipe},
	{"the editor", `vim.fn.system({"rm", "-rf", "/"}) vim.fn.system("id") vim.system({"ls"}) vim.cmd("!id") vim.cmd[[silent !ls]]`, "runs vim.fn.system \"rm\" \"-rf\" \"/\"\nshell vim.fn.system \"id\"\nruns vim.system \"ls\"\nshell ! \"id\"\nshell ! \"ls\""},
	{"luv", `local uv = vim.loop uv.spawn("rm", {args = {"-rf", "/"}}, function() end)`, `runs vim.uv.spawn "rm" "-rf" "/"`},
	{"luaposix", `require("posix").execp("rm", "-rf", "/") require("posix.unistd").execp("rm", {"-rf", "/"})`, "runs posix.execp \"rm\" \"-rf\" \"/\"\nruns posix.execp \"rm\" \"-rf\" \"/\""},
	{"texlua", `os.spawn({"rm", "-rf", "/"}) os.exec("id")`, "runs os.spawn \"rm\" \"-rf\" \"/\"\nshell os.exec \"id\""},
	{"ffi", `local ffi = require("ffi") ffi.cdef[[int system(const char *c);]] ffi.C.system("id")`, `shell ffi.C.system "id"`},
	{"an unknown module", `require(x).execute("id")`, "evaluates require …\nshell ?.execute \"id\""},
	{"what is not known", `os.execute(x) os[x]("a") load(x) local t = {} t[x] = os.execute`, "shell os.execute …\nevaluates os[] …\nevaluates load …"},
	{"its own input", `load(io.read("*a"))()`, "evaluates load …\nruns load \"lua\" \"/dev/stdin\""},
	{"a file", `dofile("x.lua") loadfile("y.lua")() load(io.open("z.lua"):read("*a"))()`, "runs dofile \"lua\" \"x.lua\"\nruns loadfile \"lua\" \"y.lua\"\nreads io.open \"z.lua\"\nruns load \"lua\" \"z.lua\""},
}

var luaFiles = []readCase{
	{"removed", `os.remove("x") os.rename("a", "b")`, "deletes os.remove \"x\"\ndeletes os.rename \"a\" /**\nwrites os.rename \"b\""},
	{"opened", `io.open("a") io.open("b", "w") io.open("c", x)`, "reads io.open \"a\"\nwrites io.open \"b\"\nreads io.open \"c\"\nwrites io.open \"c\""},
	{"lines", `for l in io.lines("a") do print(l) end`, `reads io.lines "a"`},
	{"at home", `os.remove(os.getenv("HOME") .. "/x")`, `deletes os.remove "~/x"`},
	{"LuaFileSystem", `local lfs = require "lfs" lfs.chdir("/a") lfs.rmdir("b") lfs.mkdir("c")`, "deletes lfs.rmdir \"b\" in \"/a\"\nwrites lfs.mkdir \"c\" in \"/a\""},
	{"trees", `vim.fn.delete("a", "rf") vim.fs.rm("b", {recursive = true}) require("pl.dir").rmtree("c")`, "deletes vim.fn.delete \"a\" /**\ndeletes vim.fs.rm \"b\" /**\ndeletes pl.dir.rmtree \"c\" /**"},
	{"at home, in the editor", `vim.fn.delete(vim.fn.expand("~/x"), "rf") vim.fs.rm(vim.env.HOME .. "/y", {recursive = true}) os.remove(vim.fs.joinpath(vim.uv.os_homedir(), "z")) vim.uv.fs_unlink(vim.fs.normalize("$HOME/u"))`, "deletes vim.fn.delete \"~/x\" /**\ndeletes vim.fs.rm \"~/y\" /**\ndeletes os.remove \"~/z\"\ndeletes vim.uv.fs_unlink \"~/u\""},
	{"directories of the editor", `vim.fn.writefile({"x"}, vim.fn.stdpath("config") .. "/init.lua") vim.fn.delete(vim.fn.fnamemodify("~/a/b", ":h"))`, "writes vim.fn.writefile \"~/.config/nvim/init.lua\"\ndeletes vim.fn.delete \"~/a\""},
	{"a call by its name, in the editor", `vim.call("delete", "x", "rf") vim.api.nvim_call_function("writefile", {{"a"}, "y", "a"}) vim.fn["readfile"]("z")`, "deletes vim.fn.delete \"x\" /**\nwrites vim.fn.writefile \"y\"\nreads vim.fn.readfile \"z\""},
	{"what the editor opens", `local f = vim.uv.fs_open("x", "a", 384) vim.uv.fs_write(f, "y") vim.uv.fs_open("z", "r", 0)`, "writes vim.uv.fs_open \"x\"\nreads vim.uv.fs_open \"z\""},
	{"what is not known, in the editor", `vim.fn.delete(vim.fn.expand("%")) vim.fn.delete(vim.env.X .. "/a")`, "deletes vim.fn.delete …\ndeletes vim.fn.delete …"},
	{"plugins", `vim.pack.add({"https://example.com/x"})`, "evaluates vim.pack.add …"},
	{"a host", `require("socket").connect("h", 1) local t = require("socket").tcp() t:connect("i", 2)`, "connects socket.connect \"h\"\nconnects socket.tcp().connect \"i\""},
}

var luaHarmless = []readCase{
	{"printing", `print("os.execute('rm -rf /')") io.write("rm -rf /", "\n")`, ""},
	{"a table", `local t = {os = 1, ["execute"] = 2, 3; 4} print(#t, t.os, t[1])`, ""},
	{"a function that nobody calls with a function", `local function f(n) return n * 2 end print(f(2), 2^10, -f(3) .. "x")`, ""},
	{"strings", `print(("x"):rep(3), ("%d"):format(1), "a\
b", 'it\'s' == nil)`, ""},
	{"the clock", `print(os.date("%Y"), os.time(), os.clock(), os.getenv("PATH"))`, ""},
	{"nothing", "", ""},
}

func TestLua(t *testing.T) {
	for _, c := range append(append(luaCommands, luaFiles...), luaHarmless...) {
		t.Run(c.reason, func(t *testing.T) {
			acts, err := Read("lua", c.code)
			require.NoError(t, err)
			assert.Equal(t, c.want, show(acts))
		})
	}
}

func TestLuaThatCannotBeRead(t *testing.T) {
	for _, code := range []string{
		"os.execute('x", "x = = 1", "if x then", "end", "[[", "--[[ x", "f(", "x = {1,", `"\x7"`, `"\u{110000}"`, "x = $", "local 1", "for do end", "a b c",
		strings.Repeat("(", 300) + "1" + strings.Repeat(")", 300), "x = " + strings.Repeat("{", 300) + strings.Repeat("}", 300), "x = " + strings.Repeat("not ", 300) + "1",
		strings.Repeat("do ", 300) + strings.Repeat("end ", 300), strings.Repeat("f(", 300) + strings.Repeat(")", 300), "x = 1" + strings.Repeat("^1", 300),
	} {
		_, err := Read("lua", code)
		assert.Error(t, err, code[:min(len(code), 40)])
	}
}

func TestLuaWithPlaceholders(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{"os.execute('rm -rf /\x01')", "shell os.execute rm -rf /?"},
		{"os.\x01('id')", "evaluates os[] …"},
		{"os.execute(\x01)", "shell os.execute …"},
	} {
		acts, err := ReadWith("lua", c.code, CommandLine{Placeholders: true})
		require.NoError(t, err)
		assert.Equal(t, c.want, show(acts))
	}
}

func TestLuaGivenOperands(t *testing.T) {
	acts, err := ReadWith("lua", "os.remove(arg[1]) os.remove((...))", CommandLine{Args: []Arg{{Text: "a", Known: true}}})
	require.NoError(t, err)
	assert.Equal(t, "deletes os.remove \"a\"\ndeletes os.remove \"a\"", show(acts))
}

// A function of which nothing is known may do anything with a line or a path.
func TestLuaCallsWhatIsNotKnown(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{`for k, v in pairs(os) do v("rm -rf /") end`, `calls ? rm -rf /`},
		{`local _, v = next(os) v("rm -rf /")`, `calls ? rm -rf /`},
		{`for _, v in pairs(t) do v("x") end`, ""},
		{`for k, v in pairs(os) do print(k, v) end`, ""},
		{`local function f(s) return s end f("a b")`, ""},
	} {
		acts, err := Read("lua", c.code)
		require.NoError(t, err)
		assert.Equal(t, strings.ReplaceAll(c.want, "rm -rf /", `"rm -rf /"`), show(acts), c.code)
	}
}

// A store's script calls the store's commands, whatever name it has for the function that does.
func TestLuaOfAStore(t *testing.T) {
	for _, c := range []struct{ code, want string }{
		{`redis.call("FLUSHALL")`, "alters flush \"\""},
		{`redis.pcall("flush" .. "all")`, "alters flush \"\""},
		{`local c = redis.call c("FLUSHDB")`, "alters flush \"\""},
		{`for _, k in ipairs(redis.call("KEYS", "*")) do redis.call("DEL", k) end`, "alters flush \"keys\""},
		{`return redis.call("GET", KEYS[1])`, ""},
		{`redis.call(ARGV[1])`, "evaluates eval …"},
		{`redis.call("CONFIG", "SET", "dir", "/tmp")`, "alters config \"set\""},
	} {
		acts, err := Read("redis", "EVAL '"+strings.ReplaceAll(c.code, `'`, `"`)+"' 0")
		require.NoError(t, err)
		assert.Equal(t, c.want, show(acts), c.code)
	}
}

func TestLuaOfAnEditor(t *testing.T) {
	acts, err := Read("ex", "lua os.execute('rm -rf /')\nlua vim.cmd('lua os.remove(\"x\")')\nlua vim.cmd(\"lua vim.cmd('lua vim.cmd(x)')\")")
	require.NoError(t, err)
	assert.Equal(t, luaWipe+"\ndeletes os.remove \"x\"\nevaluates vim.cmd …", show(acts))
}
