package grammar

import (
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
	"github.com/agent-loop/shimgen/parser"
)

// maxFields bounds the fields of a manifest that are read, since aliases can stand for very many.
const maxFields = 1 << 14

// What stands for a value that is no text: see catalogue.ClusterField.
const (
	everything = "everything"
	gone       = "gone"
	brief      = "brief"
)

// fieldWalk goes through the fields of objects of a cluster.
type fieldWalk struct {
	visit func(path, value string)
	left  int // how many more are read
}

// fieldsOf records what the fields of the objects in some documents mean.
func (r *reader) fieldsOf(docs []*yaml.Node) {
	seen := map[string]bool{}
	w := fieldWalk{left: maxFields, visit: func(path, value string) { r.clusterField(seen, path, value) }}
	for _, doc := range docs {
		w.walk("", doc)
	}
	if w.left < 0 {
		r.exceeds("fields of a manifest", maxFields)
	}
}

// clusterField records the meanings of a field of an object, each once.
func (r *reader) clusterField(seen map[string]bool, path, value string) {
	r.fieldIn(catalogue.ClusterFields[:], seen, path, value)
}

// fieldIn records the meanings that a table has for a field, each once.
func (r *reader) fieldIn(table []catalogue.ClusterField, seen map[string]bool, path, value string) {
	for i := range table {
		f := &table[i]
		if seen[f.Means] || !fitsAny(f.Values, value) && !(wordlist.Among(brief, f.Values) && isBrief(value)) || !fitsAny(f.Paths, path) || value == gone && !wordlist.Among(gone, f.Values) {
			continue
		}
		seen[f.Means] = true
		r.effect(Effect{Kind: Alters, Name: f.Means, Word: parser.Text(path + "=" + value)}, parser.Yes)
	}
}

// isBrief reports whether a value is a time below a day: milliseconds, or a text such as 1h30m.
func isBrief(value string) bool {
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return n >= 0 && n < (24*time.Hour).Milliseconds() // -1 is for ever
	}
	d, err := time.ParseDuration(value)
	return err == nil && d < 24*time.Hour
}

// fitsAny reports whether a text fits one of some patterns.
func fitsAny(patterns, text string) bool {
	for p := range wordlist.Each(patterns) {
		if spec.Glob(p, text) {
			return true
		}
	}
	return false
}

// walk visits a value and all below it.
func (w *fieldWalk) walk(path string, n *yaml.Node) {
	if w.left--; w.left < 0 || n == nil {
		return
	}
	switch {
	case n.IsScalar():
		w.visit(path, scalarOf(n))
	case n.Kind == yaml.Mapping && path == "/-" && n.Get("op") != nil:
		w.operation(n)
	case n.Kind == yaml.Mapping:
		if len(n.Items) == 0 {
			w.visit(path, "{}")
		}
		keys, values := n.Pairs()
		for i, key := range keys {
			w.walk(path+"/"+key.Value(), values[i])
		}
	default:
		if len(n.Items) == 0 {
			w.visit(path, "[]")
		}
		for _, one := range n.Items {
			w.walk(path+"/-", one)
		}
	}
}

// operation visits what an operation of JSON Patch (RFC 6902) sets or takes away.
func (w *fieldWalk) operation(n *yaml.Node) {
	parts := strings.Split(n.Get("path").Value(), "/")
	for i, part := range parts {
		if part != "" && strings.Trim(part, "0123456789") == "" {
			part = "-"
		}
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	path := strings.Join(parts, "/")
	switch n.Get("op").Value() {
	case "remove":
		w.visit(path, gone)
	case "add", "replace":
		w.walk(path, n.Get("value"))
	}
}

// scalarOf returns the text of a scalar as rows of the catalogue write it.
func scalarOf(n *yaml.Node) string {
	switch text := n.Value(); {
	case text == "*":
		return everything
	case n.IsPlain && (text == "null" || text == "~" || text == ""):
		return gone
	default:
		return text
	}
}

// clusterFields reads the fields that kubectl's words set or take away: labels and annotations, KEY=VALUE or
// KEY-, and the rules of a new role.
func (r *reader) clusterFields() {
	if r.inv.Name != "kubectl" || r.given("--dry-run") != parser.No {
		return
	}
	switch verb, _, _ := strings.Cut(r.inv.Sub, " "); verb {
	case "label", "annotate":
		r.labels(verb)
	case "create":
		seen := map[string]bool{}
		for _, g := range r.inv.Options {
			if text, known := g.Value.Text(); known && wordlist.Among(g.Name, "--group --user") {
				r.clusterField(seen, "/subjects/-/name", text)
			}
			if text, known := g.Value.Text(); known && text == "*" && wordlist.Among(g.Name, "--verb --resource") {
				r.clusterField(seen, "/rules/-/"+g.Name[len("--"):]+"s/-", everything)
			}
		}
	}
}

// labels reads the words of kubectl label and annotate.
func (r *reader) labels(verb string) {
	above := map[string]string{"label": "/metadata/labels/", "annotate": "/metadata/annotations/"}[verb]
	seen := map[string]bool{}
	for _, w := range r.cmd.Args[1:] {
		text, known := w.Text()
		if !known || strings.HasPrefix(text, "-") {
			continue
		}
		if key, value, sets := strings.Cut(text, "="); sets {
			r.clusterField(seen, above+key, value)
		} else if key, takes := strings.CutSuffix(text, "-"); takes {
			r.clusterField(seen, above+key, gone)
		}
	}
}

// chartValues records what the values mean that helm's options give to a chart.
func (r *reader) chartValues() {
	if r.inv.Name != "helm" || !wordlist.Among(r.inv.Sub, "install upgrade") || r.given("--dry-run") != parser.No {
		return
	}
	seen := map[string]bool{}
	w := fieldWalk{left: maxFields, visit: func(path, value string) {
		r.fieldIn(catalogue.ChartValues[:], seen, path, value)
		if r.inv.Sub == "upgrade" {
			r.fieldIn(catalogue.ReleaseValues[:], seen, path, value)
		}
	}}
	for _, g := range r.inv.Options {
		switch text := withPlaceholders(g.Value); {
		case g.Is("--set --set-string --set-literal") == parser.Yes:
			for one := range strings.SplitSeq(text, ",") {
				if key, value, two := strings.Cut(one, "="); two {
					w.visit(valuePath(key), value)
				}
			}
		case g.Is("--set-json") == parser.Yes:
			key, _, two := strings.Cut(text, "=")
			if two = two && !strings.HasPrefix(text, "{"); two {
				text = text[len(key)+1:]
			}
			w.document(map[bool]string{true: valuePath(key)}[two], text)
		case g.Is("-f --values") == parser.Yes && text == "-":
			w.document("", withPlaceholders(r.inputOrPrinted()))
		case g.Is("-f --values") == parser.Yes:
			written, _ := r.writtenText(g.Value)
			w.document("", written)
		}
	}
	if w.left < 0 {
		r.exceeds("fields of a manifest", maxFields)
	}
}

// document walks through the documents in a text. One that cannot be read has no fields.
func (w *fieldWalk) document(path, text string) {
	docs, err := yaml.Documents(text)
	if err != nil {
		return
	}
	for _, doc := range docs {
		w.walk(path, doc)
	}
}

// valuePath returns the path of a value that helm's --set names: a.b[0].c is /a/b/-/c.
func valuePath(key string) string {
	parts := strings.Split(key, ".")
	for i, part := range parts {
		if name, _, list := strings.Cut(part, "["); list {
			parts[i] = name + "/-"
		}
	}
	return "/" + strings.Join(parts, "/")
}
