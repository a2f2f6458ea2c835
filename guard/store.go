package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/parser"
)

// storedFor returns the texts that a command may print because earlier commands have put them where it
// looks: into a repository, a database, an attribute, the name of a file. Values of variables that it
// gets are among them.
func (j *judge) storedFor(c *parser.Command) (texts []string) {
	name := path.Base(c.Program().Prefix())
	for _, a := range c.Assigns {
		texts = appendStored(texts, a.Value)
	}
	if family.VariablePrinters.Has(name) {
		for _, variable := range c.Environment().Names() {
			if value, set := c.Environment().Value(variable); set {
				texts = appendStored(texts, value)
			}
		}
	}
	writers := family.StoresOf(name)
	if writers == "" {
		return texts
	}
	for v := range grammar.All(j.Invocations) {
		if v.Command == c {
			break
		}
		if !writers.Has(path.Base(v.Command.Program().Prefix())) {
			continue
		}
		for _, w := range v.Command.Args[1:] {
			texts = appendStored(texts, w)
		}
		texts = appendStored(texts, v.Command.Stdin.Word)
	}
	return texts
}

// appendStored adds a text that was stored: a whole word, the last part of a path, and the literals in
// it.
func appendStored(texts []string, w parser.Word) []string {
	text, known := w.Text()
	if !known || text == "" {
		return texts
	}
	text = strings.NewReplacer("${IFS}", " ", "$IFS", " ").Replace(text)
	texts = append(texts, text)
	if _, value, found := strings.Cut(text, "="); found {
		texts = append(texts, value)
	}
	if i := strings.IndexByte(text, '/'); i >= 0 && i < strings.IndexByte(text+" ", ' ') {
		texts = append(texts, text[i+1:])
	}
	return append(texts, literalsOf(text)...)
}
