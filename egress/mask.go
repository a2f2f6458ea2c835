package egress

import (
	"bytes"
	"io"
)

// A replacement replaces a text with one of the same length.
type replacement struct{ from, to []byte }

func newReplacement(from, to string) replacement { return replacement{[]byte(from), []byte(to)} }

// A masker replaces texts in the data written to it. If several begin at one place, the
// longest counts. It holds back a possible beginning of a text until more data comes or
// until flush.
type masker struct {
	w    io.Writer
	all  []replacement
	data []byte
	kept int // how many bytes at the beginning of data are held back
}

// Write writes p to the masker's writer, except the bytes held back.
func (m *masker) Write(p []byte) (int, error) {
	m.data = append(m.data[:m.kept], p...)
	end := m.mask(m.data, false)
	if _, err := m.w.Write(m.data[:end]); err != nil {
		return 0, err
	}
	m.kept = copy(m.data, m.data[end:])
	return len(p), nil
}

// flush writes the bytes held back.
func (m *masker) flush() error {
	m.mask(m.data[:m.kept], true)
	_, err := m.w.Write(m.data[:m.kept])
	m.kept = 0
	return err
}

// mask replaces texts in data. It returns where a text may begin that only more data would
// complete, or the length of data. whole means that no more data comes.
func (m *masker) mask(data []byte, whole bool) int {
	var first [256]bool
	for _, r := range m.all {
		first[r.from[0]] = true
	}
	for at := 0; at < len(data); at++ {
		if !first[data[at]] {
			continue
		}
		rest, best := data[at:], replacement{}
		for _, r := range m.all {
			switch {
			case len(r.from) <= len(best.from):
			case bytes.HasPrefix(rest, r.from):
				best = r
			case !whole && bytes.HasPrefix(r.from, rest):
				return at
			}
		}
		if n := copy(rest, best.to); n > 0 {
			at += n - 1
		}
	}
	return len(data)
}
