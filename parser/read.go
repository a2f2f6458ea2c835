package parser

import "strings"

// read follows read and mapfile where the command itself says what they read:
// a here-string or a here-document. It reports false for all else.
func (w *walker) read(c *Command, name string, args []Word) bool {
	text, known := w.ownInput(c)
	if !known || w.state.full {
		return false
	}
	options := ""
	for len(args) > 0 && strings.HasPrefix(args[0].Prefix(), "-") {
		option, _ := args[0].Text()
		options += strings.TrimPrefix(option, "-")
		args = args[1:]
	}
	names := make([]string, len(args))
	for i, a := range args {
		if names[i], known = a.Text(); !known || !isName(names[i]) {
			return false
		}
	}
	if name != "read" {
		return options == "t" && len(names) == 1 && w.mapLines(names[0], text)
	}
	line, _, _ := strings.Cut(text, "\n")
	if options != "r" && (options != "" || strings.Contains(line, `\`)) || len(names) == 0 || len(c.Assigns) > 0 {
		return false
	}
	if ifs, known := w.ifs(); !known || ifs != blankIFS {
		return false
	}
	for i, n := range names {
		line = strings.Trim(line, " \t")
		word := line
		if cut := strings.IndexAny(line, " \t"); i+1 < len(names) && cut >= 0 {
			word, line = line[:cut], line[cut:]
		} else {
			line = ""
		}
		w.assign(n, Text(word))
	}
	return true
}

// mapLines makes an array of the lines of a text.
func (w *walker) mapLines(name, text string) bool {
	lines := units(text, false)
	if len(lines) > maxElems || len(text) > maxValue {
		return false
	}
	elems := make([]Word, len(lines))
	for i, l := range lines {
		elems[i] = Text(strings.TrimSuffix(l, "\n"))
	}
	v := unknown("$"+name, true)
	v.Parts[0].several = &several{elems: elems}
	w.assign(name, v)
	return true
}

// ownInput is the text that a command's own redirection gives it. That of a
// compound is shared with the commands beside it.
func (w *walker) ownInput(c *Command) (string, bool) {
	own := c.Redirects[:max(len(c.Redirects)-len(w.scope.redirects), 0)]
	for i := len(own) - 1; i >= 0; i-- {
		switch own[i].Op {
		case "<<<", "<<", "<<-":
			text, known := own[i].Target.Text()
			if own[i].FD != "" && own[i].FD != "0" {
				return "", false
			}
			return text, known
		case "<", "<>", "<&":
			return "", false
		}
	}
	return "", false
}
