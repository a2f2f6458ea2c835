// Package console reads the command languages built into programs: tar's checkpoint actions,
// less, gdb and lldb, sftp and lftp, screen, and the keys that tmux sends. [Commands] returns
// the reader of one line, [Read] reads a text with it.
package console
