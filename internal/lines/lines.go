// Package lines reads lines of bounded length.
package lines

import (
	"bufio"
	"errors"
)

// Longest is the length limit of a line with a command: the longest command, with every
// byte escaped.
const Longest = 8 << 20

// Read reads one line, without its newline. It drops a line longer than most bytes and
// reports it as long.
func Read(in *bufio.Reader, most int) (text []byte, long bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > most {
			long, text = true, nil
		} else if !long {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if n := len(text); n > 0 && text[n-1] == '\n' {
			text = text[:n-1]
		}
		return text, long, err
	}
}
