package gate

// awkPass is the state of one pass over an awk program.
type awkPass struct {
	at    int
	state int            // what may come next
	open  [awkDepth]byte // open brackets and conditionals: { ( [ ? and the heads of statements, i and f
	depth int
	print int  // one more than the depth at which a print began; 0 outside a print
	semis int  // how many parts of a for's head have ended
	name  bool // the last token can be assigned to
	array bool // and a subscript may follow it
	field bool // a "$" comes before the current operand
	sign  bool // so does a sign, which no other sign may follow
	ends  bool // the statement must end here
	comma bool // the second half of a rule's pattern has begun
	count int  // assignments, conditionals and alternatives, which nest for a parser
}

// What may come next in an awk program.
const (
	awkStart = iota // a statement, or at depth 0 a rule
	awkNeed         // an operand
	awkMay          // an operand, or a closing bracket
	awkHave         // what follows an operand
)

const (
	awkDepth = 16
	awkMost  = 24
)

// plainAwk reports whether an awk program only reads its input and prints to standard
// output: it names no file and no command (getline, system, ">", "|"), no variable that
// holds the environment or the operands, no function of its own, and nothing unknown
// here. Package script reads such programs for the judge; this function accepts a subset.
func plainAwk(s string) bool {
	var r awkPass
	for {
		for r.at < len(s) && (s[r.at] == ' ' || s[r.at] == '\t') {
			r.at++
		}
		if r.at < len(s) && s[r.at] == '#' {
			r.at = lineFrom(s, r.at)
		}
		if r.at == len(s) {
			return r.depth == 0 && (r.state == awkStart || r.state == awkHave)
		}
		if !r.token(s) {
			return false
		}
	}
}

// token parses the next token and reports whether it is known and allowed here.
func (r *awkPass) token(s string) bool {
	c := s[r.at]
	if c == '\n' {
		r.at++
		return r.newline()
	}
	if r.ends && c != ';' && c != '}' {
		return false
	}
	if c == '_' || isAlnum(c) && !isDigit(c) {
		return r.word(s)
	}
	if isDigit(c) || c == '.' {
		return r.operand(awkNumber(s, r.at))
	}
	if c == '"' {
		return r.operand(awkString(s, r.at))
	}
	if c == '/' && r.state != awkHave {
		if r.state == awkMay && r.top() != '(' {
			return false // print /x/
		}
		return r.operand(awkPattern(s, r.at))
	}
	if c == '{' || c == '(' || c == '[' {
		return r.opens(c)
	}
	if c == '}' || c == ')' || c == ']' {
		return r.closes(c)
	}
	if c == ';' {
		r.at++
		return r.semicolon()
	}
	return r.operator(s, c)
}

// top is the innermost open bracket, or 0.
func (r *awkPass) top() byte {
	if r.depth == 0 {
		return 0
	}
	return r.open[r.depth-1]
}

func (r *awkPass) push(c byte) bool {
	if r.depth == awkDepth {
		return false
	}
	r.open[r.depth] = c
	r.depth++
	return true
}

// operand ends an operand at end, one that cannot be assigned to; -1 means that there is
// none.
func (r *awkPass) operand(end int) bool {
	if end < 0 {
		return false
	}
	r.at = end
	r.state, r.name, r.array, r.sign = awkHave, r.field, false, false
	r.field = false
	return true
}

// done ends a statement or a rule.
func (r *awkPass) done() bool {
	if r.state != awkStart && r.state != awkHave || r.top() != 0 && r.top() != '{' {
		return false
	}
	r.state, r.print, r.ends, r.name, r.comma = awkStart, 0, false, false, false
	return true
}

// newline ends a statement. Where an operand must follow it is a blank, except behind a
// sign or in a subscript.
func (r *awkPass) newline() bool {
	if r.state == awkNeed || r.state == awkMay {
		return !r.sign && !r.field && r.top() != '[' && r.top() != 'f' && r.top() != 'i'
	}
	return r.state == awkStart && r.top() != 'f' || r.done()
}

func (r *awkPass) semicolon() bool {
	if r.top() != 'f' {
		return r.done()
	}
	r.semis++
	if r.state == awkNeed || r.semis > 2 {
		return false
	}
	r.state, r.name = awkMay, false
	return true
}

// opens parses an opening bracket: a block, a group or a subscript. The brackets of calls
// and heads belong to the words before them.
func (r *awkPass) opens(c byte) bool {
	r.at++
	if c == '{' {
		if r.depth == 0 && r.state == awkHave && r.done() || r.state == awkStart && (r.depth == 0 || r.top() == '{') {
			return r.push('{')
		}
		return false
	}
	if c == '[' {
		if r.state != awkHave || !r.name || !r.array {
			return false
		}
	} else if r.field {
		return false
	}
	r.state, r.name, r.sign = awkNeed, false, false
	return r.push(c)
}

// closes parses a closing bracket.
func (r *awkPass) closes(c byte) bool {
	r.at++
	top := r.top()
	if c == '}' {
		if top != '{' || !r.done() {
			return false
		}
		r.depth--
		return true
	}
	if r.state == awkNeed || top == 0 || top == '?' || top == '{' || (c == ']') != (top == '[') {
		return false
	}
	if top == 'f' && r.semis != 2 {
		return false
	}
	r.depth--
	if top == 'i' || top == 'f' {
		r.state, r.name = awkStart, false
		return true
	}
	r.state, r.name, r.array = awkHave, top == '[', top == '['
	return true
}

// word parses a name, a keyword or a call.
func (r *awkPass) word(s string) bool {
	from := r.at
	for r.at < len(s) && (isAlnum(s[r.at]) || s[r.at] == '_') {
		r.at++
	}
	name := s[from:r.at]
	next := r.at
	for next < len(s) && s[next] == ' ' {
		next++
	}
	called := next < len(s) && s[next] == '('
	if next+1 < len(s) && s[next] == ':' && s[next+1] == ':' || listedWord(name, awkRefused) {
		return false
	}
	if listedWord(name, awkStatements) {
		return r.statement(name, s, next, called)
	}
	if same(name, "in") {
		if r.state != awkHave || r.top() == 'f' {
			return false
		}
		r.state, r.name = awkNeed, false
		return true
	}
	if listedWord(name, awkFunctions) {
		if !called {
			return same(name, "length") && !r.field && r.operand(r.at)
		}
		if r.field {
			return false
		}
		r.at = next + 1
		r.state, r.name, r.sign = awkMay, false, false
		return r.push('(')
	}
	if called && next == r.at {
		return false // user-defined functions are not clear
	}
	r.state, r.name, r.array, r.field, r.sign = awkHave, true, true, false, false
	return true
}

// statement parses a word that begins a statement; next is where the bracket of its head
// would be.
func (r *awkPass) statement(name, s string, next int, called bool) bool {
	if r.state != awkStart || r.depth == 0 {
		return false
	}
	switch {
	case same(name, "print") || same(name, "printf"):
		r.print, r.state = r.depth+1, awkMay
		if next == len(s) || s[next] == ';' || s[next] == '}' || s[next] == '\n' {
			r.state = awkHave
		}
		return next == len(s) || s[next] != ',' && s[next] != '#'
	case same(name, "exit"):
		r.state = awkMay
		if next == len(s) || s[next] == ';' || s[next] == '}' || s[next] == '\n' {
			r.state = awkHave
		}
		return next == len(s) || s[next] != '#'
	case same(name, "else"):
		r.count++
		return r.count < awkMost
	case same(name, "if") || same(name, "while") || same(name, "for"):
		if r.count++; !called || r.count > awkMost {
			return false
		}
		r.at = next + 1
		if !same(name, "for") {
			r.state = awkNeed
			return r.push('i')
		}
		if end := awkEach(s, r.at); end >= 0 {
			r.at = end
			return true
		}
		for i := 0; i < r.depth; i++ {
			if r.open[i] == 'f' {
				return false
			}
		}
		r.semis, r.state = 0, awkMay
		return r.push('f')
	}
	r.state, r.ends = awkHave, true
	return true
}

// operator parses an operator.
func (r *awkPass) operator(s string, c byte) bool {
	next := byte(0)
	if r.at+1 < len(s) {
		next = s[r.at+1]
	}
	if r.state != awkHave || c == '$' {
		return r.prefix(c, next)
	}
	if c == ',' {
		return r.separator()
	}
	if c == '?' || c == ':' {
		return r.conditional(c)
	}
	if (c == '+' || c == '-') && next == c {
		if !r.name {
			return false
		}
		r.at += 2
		r.name = false
		return true
	}
	if c == '>' && r.print == r.depth+1 || c == '>' && next == '>' || c == '/' && next == '=' || c == '*' && next == '*' {
		return false
	}
	if c == '=' && next != '=' || position("+-*%^", c) >= 0 && next == '=' {
		if r.count++; !r.name || r.count > awkMost {
			return false
		}
		r.at++
		if c != '=' {
			r.at++
		}
	} else if (c == '&' || c == '|') && next == c || position("=!<>", c) >= 0 && next == '=' || c == '!' && next == '~' {
		r.at += 2
	} else if position("+-*/%^~<>", c) >= 0 {
		r.at++
	} else {
		return false
	}
	r.state, r.name = awkNeed, false
	return true
}

// prefix parses an operator before its operand.
func (r *awkPass) prefix(c, next byte) bool {
	if c == '$' {
		r.at++
		if r.field {
			return false
		}
		r.field, r.state = true, awkNeed
		return true
	}
	if r.sign || r.field || next == c || c != '!' && c != '-' && c != '+' {
		return false
	}
	r.at++
	r.sign, r.state = true, awkNeed
	return true
}

// separator parses a comma: in brackets, between printed values, between the two patterns
// of a rule.
func (r *awkPass) separator() bool {
	r.at++
	top := r.top()
	if top != '(' && top != '[' && r.print != r.depth+1 && (r.depth > 0 || r.comma) {
		return false
	}
	r.comma = r.comma || r.depth == 0
	if r.state, r.name = awkNeed, false; r.print == r.depth+1 {
		r.state = awkMay // no regular expression may follow
	}
	return true
}

// conditional parses the "?" or the ":" of a conditional.
func (r *awkPass) conditional(c byte) bool {
	r.at++
	r.state, r.name = awkNeed, false
	if c == '?' {
		r.count++
		return r.count < awkMost && r.print != r.depth+1 && r.push('?')
	}
	if r.top() != '?' {
		return false
	}
	r.depth--
	return true
}
