package filter

import (
	"strings"
)

// eachLine applies change to every line, and keeps a missing newline at the end missing.
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

// IsASCII reports whether a text consists of ASCII bytes only.
func IsASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// units splits a text into lines or bytes.
func units(text string, bytes bool) []string {
	if bytes {
		return strings.Split(text, "")
	}
	return Lines(text)
}

// Lines splits a text into lines, with their newlines.
func Lines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
