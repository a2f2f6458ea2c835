package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/script"
	"github.com/agent-loop/shimgen/zone"
)

// kinds maps an act of inline code to the kind of its effect.
var kinds = [...]grammar.Kind{
	script.Reads:    grammar.Reads,
	script.Writes:   grammar.Writes,
	script.Deletes:  grammar.Deletes,
	script.Changes:  grammar.Changes,
	script.Connects: grammar.Connects,
	script.Listens:  grammar.Listens,
	script.Alters:   grammar.Alters,
	script.Sets:     grammar.Sets,
}

// addAct adds one act of code: a started command as a nested invocation, a command built at run
// time as an unreadable evaluation, and everything else as an effect. Commands that the code
// starts inherit in.
func (j *judge) addAct(v *grammar.Invocation, by grammar.Effect, a script.Act, in inheritance) {
	outer := *v.Command
	if in.env != nil {
		outer.Env, outer.Shadowed = in.env, outer.Shadowed || in.path
	}
	if by.At != nil {
		outer.Source, outer.Span = by.At.Source, by.At.Span
	}
	if a.Dir != nil {
		outer.Dir = j.word(*a.Dir)
	}
	if a.Input != nil {
		in.stdin = j.inputOf(v.Command, *a.Input)
		outer.Stdin = in.stdin
	}
	opt := j.options(&outer)
	args, known := j.words(a.Args)
	if isInline(by) && startsProgram(a) && !script.Starter(by.Lang) && !(known && len(args) > 0 && isAttended(by, a)) {
		v.Effects = append(v.Effects, evaluation(by, grammar.StartedProcess, a.Call))
	}
	switch {
	case a.Kind == script.Links:
		if known && len(args) == 2 {
			words := append([]parser.Word{parser.Text("ln"), parser.Text("-sT"), parser.Text("--")}, args...)
			v.Nested = append(v.Nested, grammar.ReadCommand(&parser.Command{Args: words, Outer: &outer, Dir: outer.Dir}, opt))
		}
	case a.Kind == script.Calls:
		if isInline(by) && j.wouldHarm(v, a.Args) {
			v.Effects = append(v.Effects, evaluation(by, grammar.GuardedText, by.Lang))
		}
	case a.Kind == script.Asks:
		for _, e := range grammar.RequestEffects(args) {
			e.Lang, e.Truth, e.Cause, e.At = by.Lang, by.Truth, by.Cause, by.At
			v.Effects = append(v.Effects, e)
		}
	case a.Kind == script.Queries:
		j.addStatement(v, by, a, args, in)
	case a.Kind == script.Shell && by.At == nil && len(args) == 1 && a.Args[0].Template:
		j.actTemplate(v, by, a, args[0], opt)
	case a.Kind == script.Shell && known && len(args) == 1:
		j.actShell(v, by, a, args[0], in, opt)
	case a.Kind == script.Runs && len(a.Args) > 0 && (a.Args[0].Known || by.At == nil && a.Args[0].Template && a.Args[0].Text != script.Placeholder):
		c := &parser.Command{Args: args, Outer: &outer, Dir: outer.Dir, Stdin: in.stdin}
		v.Nested = append(v.Nested, j.actProgram(c, by, a, opt))
	case a.Kind == script.Shell || a.Kind == script.Runs || a.Kind == script.Evaluates:
		v.Effects = append(v.Effects, dynamicEffect(by, a.Call))
	default:
		j.addEffects(v, by, a, args, outer.Dir)
	}
}

// addEffects adds the effects of one act on each of its operands. Paths are relative to dir if the act has a directory of
// its own. A file that the act includes is read as code.
func (j *judge) addEffects(v *grammar.Invocation, by grammar.Effect, a script.Act, operands []parser.Word, dir parser.Word) {
	for _, w := range operands {
		kind := kinds[a.Kind]
		if kind == grammar.Connects && strings.HasPrefix(strings.ToLower(w.Prefix()), "file:") {
			kind, w = grammar.Reads, grammar.PathOfURL(w)
		}
		if a.Dir != nil {
			w = zone.Join(dir, w)
		}
		if a.Away {
			w = grammar.AwayPath(w)
		}
		v.Effects = append(v.Effects, grammar.Effect{
			Kind: kind, Name: alteringCall(a), Word: w, Recursive: parser.Of(a.Tree), Truth: by.Truth, Cause: by.Cause, At: by.At, Away: a.Away,
		})
		switch {
		case !includes(by.Lang, a):
		case parser.IsStdinPath(w):
			run := script.Act{Kind: script.Runs, Call: a.Call, Content: true, Args: []script.Arg{{Text: v.Name, Known: true}}}
			j.addAct(v, by, run, inheritance{stdin: stdinOf(v.Command, by, nil)})
		default:
			j.readFile(v, grammar.Effect{Kind: grammar.Runs | grammar.Reads, Word: w, Lang: by.Lang, Truth: by.Truth, Cause: by.Cause})
		}
	}
}

// addStatement adds what a statement does that code gives to a database. One that cannot be read is the
// database's to refuse.
func (j *judge) addStatement(v *grammar.Invocation, by grammar.Effect, a script.Act, args []parser.Word, in inheritance) {
	for i := range args {
		known := a.Args[i].Known
		acts, err := j.readCode("sql", placeholderText(args[i]), script.CommandLine{Placeholders: !known}, false)
		if err != nil {
			continue
		}
		for _, act := range acts {
			j.addAct(v, by, act, in)
		}
	}
}

// actShell adds the commands of a shell command line that code runs.
func (j *judge) actShell(v *grammar.Invocation, by grammar.Effect, a script.Act, line parser.Word, in inheritance, opt parser.Options) {
	text, _ := line.Text()
	if by.At != nil {
		if v.Source(text, opt, by.Truth) != nil {
			v.Effects = append(v.Effects, dynamicEffect(by, a.Call))
		}
		return
	}
	s, err := parser.Parse(text, opt)
	if err != nil {
		v.Err = err
		return
	}
	for _, c := range s.Commands {
		if c.Stdin.Kind == parser.Inherited || c.Stdin.Kind == parser.FromFile && !c.Stdin.Word.Known() && in.stdin.From != nil {
			c.Stdin = in.stdin
		}
	}
	v.Nested = append(v.Nested, grammar.Read(s, opt)...)
}

// actProgram reads the command of a program that code starts.
func (j *judge) actProgram(c *parser.Command, by grammar.Effect, a script.Act, opt parser.Options) *grammar.Invocation {
	if by.At != nil {
		c.Source, c.Span = by.At.Source, by.At.Span
	}
	if a.Content && by.At == nil {
		if j.evaluated == nil {
			j.evaluated = map[*parser.Command]string{}
		}
		j.evaluated[c] = a.Call
	}
	return grammar.ReadCommand(c, opt)
}

// inputOf returns the standard input that code gives to a command it starts.
func (j *judge) inputOf(c *parser.Command, in script.Input) parser.Stdin {
	switch w := j.word(in.Arg); {
	case in.File:
		return parser.Stdin{Kind: parser.FromFile, Word: w}
	case w.Known():
		return parser.Stdin{Kind: parser.FromText, Word: w}
	}
	return parser.Stdin{Kind: parser.FromPipe, From: []*parser.Command{c}}
}

// actTemplate adds a command line that code builds from a template in which only names and
// numbers are unknown. It is judged like shell source with variables in those places. If it
// deletes, changes or runs something by such a name, it also counts as built at run time.
func (j *judge) actTemplate(v *grammar.Invocation, by grammar.Effect, a script.Act, w parser.Word, opt parser.Options) {
	s, err := parser.ParseWord(w, opt)
	if err != nil {
		v.Effects = append(v.Effects, dynamicEffect(by, a.Call))
		return
	}
	nested := grammar.Read(s, opt)
	for n := range grammar.All(nested) {
		if n.Name == "" || hasUnknown(n, grammar.Deletes|grammar.Changes|grammar.Evaluates) {
			v.Effects = append(v.Effects, dynamicEffect(by, a.Call))
			break
		}
	}
	v.Nested = append(v.Nested, nested...)
}

// hasUnknown reports whether an invocation has an effect of these kinds on an unknown word.
func hasUnknown(v *grammar.Invocation, kinds grammar.Kind) bool {
	for i := range v.Effects {
		if v.Effects[i].Kind&kinds != 0 && !v.Effects[i].Word.Known() {
			return true
		}
	}
	return false
}

// startsProgram reports whether an act starts another program. Evaluating a file in the same
// interpreter does not.
func startsProgram(a script.Act) bool {
	return a.Kind == script.Shell || a.Kind == script.Runs && !a.Content && !a.Includes
}

// isAttended reports whether inline code in a general language seems to wait for the program that an act starts. With
// known arguments such a program is judged as if the shell ran it.
func isAttended(by grammar.Effect, a script.Act) bool {
	if !script.General(by.Lang) {
		return false
	}
	code := placeholderText(by.Word)
	holds := func(word string) bool { return strings.Contains(code, word) }
	for word := range wordlist.Each("detached start_new_session setsid daemon unref creationflags process_group fork") {
		if holds(word) {
			return false
		}
	}
	name := a.Call[strings.LastIndexAny(a.Call, ".:")+1:]
	if wordlist.Among(by.Lang, "javascript typescript tcl") || name != "Popen" && !strings.Contains(name, "spawn") && !strings.Contains(name, "open") {
		return true
	}
	return holds("wait") || holds("communicate") || holds("terminate") || holds("close") || holds("read")
}

// alteringCall returns the name of the call that changes a database, or "".
func alteringCall(a script.Act) string {
	if a.Kind != script.Alters {
		return ""
	}
	return a.Call
}

// words converts arguments to words, and reports whether all of them are known.
func (j *judge) words(args []script.Arg) ([]parser.Word, bool) {
	out, known := make([]parser.Word, len(args)), true
	for i, a := range args {
		out[i] = j.word(a)
		known = known && a.Known
	}
	return out, known
}

// word converts an argument to a word. The readers leave ~ unexpanded. Of an argument that is
// not known, the word keeps the known beginning and the known texts between unknown parts. One
// of which nothing is known may be any number of words of an argument vector.
func (j *judge) word(a script.Arg) parser.Word {
	if a.Template {
		pieces := a.Pieces()
		pieces[0] = j.machine.Expand(pieces[0])
		return joinPieces(pieces)
	}
	w := parser.Text(j.machine.Expand(a.Text))
	if !a.Known {
		w.Parts = append(w.Parts, parser.Part{Kind: parser.Unknown, Text: unknownText(a, 0), Split: a.Text == "" && len(a.Rest) == 0})
	}
	for i, known := range a.Rest {
		if i > 0 {
			w.Parts = append(w.Parts, parser.Part{Kind: parser.Unknown, Text: unknownText(a, i)})
		}
		if known != "" {
			w.Parts = append(w.Parts, parser.Part{Kind: parser.Literal, Text: known})
		}
	}
	return w
}

// unknownText returns what stands for an unknown part of an argument: the variable that it is the value of.
func unknownText(a script.Arg, i int) string {
	if i < len(a.Variables) {
		return "$" + a.Variables[i]
	}
	return "?"
}

// joinPieces returns a word with an unknown part between each two pieces, as for the result of
// a search.
func joinPieces(pieces []string) parser.Word {
	var w parser.Word
	for i, known := range pieces {
		if i > 1 && pieces[i-1] == "" { // a chosen name
			w.Parts[len(w.Parts)-1].Text = grammar.ByName
		} else if i > 0 {
			w.Parts = append(w.Parts, parser.Part{Kind: parser.Unknown, Text: grammar.OfAKind})
		}
		if known != "" {
			w.Parts = append(w.Parts, parser.Part{Kind: parser.Literal, Text: known})
		}
	}
	return w
}
