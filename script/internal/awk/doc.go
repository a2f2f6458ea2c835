// Package awk reads awk, by the whole grammar of POSIX with what gawk adds. [Read] is its
// reader.
//
// It cuts tokens as the grammar asks for them. system, pipes, getline, redirections,
// sockets, indirect calls and extensions have acts. A program without acts only reads its
// input. What is printed into a command is its standard input, written as the
// shell would write it. Values from the command line come in as effect.Given.
package awk
