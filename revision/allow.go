package revision

import (
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// AllowHere returns the text of a policy with one more entry of [commands] allowed: a command,
// in one directory. All else stays byte for byte. It reads lines and no TOML, so the caller
// loads the result, which [Compare] does, and looks whether it says what it should.
func AllowHere(text, command, dir string) string {
	entry := "{ command = " + policy.Quote(command) + ", dir = " + policy.Quote(dir) + " }"
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if !isCommandsTable(line) {
			continue
		}
		for j := i + 1; j < len(lines) && !strings.HasPrefix(strings.TrimLeft(lines[j], blanks), "["); j++ {
			if rest, ok := allowedList(lines[j]); ok {
				lines[j] = strings.TrimSuffix(lines[j], rest) + "\n    " + entry + ",\n    " + strings.TrimLeft(rest, blanks)
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

const blanks = " \t"

// isCommandsTable reports whether a line begins the table [commands].
func isCommandsTable(line string) bool {
	text, _, _ := strings.Cut(line, "#")
	inner, isTable := strings.CutPrefix(strings.TrimSpace(text), "[")
	return isTable && strings.HasSuffix(inner, "]") && strings.Trim(strings.TrimSuffix(inner, "]"), blanks) == "commands"
}

// allowedList returns what stands behind the bracket that begins the list, if a line does.
func allowedList(line string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(line, blanks), "allowed")
	for _, sign := range []string{"=", "["} {
		if ok {
			rest, ok = strings.CutPrefix(strings.TrimLeft(rest, blanks), sign)
		}
	}
	return rest, ok
}
