package show

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
)

// Origin is the origin of a setting's value: the layer ("profile NAME", "system", "user",
// "project" or "flag"); the place, as FILE:LINE or how the profile was chosen; and the file that
// locks it.
type Origin struct {
	Key   string `json:"key"`
	Value string `json:"value"` // of a list: one entry
	Layer string `json:"layer"`
	Where string `json:"where,omitempty"`
	Lock  string `json:"lock,omitempty"`
}

// Origins returns the origin of every value, and of every entry of a list.
func Origins(p *policy.Policy) []Origin {
	origins := []Origin{}
	for _, s := range settings(p) {
		c := p.CauseOf(s.key)
		if s.key == "profile" && p.ProfileChosen() != "" {
			c.Layer, c.Where = "", p.ProfileChosen()
		}
		for i, item := range s.items {
			o := Origin{s.key, item, c.Layer, c.Where, c.Lock}
			if s.where != nil {
				o.Layer, o.Where = layerOf(p, s.where[i]), s.where[i]
			}
			if o.Layer == "" {
				o.Layer = layerOf(p, o.Where)
			}
			origins = append(origins, o)
		}
	}
	return origins
}

// layerOf returns the layer of a FILE:LINE.
func layerOf(p *policy.Policy, where string) string {
	if strings.HasPrefix(where, "--") {
		return "flag"
	}
	for _, src := range p.Sources {
		if strings.HasPrefix(where, src.Name+":") {
			return src.Kind.String()
		}
	}
	return "policy" // the default, or an entry of a long list
}

// PrintOrigins writes a line for every value with its origin.
func PrintOrigins(w io.Writer, p *policy.Policy) {
	section := ""
	for _, o := range Origins(p) {
		table, key, in := strings.Cut(o.Key, ".")
		if !in {
			table, key = "", o.Key
		}
		if table != section {
			section = table
			fmt.Fprintf(w, "\n[%s]\n", printable.Line(table))
		}
		if strings.ContainsAny(key, ".*") {
			key = strconv.Quote(key)
		}
		said := strings.TrimSpace(o.Layer + " " + o.Where)
		if o.Lock != "" {
			said += ", locked by " + o.Lock
		}
		fmt.Fprintf(w, "%-48s # %s\n", printable.Line(key)+" = "+strconv.Quote(o.Value), printable.Line(said))
	}
}
