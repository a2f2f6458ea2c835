package filter

import (
	"strconv"
	"strings"
)

// count reads the arguments of head and tail: the count, and whether it is in lines or bytes.
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

func head(call Call) (string, bool) {
	n, from, bytes, ok := count(call.Args)
	if !ok || from || !IsASCII(call.Input) {
		return "", false
	}
	all := units(call.Input, bytes)
	return strings.Join(all[:min(n, len(all))], ""), true
}

func tail(call Call) (string, bool) {
	n, from, bytes, ok := count(call.Args)
	if !ok || !IsASCII(call.Input) {
		return "", false
	}
	all := units(call.Input, bytes)
	if from {
		return strings.Join(all[min(max(n-1, 0), len(all)):], ""), true
	}
	return strings.Join(all[max(len(all)-n, 0):], ""), true
}
