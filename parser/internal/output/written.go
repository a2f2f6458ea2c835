package output

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// IsOutput reports whether a redirection changes standard output.
func IsOutput(r tree.Redirect) bool {
	switch r.Op {
	case ">", ">>", ">|", ">&":
		return r.FD == "" || r.FD == "1"
	case "&>", "&>>":
		return true
	}
	return false
}

// IsAway reports whether redirections lead standard output to where nobody reads it as such: a
// file, a device or standard error.
func IsAway(list []tree.Redirect) bool {
	away, errors := false, false
	for _, r := range list {
		switch again, same := tree.DescriptorOf(r.Target, ""); {
		case r.FD == "2" && r.Op == ">&":
			errors = true // they may go where the output goes
		case !IsOutput(r):
		case !r.Target.Known(), same && again != "2", strings.HasPrefix(r.Target.Prefix(), "/proc/"):
			return false
		default:
			away = true
		}
	}
	return away && !errors
}

// OpensFile reports whether a redirection writes a file, and whether it appends.
func OpensFile(r tree.Redirect) (into, add bool) {
	if strings.HasPrefix(r.Target.Prefix(), "/dev/") {
		return false, false // devices keep nothing
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

// PassedOn returns the content of a command's standard input if it is at least partly known.
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

// EchoLine returns what echo writes for partly known words.
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
