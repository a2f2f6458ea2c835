// Package lua reads Lua 5.1 to 5.4 and LuaJIT. [Read] is its entry point; [ReadFor] reads code
// that runs inside a program with functions of its own, such as Redis or Neovim.
//
// Rounds of reading learn the values of names until they reach a fixed point, then one round
// collects acts. The reader follows strings of every kind with their escapes; constants that are
// concatenated, repeated, formatted or made from codes; tables with their fields, and fields
// that are set by name; functions of the code with the arguments and results of their calls;
// functions passed to pcall, gsub, foreach and coroutines; _G, package.loaded, require and load
// with constants; ffi.C; the libraries lfs, luaposix, luv and LuaSocket, and those of texlua,
// premake, Neovim, wezterm and Hammerspoon.
//
// There are no scopes: a binding counts for every variable of that name. It does not follow
// metatables except __index, upvalues that debug sets, and modules of the code's own. A function
// that would run a command and is stored where the reader cannot follow it is reported with
// unknown arguments.
package lua
