// Package console reads the command languages of programs that are no languages of
// their own: of tar's checkpoints, less, gdb and lldb, sftp and lftp, screen, and the keys that
// tmux sends. [Commands] returns the reader of one line, [Read] reads a text with it.
package console
