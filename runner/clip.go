package runner

import (
	"fmt"
	"unicode/utf8"
)

// clip keeps the beginning and the end of what is written to it, so that a
// program that prints without end costs no more memory than one that does not.
type clip struct {
	head, tail       []byte
	maxHead, maxTail int
	total            int64
}

// newClip returns a clip for at most limit bytes. A quarter of them is for the
// end, where programs say what went wrong.
func newClip(limit int) *clip {
	return &clip{maxHead: limit - limit/4, maxTail: limit / 4}
}

// Write never fails: what has no place is counted.
func (c *clip) Write(p []byte) (int, error) {
	n := len(p)
	c.total += int64(n)
	room := min(c.maxHead-len(c.head), len(p))
	c.head = append(c.head, p[:room]...)
	c.tail = append(c.tail, p[room:]...)
	if over := len(c.tail) - c.maxTail; over > c.maxTail {
		c.tail = c.tail[:copy(c.tail, c.tail[over:])]
	}
	return n, nil
}

// size is how many bytes were written.
func (c *clip) size() int64 { return c.total }

// Text returns what was kept, with a line where something was left out, and how many
// bytes that were. What was written as UTF-8 stays that.
func (c *clip) Text() (text string, left int64) {
	if c.total <= int64(c.maxHead+c.maxTail) {
		return string(c.head) + string(c.tail), 0
	}
	head, tail := wholeEnd(c.head), wholeStart(c.tail[max(0, len(c.tail)-c.maxTail):])
	left = c.total - int64(len(head)+len(tail))
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
