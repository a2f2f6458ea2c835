package rules

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// outputs are the directories in which compilers put programs.
const outputs = "target build out dist zig-out _build .build"

// isBuiltHere reports whether a program word names a program under development: a plain name in
// the current directory, or a compiler's output below it.
func isBuiltHere(w parser.Word) bool {
	text, known := w.Text()
	name, here := strings.CutPrefix(text, "./")
	if !known || name != path.Clean(name) || strings.ContainsRune(path.Base(name), '.') {
		return false
	}
	first, _, below := strings.Cut(name, "/")
	return here && !below || below && wordlist.Among(first, outputs)
}
