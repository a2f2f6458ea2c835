package script

import "strings"

// perl reads tokens as statements and expressions: what follows a word up to an
// operator that binds less than a comma are its arguments.
type perl struct {
	loose
	subs  map[string]bool  // the functions that the code defines
	pipes map[string]value // the commands that handles write to
	lvals []string         // the variables of the operand read last
	uses  map[string]bool
}

func readPerl(code string, given Given) ([]Act, error) {
	toks, err := perlTokens(code, 0)
	if err != nil {
		return nil, err
	}
	r := &perl{loose: newLoose("perl", given, "@ARGV"), subs: map[string]bool{}, pipes: map[string]value{}, uses: map[string]bool{}}
	return r.rounds(toks, func() {
		r.operands()
		r.all()
		r.inherit(r.expr)
	})
}

// all reads to the end of the tokens.
func (r *perl) all() value {
	v := r.statements("")
	if r.err == nil && r.tok().kind != tokEnd {
		r.fail()
	}
	return v
}

// readPerlUse reads the value of perl's -M: a module, with words to import behind
// "=", or else the beginning of a statement that may go on to others.
func readPerlUse(code string, given Given) ([]Act, error) {
	module := strings.TrimLeft(strings.TrimPrefix(code, "-"), "_:abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
	if strings.HasPrefix(module, "=") {
		return nil, nil
	}
	return readPerl("use "+strings.TrimPrefix(code, "-"), given)
}

// operands follows those that -n, -p and <> would open: perl opens them as
// open with two arguments does, commands included.
func (r *perl) operands() {
	at := span{0, r.toks[len(r.toks)-1].end}
	for _, a := range r.given {
		if t := strings.TrimSpace(a.Text); strings.HasPrefix(t, "|") || strings.HasPrefix(t, ">") || strings.HasSuffix(t, "|") {
			r.openTwo("<>", anyOf([]Arg{a}), "", at)
		}
	}
}

// word is the next token if it is a bareword, or "".
func (r *perl) word() string {
	if r.tok().kind != tokName {
		return ""
	}
	return r.tok().text
}

// statements reads to a bracket or the end and returns the last value.
func (r *perl) statements(end string) value {
	r.deeper()
	defer func() { r.depth-- }()
	if end == "}" {
		r.blocks++
		defer func() { r.blocks-- }()
	}
	v := anything
	for !r.done() && !(end != "" && r.at(end)) {
		from := r.pos
		r.spend(0)
		switch {
		case r.accept(";"):
		case r.at("{"):
			r.next()
			v = r.statements("}")
			r.close("}")
		default:
			v = r.statement()
		}
		if r.pos == from && r.err == nil {
			r.fail()
		}
	}
	return v
}

// close takes a closing bracket.
func (r *perl) close(text string) {
	if !r.accept(text) {
		r.fail()
	}
}

// statement reads one, or the head of one with a block.
func (r *perl) statement() value {
	switch w := r.word(); w {
	case "if", "elsif", "unless", "while", "until", "given", "when":
		r.next()
		r.low()
		return anything
	case "else", "continue", "BEGIN", "END", "INIT", "CHECK", "UNITCHECK", "default", "try", "finally", "defer":
		r.next()
		return anything
	case "for", "foreach":
		r.next()
		r.loop()
		return anything
	case "sub", "method":
		if r.pos+1 < len(r.toks) && r.toks[r.pos+1].kind == tokName {
			r.next()
			r.subs[r.word()] = true
			r.next()
			r.prototype()
			return anything
		}
	case "package":
		r.next()
		r.next()
		return anything
	case "use", "no":
		r.next()
		r.uses[r.word()] = true
		if r.tok().kind != tokEnd {
			r.next()
		}
		if !r.done() && !r.at(";") && !r.at("}") {
			r.low()
		}
		return anything
	}
	if r.tok().kind == tokName && r.ahead(1) == ":" && r.toks[r.pos+1].kind == tokOp && r.ahead(2) != ":" {
		r.next()
		r.next() // a label
		return anything
	}
	v := r.low()
	r.modifiers()
	return v
}

// modifiers reads those behind a statement: "… for @list".
func (r *perl) modifiers() {
	for !r.done() {
		switch r.word() {
		case "if", "unless", "while", "until", "when":
			r.next()
			r.low()
		case "for", "foreach":
			r.next()
			r.bind("$_", list(r.list()...).items())
		default:
			return
		}
	}
}

// loop reads the head of for: a list, or three expressions.
func (r *perl) loop() {
	name := "$_"
	for r.word() == "my" || r.word() == "our" || r.word() == "local" || r.word() == "state" {
		r.next()
	}
	if t := r.tok(); t.kind == tokOp && strings.HasPrefix(t.text, "$") {
		name = t.text
		r.next()
	}
	if !r.accept("(") {
		r.fail()
		return
	}
	items := r.list()
	for range 2 {
		if r.accept(";") && !r.at(")") && !r.at(";") {
			r.list()
		}
	}
	r.close(")")
	r.bind(name, list(items...).items())
}

// prototype reads what may stand between the name and the body of a function.
func (r *perl) prototype() {
	if !r.accept("(") {
		return
	}
	for !r.done() && !r.at(")") {
		t := r.tok()
		if t.kind == tokOp && strings.HasPrefix(t.text, "$") && len(t.text) > 1 {
			r.bind(t.text, r.lookup("@_").items())
		}
		r.next()
	}
	r.close(")")
}

// lookup is what a variable may hold. The arguments of a function are not known
// before its calls have been seen.
func (r *perl) lookup(name string) value {
	v := r.names[name]
	if len(v) > 0 || name == "@_" && r.round == 0 {
		return v
	}
	return anything
}

// low reads an expression with and, or, not.
func (r *perl) low() value {
	r.deeper()
	defer func() { r.depth-- }()
	for r.word() == "not" {
		r.next()
	}
	v := asList(r.list())
	for !r.done() {
		switch r.word() {
		case "and", "or", "xor":
			r.next()
			for r.word() == "not" {
				r.next()
			}
			v = join(v, asList(r.list()))
		default:
			return v
		}
	}
	return v
}

// asList is one value for the values of a list.
func asList(items []value) value {
	switch len(items) {
	case 0:
		return list()
	case 1:
		return items[0]
	}
	return list(items...)
}

// list reads expressions between commas; sequences among them are flat.
func (r *perl) list() []value {
	var items []value
	for !r.done() && r.starts() {
		if len(items) > maxItems {
			items = []value{anything}
		}
		v := r.expr()
		if len(v) == 1 && v[0].kind == sequence && len(items)+len(v[0].items) <= maxItems && r.spend(len(v[0].items)) {
			items = append(items, v[0].items...)
		} else {
			items = append(items, v)
		}
		comma := false
		for r.accept(",") || r.accept("=>") {
			comma = true
		}
		if !comma {
			break
		}
	}
	return items
}

// perlClosers are the words that end a list.
const perlClosers words = "and or xor if unless while until for foreach when x eq ne lt gt le ge cmp isa"

// starts tells whether an expression can begin here.
func (r *perl) starts() bool {
	t := r.tok()
	switch t.kind {
	case tokNumber, tokString:
		return true
	case tokName:
		return !perlClosers.has(t.text) || r.ahead(1) == "=>" || r.key()
	case tokOp:
		return strings.Contains(` ( [ { \ ! ~ - + ++ -- -X < `, " "+t.text+" ") || perlVariable(t.text) || t.text != "" && strings.Contains("%&*", t.text) && r.ahead(1) == "{"
	}
	return false
}

// perlVariable tells whether an operator is a variable, or the sigil of one.
func perlVariable(text string) bool {
	switch text[0] {
	case '$', '@':
		return true
	case '%', '&', '*':
		return len(text) > 1 && text[len(text)-1] != '=' && text != "&&" && text != "**" || text == "%$" || text == "&$" || text == "*$"
	}
	return false
}
