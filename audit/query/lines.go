package query

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/agent-loop/shimgen/audit"
)

// A span is where a line lies in its file, without the newline.
type span struct {
	start  int64
	length int
}

// eachLine calls visit for every line of r that is not empty, with its place and
// its text, which is valid until visit returns. Of a line over 4*audit.MaxLine,
// which is no record, visit gets the end alone: a record may stand there behind
// what was torn, and no more than that is ever held.
func eachLine(r io.Reader, visit func(at span, line []byte)) error {
	const most = 4 * audit.MaxLine
	in := bufio.NewReaderSize(r, 64<<10)
	var line []byte
	start := int64(0) // of what is in line
	for {
		part, err := in.ReadSlice('\n')
		if excess := len(line) + len(part) - most; excess > 0 && len(line) > 0 {
			dropped := min(excess, len(line))
			line = line[:copy(line, line[dropped:])]
			start += int64(dropped)
		}
		line = append(line, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if text := bytes.TrimSuffix(line, []byte("\n")); len(text) > 0 {
			visit(span{start, len(text)}, text)
		}
		if err != nil {
			return nil
		}
		start += int64(len(line))
		line = line[:0]
	}
}
