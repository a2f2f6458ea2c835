package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
)

// pipeDevice starts the name of a file that Ghostscript reads from a command or writes to one: Use.htm,
// Interacting with pipes.
const pipeDevice = "%pipe%"

// pipes reads commands that PostScript opens as files: (%pipe%ls) (r) file.
func (r *reader) pipes(program parser.Word, truth parser.Truth) {
	_, rest, found := strings.Cut(program.Prefix(), pipeDevice)
	for found {
		var command string
		command, rest, _ = strings.Cut(rest, ")")
		r.code("sh", parser.Text(command), truth, parser.Stdin{Kind: parser.FromFile, Word: parser.Text("/dev/null")})
		_, rest, found = strings.Cut(rest, pipeDevice)
	}
}
