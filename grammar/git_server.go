package grammar

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// gitServers are the commands of git's that serve a repository to another git:
// git(1), Interrogators, "low-level commands".
var gitServers = []string{"upload-pack", "receive-pack", "upload-archive"}

// isGitServer reports whether a command line, which git passes to a shell, is one of git's own servers
// with options for it: what git runs by default.
func isGitServer(w parser.Word) bool {
	text, known := w.Text()
	words := strings.Fields(text)
	if !known || len(words) == 0 || strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-= ") != "" {
		return false
	}
	if words[0] == "git" && len(words) > 1 {
		words = words[1:]
		words[0] = "git-" + words[0]
	}
	server, own := strings.CutPrefix(words[0], "git-")
	isOperand := func(word string) bool { return !strings.HasPrefix(word, "--") }
	return own && slices.Contains(gitServers, server) && !slices.ContainsFunc(words[1:], isOperand)
}
