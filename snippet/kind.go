package snippet

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// Kind is a kind of file that holds commands; "" is any other file.
type Kind string

// Script is a file that is code as a whole.
const Script Kind = "script"

// kind is what is known of a kind of files.
type kind struct {
	name Kind

	// names are patterns of path.Match for the end of a path, with blanks between them.
	names string

	read func(f file) ([]Snippet, error)
}

// file is a file that is being read.
type file struct {
	path string // with slashes
	text string
}

// base is the name of the file alone.
func (f file) base() string { return path.Base(f.path) }

// kindOf returns the row of a kind. It is a function so that no table is made at start.
func kindOf(k Kind) kind {
	for _, row := range kinds() {
		if row.name == k {
			return row
		}
	}
	return kind{}
}

// kinds are the kinds, and how each is recognised; the first that fits counts.
func kinds() [13]kind {
	return [...]kind{
		{"makefile", "Makefile makefile GNUmakefile *.mk", whole("make", AtFile)},
		{"justfile", "justfile Justfile JUSTFILE .justfile .Justfile .JUSTFILE *.just", readJustfile},
		{"Dockerfile", "Dockerfile dockerfile Dockerfile.* dockerfile.* *.Dockerfile *.dockerfile Containerfile Containerfile.*", readDockerfile},
		{"workflow", ".github/workflows/*.yml .github/workflows/*.yaml .gitea/workflows/*.yml .gitea/workflows/*.yaml .forgejo/workflows/*.yml .forgejo/workflows/*.yaml", readWorkflow},
		{"action", "action.yml action.yaml", readAction},
		{"package", "package.json", readPackage},
		{"pre-commit configuration", ".pre-commit-config.yaml .pre-commit-config.yml", readPreCommit},
		{"pre-commit hooks", ".pre-commit-hooks.yaml", readHookList},
		{"agent settings", agentFiles, readAgent},
		{"tasks", ".vscode/tasks.json", readTasks},
		{"development container", "devcontainer.json .devcontainer.json", readDevContainer},
		{"Procfile", "Procfile Procfile.*", readProcfile},
		{Script, "", readScript},
	}
}

// agentFiles are files of agents that have hooks, tool servers or commands of their own.
const agentFiles = ".claude/settings.json .claude/settings.local.json hooks/hooks.json .codex/hooks.json .gemini/settings.json .qwen/settings.json" +
	" .cursor/hooks.json .cursor/mcp.json .windsurf/hooks.json .mcp.json .vscode/mcp.json .github/hooks/*.json"

// KindOf returns the kind of a file by its path, and by how its text begins.
func KindOf(name, text string) Kind {
	if path.Ext(name) == ".dockerignore" {
		return ""
	}
	for _, row := range kinds() {
		for pattern := range wordlist.Each(row.names) {
			if matches(pattern, name) {
				return row.name
			}
		}
	}
	if language(file{name, text}) != "" {
		return Script
	}
	return ""
}

// IsStarted reports whether a script is one that is started, and no module that others load:
// one of a shell's, one with a first line that names its interpreter, and what installs a
// package of Python's.
func IsStarted(name, text string) bool {
	return IsShell(language(file{name, text})) || strings.HasPrefix(text, "#!") || path.Base(name) == "setup.py"
}

// MaybeScript reports whether a file could be a script by its name alone, so that its first
// line must be looked at.
func MaybeScript(name string) bool {
	ext := path.Ext(strings.TrimLeft(path.Base(name), "."))
	return ext == "" || byExtension(ext) != ""
}

// matches reports whether the end of a path fits a pattern, which may name directories.
func matches(pattern, name string) bool {
	parts := strings.Split(path.Clean(name), "/")
	if n := strings.Count(pattern, "/") + 1; n < len(parts) {
		parts = parts[len(parts)-n:]
	}
	ok, err := path.Match(pattern, strings.Join(parts, "/"))
	return ok && err == nil
}

// Read returns the snippets of a file, in the order of the text.
func Read(k Kind, name, text string) ([]Snippet, error) {
	read := kindOf(k).read
	if read == nil {
		return nil, failed(0, "files of this kind are not read")
	}
	if strings.IndexByte(text, 0) >= 0 {
		return nil, failed(strings.IndexByte(text, 0), "this is no text")
	}
	found, err := read(file{name, text})
	if err == nil && len(found) > MaxSnippets {
		return nil, failed(found[MaxSnippets].Text.Place(0), "there are more than %d commands", MaxSnippets)
	}
	for _, s := range found {
		if s.Vars.areTooMany() {
			return nil, failed(s.Text.Place(0), "more than %d variables are set before this", maxVariables)
		}
	}
	return found, err
}

// MaxSnippets bounds the snippets of one file.
const MaxSnippets = 5000

// whole reads a file of recipes, which are judged all together.
func whole(lang string, base Base) func(file) ([]Snippet, error) {
	return func(f file) ([]Snippet, error) {
		return []Snippet{{Text: excerpt.Whole(f.text), Lang: lang, Base: base}}, nil
	}
}

// readScript reads a file that is a script as a whole.
func readScript(f file) ([]Snippet, error) {
	lang := language(f)
	if lang == "" {
		return nil, failed(0, "nothing here reads code in that language")
	}
	return []Snippet{{Text: excerpt.Whole(f.text), Lang: lang}}, nil
}
