// Package ex reads commands of ex, vim and ed: those that run a program or name a file have
// acts. [Read] is its entry point; its caller passes in a reader for Lua. Macros, key maps and
// registers are not followed.
package ex
