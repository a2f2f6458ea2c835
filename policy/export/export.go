package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// Result is a settings file.
type Result struct {
	File   string   // its path in the home directory
	Text   string   // JSON, TOML or Starlark
	Own    bool     // the file contains nothing else, so that it can be replaced
	Unsaid []string // what the agent's settings cannot express
}

// target is one file of one agent.
type target struct {
	name  string
	file  string
	own   bool
	write func(w *writer) string
}

// targets returns the files that can be written.
func targets() []target {
	return []target{
		{"claude", ".claude/settings.json", false, claude},
		{"codex", ".codex/config.toml", false, codex},
		{"codex-rules", ".codex/rules/shimgen.rules", true, codexRules},
		{"gemini", ".gemini/policies/shimgen.toml", true, gemini},
		{"cursor", ".cursor/cli-config.json", false, cursor},
		{"cursor-sandbox", ".cursor/sandbox.json", false, cursorSandbox},
	}
}

// Targets returns the names of the targets.
func Targets() []string {
	var names []string
	for _, t := range targets() {
		names = append(names, t.name)
	}
	return names
}

// Settings converts a policy to the settings of a target, for a user with a home directory.
func Settings(p *policy.Policy, name, home string) (Result, error) {
	for _, t := range targets() {
		if t.name == name {
			w := &writer{policy: p, home: home}
			w.gather()
			text := t.write(w)
			return Result{t.file, text, t.own, w.unsaid}, nil
		}
	}
	return Result{}, fmt.Errorf("there are no settings of %q: use %s", name, strings.Join(Targets(), ", "))
}

// writer writes one file.
type writer struct {
	policy *policy.Policy
	home   string
	unsaid []string

	closed  []place.Pattern // neither read nor written: credentials, and what the user blocks
	refused []command
}

// command is an entry of [commands] blocked.
type command struct {
	words []string
	more  bool
}

// isPlain reports whether each word is valid unquoted in a pattern of words and *.
func (c command) isPlain() bool {
	return !slices.ContainsFunc(c.words, func(word string) bool { return word == "" || strings.ContainsAny(word, " \t\n*?()[]{}'\"\\$`:") })
}

// text joins the words.
func (c command) text() string { return strings.Join(c.words, " ") }

// gather collects what all targets need.
func (w *writer) gather() {
	p := w.policy
	for _, e := range p.BlockedPaths() {
		path := e.Path
		if !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "~") && !strings.HasPrefix(path, "../") {
			path = "./" + path
		}
		w.closed = append(w.closed, place.Pattern{Path: path}, place.Pattern{Path: path, Tree: true}) // it may be a file
	}
	if p.Actions[string(rules.Secrets)] <= rules.Ask {
		places, except := place.Secrets()
		w.closed = append(w.closed, places...)
		w.omit("what is public among credentials (%d places, such as ~/.ssh/known_hosts and .env.example) is closed, too", len(except))
	}
	for _, e := range p.AllBlockedCommands() {
		words, more, ok := e.Words()
		if !ok {
			w.omit("[commands] blocked %q: an expression", e.Text)
			continue
		}
		w.refused = append(w.refused, command{words, more})
	}
	if n := len(p.AllAllowedCommands()); n > 0 {
		w.omit("[commands] allowed: %d exceptions; an agent's own questions stay as they are", n)
	}
	if n := len(p.Paths.Allowed); n > 0 {
		w.omit("[paths] allowed: %d exceptions", n)
	}
	w.omit("what rules find in a command (shimgen rules list): the hook and the shims hold it")
	if len(p.Requests) > 0 || p.MaxUpload > 0 {
		w.omit("[network] allowed_requests and max_upload_kib: the proxy of shimgen exec holds them")
	}
	if p.Limits != (policy.Limits{}) {
		w.omit("[limits]: for what shimgen exec starts")
	}
	if len(p.Credentials) > 0 {
		w.omit("[credentials]: for what shimgen exec starts")
	}
}

// omit records what cannot be expressed.
func (w *writer) omit(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(w.unsaid, text) {
		w.unsaid = append(w.unsaid, text)
	}
}

// absolute expands the home directory. Relative paths stay, and so does the pattern for a name
// that is closed in any directory.
func (w *writer) absolute(path string) string {
	if path == "~" || strings.HasPrefix(path, "~/") {
		return w.home + path[1:]
	}
	return path
}

// isFixed reports whether a place is a single path, absolute or in the home.
func isFixed(path string) bool {
	return (strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~/")) && !strings.ContainsAny(path, "*?[")
}

// hosts returns the allowed hosts, and whether there is a list.
func (w *writer) hosts() (names []string, listed bool) {
	names = []string{}
	switch w.policy.Network.Mode {
	case policy.Full:
		return nil, false
	case policy.AllowList:
		for _, d := range w.policy.AllowedDomains() {
			name := d
			if i := strings.LastIndexByte(d, ':'); i >= 0 && !strings.HasSuffix(d, "]") && strings.Count(d, ":") == 1 {
				name = d[:i]
				w.omit("[network] allowed_domains %q: the port", d)
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, true
}

// writable returns the directories that a sandbox makes writable, without relative ones.
func (w *writer) writable() []string {
	dirs := []string{}
	for _, e := range w.policy.Access.Write {
		if !isFixed(e.Path) {
			w.omit("[sandbox] write %q: relative to the work directory", e.Path)
			continue
		}
		dirs = append(dirs, e.Path)
	}
	return dirs
}

// jsonText formats JSON for people.
func jsonText(data any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(data); err != nil {
		panic(err) // of strings and lists alone
	}
	return b.String()
}
