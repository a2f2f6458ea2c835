// Package ex reads the commands of ex, vim and ed: those that run a program or name a
// file have acts. [Read] is its reader, and hands Lua to another's. Macros, key maps and registers are not followed.
package ex
