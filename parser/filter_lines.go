package parser

import (
	"slices"
	"strconv"
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

func reverseLines(call filterCall) (string, bool) {
	if len(call.args) > 0 || !ascii(call.in) {
		return "", false
	}
	return eachLine(call.in, func(line string) string {
		b := []byte(line)
		slices.Reverse(b)
		return string(b)
	}), true
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

func tac(call filterCall) (string, bool) {
	if len(call.args) > 0 || call.in != "" && !strings.HasSuffix(call.in, "\n") {
		return "", false
	}
	lines := strings.SplitAfter(call.in, "\n")
	slices.Reverse(lines)
	return strings.Join(lines, ""), true
}

// count reads the arguments of head and tail: how many, and of lines or bytes.
func count(args []string) (n int, from, bytes, ok bool) {
	text := "10"
	switch {
	case len(args) == 0:
	case len(args) == 1 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "0123456789") == "":
		text = args[0][1:]
	case len(args) == 1 && (strings.HasPrefix(args[0], "-n") || strings.HasPrefix(args[0], "-c")):
		text, bytes = args[0][2:], args[0][1] == 'c'
	case len(args) == 2 && (args[0] == "-n" || args[0] == "-c"):
		text, bytes = args[1], args[0] == "-c"
	default:
		return 0, false, false, false
	}
	text, from = strings.CutPrefix(text, "+")
	if strings.Trim(text, "0123456789") != "" {
		return 0, false, false, false
	}
	n, err := strconv.Atoi(text)
	return n, from, bytes, err == nil
}

// units are the lines or bytes of a text.
func units(text string, bytes bool) []string {
	if bytes {
		return strings.Split(text, "")
	}
	return textLines(text)
}

// textLines are the lines of a text, with their newlines.
func textLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func head(call filterCall) (string, bool) {
	n, from, bytes, ok := count(call.args)
	if !ok || from || !ascii(call.in) {
		return "", false
	}
	all := units(call.in, bytes)
	return strings.Join(all[:min(n, len(all))], ""), true
}

func tail(call filterCall) (string, bool) {
	n, from, bytes, ok := count(call.args)
	if !ok || !ascii(call.in) {
		return "", false
	}
	all := units(call.in, bytes)
	if from {
		return strings.Join(all[min(max(n-1, 0), len(all)):], ""), true
	}
	return strings.Join(all[max(len(all)-n, 0):], ""), true
}

// cutColumns is cut by bytes, characters or fields.
func cutColumns(call filterCall) (string, bool) {
	delimiter, list, fields := "\t", "", false
	for args := call.args; len(args) > 0; args = args[1:] {
		option := args[0]
		if len(option) < 2 || option[0] != '-' {
			return "", false
		}
		value := option[2:]
		if value == "" && len(args) > 1 {
			value = args[1]
			args = args[1:]
		}
		switch option[1] {
		case 'd':
			delimiter = value
		case 'b', 'c':
			list = value
		case 'f':
			list, fields = value, true
		default:
			return "", false
		}
	}
	wanted, ok := ranges(list)
	if !ok || len(delimiter) != 1 || !ascii(call.in) {
		return "", false
	}
	return eachLine(call.in, func(line string) string {
		if !fields {
			return strings.Join(chosen(strings.Split(line, ""), wanted), "")
		}
		if !strings.Contains(line, delimiter) {
			return line
		}
		return strings.Join(chosen(strings.Split(line, delimiter), wanted), delimiter)
	}), true
}

// span of columns, from 1.
type columns struct{ lo, hi int }

func ranges(list string) ([]columns, bool) {
	var out []columns
	for _, r := range strings.Split(list, ",") {
		lo, hi, isRange := strings.Cut(r, "-")
		c := columns{1, maxText}
		var err error
		if lo != "" {
			c.lo, err = strconv.Atoi(lo)
		}
		if !isRange {
			c.hi = c.lo
		} else if hi != "" && err == nil {
			c.hi, err = strconv.Atoi(hi)
		}
		if err != nil || r == "" || r == "-" || c.lo < 1 {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}

func chosen(all []string, wanted []columns) []string {
	var out []string
	for i, s := range all {
		if slices.ContainsFunc(wanted, func(c columns) bool { return c.lo <= i+1 && i+1 <= c.hi }) {
			out = append(out, s)
		}
	}
	return out
}
