package export

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Drift says how far a file differs from what would be exported now.
type Drift struct {
	Exported bool // it was exported once: it has at least half of the entries
	Missing  int  // the number of missing entries
	All      int
}

// Compare compares a file with what would be exported. A file of ours is compared as a whole; in
// one that the agent's user writes too, all entries must be present.
func (r Result) Compare(have string) Drift {
	if r.Own {
		d := Drift{Exported: true, All: 1}
		if have != r.Text {
			d.Missing = 1
		}
		return d
	}
	there := map[string]bool{}
	for _, leaf := range leaves(have) {
		there[leaf] = true
	}
	d := Drift{}
	for _, leaf := range leaves(r.Text) {
		d.All++
		if !there[leaf] {
			d.Missing++
		}
	}
	d.Exported = d.All > 0 && d.Missing*2 <= d.All
	return d
}

// leaves returns the values in JSON, each with the keys that lead to it; the order of list items
// is ignored. It returns none for invalid JSON.
func leaves(text string) []string {
	var root any
	if json.Unmarshal([]byte(text), &root) != nil {
		return nil
	}
	var all []string
	var walk func(at string, data any)
	walk = func(at string, data any) {
		switch data := data.(type) {
		case map[string]any:
			for key, in := range data {
				walk(at+strconv.Quote(key)+":", in)
			}
		case []any:
			for _, in := range data {
				walk(at+"-", in)
			}
		default:
			value, _ := json.Marshal(data)
			all = append(all, at+string(value))
		}
	}
	walk("", root)
	return all
}

// HasMark reports whether an export can be told from the user's own text: the file is ours, or
// has many entries that nobody would write by hand.
func (r Result) HasMark() bool {
	return r.Own || strings.HasSuffix(r.File, ".json") && len(leaves(r.Text)) > 50
}
