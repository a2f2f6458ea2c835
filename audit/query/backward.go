package query

import (
	"bytes"
	"errors"
	"io"

	"github.com/agent-loop/shimgen/audit"
)

// A span is the place of a line in its file, without the newline.
type span struct {
	start  int64
	length int
}

// Block sizes. The block at the file's end is small, since most queries want the end. No
// block is larger than a processor's cache, or smaller than some lines.
const (
	firstBlock  = 64 << 10
	largeBlock  = 256 << 10
	longestLine = 4 * audit.MaxLine // a longer line is damaged, and only its end is examined
)

// errShrunk ends the reading of a file that became shorter meanwhile.
var errShrunk = errors.New("it was cut while it was read")

// backward calls visit with blocks of a file's lines, the last block first, until visit
// returns false. A block holds whole lines in file order, each with its newline except
// perhaps the file's last. Of a line longer than a block, visit gets only the end. A
// block is valid until visit returns.
func backward(r io.ReaderAt, size int64, visit func(start int64, block []byte) bool) error {
	buf := make([]byte, largeBlock)
	inLong := false // the bytes before end begin a long line whose end was visited
	for end, want := size, int64(firstBlock); end > 0; want = largeBlock {
		lo := max(0, end-want)
		block := buf[:end-lo]
		if n, err := r.ReadAt(block, lo); n < len(block) {
			if err == nil || errors.Is(err, io.EOF) {
				err = errShrunk
			}
			return err
		}
		if inLong { // skip to the line before it
			whole := bytes.LastIndexByte(block, '\n') + 1
			inLong, end = whole == 0, lo+int64(whole)
			continue
		}
		from := 0
		if lo > 0 { // the first line may have begun earlier
			from = bytes.IndexByte(block, '\n') + 1
		}
		end = lo + int64(from)
		if inLong = lo > 0 && (from == 0 || from == len(block)); inLong {
			from, end = len(block)-longestLine-1, lo // with its newline
		}
		if !visit(lo+int64(from), block[from:]) {
			return nil
		}
	}
	return nil
}

// eachLine calls visit with the place and text of each non-empty line in a block. Of a
// long line it passes the end.
func eachLine(start int64, block []byte, visit func(at span, line []byte)) {
	for len(block) > 0 {
		line, rest, _ := bytes.Cut(block, newline)
		at := span{start, len(line)}
		start += int64(len(block) - len(rest))
		block = rest
		if excess := len(line) - longestLine; excess > 0 {
			at, line = span{at.start + int64(excess), longestLine}, line[excess:]
		}
		if len(line) > 0 {
			visit(at, line)
		}
	}
}

var newline = []byte("\n")
