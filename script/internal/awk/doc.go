// Package awk reads awk, with the whole POSIX grammar and the extensions of gawk. [Read] is its
// entry point.
//
// The grammar drives the lexer. system, pipes, getline, redirections, sockets, indirect calls
// and extensions have acts. A program without acts only reads its input. Text printed into a
// command becomes the command's standard input. Values from the command line come in an
// effect.CommandLine.
package awk
