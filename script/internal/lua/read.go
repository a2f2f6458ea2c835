package lua

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/absval"
	"github.com/agent-loop/shimgen/script/internal/effect"
	"github.com/agent-loop/shimgen/script/internal/lex"
)

// Host provides the functions of the program that runs the code.
type Host struct {
	// Call returns the acts of a command of the program, by its argument vector: Redis.
	Call func(argv []effect.Arg) []effect.Act

	// Commands reads the editor's commands: Neovim.
	Commands func(code string) ([]effect.Act, error)
}

// interp reads a chunk in rounds. A name has everywhere the value that it was bound to in the
// round before.
type interp struct {
	absval.Fixpoint
	host Host

	growing   map[string]absval.Value // values of names that are computed from themselves
	lists     map[string]absval.Value // tables with their added items
	functions []*function
	known     map[*lex.Token]int // functions by their first token
	inside    *function          // the function whose body is being read
	chunks    map[string][]lex.Token
	blocks    int // open loops and functions
	nested    int // readings of the host's commands
}

// Read returns the acts of Lua, in the order of evaluation.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	return ReadFor(Host{}, code, given)
}

// ReadFor is Read for code that a program with functions of its own runs.
func ReadFor(host Host, code string, given effect.CommandLine) ([]effect.Act, error) {
	toks, err := tokens(code)
	if err != nil {
		return nil, err
	}
	r := &interp{Fixpoint: absval.Fixpoint{Interp: absval.NewInterp(given)}, host: host, growing: map[string]absval.Value{}, lists: map[string]absval.Value{}, known: map[*lex.Token]int{}, chunks: map[string][]lex.Token{}}
	if err := r.Learn(toks, r.pass, r.settle); err != nil {
		return nil, err
	}
	return r.Result(), nil
}

// pass reads all tokens once.
func (r *interp) pass() {
	r.chunk()
	r.EmitEnvironment(func() absval.Value { return r.expr(0) })
}

// settle ends a round for all functions.
func (r *interp) settle(widen bool) bool {
	changed := false
	for _, f := range r.functions {
		changed = f.settle(widen) || changed
	}
	return changed
}

// chunk reads to the end of the tokens.
func (r *interp) chunk() {
	r.block()
	if r.Err == nil && r.Tok().Kind != lex.EOF {
		r.fail()
	}
}

func (r *interp) fail() {
	if r.Err == nil {
		r.Stop(fmt.Errorf("lua code that cannot be read near %q", lex.ClipName(r.Tok().Text)))
	}
}

func (r *interp) expect(text string) {
	if !r.Accept(text) {
		r.fail()
	}
}

// deeper counts a level of nesting. The caller decrements Depth afterwards.
func (r *interp) deeper() {
	if r.Depth++; r.Depth > effect.MaxDepth && r.Err == nil {
		r.Stop(fmt.Errorf("lua code nested over %d", effect.MaxDepth))
	}
}

func (r *interp) done() bool { return r.Err != nil || r.Tok().Kind == lex.EOF }

// ends are the words that end a block, keywords all words that are not names.
const (
	ends     lex.Words = "end else elseif until"
	keywords lex.Words = ends + " and break do false for function goto if in local nil not or repeat return then true while"
)

// block reads statements up to an ending keyword.
func (r *interp) block() {
	r.deeper()
	defer func() { r.Depth-- }()
	for !r.done() && !(r.Tok().Kind == lex.Name && ends.Has(r.Tok().Text)) {
		from := r.Pos
		r.Spend(0)
		r.statement()
		if r.Pos == from {
			r.fail()
		}
	}
}

func (r *interp) statement() {
	t := r.Tok()
	word := ""
	if t.Kind == lex.Name {
		word = t.Text
	}
	switch {
	case r.Accept(";") || r.Accept("break"):
	case r.Accept("::"):
		r.Next()
		r.expect("::")
	case word == "goto" && r.Toks[r.Pos+1].Kind == lex.Name:
		r.Next()
		r.Next()
	case word == "if":
		r.conditional()
	case word == "while":
		r.Next()
		r.expr(0)
		r.body("do", "end")
	case word == "do":
		r.Next()
		r.block()
		r.expect("end")
	case word == "for":
		r.Next()
		r.loop()
	case word == "repeat":
		r.body("repeat", "until")
		r.expr(0)
	case word == "function":
		r.Next()
		r.definition()
	case word == "local":
		r.Next()
		r.local()
	case word == "return":
		r.Next()
		r.returns()
	default:
		r.assignment()
	}
}

// body reads a block that may run several times.
func (r *interp) body(begin, end string) {
	r.expect(begin)
	r.blocks++
	r.block()
	r.blocks--
	r.expect(end)
}

func (r *interp) conditional() {
	r.Next()
	r.expr(0)
	r.expect("then")
	r.block()
	for r.Accept("elseif") {
		r.expr(0)
		r.expect("then")
		r.block()
	}
	if r.Accept("else") {
		r.block()
	}
	r.expect("end")
}

// loop reads "for i = a, b" and "for k, v in …". The items of a list are known.
func (r *interp) loop() {
	names := r.names()
	if r.Accept("=") {
		r.expr(0)
		for r.Accept(",") {
			r.expr(0)
		}
		for _, name := range names {
			r.bind(name, absval.TemplateOf(effect.Placeholder))
		}
		r.body("do", "end")
		return
	}
	r.expect("in")
	over := r.list()
	for i, name := range names {
		v := absval.Top
		if len(over) > 0 && i < 2 {
			v = r.iterated(over[0], i)
		}
		r.bind(name, v)
	}
	r.body("do", "end")
}

// iterated returns the key or the value of a loop over pairs, or a line of input.
func (r *interp) iterated(over absval.Value, i int) absval.Value {
	if len(over) != 1 || over[0].Kind != absval.Ref {
		return absval.Top
	}
	of := over[0].Of
	switch name := over[0].Text; {
	case name == "pairs()" || name == "ipairs()":
		if i > 0 {
			return of.Items()
		}
		return of.Keys()
	case i > 0:
	case name == "vim.fs.dir()":
		return absval.TemplateOf(effect.Placeholder)
	case name == "io.popen().lines()":
		printed, _ := r.Printed(of)
		return absval.OrTop(printed)
	case fromInput.Has(name) && of == nil:
		return absval.Named("io.read()")
	case name == "io.lines()" || name == "io.open().lines()":
		return absval.Instance("io.open().readline()", of)
	}
	return absval.Top
}

// names reads names between commas, with the attributes of Lua 5.4.
func (r *interp) names() []string {
	var names []string
	for r.Tok().Kind == lex.Name && !keywords.Has(r.Tok().Text) {
		names = append(names, r.Tok().Text)
		r.Next()
		if r.Accept("<") {
			r.Next()
			r.expect(">")
		}
		if !r.Accept(",") {
			return names
		}
	}
	r.fail()
	return names
}

func (r *interp) local() {
	if r.Accept("function") {
		name := r.Tok().Text
		r.Next()
		r.bind(name, r.function(false))
		return
	}
	r.Accept("<") // "local <const> a" of Lua 5.5
	if r.At("const") || r.At("close") {
		r.Next()
		r.expect(">")
	}
	names := r.names()
	var values []absval.Value
	from := r.Pos
	if r.Accept("=") {
		values = r.list()
	}
	for i, name := range names {
		r.assign(place{path: name}, at(values, i), from)
	}
}

// at returns the value at an index of a list; a call at its end may give more values.
func at(values []absval.Value, i int) absval.Value {
	if i < len(values) {
		return values[i]
	}
	return absval.Top
}

// assignment reads a call, or an assignment to places.
func (r *interp) assignment() {
	_, p, call := r.primary()
	if call || r.Err != nil {
		return
	}
	places := []place{p}
	for r.Accept(",") {
		_, p, _ := r.primary()
		places = append(places, p)
	}
	from := r.Pos
	if !r.At("=") {
		r.fail()
		return
	}
	r.Next()
	values := r.list()
	for i, p := range places {
		r.assign(p, at(values, i), from)
	}
}

// list reads expressions between commas.
func (r *interp) list() []absval.Value {
	values := []absval.Value{r.expr(0)}
	for r.Accept(",") {
		values = append(values, r.expr(0))
	}
	return spread(values)
}

// spread expands an unpack at the end of a list.
func spread(values []absval.Value) []absval.Value {
	last := values[len(values)-1]
	if len(last) == 1 && last[0].Kind == absval.Ref && (last[0].Text == "unpack()" || last[0].Text == "table.unpack()") {
		if of := last[0].Of; len(of) == 1 && of[0].Kind == absval.Sequence && of[0].Keys == nil {
			return append(values[:len(values)-1:len(values)-1], of[0].Items...)
		}
	}
	return values
}

// place is the target of an assignment: a name, or a path of fields. The path is empty if it is
// not trackable.
type place struct {
	path  string
	table string // the path of the table that has the field
}

// assign binds a place to the value in the tokens from from on.
func (r *interp) assign(p place, v absval.Value, from int) {
	if p.path == "" {
		r.escape(v, 3)
		return
	}
	if p.table != "" {
		r.grow(p.table, v)
	}
	if !r.mentions(p.path, from) {
		r.bind(p.path, v)
		return
	}
	if r.Round == 0 {
		if r.blocks > 0 {
			v = absval.Join(v, absval.Top)
		}
		r.growing[p.path] = absval.Join(r.growing[p.path], v)
	}
}

// grow records an item that is appended to a table.
func (r *interp) grow(table string, item absval.Value) {
	if r.Round > 0 {
		return
	}
	before := r.lists[table]
	if before == nil {
		before = r.Bound[table]
	}
	if !before.All(absval.Sequence) {
		before = absval.List()
	}
	after := r.Operate("+", before, absval.List(item))
	r.lists[table] = after
	if r.blocks > 0 {
		after = absval.Join(after, absval.Top)
	}
	r.growing[table] = absval.Join(r.growing[table], after)
}

// mentions reports whether a name occurs in the tokens from from up to here.
func (r *interp) mentions(path string, from int) bool {
	root, _, _ := strings.Cut(path, ".")
	return r.Err == nil && r.Mentions(root, from, r.Pos)
}

// bind records a possible value of a name. A parameter belongs to its function.
func (r *interp) bind(name string, v absval.Value) {
	for f := r.inside; f != nil; f = f.outer {
		if _, ok := f.params[name]; ok {
			f.params[name] = absval.Join(f.params[name], v)
			if both := absval.Join(f.assigned[name], v); len(both) > len(f.assigned[name]) {
				f.assigned[name], r.Changed = both, true
			}
			return
		}
	}
	if len(r.Bound[name])+len(v) > absval.MaxAtoms {
		r.escape(v, 3)
	}
	r.Bound[name] = absval.Join(r.Bound[name], v)
}

// lookup returns the possible values of a name. An unbound name is a global.
func (r *interp) lookup(name string) absval.Value {
	for f := r.inside; f != nil; f = f.outer {
		if v, ok := f.params[name]; ok {
			return absval.Join(v, r.growing[name])
		}
	}
	v := r.held(name)
	switch {
	case len(v) == 0 && name == "arg" && len(r.Operands) > 0:
		return absval.List(r.Operands...)
	case len(v) == 0:
		return named(name)
	case globals.Has(name):
		return absval.Join(v, named(name))
	}
	return v
}

// globals are the names that reach functions with acts, even if the code binds them in some scope.
const globals lex.Words = "os io _G _ENV require load loadstring dofile loadfile package debug vim redis ffi"

// named returns a global by its name.
func named(name string) absval.Value {
	if name == "_ENV" {
		name = "_G"
	}
	return absval.Named(lex.ClipName(name))
}
