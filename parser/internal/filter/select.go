package filter

import (
	"regexp"
	"strings"
)

const (
	// selection matches the awk programs that print some lines as they are: a pattern, print without
	// a text, or both.
	selection = `^[^{}]*(\{\s*(if\s*\([^{}]*\)\s*)?print(\s+\$0)?\s*;?\s*\})?\s*$`

	// address matches a pattern of sed that selects lines.
	address = `/(\\.|[^/\\])*/I?`
)

// Selects reports whether sed or awk prints some of its lines unchanged, whatever they are (sed(1),
// awk(1p)).
func Selects(program string, args []string) bool {
	switch program {
	case "sed", "gsed":
		scripts, _, _, ok := sedOptions(args)
		addresses := regexp.MustCompile(address)
		for _, script := range scripts {
			rest := addresses.ReplaceAllString(script, "")
			ok = ok && strings.Trim(rest, "0123456789$,;!~+pdPDqQ{} \t\n") == ""
		}
		return ok && len(scripts) > 0
	case "awk", "gawk", "mawk", "nawk":
		for len(args) > 1 && (strings.HasPrefix(args[0], "-F") || strings.HasPrefix(args[0], "-v")) {
			n := 1
			if len(args[0]) == 2 {
				n = 2
			}
			args = args[min(n, len(args)):]
		}
		return len(args) == 1 && !strings.HasPrefix(args[0], "-") && regexp.MustCompile(selection).MatchString(args[0]) && !strings.Contains(args[0], "sub(") && !strings.Contains(args[0], "getline")
	}
	return false
}
