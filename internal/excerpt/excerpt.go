// Package excerpt holds texts that were taken out of a longer one, and knows where in it
// each of their bytes stood: what a JSON string says, a block of YAML without its
// indentation, a command over several lines.
//
//	var b excerpt.Builder
//	b.Copy(file, 10, 14) // bytes 10 to 13 of a file
//	b.Put("${x}", 14)    // and something that stands for what was at 14
//	t := b.Text()
//	t.Place(2)           // 12: where the third byte of t stood
package excerpt

import (
	"sort"
	"strings"
)

// Text is a text and where it comes from. The zero Text is empty.
type Text struct {
	String string
	pieces []piece // in the order of in
}

// piece says where a part of a text comes from, up to the next piece.
type piece struct {
	in, at int
	fixed  bool // all of it stands for what is at one place
}

// Whole is a text that is all there is.
func Whole(s string) Text { return Text{String: s} }

// Place is where in the longer text the byte at an offset stood. The end of a text
// stands right behind its last byte.
func (t Text) Place(offset int) int {
	n := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].in > offset })
	if n == 0 {
		return offset
	}
	p := t.pieces[n-1]
	if p.in == offset && n > 1 && offset == len(t.String) {
		p = t.pieces[n-2]
	}
	if p.fixed {
		return p.at
	}
	return p.at + offset - p.in
}

// Slice is a part of a text.
func (t Text) Slice(from, to int) Text {
	var b Builder
	b.Add(t, from, to)
	return b.Text()
}

// Builder makes a Text of pieces. The zero Builder is ready to use.
type Builder struct {
	s      strings.Builder
	pieces []piece
}

// Copy adds bytes of the longer text.
func (b *Builder) Copy(text string, from, to int) {
	if from < to {
		b.piece(from, false)
		b.s.WriteString(text[from:to])
	}
}

// Put adds a text that stands for what is at one place.
func (b *Builder) Put(s string, at int) {
	if s != "" {
		b.piece(at, true)
		b.s.WriteString(s)
	}
}

// Add adds a part of another text.
func (b *Builder) Add(t Text, from, to int) {
	for from < to {
		n := sort.Search(len(t.pieces), func(i int) bool { return t.pieces[i].in > from })
		end, fixed := to, false
		if n < len(t.pieces) {
			end = min(end, t.pieces[n].in)
		}
		if n > 0 {
			fixed = t.pieces[n-1].fixed
		}
		b.piece(t.Place(from), fixed)
		b.s.WriteString(t.String[from:end])
		from = end
	}
}

// piece begins a piece, unless it goes on where the last one ends.
func (b *Builder) piece(at int, fixed bool) {
	if n := len(b.pieces); n > 0 {
		last := b.pieces[n-1]
		if !fixed && !last.fixed && last.at+b.s.Len()-last.in == at {
			return
		}
	}
	b.pieces = append(b.pieces, piece{b.s.Len(), at, fixed})
}

// Len is the number of bytes so far.
func (b *Builder) Len() int { return b.s.Len() }

// Text returns what was built.
func (b *Builder) Text() Text { return Text{String: b.s.String(), pieces: b.pieces} }
