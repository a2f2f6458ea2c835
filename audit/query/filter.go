package query

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/internal/pathname"
)

// Filter says which records are wanted. An empty field wants all; a record must be as all
// others say.
type Filter struct {
	Texts   []string  // one of them is in the line, in any case: see [Search]
	Action  string    // allow, warn, ask or block
	Rules   []string  // ids, one of which decided, was found, or was left to a shim
	Agent   string    // what the requesting program calls itself
	Session string    // what that program calls its session
	Path    string    // a directory or file: what was touched, ran, or was named in argv lies there, or the working directory
	Since   time.Time // the first moment
}

// Search calls emit with the last MaxResults records that are wanted, oldest first; see
// Tail for emit.
func (f Filter) Search(dir string, emit func(line []byte) error) (Coverage, error) {
	return last(dir, f.Since.UTC().Truncate(24*time.Hour), MaxResults, f.chooser, emit)
}

// chooser returns the chooser of the wanted lines. It parses a line only if the line holds
// a text that each wanted one has.
func (f Filter) chooser() chooser {
	texts := f.Texts
	for _, all := range [][]string{{f.Session}, f.Rules, {f.Path}, {f.Agent}, {f.Action}} {
		if len(texts) == 0 && len(all) > 0 && all[0] != "" {
			texts = all
		}
	}
	choose := chooser(eachLine)
	if len(texts) > 0 {
		choose = anyOf(texts)
	}
	if f.onlyTexts() {
		return choose
	}
	return func(start int64, block []byte, visit func(at span, line []byte)) {
		choose(start, block, func(at span, line []byte) {
			if f.wants(audit.Record(line)) {
				visit(at, line)
			}
		})
	}
}

// onlyTexts reports whether only texts and whole days are asked for.
func (f Filter) onlyTexts() bool {
	return f.Action+f.Agent+f.Session+f.Path == "" && len(f.Rules) == 0 && f.Since.Equal(f.Since.UTC().Truncate(24*time.Hour))
}

// wants reports whether a record is as all fields but Texts say. A member of another type
// than the trail's counts as missing.
func (f Filter) wants(line []byte) bool {
	var r map[string]json.RawMessage
	if json.Unmarshal(line, &r) != nil {
		return false
	}
	is := func(name, want string) bool { return want == "" || str(r[name]) == want }
	return is("action", f.Action) && is("agent", f.Agent) && is("session", f.Session) && f.since(r) && f.rule(r) && f.path(r)
}

// since reports whether a record is not too old.
func (f Filter) since(r map[string]json.RawMessage) bool {
	if f.Since.IsZero() {
		return true
	}
	t, err := time.Parse(time.RFC3339, str(r["ts"]))
	return err == nil && !t.Before(f.Since)
}

// rule reports whether one of the rules is in a record.
func (f Filter) rule(r map[string]json.RawMessage) bool {
	if len(f.Rules) == 0 {
		return true
	}
	found := append(decode[[]string](r["rules"]), str(r["rule"]))
	if bytes.HasPrefix(r["findings"], []byte("[")) { // of a deferral it is a number
		for _, finding := range decode[[]string](r["findings"]) {
			id, _, _ := strings.Cut(finding, " ")
			found = append(found, id)
		}
	}
	return slices.ContainsFunc(f.Rules, func(id string) bool { return id != "" && slices.Contains(found, id) })
}

// path reports whether a record is about something at or below the path.
func (f Filter) path(r map[string]json.RawMessage) bool {
	if f.Path == "" {
		return true
	}
	places := append(decode[[]string](r["argv"]), str(r["path"]), str(r["cwd"]))
	return slices.ContainsFunc(places, func(p string) bool { return pathname.In(p, f.Path) })
}
