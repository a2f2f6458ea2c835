package filter

import (
	"strings"
)

// eachLine changes every line of a text, and keeps whether the last one ends.
func eachLine(text string, change func(line string) string) string {
	body, ended := strings.CutSuffix(text, "\n")
	if text == "" {
		return ""
	}
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		lines[i] = change(l)
	}
	out := strings.Join(lines, "\n")
	if ended {
		out += "\n"
	}
	return out
}

// IsASCII tells whether all bytes of a text are characters by themselves.
func IsASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// units are the lines or bytes of a text.
func units(text string, bytes bool) []string {
	if bytes {
		return strings.Split(text, "")
	}
	return Lines(text)
}

// Lines are the lines of a text, with their newlines.
func Lines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
