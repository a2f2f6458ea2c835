package parser

import (
	"cmp"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// mayReadInput records that a command may read the input it shares with others.
func (w *walker) mayReadInput(c *tree.Command, words []tree.Word) {
	if s := c.Stdin.Shared; s != nil && builtins.MayRead(words) {
		s.Closed, s.Touched = true, true
	}
}

// read follows read and mapfile if their input is known: a here-string, a here-document, a <( ),
// a pipe or a compound's input, and if no other command can have read from it. It returns false
// otherwise.
func (w *walker) read(c *tree.Command, name string, args []tree.Word) bool {
	valued := ""
	if w.options.Lang == reader.Bash {
		valued = optionsWithValue(name)
	}
	o, names, known := readOptionsOf(args, valued)
	if !known || w.state.full {
		return false
	}
	text, known := w.inputText(c, cmp.Or(o.fd, "0"))
	if !known {
		return false
	}
	if name != "read" {
		if len(names) == 0 {
			names = []string{"MAPFILE"}
		}
		return (o.letters == "t" || o.letters == "") && o.count == "" && len(names) == 1 && len(c.Assigns) == 0 && w.mapLines(names[0], text, o)
	}
	letters := strings.Trim(o.letters, "rse")
	line, ok := o.line(text)
	if !ok || letters != "" && letters != "a" || !strings.Contains(o.letters, "r") && strings.Contains(line, `\`) {
		return false
	}
	if len(names) == 0 {
		if letters != "" || w.options.Lang != reader.Bash {
			return false
		}
		w.assignUnwritten("REPLY", tree.Text(line), w.here())
		return true
	}
	ifs, known := w.readIFS(c)
	if !known || !filter.IsASCII(line) && ifs != tree.BlankIFS || w.options.Lang == reader.Zsh && strings.Trim(ifs, tree.BlankIFS) != "" {
		return false // zsh keeps the last separator
	}
	if letters == "a" {
		return len(names) == 1 && !o.exact && w.readArray(names[0], line, ifs)
	}
	words := expand.ReadWords(line, ifs, len(names))
	if o.exact { // -N does not split
		words = make([]string, len(names))
		words[0] = line
	}
	for i, word := range words {
		w.assignUnwritten(names[i], tree.Text(word), w.here())
	}
	return true
}

// readIFS returns the separators of a read, including an IFS= before it.
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
	split := expand.Fields{Split: true, Ifs: ifs}
	split.SplitValue(line)
	split.End()
	if len(split.Ends) > maxElems || len(line) > tree.MaxValue {
		return false
	}
	elems := make([]tree.Word, 0, len(split.Ends))
	for pieces := range split.Words {
		elems = append(elems, tree.Word{Parts: w.joinPieces(pieces, false)})
	}
	w.assignArray(name, elems)
	return true
}

// mapLines assigns the lines of a text to an array.
func (w *walker) mapLines(name, text string, o readOptions) bool {
	end := o.delimiter()
	lines := strings.SplitAfter(text, end)
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > maxElems || len(text) > tree.MaxValue {
		return false
	}
	elems := make([]tree.Word, len(lines))
	for i, l := range lines {
		if o.letters == "t" {
			l = strings.TrimSuffix(l, end)
		}
		elems[i] = tree.Text(l)
	}
	w.assignArray(name, elems)
	return true
}

// assignArray assigns an array whose elements are all known.
func (w *walker) assignArray(name string, elems []tree.Word) {
	v := tree.UnknownWord("$"+name, true)
	v.Parts[0].Values = &tree.Values{Elements: elems}
	w.assign(name, v)
}

// inputText returns the text that a command reads from a descriptor: from its own redirection,
// or from the shared input if no other command can have read from it.
func (w *walker) inputText(c *tree.Command, from string) (string, bool) {
	own := w.ownRedirects(c)
	for i := len(own) - 1; i >= 0; i-- {
		fd := cmp.Or(own[i].FD, "0")
		switch own[i].Op {
		case "<<<", "<<", "<<-", "<":
			switch {
			case fd != from && from == "0":
				return "", false
			case fd != from:
				continue
			}
			text, known := own[i].Target.Text()
			switch own[i].Op {
			case "<":
				if text, known = output.HeldBy(own[i].Target); !known {
					text, known = w.fileText(c, own[i].Target)
				}
			case "<<<":
				text += "\n"
			}
			return text, known
		case "<>", "<&":
			return "", false
		}
	}
	s := c.Stdin.Shared
	if from != "0" || s == nil || s.Closed || w.scope.background {
		return "", false
	}
	text, known := c.Stdin.Word.Text()
	return text, known
}

// shareInputInLoop hides the known text on standard input from the commands in a loop, because
// each pass reads on from where the last one stopped. The returned function restores it, unless
// a command in the loop may have read from it.
func (w *walker) shareInputInLoop() func() {
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

// whileRead follows a loop over the lines of a known text: it reads the body once per line. If a
// command in the body may read from the text too, it also reads the body with an unknown line.
// It returns false for other loops.
func (w *walker) whileRead(c *syntax.WhileClause) bool {
	in := w.state.stdin
	text, known := in.Word.Text()
	if c.Until || in.Shared == nil || in.Shared.Closed || w.scope.background || !known {
		return false
	}
	end, ok := readLoop(c.Cond, text)
	if !ok {
		return false
	}
	lines := pieces(text, end)
	if len(lines) > maxItems || len(lines) == 0 || w.repeats > maxRepeats {
		w.exceedRepeats(len(lines))
		return false
	}
	in.Shared.Closed, in.Shared.Touched = true, true
	before, exits := w.state.clone(), w.enterLoop()
	w.forgetBetween(reader.Offset(c.WhilePos), reader.Offset(c.DonePos))
	outer, entry := w.scope, w.state.clone()
	body := &tree.SharedInput{Closed: true}
	turn := before
	if w.options.Lang == reader.Zsh {
		turn = nil
	}
	for i := 0; i <= len(lines); i++ {
		w.state = cmp.Or(turn, entry).clone()
		start := len(w.commands)
		w.state.stdin.Shared = &tree.SharedInput{Closed: i == len(lines)}
		if i < len(lines) {
			w.state.stdin.Kind, w.state.stdin.Word = tree.FromText, tree.Text(lines[i])
		}
		w.stmts(c.Cond)
		w.state.stdin = in
		w.state.stdin.Shared = body
		w.stmts(c.Do)
		if turn = w.nextTurn(turn, start); body.Touched {
			turn = nil
		}
		if i >= len(lines)-1 {
			w.endOfBody(exits)
		}
		if i == len(lines)-1 && !body.Touched {
			break
		}
		w.scope.repeated = true
	}
	w.scope = outer
	w.state.stdin = in
	w.forgetBetween(reader.Offset(c.WhilePos), reader.Offset(c.DonePos))
	w.leaveLoop(exits, before, false, reader.Offset(c.WhilePos), reader.Offset(c.DoPos), reader.Offset(c.DonePos))
	w.state.ended = false
	return true
}

// readLoop returns what ends each piece of the text that a loop's condition reads: a line, or the
// text up to a NUL. It returns false for other conditions.
func readLoop(cond []*syntax.Stmt, text string) (end string, ok bool) {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 || cond[0].Negated || cond[0].Background {
		return "", false
	}
	call, ok := cond[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || expand.Plain(call.Args[0]).Is("read") != tree.Yes {
		return "", false
	}
	end = "\n"
	raw, value := false, false // value: the next word is that of -d
	for _, a := range call.Args[1:] {
		word, ok := expand.PlainText(a)
		switch {
		case value && strings.Trim(expand.Plain(a).String(), "\x00") == "":
			end, value = "\x00", false
		case value || !ok:
			return "", false
		case word == "-r":
			raw = true
		case word == "-d", word == "-rd":
			value, raw = true, raw || word == "-rd"
		case strings.HasPrefix(word, "-"):
			return "", false
		}
	}
	return end, raw || !strings.Contains(text, `\`)
}

// pieces splits a text after each end of a line. What follows the last one is no line.
func pieces(text, end string) []string {
	all := strings.SplitAfter(text, end)
	if last := all[len(all)-1]; last == "" || end != "\n" {
		all = all[:len(all)-1]
	}
	return all
}
