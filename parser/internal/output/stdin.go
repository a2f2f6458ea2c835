package output

import (
	"github.com/agent-loop/shimgen/parser/tree"
)

// HeldBy returns the whole content of a process substitution that is a word.
func HeldBy(target tree.Word) (string, bool) {
	if len(target.Parts) != 1 {
		return "", false
	}
	p := target.Parts[0]
	if _, ok := p.Held(); !ok {
		return "", false
	}
	return *p.Values.Content, true
}

// IsPipe reports whether a word is the name of a pipe, as <( ) gives.
func IsPipe(w tree.Word) bool { return len(w.Parts) == 1 && w.Parts[0].File }

// InputOf returns the text on a command's standard input; nil if it is not known. It returns
// false if the command's output is redirected.
func InputOf(c *tree.Command) (*string, bool) {
	newline := ""
	for _, r := range c.Redirects {
		switch {
		case r.Op == "<<<":
			newline = "\n"
		case r.Op == "<<" || r.Op == "<<-":
			newline = ""
		case r.FD == "2" && (r.Op == ">" || r.Op == ">>") && r.Target.Is("/dev/null") == tree.Yes:
		case r.FD == "2" && r.Op == ">&" && r.Target.Is("1") == tree.Yes:
		case r.Op == "<" && (r.FD == "" || r.FD == "0") && c.Stdin.Kind == tree.FromPipe && IsPipe(r.Target):
		default:
			return nil, false
		}
	}
	in := c.Stdin
	text, known := in.Word.Text()
	if !known || in.Kind != tree.FromText && (in.Kind != tree.FromPipe || len(in.Word.Parts) == 0) {
		return nil, true
	}
	if in.Kind == tree.FromPipe {
		newline = ""
	}
	text += newline
	return &text, true
}
