package filter

import (
	"strings"
)

// unique evaluates uniq without options.
func unique(call Call) (string, bool) {
	if len(call.Args) > 0 || call.Input != "" && !strings.HasSuffix(call.Input, "\n") {
		return "", false
	}
	var out strings.Builder
	before := ""
	for _, line := range Lines(call.Input) {
		if line != before {
			out.WriteString(line)
		}
		before = line
	}
	return out.String(), true
}
