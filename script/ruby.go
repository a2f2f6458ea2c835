package script

import "strings"

// ruby reads tokens as statements and expressions, by line.
type ruby struct {
	loose
	lval  string // the variable of the operand read last
	mixed bool   // FileUtils is part of the code's own names
}

func readRuby(code string, given Given) ([]Act, error) {
	toks, err := rubyTokens(code, 0)
	if err != nil {
		return nil, err
	}
	r := &ruby{loose: newLoose("ruby", given, "ARGV")}
	return r.rounds(toks, func() {
		r.all()
		r.inherit(func() value { return r.expr(2) })
	})
}

// all reads to the end of the tokens.
func (r *ruby) all() value {
	v := r.statements("")
	if r.err == nil && r.tok().kind != tokEnd {
		r.fail()
	}
	return v
}

func (r *ruby) close(text string) {
	r.newlines()
	if !r.accept(text) {
		r.fail()
	}
}

func (r *ruby) newlines() {
	for r.err == nil && r.tok().kind == tokNewline {
		r.next()
	}
}

// rubyWords only separate statements and expressions.
const rubyWords words = `
	if unless while until case when then do end else elsif begin rescue ensure return and or not in break next redo retry yield
	BEGIN END loop module class`

// rubyEnds are those of them that end the arguments of a call.
const rubyEnds words = "if unless while until then do end else elsif rescue ensure and or in when"

// statements reads to a closing bracket or the end, and returns the last value.
func (r *ruby) statements(end string) value {
	r.deeper()
	defer func() { r.depth-- }()
	v := anything
	for !r.done() && !(end != "" && r.at(end)) {
		from := r.pos
		r.spend(0)
		switch t := r.tok(); {
		case t.kind == tokNewline || r.at(";") || r.at(",") || r.at("=>"):
			r.next()
		case t.kind == tokName && t.text == "def":
			r.next()
			r.definition()
		case t.kind == tokName && t.text == "for":
			r.next()
			r.loop()
		case t.kind == tokName && rubyWords.has(t.text) && r.ahead(1) != ".":
			r.next()
			if t.text == "do" || t.text == "rescue" || t.text == "loop" {
				r.parameters(anything)
			}
		case r.at(".") || r.at("&."):
			v = r.postfix(anything, t)
		default:
			v = r.expr(1)
		}
		if r.pos == from && r.err == nil {
			r.fail()
		}
	}
	return v
}

// definition reads the head of a method: what it is given is not known.
func (r *ruby) definition() {
	for r.tok().kind == tokName || r.at(".") {
		r.next()
		if !r.at(".") && r.toks[r.pos-1].text != "." {
			break
		}
	}
	for r.tok().kind == tokOp && (strings.Contains(" == [ ] <=> + - * / % ! << < > <= >= === =~ ~ & | ^ ** ", " "+r.tok().text+" ") || r.at("=") && r.ahead(1) == "(") {
		r.next() // the name is an operator
	}
	bracket := r.accept("(")
	for !r.done() && !r.at(")") && (bracket || r.tok().kind != tokNewline && !r.at(";") && !r.at("=")) {
		if t := r.tok(); t.kind == tokName {
			r.bind(t.text, anything)
		} else if t.kind == tokString && len(t.pieces) == 1 {
			r.bind(t.pieces[0].text, anything)
		}
		r.next()
	}
	if bracket {
		r.close(")")
	}
	r.accept("=")
}

// loop reads the head of for.
func (r *ruby) loop() {
	var names []string
	for r.tok().kind == tokName && r.tok().text != "in" || r.at(",") {
		names = append(names, r.tok().text)
		r.next()
	}
	r.accept("in")
	items := r.expr(1).items()
	for _, name := range names {
		r.bind(name, items)
	}
}

// parameters reads those of a block, between bars, which hold a value.
func (r *ruby) parameters(v value) {
	r.bind("it", v)
	r.bind("_1", v)
	if !r.accept("|") {
		r.accept("||")
		return
	}
	for !r.done() && !r.at("|") {
		if t := r.tok(); t.kind == tokName {
			r.bind(t.text, v)
		}
		r.next()
	}
	r.accept("|")
}

// block reads the block behind a call, whose parameters hold a value. The body
// between do and end is read as the statements that follow.
func (r *ruby) block(v value) value {
	switch {
	case r.at("{"):
		r.next()
		r.blocks++
		r.parameters(v)
		out := r.statements("}")
		r.blocks--
		r.close("}")
		r.lval = ""
		return out
	case r.at("do") && r.tok().kind == tokName:
		r.next()
		r.parameters(v)
	}
	return anything
}

// literal is what quotes of any kind give.
func (r *ruby) literal(t *token) value {
	if t.text == "qw" {
		return r.texts(strings.Fields(t.pieces[0].text))
	}
	v := text("")
	for _, p := range t.pieces {
		next := anything
		switch {
		case p.code != nil:
			r.inside(p.code, span{t.off, t.end}, func() { next = r.all().str() })
		case p.known:
			next = r.written(p.text)
		}
		v = r.operate("+", v, next)
	}
	r.lval = ""
	switch t.text {
	case "qx":
		r.emitEach(Act{Kind: Shell, Call: "`"}, v.args(), span{t.off, t.end})
		return anything
	case "m":
		return anything
	}
	return v
}
