package headtail

import (
	"fmt"
	"unicode/utf8"
)

// Buffer keeps the beginning and the end of what is written to it, so that a
// program that prints without end costs no more memory than one that does not.
type Buffer struct {
	head, tail       []byte
	maxHead, maxTail int
	total            int64
}

// New returns a buffer for at most limit bytes. A quarter of them is for the
// end, where programs say what went wrong.
func New(limit int) *Buffer {
	return &Buffer{maxHead: limit - limit/4, maxTail: limit / 4}
}

// Write never fails: what has no place is counted.
func (b *Buffer) Write(p []byte) (int, error) {
	n := len(p)
	b.total += int64(n)
	room := min(b.maxHead-len(b.head), len(p))
	b.head = append(b.head, p[:room]...)
	b.tail = append(b.tail, p[room:]...)
	if over := len(b.tail) - b.maxTail; over > b.maxTail {
		b.tail = b.tail[:copy(b.tail, b.tail[over:])]
	}
	return n, nil
}

// Size is how many bytes were written.
func (b *Buffer) Size() int64 { return b.total }

// Text returns what was kept, with a line where something was left out, and how many
// bytes that were. What was written as UTF-8 stays that.
func (b *Buffer) Text() (text string, left int64) {
	if b.total <= int64(b.maxHead+b.maxTail) {
		return string(b.head) + string(b.tail), 0
	}
	head, tail := wholeEnd(b.head), wholeStart(b.tail[max(0, len(b.tail)-b.maxTail):])
	left = b.total - int64(len(head)+len(tail))
	return fmt.Sprintf("%s\n[shimgen: %d bytes left out]\n%s", head, left, tail), left
}

// wholeEnd takes away a character that was cut off at the end.
func wholeEnd(b []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if last := b[len(b)-i:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}

// wholeStart takes away what is left of a character that was cut off.
func wholeStart(b []byte) []byte {
	for i := 0; i < utf8.UTFMax-1 && len(b) > 0 && !utf8.RuneStart(b[0]); i++ {
		b = b[1:]
	}
	return b
}
