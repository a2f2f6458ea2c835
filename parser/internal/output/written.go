package output

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// IsOutput tells whether a redirection is one of standard output.
func IsOutput(r tree.Redirect) bool {
	switch r.Op {
	case ">", ">>", ">|", ">&":
		return r.FD == "" || r.FD == "1"
	case "&>", "&>>":
		return true
	}
	return false
}

// OpensFile tells whether a redirection writes a file, and whether it adds to it.
func OpensFile(r tree.Redirect) (into, add bool) {
	if strings.HasPrefix(r.Target.Prefix(), "/dev/") {
		return false, false // nothing stays there
	}
	switch r.Op {
	case ">", ">|", "&>", "<>":
		return true, false
	case ">>", "&>>":
		return true, true
	case ">&":
		text, known := r.Target.Text()
		return known && text != "-" && strings.Trim(text, "0123456789-") != "", false
	}
	return false, false
}

// PassedOn is what a command's standard input holds, known in part at least.
func PassedOn(c *tree.Command) tree.Written {
	in := c.Stdin
	if in.Kind != tree.FromText && in.Kind != tree.FromPipe || len(in.Word.Parts) == 0 && in.Kind == tree.FromPipe {
		return tree.Written{Other: true}
	}
	text := in.Word
	for i := len(c.Redirects) - 1; i >= 0; i-- {
		if op := c.Redirects[i].Op; op == "<<<" {
			text = tree.Word{Parts: append(slices.Clip(text.Parts), tree.Text("\n").Parts...)}
		} else if op != "<<" && op != "<<-" {
			continue
		}
		break
	}
	return tree.Written{Texts: []tree.Word{tree.Unsplit(text)}, Other: !text.Known()}
}

// EchoLine is what echo writes of words that are known in part.
func EchoLine(words []tree.Word) tree.Word {
	var out tree.Word
	for i, x := range words {
		if i > 0 {
			out.Parts = append(out.Parts, tree.Text(" ").Parts...)
		}
		out.Parts = append(out.Parts, x.Parts...)
	}
	return tree.ValueOf(tree.OneName(tree.Word{Parts: append(out.Parts, tree.Text("\n").Parts...)}))
}
