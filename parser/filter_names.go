package parser

import (
	"path"
	"strconv"
	"strings"
)

// maxSequence bounds the numbers that seq counts.
const maxSequence = 1000

// tee writes what it reads, whatever files it writes besides.
func tee(call filterCall) (string, bool) {
	for _, a := range call.args {
		if strings.HasPrefix(a, "-") && a != "-a" && a != "-i" && a != "-" {
			return "", false
		}
	}
	return call.in, true
}

// unique is uniq without options.
func unique(call filterCall) (string, bool) {
	if len(call.args) > 0 || call.in != "" && !strings.HasSuffix(call.in, "\n") {
		return "", false
	}
	var out strings.Builder
	before := ""
	for _, line := range textLines(call.in) {
		if line != before {
			out.WriteString(line)
		}
		before = line
	}
	return out.String(), true
}

// sequence is seq of whole numbers, one after another or by steps.
func sequence(call filterCall) (string, bool) {
	n := make([]int, len(call.args))
	for i, a := range call.args {
		var err error
		if n[i], err = strconv.Atoi(a); err != nil || len(a) > 6 || strings.HasPrefix(a, "+") || strings.Trim(a, "0") == "" && a != "0" {
			return "", false
		}
		if digits := strings.TrimPrefix(a, "-"); digits[0] == '0' && a != "0" {
			return "", false
		}
	}
	first, step, last := 1, 1, 0
	switch len(n) {
	case 1:
		last = n[0]
	case 2:
		first, last = n[0], n[1]
	case 3:
		first, step, last = n[0], n[1], n[2]
	default:
		return "", false
	}
	if step == 0 || (last-first)/step > maxSequence {
		return "", false
	}
	var out strings.Builder
	for i := first; step > 0 && i <= last || step < 0 && i >= last; i += step {
		out.WriteString(strconv.Itoa(i) + "\n")
	}
	return out.String(), true
}

// baseName is basename of one name, maybe without a suffix.
func baseName(call filterCall) (string, bool) {
	if len(call.args) == 0 || len(call.args) > 2 || strings.HasPrefix(call.args[0], "-") {
		return "", false
	}
	name := call.args[0]
	if name != "" {
		name = path.Base(name)
	}
	if len(call.args) == 2 && name != call.args[1] {
		name = strings.TrimSuffix(name, call.args[1])
	}
	return name + "\n", true
}

// dirName is dirname of one name.
func dirName(call filterCall) (string, bool) {
	if len(call.args) != 1 || strings.HasPrefix(call.args[0], "-") {
		return "", false
	}
	name := strings.TrimRight(call.args[0], "/")
	if name == "" && call.args[0] != "" {
		return "/\n", true
	}
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return ".\n", true
	}
	if name = strings.TrimRight(name[:i], "/"); name == "" {
		name = "/"
	}
	return name + "\n", true
}
