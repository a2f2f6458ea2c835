package hook

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/settings"
)

// rulesKeys lead to the agent's list of rules about what it need not ask.
var rulesKeys = []string{"permissions", "allow"}

// Confines reports whether a registered line has commands confined.
func (r Registration) Confines(line string) bool {
	if inner, ok := decoded(line); ok {
		line = inner
	}
	for _, word := range split(line) {
		if strings.Contains(word, " ") && word != line && r.Confines(word) {
			return true
		}
		if word == Confine {
			return true
		}
	}
	return false
}

// rulesFor returns the agent's own rules that a registered line needs.
func (r Registration) rulesFor(line string) []string {
	if e, ok := r.calls(line); ok && r.Confines(line) {
		return r.OwnRules(e.Program)
	}
	return nil
}

// rulesIn returns the rules in the agent's file.
func rulesIn(d settings.Document) settings.Value { return at(d, rulesKeys) }

// at returns the value that keys lead to.
func at(d settings.Document, keys []string) settings.Value {
	v := d.Root
	for _, key := range keys {
		v, _, _ = v.Get(key)
	}
	return v
}

// addRules adds the rules that a line needs and the file lacks.
func (r Registration) addRules(text, line string) (string, error) {
	for _, rule := range r.rulesFor(line) {
		d, err := settings.Parse(text)
		if err != nil {
			return "", err
		}
		if slices.ContainsFunc(rulesIn(d).Members, func(m settings.Member) bool { return m.Value.Text == rule }) {
			continue
		}
		if text, err = d.Append(settings.Quote(rule), rulesKeys...); err != nil {
			return "", err
		}
	}
	return text, nil
}

// removeRules removes the rules that the hooks needed, except those that the old text had.
func (r Registration) removeRules(text, old string, found []Entry) (string, error) {
	before, err := settings.Parse(old)
	if err != nil {
		before = settings.Document{}
	}
	kept := rulesIn(before)
	removed := false
	for _, e := range found {
		for _, rule := range r.rulesFor(e.Command) {
			is := func(m settings.Member) bool { return m.Value.Text == rule }
			if slices.ContainsFunc(kept.Members, is) {
				continue
			}
			did, with, err := withoutRule(text, is)
			if err != nil {
				return "", err
			}
			text, removed = with, removed || did
		}
	}
	if !removed {
		return text, nil
	}
	for n := len(rulesKeys); n > 0; n-- {
		if at(before, rulesKeys[:n]).Kind >= settings.List {
			break // the user's own
		}
		if text, err = without(text, rulesKeys[:n]...); err != nil {
			return "", err
		}
	}
	return text, nil
}

// withoutRule removes one rule from the list.
func withoutRule(text string, is func(settings.Member) bool) (bool, string, error) {
	d, err := settings.Parse(text)
	if err != nil {
		return false, "", err
	}
	at, trail := d.Root, []int(nil)
	for _, key := range rulesKeys {
		i := slices.IndexFunc(at.Members, func(m settings.Member) bool { return m.Key == key })
		if i < 0 {
			return false, text, nil
		}
		at, trail = at.Members[i].Value, append(trail, i)
	}
	i := slices.IndexFunc(at.Members, is)
	if i < 0 {
		return false, text, nil
	}
	text, err = d.Remove(append(trail, i)...)
	return true, text, err
}
