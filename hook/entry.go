package hook

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordsplit"
	"github.com/agent-loop/shimgen/settings"
)

// Entry is our hook as an agent's file holds it.
type Entry struct {
	Event   string // the list that holds it
	Text    string // the entry, as JSON on one line; "" in a plugin
	Command string // its command line
	Program string // the shimgen that the command line runs
	trail   []int  // the path to it in the file, as indexes
}

// Wanted returns the JSON entry that registers a command line.
func (r Registration) Wanted(line string) string {
	return strings.ReplaceAll(r.Entry, `"COMMAND"`, settings.Quote(line))
}

// Add returns the text of an agent's file with the hook in it, once for each of the
// agent's events and nowhere else. It returns an up-to-date text unchanged. The text ""
// means that there is no file.
func (r Registration) Add(text, sh, line string) (string, error) {
	if r.Reader == Plugin {
		if text != "" && !strings.HasPrefix(text, pluginMark) {
			return "", fmt.Errorf("holds something else than %s's plugin", r.Agent)
		}
		return r.pluginText(sh, line), nil
	}
	current, err := r.IsCurrent(text, sh, line)
	if current || err != nil {
		return text, err
	}
	if text, err = r.Remove(text, text); err != nil {
		return "", err
	}
	if strings.TrimSpace(text) == "" {
		text = r.fresh()
	}
	for _, event := range r.Events {
		d, err := settings.Parse(text)
		if err != nil {
			return "", err
		}
		if text, err = d.Append(r.Wanted(line), "hooks", event); err != nil {
			return "", err
		}
	}
	return r.addRules(text, line)
}

// fresh returns the text of a new file of the agent's, before any hook.
func (r Registration) fresh() string {
	if r.Rest == "" {
		return "{}\n"
	}
	return strings.NewReplacer("{", "{\n  ", ":", ": ", "}", "\n}\n").Replace(r.Rest)
}

// IsCurrent reports whether Add would leave a text unchanged.
func (r Registration) IsCurrent(text, sh, line string) (bool, error) {
	if r.Reader == Plugin {
		return text == r.pluginText(sh, line), nil
	}
	found, err := r.Find(text)
	if err != nil || len(found) != len(r.Events) {
		return false, err
	}
	in := map[string]bool{}
	for _, e := range found {
		in[e.Event] = same(e.Text, r.Wanted(line))
	}
	for _, event := range r.Events {
		if !in[event] {
			return false, nil
		}
	}
	with, err := r.addRules(text, line)
	return with == text, err
}

// same reports whether two JSON texts are equal as values.
func same(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// Blank reports whether a text holds no more than a new file of the agent's.
func (r Registration) Blank(text string) bool {
	d, err := settings.Parse(text)
	return strings.TrimSpace(text) == "" || err == nil && !d.Lax && same(d.Root.JSON(), r.fresh())
}

// Remove returns the text of an agent's file without our hooks. It also removes lists and
// objects that this leaves empty, unless old, the text before the hook was added, has
// them. For a plugin it returns "".
func (r Registration) Remove(text, old string) (string, error) {
	if r.Reader == Plugin {
		if strings.HasPrefix(text, pluginMark) {
			return "", nil
		}
		return text, nil
	}
	found, err := r.Find(text)
	if err != nil || len(found) == 0 {
		return text, err
	}
	before := old
	if old == text {
		before = "" // unknown
	}
	for i := len(found) - 1; i >= 0; i-- { // from the end, so that earlier entries keep their place
		d, err := settings.Parse(text)
		if err != nil {
			return "", err
		}
		if text, err = d.Remove(found[i].trail...); err != nil {
			return "", err
		}
	}
	if text, err = r.removeRules(text, before, found); err != nil {
		return "", err
	}
	return pruned(text, old, found)
}

// pruned removes the empty lists of events, and then an empty "hooks".
func pruned(text, old string, found []Entry) (string, error) {
	before, err := settings.Parse(old)
	if err != nil {
		before = settings.Document{}
	}
	kept, _, _ := before.Root.Get("hooks")
	for _, e := range found {
		if _, stood, _ := kept.Get(e.Event); !stood {
			if text, err = without(text, "hooks", e.Event); err != nil {
				return "", err
			}
		}
	}
	if kept.Kind == settings.Object {
		return text, nil
	}
	return without(text, "hooks")
}

// without removes the member that keys lead to, if it is empty.
func without(text string, keys ...string) (string, error) {
	d, err := settings.Parse(text)
	if err != nil {
		return "", err
	}
	at, trail := d.Root, []int(nil)
	for _, key := range keys {
		i := -1
		for j, m := range at.Members {
			if m.Key == key {
				i = j
			}
		}
		if i < 0 {
			return text, nil
		}
		at, trail = at.Members[i].Value, append(trail, i)
	}
	bare := text[at.Start+1 : at.End-1]
	if at.Kind == settings.Scalar || at.Kind == settings.String || strings.TrimSpace(bare) != "" {
		return text, nil
	}
	return d.Remove(trail...)
}

// Find returns our hooks in an agent's file, in order. It returns an error for a text
// that the agent would not read.
func (r Registration) Find(text string) ([]Entry, error) {
	switch {
	case r.Reader == Plugin:
		return r.inPlugin(text), nil
	case strings.TrimSpace(text) == "":
		return nil, nil
	}
	d, err := settings.Parse(text)
	if err != nil {
		return nil, err
	}
	if d.Root.Kind != settings.Object {
		return nil, fmt.Errorf("is not an object")
	}
	if _, _, err := d.Root.Get("hooks"); err != nil {
		return nil, err
	}
	var found []Entry
	for i, m := range d.Root.Members {
		for j, event := range m.Value.Members {
			if m.Key != "hooks" {
				continue
			}
			for k, entry := range event.Value.Members {
				found = append(found, r.inEntry(event.Key, entry.Value, []int{i, j, k})...)
			}
		}
	}
	return found, nil
}

// inEntry returns our hooks in one entry of a list. An entry that holds nothing else is
// one hook; in an entry with other hooks, each hook has its own object.
func (r Registration) inEntry(event string, v settings.Value, trail []int) []Entry {
	var own []Entry
	all := true
	for i, m := range v.Members {
		if m.Key != "hooks" {
			if e, ok := r.calls(m.Value.Text); ok && m.Value.Kind == settings.String {
				e.Event, e.Text, e.trail = event, v.JSON(), trail
				return []Entry{e}
			}
			continue
		}
		for j, inner := range m.Value.Members {
			e := r.inEntry(event, inner.Value, append(append([]int(nil), trail...), i, j))
			own = append(own, e...)
			all = all && len(e) > 0
		}
	}
	if all && len(own) > 0 {
		own = own[:1]
		own[0].Text, own[0].trail = v.JSON(), trail
	}
	return own
}

// calls parses a command line and reports whether it runs shimgen as the agent's hook.
func (r Registration) calls(line string) (Entry, bool) {
	if inner, ok := decoded(line); ok {
		e, ok := r.calls(inner)
		return Entry{Command: line, Program: e.Program}, ok
	}
	words := split(line)
	for i, w := range words {
		if strings.Contains(w, " ") {
			if e, ok := r.calls(w); ok && w != line {
				return Entry{Command: line, Program: e.Program}, true
			}
		}
		if w != "shimgen" && !strings.HasSuffix(w, "/shimgen") {
			continue
		}
		rest := words[i+1:]
		if len(rest) == 0 || rest[0] != "hook" {
			continue
		}
		for _, arg := range rest[1:] {
			if arg == r.Agent {
				return Entry{Command: line, Program: w}, true
			}
			if !strings.HasPrefix(arg, "-") {
				break
			}
		}
	}
	return Entry{}, false
}

// split splits a command line into words as a shell would, as far as quoted's output and what people
// type need it. It knows no operators.
func split(line string) []string {
	words, _ := shellWords.Split(line)
	return words
}

var shellWords = wordsplit.Quoting{Quotes: `"'`, Separators: " \t\n;&|()", Escaped: escapedInShell}

func escapedInShell(quote, next byte) (string, bool) { return string(next), quote != '\'' }
