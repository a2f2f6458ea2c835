// Package printable makes text of others safe to print on a terminal: commands, paths and messages of
// programs, which may hold control characters, characters that nobody sees, or credentials.
//
//	fmt.Println(printable.Line(err.Error())) // one line, credentials of a known shape redacted
//	printable.VisibleLine(name)              // for what a person decides about
package printable

import (
	"fmt"
	"unicode/utf8"

	"github.com/agent-loop/shimgen/gate"
)

// MaxShown is how much of a command [Shorten] shows at most, in bytes, but for the mark of a cut.
const MaxShown = 160

// Shorten cuts a command of more than 160 bytes in the middle, at rune boundaries, and
// marks the cut with " … ".
func Shorten(s string) string {
	if len(s) <= MaxShown {
		return s
	}
	return s[:AlignDown(s, MaxShown*2/3)] + " … " + s[AlignDown(s, len(s)-MaxShown/4):]
}

// AlignDown moves a byte offset back to the beginning of a character.
func AlignDown(s string, at int) int {
	for at > 0 && at < len(s) && !utf8.RuneStart(s[at]) {
		at--
	}
	return at
}

// Line makes text safe to print on one line of a terminal: it escapes control characters,
// invisible ones, those that change the direction, and bytes that are not UTF-8. It also
// redacts credentials of a known shape: all messages go through here.
func Line(s string) string { return Escape(gate.Redact(s)) }

// isHidden reports whether a character is blank or invisible, or changes the direction, and is no
// space: Unicode's Default_Ignorable_Code_Point without the variation selectors of emoji, and
// the blank of Braille.
func isHidden(r rune) bool {
	for _, span := range [...][2]rune{
		{0xad, 0xad},
		{0x34f, 0x34f},
		{0x61c, 0x61c},
		{0x115f, 0x1160},
		{0x17b4, 0x17b5},
		{0x180b, 0x180f},
		{0x200b, 0x200f},
		{0x2028, 0x202e},
		{0x2060, 0x206f},
		{0x2800, 0x2800},
		{0x3164, 0x3164},
		{0xfeff, 0xfeff},
		{0xffa0, 0xffa0},
		{0xfff9, 0xfffb},
		{0xe0000, 0xe0fff},
	} {
		if r >= span[0] && r <= span[1] {
			return true
		}
	}
	return false
}

// Escape is Line for text without credentials.
func Escape(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r == '\uFFFD' || r < ' ' || r >= 0x7f && r < 0xa0 || isHidden(r):
			out = fmt.Appendf(out, "\\u%04x", r)
		default:
			out = append(out, string(r)...)
		}
	}
	return string(out)
}
