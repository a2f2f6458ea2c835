package filter

import (
	"strings"
)

func cat(call Call) (string, bool) {
	return call.Input, len(call.Args) == 0 || len(call.Args) == 1 && (call.Args[0] == "-" || call.Args[0] == "-u")
}

// tee returns its input. The files that it writes are followed elsewhere.
func tee(call Call) (string, bool) {
	for _, a := range call.Args {
		if strings.HasPrefix(a, "-") && a != "-a" && a != "-i" && a != "-" {
			return "", false
		}
	}
	return call.Input, true
}
