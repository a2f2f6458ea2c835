package snippet

import (
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// readPreCommit reads a configuration of pre-commit's: the hooks that are written there
// themselves. Those of other repositories are theirs.
func readPreCommit(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	var found []Snippet
	for i, repo := range n.Get("repos").List() {
		if repo.Get("repo").Value() == "local" {
			found = append(found, hookEntries(join("repos", nth(i), "hooks"), repo.Get("hooks"))...)
		}
	}
	return found, nil
}

// readHookList reads the hooks that a repository has for pre-commit to run elsewhere.
func readHookList(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	return hookEntries("", n), nil
}

// hookEntries are the commands of hooks. Pre-commit splits them as a shell would, and runs no
// shell; names of files come behind.
func hookEntries(name string, list *yaml.Node) []Snippet {
	var found []Snippet
	for i, h := range list.List() {
		entry := h.Get("entry")
		if !entry.IsScalar() || wordlist.Among(h.Get("language").Value(), "fail pygrep docker docker_image") {
			continue
		}
		at := join(nth(i), "entry")
		if name != "" {
			at = join(name, at)
		}
		found = append(found, Snippet{Name: at, Text: lineOf(entry, h.Get("args")), Lang: "sh"})
	}
	return found
}
