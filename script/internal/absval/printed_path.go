package absval

import (
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// PrintedPath returns the path that a command prints, for the commands that print where files are that run
// later: git-rev-parse(1), npm-config(1), Python's site. The command is a line, or a list of words.
func PrintedPath(command Value) (Value, bool) {
	line, known := commandLine(command)
	if !known {
		return nil, false
	}
	if at, ok := strings.CutPrefix(line, "git rev-parse --git-path "); ok {
		return Text(".git/" + at), true
	}
	switch line {
	case "git rev-parse --git-dir", "git rev-parse --absolute-git-dir", "git rev-parse --git-common-dir":
		return Text(".git"), true
	case "npm config get userconfig":
		return Text("~/.npmrc"), true
	case "python3 -m site --user-site", "python -m site --user-site":
		return UserSite(), true
	}
	return nil, false
}

// Printed returns the paths that a command prints: those of [PrintedPath], and what a search finds.
func (r *Interp) Printed(command Value) (Value, bool) {
	if v, ok := PrintedPath(command); ok {
		return v, true
	}
	line, known := commandLine(command)
	if rest, lists := strings.CutPrefix(line, "ls "); lists && !strings.ContainsAny(rest, "|;&<>*?") {
		return TemplateOf(effect.Placeholder), true // a name in a directory
	}
	if !known || r.found == nil || !r.Spend(len(line)) {
		return nil, false
	}
	found := r.found(line)
	if len(found) == 0 {
		return nil, false
	}
	return AnyOf(found), true
}

// commandLine returns a command as one line, with single blanks between its words.
func commandLine(command Value) (string, bool) {
	if len(command) != 1 {
		return "", false
	}
	words := []Value{command}
	if command[0].Kind == Sequence {
		words = command[0].Items
	}
	texts := make([]string, len(words))
	for i, w := range words {
		if len(w) != 1 || w[0].Kind != Constant {
			return "", false
		}
		texts[i] = w[0].Text
	}
	return strings.Join(strings.Fields(strings.Join(texts, " ")), " "), true
}

// UserSite returns the directory of a user's own packages of Python: site(3).
func UserSite() Value {
	return TemplateOf("~/.local/lib/python" + effect.Placeholder + "/site-packages")
}

// Site returns a directory of Python's packages that is not the user's own.
func Site() Value { return TemplateOf(effect.Placeholder + "/site-packages") }
