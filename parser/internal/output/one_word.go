package output

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser/tree"
)

// OneWord reports whether a command prints at most one word, without blanks and pattern characters, and
// whether it always prints one, which begins with a digit and has no slash: nproc, but not git rev-parse
// HEAD.
func OneWord(c *tree.Command) (one, always bool) {
	var args []string
	for _, w := range c.Args {
		text, known := w.Text()
		if !known {
			return false, false
		}
		args = append(args, text)
	}
	if len(args) == 0 || c.Shadowed || len(c.Assigns) > 0 {
		return false, false
	}
	switch name, rest := args[0], args[1:]; name {
	case "nproc":
		return len(rest) == 0, true
	case "id":
		return len(rest) == 1 && wordlist.Among(rest[0], "-u -g"), true
	case "date":
		return isPlainDate(rest), true
	case "git":
		return isOneName(rest), false
	}
	return false, false
}

// isPlainDate reports whether date(1) prints a number first, and then numbers and signs between them: date
// -u +%Y-%m-%d.
func isPlainDate(args []string) bool {
	if len(args) > 0 && wordlist.Among(args[0], "-u --utc") {
		args = args[1:]
	}
	if len(args) != 1 || !strings.HasPrefix(args[0], "+%") {
		return false
	}
	for rest := args[0][1:]; rest != ""; rest = rest[1:] {
		switch {
		case rest[0] == '%' && len(rest) > 1 && strings.IndexByte("FTYymdHMSsjNVUu", rest[1]) >= 0:
			rest = rest[1:]
		case strings.IndexByte("-_.:TZ0123456789", rest[0]) < 0:
			return false
		}
	}
	return true
}

// isOneName reports whether git(1) prints one hash or the name of one ref, which has neither blanks nor
// pattern characters (git-check-ref-format(1)).
func isOneName(args []string) bool {
	switch {
	case len(args) == 2 && args[0] == "branch" && args[1] == "--show-current":
		return true
	case len(args) == 0 || !wordlist.Among(args[0], "rev-parse describe"):
		return false
	}
	revisions := 0
	for _, a := range args[1:] {
		switch {
		case args[0] == "describe" && wordlist.Among(a, "--tags --always --dirty --long --all --abbrev=0 --exact-match"):
		case args[0] == "rev-parse" && (wordlist.Among(a, "--verify -q --quiet --abbrev-ref") || a == "--short" || strings.HasPrefix(a, "--short=")):
		case !slices.Contains([]string{"HEAD", "HEAD~1", "HEAD^", "@", "main", "origin/main", "master", "origin/master"}, a):
			return false
		default:
			revisions++
		}
	}
	return revisions <= 1
}
