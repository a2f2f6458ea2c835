package grammar

import (
	"iter"
	"strings"

	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// playbooks reads the tasks of playbooks as the equivalent calls of ansible(1), if the text of a file is
// known and the tasks run on this machine. What is no YAML is left to others.
func (r *reader) playbooks() {
	if r.inv.Name != "ansible-playbook" || r.given("-C --check --list-hosts --list-tasks --list-tags --syntax-check --version") == parser.Yes {
		return
	}
	for _, o := range r.operands {
		text, known := r.fileText(o)
		if !known || !r.playsHere(text) {
			continue
		}
		if docs, err := yaml.Documents(text); err == nil {
			r.tasks(docs)
		}
	}
}

// playsHere reports whether a playbook may be for the machine that it is started on.
func (r *reader) playsHere(text string) bool {
	c, _ := r.inv.Value("-c --connection")
	return c.Is("local") == parser.Yes || strings.Contains(text, "localhost") || strings.Contains(text, "127.0.0.1") || strings.Contains(text, "connection: local")
}

// maxTasks bounds the modules of a playbook that are read.
const maxTasks = 256

// tasks reads the mappings in lists: each has the name of a module as a key.
func (r *reader) tasks(docs []*yaml.Node) {
	n := 0
	for m := range taskItems(docs) {
		keys, values := m.Pairs()
		for i, key := range keys {
			if n++; n > maxTasks {
				r.exceeds("keys of tasks in a playbook", maxTasks)
				return
			}
			name := key.Value()
			r.does(name[strings.LastIndexByte(name, '.')+1:], taskArguments(values[i]), false)
		}
	}
}

// taskItems yields the mappings that are items of lists which are values, in some documents.
func taskItems(docs []*yaml.Node) iter.Seq[*yaml.Node] {
	return func(yield func(*yaml.Node) bool) {
		for m := range mappings(docs) {
			for _, list := range m.Items {
				if list.Kind != yaml.Sequence {
					continue
				}
				for _, item := range list.Items {
					if item.Kind == yaml.Mapping && !yield(item) {
						return
					}
				}
			}
		}
	}
}

// taskArguments returns the arguments of a module: a mapping, or the text that -a takes.
func taskArguments(n *yaml.Node) arguments {
	if n.Kind != yaml.Mapping {
		return readArguments(templated(n.Value()))
	}
	a := arguments{named: map[string]parser.Word{}}
	keys, values := n.Pairs()
	for i, key := range keys {
		a.named[key.Value()] = templated(values[i].Value())
	}
	return a
}

// templated returns a text in which {{ }} is unknown.
func templated(text string) parser.Word {
	w := parser.Word{}
	for {
		before, rest, found := strings.Cut(text, "{{")
		if before != "" {
			w = concat(w.Span, w, parser.Text(before))
		}
		if !found {
			return w
		}
		w = concat(w.Span, w, unknown())
		_, text, _ = strings.Cut(rest, "}}")
	}
}
