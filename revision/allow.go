package revision

import (
	"regexp"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

var (
	commandsTable = regexp.MustCompile(`^\s*\[\s*commands\s*\]\s*(#.*)?$`)
	anyTable      = regexp.MustCompile(`^\s*\[`)
	allowedList   = regexp.MustCompile(`^\s*allowed\s*=\s*\[`)
)

// AllowHere returns the text of a policy with one more entry of [commands] allowed: a command,
// in one directory. All else stays byte for byte. It reads lines and no TOML, so the caller
// loads the result, which [Compare] does, and looks whether it says what it should.
func AllowHere(text, command, dir string) string {
	entry := "{ command = " + policy.Quote(command) + ", dir = " + policy.Quote(dir) + " }"
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !commandsTable.MatchString(strings.TrimRight(line, "\r\n")) {
			continue
		}
		for j := i + 1; j < len(lines) && !anyTable.MatchString(lines[j]); j++ {
			if at := allowedList.FindStringIndex(lines[j]); at != nil {
				lines[j] = lines[j][:at[1]] + "\n    " + entry + ",\n    " + strings.TrimLeft(lines[j][at[1]:], " \t")
				return strings.Join(lines, "")
			}
		}
		if !strings.HasSuffix(line, "\n") {
			lines[i] += "\n"
		}
		lines[i] += "allowed = [\n    " + entry + ",\n]\n"
		return strings.Join(lines, "")
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + "\n[commands]\nallowed = [\n    " + entry + ",\n]\n"
}
