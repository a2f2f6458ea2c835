package redact

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
)

// A word may contain a variable's value although the text does not name the variable. Values of
// at least least bytes are looked for as whole words, values of at least long bytes within words,
// too. Shorter values are no secrets, and occur everywhere.
const (
	least = 3
	long  = 8
)

// withVariableNames returns a word with the values of inherited variables replaced by their names: as it
// is written, if that says them.
func (x *Redactor) withVariableNames(word, raw string, top bool) string {
	for name := range x.shown {
		if mentions(raw, name) && !strings.Contains(word, Redacted) {
			return strings.ReplaceAll(raw, `"`, "")
		}
	}
	if top && !strings.ContainsAny(raw, "$`{") {
		return word
	}
	return Unset(word, x.inherited)
}

// names are the variables whose words are shown as they are written: inherited ones, and
// those that the request makes from parts of them: X=${API:0:8}.
func names(invs []*grammar.Invocation, inherited map[string]string) map[string]bool {
	out := map[string]bool{}
	for name := range inherited {
		out[name] = true
	}
	for more := len(out) > 0; more; {
		more = false
		for v := range grammar.All(invs) {
			c := v.Command
			for _, a := range c.Assigns {
				if c.Source == nil || out[a.Name] || a.Span.End > len(c.Source.Text) {
					continue
				}
				raw := c.Source.Text[a.Span.Offset:a.Span.End]
				for name := range out {
					_, whole := inherited[name]
					if whole = whole && (!strings.Contains(raw, "${") || strings.Contains(raw, "${"+name+"}")); !whole && mentions(raw, name) {
						out[a.Name], more = true, true
						break
					}
				}
			}
		}
	}
	return out
}

// mentions reports whether a text refers to a variable, as $NAME or ${NAME.
func mentions(raw, name string) bool {
	for i := 0; ; i++ {
		n := strings.Index(raw[i:], name)
		if n < 0 {
			return false
		}
		i += n
		before, after := strings.TrimRight(raw[:i], "#!"), raw[i+len(name):]
		if (strings.HasSuffix(before, "$") || strings.HasSuffix(before, "${")) && (after == "" || !isName(after[0])) {
			return true
		}
	}
}

// Unset replaces the values of variables in a text by their names, the longest value
// first, unless a letter or digit is beside them.
func Unset(text string, variables map[string]string) string {
	names := slices.SortedFunc(maps.Keys(variables), func(a, b string) int {
		if d := len(variables[b]) - len(variables[a]); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		text = unset(text, variables[name], "$"+name)
	}
	return text
}

func unset(text, value, name string) string {
	if len(value) < least {
		return text
	}
	var b strings.Builder
	copied := 0 // bytes of the text
	for from := 0; ; {
		n := strings.Index(text[from:], value)
		if n < 0 {
			return b.String() + text[copied:]
		}
		n += from
		end := n + len(value)
		if len(value) < long && (n > 0 && isName(text[n-1]) && isName(value[0]) || end < len(text) && isName(text[end]) && isName(value[len(value)-1])) {
			from = n + 1
			continue
		}
		b.WriteString(text[copied:n] + name)
		copied, from = end, end
	}
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
