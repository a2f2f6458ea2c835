package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// draws notes that a command may read the input it shares with others.
func (w *walker) draws(c *tree.Command, words []tree.Word) {
	if s := c.Stdin.Shared; s != nil && mayRead(words) {
		s.Closed, s.Touched = true, true
	}
}

// neverRead are the builtins and programs that leave standard input alone,
// whatever their arguments; those in askFirst do unless they have options.
const (
	neverRead = " : [ break builtin cd chmod chown command continue date declare dirname basename echo exit export false kill let ln local ls mkdir mktemp " +
		"popd printf pushd pwd readlink readonly realpath return rmdir set shift shopt sleep stat test touch trap true type typeset umask unset wait "
	askFirst = " cp mv rm "
)

// mayRead tells whether a command may read its standard input. Calls of
// functions and evals do by the commands in them.
func mayRead(words []tree.Word) bool {
	if len(words) == 0 {
		return false
	}
	name, known := words[0].Text()
	switch {
	case !known || strings.ContainsAny(name, " "):
		return true
	case strings.Contains(neverRead, " "+name+" "):
		return slices.ContainsFunc(words, func(a tree.Word) bool { return a.Is("/dev/stdin") != tree.No || len(a.From()) > 0 })
	case strings.Contains(askFirst, " "+name+" "):
		return slices.ContainsFunc(words, func(a tree.Word) bool {
			return strings.HasPrefix(a.Prefix(), "-") && strings.Contains(a.String(), "i") || a.Splits() || a.Is("/dev/stdin") != tree.No
		})
	}
	return true
}

// read follows read and mapfile where what they read is known: a here-string,
// a here-document, a <( ), or what a pipe or a compound gives them, if no other
// command can have read of that. It reports false for all else.
func (w *walker) read(c *tree.Command, name string, args []tree.Word) bool {
	text, known := w.inputText(c)
	if !known || w.state.full {
		return false
	}
	options := ""
	for len(args) > 0 && strings.HasPrefix(args[0].Prefix(), "-") {
		option, _ := args[0].Text()
		letters := strings.TrimPrefix(option, "-")
		args = args[1:]
		if name == "read" && w.options.Lang == reader.Bash && strings.HasSuffix(letters, "p") && len(args) > 0 { // a prompt
			letters, args = letters[:len(letters)-1], args[1:]
		}
		options += letters
	}
	names := make([]string, len(args))
	for i, a := range args {
		if names[i], known = a.Text(); !known || !tree.IsName(names[i]) {
			return false
		}
	}
	if name != "read" {
		return (options == "t" || options == "") && len(names) == 1 && len(c.Assigns) == 0 && w.mapLines(names[0], text, options == "t")
	}
	line, _, _ := strings.Cut(text, "\n")
	switch strings.Trim(options, "r") {
	case "", "a":
	default:
		return false
	}
	if !strings.Contains(options, "r") && strings.Contains(line, `\`) || len(names) == 0 {
		return false
	}
	ifs, known := w.readIFS(c)
	if !known || !filter.IsASCII(line) && ifs != tree.BlankIFS || w.options.Lang == reader.Zsh && strings.Trim(ifs, tree.BlankIFS) != "" {
		return false // zsh keeps the last separator
	}
	if strings.Contains(options, "a") {
		return len(names) == 1 && w.readArray(names[0], line, ifs)
	}
	for i, word := range readWords(line, ifs, len(names)) {
		w.assignOtherwise(names[i], tree.Text(word), w.here())
	}
	return true
}

// readIFS is what a read splits at: IFS= may stand before it.
func (w *walker) readIFS(c *tree.Command) (string, bool) {
	ifs, known := w.ifs()
	for _, a := range c.Assigns {
		if a.Name != "IFS" || a.Append {
			return "", false
		}
		ifs, known = a.Value.Text()
	}
	return ifs, known && filter.IsASCII(ifs)
}

// readArray assigns the words of a line to an array.
func (w *walker) readArray(name, line, ifs string) bool {
	split := fields{split: true, ifs: ifs}
	split.splitValue(line)
	split.end()
	if len(split.ends) > maxElems || len(line) > tree.MaxValue {
		return false
	}
	elems := make([]tree.Word, 0, len(split.ends))
	for pieces := range split.words {
		elems = append(elems, tree.Word{Parts: w.joinPieces(pieces, false)})
	}
	w.assignArray(name, elems)
	return true
}

// readWords splits a line for n names: the last one gets the rest of it.
func readWords(line, ifs string, n int) []string {
	blanks := strings.Map(func(r rune) rune {
		if strings.ContainsRune(tree.BlankIFS, r) {
			return r
		}
		return -1
	}, ifs)
	out := make([]string, n)
	line = strings.TrimLeft(line, blanks)
	for i := range n - 1 {
		at := strings.IndexAny(line, ifs)
		if at < 0 {
			out[i] = line
			return out
		}
		out[i] = line[:at]
		if line = strings.TrimLeft(line[at:], blanks); line != "" && strings.IndexByte(ifs, line[0]) >= 0 {
			line = strings.TrimLeft(line[1:], blanks)
		}
	}
	line = strings.TrimRight(line, blanks)
	// One end of a word, with nothing after it, is not part of the last.
	if at := strings.IndexAny(line, ifs); at >= 0 && len(strings.TrimLeft(line[at:], blanks)) == 1 {
		if last := line[len(line)-1]; strings.IndexByte(ifs, last) >= 0 {
			line = line[:at]
		}
	}
	out[n-1] = line
	return out
}

// mapLines makes an array of the lines of a text.
func (w *walker) mapLines(name, text string, trim bool) bool {
	lines := filter.Lines(text)
	if len(lines) > maxElems || len(text) > tree.MaxValue {
		return false
	}
	elems := make([]tree.Word, len(lines))
	for i, l := range lines {
		if trim {
			l = strings.TrimSuffix(l, "\n")
		}
		elems[i] = tree.Text(l)
	}
	w.assignArray(name, elems)
	return true
}

// assignArray assigns an array of which all elements are known.
func (w *walker) assignArray(name string, elems []tree.Word) {
	v := tree.UnknownWord("$"+name, true)
	v.Parts[0].Values = &tree.Values{Elements: elems}
	w.assign(name, v)
}

// inputText is the text that a command reads: of a redirection of its own, or
// what nobody else can have read of the input it shares.
func (w *walker) inputText(c *tree.Command) (string, bool) {
	own := w.own(c)
	for i := len(own) - 1; i >= 0; i-- {
		fd := own[i].FD
		switch own[i].Op {
		case "<<<", "<<", "<<-", "<":
			if fd != "" && fd != "0" {
				return "", false
			}
			text, known := own[i].Target.Text()
			switch own[i].Op {
			case "<":
				text, known = heldBy(own[i].Target)
			case "<<<":
				text += "\n"
			}
			return text, known
		case "<>", "<&":
			return "", false
		}
	}
	s := c.Stdin.Shared
	if s == nil || s.Closed || w.scope.background {
		return "", false
	}
	text, known := c.Stdin.Word.Text()
	return text, known
}

// heldBy is the text that a process substitution holds, if it is all of a word.
func heldBy(target tree.Word) (string, bool) {
	if len(target.Parts) != 1 {
		return "", false
	}
	text, ok := target.Parts[0].Held()
	return text + "\n", ok
}

// repeatedly closes the text on standard input to what stands in a loop, where
// each turn reads on from where the last one ended. The function it returns
// opens it again, unless something in the loop may have read from it.
func (w *walker) repeatedly() func() {
	outer := w.state.stdin.Shared
	if outer == nil {
		return func() {}
	}
	inner := &tree.SharedInput{Closed: true}
	w.state.stdin.Shared = inner
	return func() {
		if w.state.stdin.Shared == inner {
			w.state.stdin.Shared = outer
		}
		if inner.Touched {
			outer.Closed, outer.Touched = true, true
		}
	}
}

// whileRead follows a loop over the lines of a text that is known: its body is
// read once per line. Where a command in the body may read of the text too, it
// is read with an unknown line besides. It reports false for other loops.
func (w *walker) whileRead(c *syntax.WhileClause) bool {
	in := w.state.stdin
	text, known := in.Word.Text()
	if c.Until || in.Shared == nil || in.Shared.Closed || w.scope.background || !known || !readsLines(c.Cond, text) {
		return false
	}
	lines := filter.Lines(text)
	if len(lines) > maxItems || len(lines) == 0 || w.repeats > maxRepeats {
		w.giveUpRepeats(len(lines))
		return false
	}
	in.Shared.Closed, in.Shared.Touched = true, true
	w.forgetBetween(reader.Offset(c.WhilePos), reader.Offset(c.DonePos))
	outer, entry := w.scope, w.state.clone()
	body := &tree.SharedInput{Closed: true}
	for i := 0; i <= len(lines); i++ {
		w.state = entry.clone()
		w.state.stdin.Shared = &tree.SharedInput{Closed: i == len(lines)}
		if i < len(lines) {
			w.state.stdin.Kind, w.state.stdin.Word = tree.FromText, tree.Text(lines[i])
		}
		w.stmts(c.Cond)
		w.state.stdin = in
		w.state.stdin.Shared = body
		w.stmts(c.Do)
		if i == len(lines)-1 && !body.Touched {
			break
		}
		w.scope.repeated = true
	}
	w.scope = outer
	w.state.stdin = in
	w.forgetBetween(reader.Offset(c.WhilePos), reader.Offset(c.DonePos))
	w.state.ended = false
	return true
}

// readsLines tells whether a loop's condition is a read of one line of text.
func readsLines(cond []*syntax.Stmt, text string) bool {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 || cond[0].Negated || cond[0].Background {
		return false
	}
	call, ok := cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || plain(call.Args[0]).Is("read") != tree.Yes {
		return false
	}
	raw := false
	for _, a := range call.Args[1:] {
		word, ok := plainText(a)
		raw = raw || word == "-r"
		if !ok || strings.HasPrefix(word, "-") && word != "-r" {
			return false
		}
	}
	return raw || !strings.Contains(text, `\`)
}
