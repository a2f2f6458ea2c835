package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// pipeDevice is what the name of a file begins with that Ghostscript reads from a command, or
// writes to one: Use.htm, Interacting with pipes.
const pipeDevice = "%pipe%"

// pipes reads the commands in PostScript that are opened as files: (%pipe%ls) (r) file.
func (r *reader) pipes(program parser.Word, truth parser.Truth) {
	_, rest, found := strings.Cut(program.Prefix(), pipeDevice)
	for found {
		var command string
		command, rest, _ = strings.Cut(rest, ")")
		r.code("sh", parser.Text(command), truth, parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")})
		_, rest, found = strings.Cut(rest, pipeDevice)
	}
}
