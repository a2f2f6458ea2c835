package grammar

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// documents reads the YAML or JSON documents of a text that the command acts on. A text that
// cannot be read may say anything, so the command counts as unreadable then.
func (r *reader) documents(text string) []*yaml.Node {
	docs, err := yaml.Documents(text)
	if err == nil {
		return docs
	}
	line := 1
	if at := (*yaml.Error)(nil); errors.As(err, &at) {
		line += strings.Count(text[:at.At], "\n")
	}
	reason := &parser.SyntaxError{Span: r.cmd.Span, Message: fmt.Sprintf("line %d of the YAML: %s", line, err)}
	r.fail(fmt.Errorf("the text that %s reads: %w", r.inv.Name, reason))
	return nil
}

// exceeds marks the command as unreadable because it has more of something than is read.
func (r *reader) exceeds(what string, most int) {
	r.fail(&parser.LimitError{What: what, Max: most, Span: r.cmd.Span, Spent: true})
}

// mappings yields each mapping in some documents, and one that aliases name only once.
func mappings(docs []*yaml.Node) iter.Seq[*yaml.Node] {
	return func(yield func(*yaml.Node) bool) {
		seen := map[*yaml.Node]bool{}
		var in func(nodes []*yaml.Node) bool
		in = func(nodes []*yaml.Node) bool {
			for _, n := range nodes {
				if len(n.Items) == 0 || seen[n] {
					continue
				}
				seen[n] = true
				if n.Kind == yaml.Mapping && !yield(n) || !in(n.Items) {
					return false
				}
			}
			return true
		}
		in(docs)
	}
}

// isOn reports whether a value may switch something on: it is neither missing nor one of the words
// for no. Readers differ in which words they take for yes.
func isOn(n *yaml.Node) bool {
	return n.IsScalar() && !wordlist.Among(strings.ToLower(strings.TrimSpace(n.Value())), "false no n off 0 null ~") && n.Value() != ""
}
