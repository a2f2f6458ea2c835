package parser

import (
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
)

// callbackIn returns the callback in an option of mapfile: -C x, -tC x, -Cx (bash(1), mapfile).
func callbackIn(option, next tree.Word) (tree.Word, bool) {
	text := option.Prefix()
	at := strings.IndexByte(text, 'C')
	switch {
	case at < 1 || text[0] != '-' || strings.Trim(text[1:at], "t") != "":
		return tree.Word{}, false
	case option.Is(text[:at+1]) == tree.Yes:
		return next, true
	}
	return option.Tail(at + 1), true
}

// lineCallback reads the callback of mapfile: source, to which the shell adds the index and the text
// of a line. It is read for such a line, and for any time.
func (w *walker) lineCallback(c *tree.Command, args []tree.Word, callback tree.Word) {
	text, known := callback.Text()
	if !known {
		w.listUnreadable(c, callback)
		return
	}
	index, line := tree.UnknownWord("$index", false), w.mappedLine(c, args)
	w.inSubshell(func() {
		w.state.args = []tree.Word{index, line}
		known = w.evaluate(c, text+` "$1" "$2"`)
	})
	if !known || !w.evaluateLater(c, text+` "$@"`) {
		w.listUnreadable(c, callback)
	}
}

// mappedLine returns what is known of a line that mapfile reads.
func (w *walker) mappedLine(c *tree.Command, args []tree.Word) tree.Word {
	v := w.assignedByBuiltin("mapfile", "line", args)
	text, known := w.inputText(c, "0")
	if !known {
		if x := output.PassedOn(c); len(x.Texts) == 1 {
			text, known = x.Texts[0].Text()
		}
	}
	lines := filter.Lines(text)
	if !known || len(lines) > tree.MaxChoices-1 {
		return v
	}
	or := []tree.Word{{Parts: v.Parts}}
	for _, l := range lines {
		or = append(or, tree.Text(strings.TrimSuffix(l, "\n")))
	}
	choice := tree.UnknownWord("$line", true)
	choice.Parts[0].From, choice.Parts[0].Values = v.From(), &tree.Values{OneOf: or}
	return choice
}
