// Package lines reads lines whose length is bounded.
package lines

import (
	"bufio"
	"errors"
)

// Longest is how long a line may be that holds a command: one at its limit, with
// every byte escaped.
const Longest = 8 << 20

// Read reads one line, without its newline. Of a line that is longer than most bytes it
// keeps nothing and says so.
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
