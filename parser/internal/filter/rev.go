package filter

import (
	"slices"
	"strings"
)

func reverseLines(call Call) (string, bool) {
	if len(call.Args) > 0 || !IsASCII(call.Input) {
		return "", false
	}
	return eachLine(call.Input, func(line string) string {
		b := []byte(line)
		slices.Reverse(b)
		return string(b)
	}), true
}

func tac(call Call) (string, bool) {
	if len(call.Args) > 0 || call.Input != "" && !strings.HasSuffix(call.Input, "\n") {
		return "", false
	}
	lines := strings.SplitAfter(call.Input, "\n")
	slices.Reverse(lines)
	return strings.Join(lines, ""), true
}
