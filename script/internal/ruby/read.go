package ruby

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/heuristic"
	"github.com/agent-loop/shimgen/script/internal/lex"
	"github.com/agent-loop/shimgen/script/internal/sink"
)

// interp reads tokens as statements and expressions, by line.
type interp struct {
	heuristic.Interp
	lval   string       // the variable of the last operand
	mixed  bool         // the code includes FileUtils
	opened absval.Value // the file that was opened last
	pairs  absval.Value // the pairs among the arguments of the last call, as a mapping; nil if there are none
	method string       // whose body is being read, or was read last
}

// Read returns the acts of Ruby, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	toks, err := tokens(code, 0)
	if err != nil {
		return nil, err
	}
	if acts := unixCommand(code, given); acts != nil {
		return acts, nil
	}
	r := &interp{Interp: heuristic.NewInterp("ruby", given, "ARGV")}
	r.Libraries = sink.Libraries("ruby")
	return r.Rounds(toks, func() {
		r.all()
		r.EmitEnvironment(func() absval.Value { return r.expr(2) })
	})
}

// unixCommands are the functions of the library un, "ruby -run -e NAME -- OPTION OPERAND", which act
// like the programs of the same names.
const unixCommands lex.Words = "cp ln mv rm mkdir rmdir install chmod touch"

// unixCommand returns the run of the program that code for -run names, with the operands; nil for
// other code.
func unixCommand(code string, given effect.CommandLine) []effect.Act {
	name := strings.TrimSpace(code)
	if !unixCommands.Has(name) || len(given.Args) == 0 {
		return nil
	}
	argv := append([]effect.Arg{{Text: name, Known: true}}, given.Args...)
	return []effect.Act{{Kind: effect.Runs, Call: "un." + name, Args: argv, Offset: strings.Index(code, name), End: strings.Index(code, name) + len(name)}}
}

// all reads to the end of the tokens.
func (r *interp) all() absval.Value {
	v := r.statements("")
	if r.Err == nil && r.Tok().Kind != lex.EOF {
		r.Fail()
	}
	return v
}

func (r *interp) close(text string) {
	r.newlines()
	if !r.Accept(text) {
		r.Fail()
	}
}

func (r *interp) newlines() {
	for r.Err == nil && r.Tok().Kind == lex.Newline {
		r.Next()
	}
}

// words are the keywords that only separate statements and expressions.
const words lex.Words = `
	if unless while until case when then do end else elsif begin rescue ensure return and or not in break next redo retry yield
	BEGIN END loop module class`

// ends are the keywords that end the arguments of a call.
const ends lex.Words = "if unless while until then do end else elsif rescue ensure and or in when"

// statements reads up to a closing bracket or the end, and returns the last value.
func (r *interp) statements(end string) absval.Value {
	r.Deeper()
	defer func() { r.Depth-- }()
	v := absval.Top
	for !r.Done() && !(end != "" && r.At(end)) {
		from := r.Pos
		r.Spend(0)
		switch t := r.Tok(); {
		case t.Kind == lex.Newline || r.At(";") || r.At(",") || r.At("=>"):
			r.Next()
		case t.Kind == lex.Name && t.Text == "def":
			r.Next()
			r.definition()
		case t.Kind == lex.Name && t.Text == "for":
			r.Next()
			r.loop()
		case t.Kind == lex.Name && words.Has(t.Text) && r.Ahead(1) != ".":
			r.Next()
			if t.Text == "do" || t.Text == "rescue" || t.Text == "loop" {
				r.parameters(absval.Top)
			}
		case r.At(".") || r.At("&."):
			v = r.postfix(absval.Top, t)
		default:
			v = r.expr(1)
			if r.method != "" {
				r.NoteField(absval.Result(r.method), v) // the last one counts
			}
		}
		if r.Pos == from && r.Err == nil {
			r.Fail()
		}
	}
	return v
}

// definition reads the head of a method. Its arguments are unknown.
func (r *interp) definition() {
	r.method = r.Tok().Text
	for r.Tok().Kind == lex.Name || r.At(".") {
		r.Next()
		r.method = r.Toks[r.Pos-1].Text
		if !r.At(".") && r.Toks[r.Pos-1].Text != "." {
			break
		}
	}
	for r.Tok().Kind == lex.Op && (wordlist.Among(r.Tok().Text, " == [ ] <=> + - * / % ! << < > <= >= === =~ ~ & | ^ ** ") || r.At("=") && r.Ahead(1) == "(") {
		r.Next() // the name is an operator
	}
	bracket := r.Accept("(")
	position := 0
	for !r.Done() && !r.At(")") && (bracket || r.Tok().Kind != lex.Newline && !r.At(";") && !r.At("=")) {
		if t := r.Tok(); t.Kind == lex.Name {
			passed := absval.Join(r.Field(absval.PassedTo(r.method, position)), r.Field(t.Text))
			r.Bind(t.Text, absval.Join(passed, absval.Top))
			position++
		} else if t.Kind == lex.String && len(t.Pieces) == 1 {
			r.Bind(t.Pieces[0].Text, absval.Top)
		}
		r.Next()
	}
	if bracket {
		r.close(")")
	}
	r.Accept("=")
}

// loop reads the head of for.
func (r *interp) loop() {
	var names []string
	for r.Tok().Kind == lex.Name && r.Tok().Text != "in" || r.At(",") {
		names = append(names, r.Tok().Text)
		r.Next()
	}
	r.Accept("in")
	items := r.expr(1).Items()
	for _, name := range names {
		r.Bind(name, items)
	}
}

// parameters reads the parameters of a block, between bars, and binds them to a value.
func (r *interp) parameters(v absval.Value) {
	r.Bind("it", v)
	r.Bind("_1", v)
	if !r.Accept("|") {
		r.Accept("||")
		return
	}
	for !r.Done() && !r.At("|") {
		if t := r.Tok(); t.Kind == lex.Name {
			r.Bind(t.Text, v)
		}
		r.Next()
	}
	r.Accept("|")
}

// block reads the block after a call and binds its parameters to a value. The body between do and end
// is read as part of the following statements.
func (r *interp) block(v absval.Value) absval.Value {
	switch {
	case r.At("{"):
		r.Next()
		r.Blocks++
		r.parameters(v)
		out := r.statements("}")
		r.Blocks--
		r.close("}")
		r.lval = ""
		return out
	case r.At("do") && r.Tok().Kind == lex.Name:
		r.Next()
		r.parameters(v)
	}
	return absval.Top
}

// listedWords splits the text of %w at its blanks, of which a backslash quotes one.
func listedWords(text string) []string {
	words := strings.Fields(strings.ReplaceAll(text, `\ `, "\x00"))
	for i, w := range words {
		words[i] = strings.ReplaceAll(w, "\x00", " ")
	}
	return words
}

// literal returns the value of quotes of any kind.
func (r *interp) literal(t *lex.Token) absval.Value {
	if t.Text == "qw" {
		return r.Texts(listedWords(t.Pieces[0].Text))
	}
	v := absval.Text("")
	for _, p := range t.Pieces {
		next := absval.Top
		switch {
		case p.Code != nil:
			r.Inside(p.Code, lex.Span{Off: t.Off, End: t.End}, func() { next = r.all().Str() })
		case p.Known:
			next = r.LiteralText(p.Text)
		}
		v = r.Operate("+", v, next)
	}
	r.lval = ""
	switch t.Text {
	case "qx":
		r.EmitEach(effect.Act{Kind: effect.Shell, Call: "`"}, v.Args(), lex.Span{Off: t.Off, End: t.End})
		printed, _ := r.Printed(v)
		return absval.OrTop(printed)
	case "m":
		return absval.Top
	}
	return v
}
