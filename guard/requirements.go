package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/parser"
)

// maxRequirements bounds the lines of requirements that are read.
const maxRequirements = 64

// readRequirements reads each line of the requirements that the request has written, or that are standard
// input, as an argument of the command that installs them: pip install -r FILE.
func (j *judge) readRequirements(v *grammar.Invocation) {
	if len(v.Options) == 0 || !family.PythonInstallers.Has(v.Name) {
		return // nearly always
	}
	for file := range v.Values("-r --requirement") {
		text := j.writtenText(v, file)
		if in, known := v.Command.Stdin.Word.Text(); known && parser.IsStdinPath(file) {
			text = in
		}
		n := 0
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
			if n++; line == "" || line[0] == '#' || n > maxRequirements {
				continue
			}
			words := []string{line}
			if line[0] == '-' {
				words = strings.Fields(line)
			}
			c := parser.Argv(append([]string{"pip", "install"}, words...))
			c.Outer, c.Source, c.Span, c.Dir = v.Command, v.Command.Source, v.Command.Span, v.Command.Dir
			v.Nested = append(v.Nested, grammar.ReadCommand(c, j.options(v.Command)))
		}
	}
}
