// Package lua reads Lua 5.1 to 5.4 and LuaJIT's. [Read] is its reader, [ReadFor] that of
// code which a program of its own runs: Redis and Neovim have functions that lead elsewhere.
//
// Rounds of reading learn what names hold until nothing changes, then one round collects
// acts. Followed are strings of every kind with their escapes, constants that are
// joined, repeated, formatted or made of codes; tables with their fields, and fields
// that are set by name; functions of the code with what their calls pass and return; functions
// handed to pcall, gsub, foreach and coroutines; _G, package.loaded, require and load with
// constants; ffi.C; the libraries lfs, luaposix, luv and LuaSocket, and those of texlua,
// premake, Neovim, wezterm and Hammerspoon.
//
// A variable counts everywhere by its name: there are no scopes. Not followed are
// metatables but for __index, upvalues that debug sets, and modules of the code's own. A
// function that would run a command and is stored out of sight is reported with unknown
// arguments.
package lua
