package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/family"
	"github.com/agent-loop/shimgen/grammar/othershell"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
)

// readInlineCode reads inline code in other languages, and files that a command would run, and adds
// what they would do to the invocation. The loop reaches the nested commands that this adds.
func (j *judge) readInlineCode(invs []*grammar.Invocation) {
	for v := range grammar.All(invs) {
		j.readProjectFiles(v)
		j.readPatches(v)
		j.expandToDashNames(v)
		j.markOntoOne(v)
		for i, e := range v.Effects {
			code, known := e.Word.Text()
			switch {
			case e.Kind&grammar.Runs != 0:
				j.readFile(v, e)
				if v.Name == "" && !e.Word.Known() && (j.mayRunWritten(v) || j.mayHavePrinted(v, e.Word.From())) {
					v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, "sh"))
				}
			case e.Kind != grammar.Evaluates:
			case !known && script.HasReader(e.Lang):
				j.addPartialCode(v, e)
			case script.HasReader(e.Lang):
				j.addKillAll(v, e, code)
				followed := j.addCode(v, e, code, false)
				v.Effects[i].Followed = followed
				j.readOwnModules(v, e, code)
			default:
				j.addUnreadable(v, e, placeholderText(e.Word))
			}
		}
	}
}

// addUnreadable adds what can be told about code in a language without a reader.
func (j *judge) addUnreadable(v *grammar.Invocation, e grammar.Effect, code string) {
	code = othershell.WithConstants(path.Base(v.Command.Program().Prefix()), code)
	if e.Lang == "sh" && !e.Word.Known() && (j.mayPrintStopped(v, e.Word.From()) || j.mayHavePrinted(v, e.Word.From()) || len(e.Word.From()) == 0 && j.mayRunWritten(v)) {
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, e.Lang))
	}
	if call := script.LoadsInput(e.Lang, code); call != "" && isInline(e) {
		v.Effects = append(v.Effects, dynamicEffect(e, call))
		run := script.Act{Kind: script.Runs, Call: call, Content: true, Args: []script.Arg{{Text: v.Name, Known: true}, {Text: "/dev/stdin", Known: true}}}
		j.addAct(v, e, run, inheritance{stdin: stdinOf(v.Command, e, nil)})
	}
	if j.hasGuardedLiteral(v, e.Lang, code) || isInline(e) && j.deletesByName(v, e.Lang, code) {
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, e.Lang))
	}
	if call := script.Starts(e.Lang, code); call != "" && isInline(e) {
		v.Effects = append(v.Effects, evaluation(e, grammar.StartedProcess, call))
	}
}

// isInline reports whether code stands in the command's own words or its standard input, not in
// a file.
func isInline(e grammar.Effect) bool {
	return e.Kind == grammar.Evaluates && e.At == nil && (e.Cause == grammar.ByArgs || e.Cause == grammar.ByStdin)
}

// addPartialCode adds what code with unknown parts does, as far as its known parts tell. The finding
// about the unknown parts stays.
func (j *judge) addPartialCode(v *grammar.Invocation, e grammar.Effect) {
	code := placeholderText(e.Word)
	if family.Recipes.Has(e.Lang) && (j.mayPrintStopped(v, e.Word.From()) || j.mayHavePrinted(v, e.Word.From())) {
		v.Effects = append(v.Effects, evaluation(e, grammar.GuardedText, e.Lang))
	}
	if strings.Trim(code, script.Placeholder+" \t\n") == "" {
		return
	}
	g := codeInput(v)
	g.Placeholders = true
	if _, err := script.ReadWith(e.Lang, code, g); err == nil || script.Partial(e.Lang) {
		j.addCode(v, e, code, true)
	}
}

// placeholderText returns a word as code, with a placeholder for each unknown part.
func placeholderText(w parser.Word) string {
	var b strings.Builder
	for _, p := range w.Parts {
		if p.Kind == parser.Literal {
			b.WriteString(p.Text)
		} else {
			b.WriteString(script.Placeholder)
		}
	}
	return b.String()
}

// addCode reads code and adds what it does. It reports whether that is all the code does. holes
// says that the code has placeholders.
func (j *judge) addCode(v *grammar.Invocation, by grammar.Effect, code string, holes bool) bool {
	g := codeInput(v)
	g.Placeholders = holes
	addHeadSources(v, by, code)
	if at, known := by.Word.Text(); known && by.At != nil {
		g.File = at
	}
	if g.Input == nil {
		g.Input = j.foundLines(v)
	}
	g.Found = j.foundBy(v)
	var texts map[string]*parser.Source // of the files that the code includes
	var dir *script.Arg
	if by.Lang == "make" {
		texts = map[string]*parser.Source{}
		dir = j.makeInput(v, by, &g, texts)
	}
	acts, err := j.readCode(by.Lang, code, g, false)
	if printsValue(v) && strings.Contains(code, "env") { // only what prints the environment is told by its value
		if told, failed := j.readCode(by.Lang, "console.log("+code+")", g, false); failed == nil {
			acts, err = told, nil
		}
	}
	if err != nil && by.At == nil && by.Truth == parser.Yes && script.OnlyFails(by.Lang, code) {
		v.Effects = append(v.Effects, evaluation(by, grammar.Unparsed, by.Lang))
	} else if err != nil {
		acts = []script.Act{{Kind: script.Evaluates, Call: by.Lang}}
	}
	acts = searchedEnvironment(acts, code)
	v.Effects = append(v.Effects, clearedByEditor(v, by, code)...)
	outerPosition, in := by.At, inheritance{stdin: stdinOf(v.Command, by, acts)}
	acts = j.passVariables(v, by, acts, &in)
	for _, a := range acts {
		if a.Dir == nil {
			a.Dir = dir
		}
		switch src := texts[a.File]; {
		case by.Lang == "make" && a.Call == "recipe" && dryRun(v):
			continue
		case src != nil:
			by.At = &grammar.Position{Source: src, Span: spanIn(src.Text, a.Offset, a.End)}
		case outerPosition != nil:
			by.At = &grammar.Position{Source: outerPosition.Source, Span: spanIn(code, a.Offset, a.End)}
		default:
			by.At = nil
		}
		n := len(v.Effects)
		j.addAct(v, by, a, in)
		if outerPosition == nil && !holes {
			v.Effects = append(v.Effects, emptied(v.Effects[n:], a)...)
			markDeletesAll(v.Effects[n:], a, code)
		}
	}
	if outerPosition == nil && (j.callsIndirectly(v, by, code) || j.sendsStopped(v, by, code, acts) || j.deletesUnknown(v, by, code, acts)) {
		v.Effects = append(v.Effects, evaluation(by, grammar.GuardedText, by.Lang))
	}
	return err == nil && script.Whole(by.Lang)
}

// stdinOf returns the standard input of the commands that the code of c starts: c's own, unless
// c read the code from there. If the code has network connections, their input may come from
// those.
func stdinOf(c *parser.Command, by grammar.Effect, acts []script.Act) parser.Stdin {
	for _, a := range acts {
		if a.Kind == script.Connects || a.Kind == script.Listens {
			return parser.Stdin{Kind: parser.FromPipe, From: []*parser.Command{c}}
		}
	}
	if by.Cause == grammar.ByStdin {
		return parser.Stdin{}
	}
	return c.Stdin
}

// spanIn returns the position of text[from:to].
func spanIn(text string, from, to int) parser.Span {
	from = max(min(from, len(text)), 0)
	before := text[:from]
	return parser.Span{
		Line: 1 + strings.Count(before, "\n"), Col: from - strings.LastIndexByte(before, '\n'),
		Offset: from, End: max(from, min(to, len(text))),
	}
}

// dynamicEffect is the effect of code that builds a command at run time. In a file that is ordinary,
// so there it counts as unreadable.
func dynamicEffect(by grammar.Effect, call string) grammar.Effect {
	if by.At != nil {
		return unreadable(by, call)
	}
	return evaluation(by, grammar.Dynamic, call)
}

// evaluation is the effect of unreadable code inside readable code. what is its language, or the call that
// runs it.
func evaluation(by grammar.Effect, kind grammar.OpaqueCode, what string) grammar.Effect {
	e := opaque(by, kind, what)
	e.Word = parser.Word{Parts: []parser.Part{{Kind: parser.Unknown, Text: e.Name}}}
	return e
}

// opaque is evaluation without a word.
func opaque(by grammar.Effect, kind grammar.OpaqueCode, what string) grammar.Effect {
	return grammar.Effect{Kind: grammar.Evaluates, Lang: by.Lang, Name: string(kind) + what, Truth: by.Truth, Cause: by.Cause, At: by.At}
}
