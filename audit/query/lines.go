package query

import (
	"bufio"
	"errors"
	"io"

	"github.com/agent-loop/shimgen/audit"
)

// A span is where a line lies in its file, without the newline.
type span struct {
	start  int64
	length int
}

// eachLine calls visit for every line of r, with its place and its text, which
// is valid until visit returns. An empty line is skipped. A line over audit.MaxLine
// is visited with a nil text, and never held.
func eachLine(r io.Reader, visit func(at span, line []byte)) error {
	in := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	var at span
	for {
		part, err := in.ReadSlice('\n')
		at.length += len(part)
		if at.length <= audit.MaxLine+1 {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		next := at.start + int64(at.length)
		if err == nil {
			at.length--
		}
		switch {
		case at.length > audit.MaxLine:
			visit(at, nil)
		case at.length > 0:
			visit(at, line[:at.length])
		}
		if err != nil {
			return nil
		}
		at, line = span{start: next}, line[:0]
	}
}
