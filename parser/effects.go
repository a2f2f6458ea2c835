package parser

import (
	"slices"
	"sort"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// change is a place in a source that changes the shell's state.
type change struct {
	offset int32
	shell  int32  // where the innermost subshell around it starts, -1 for none
	name   string // the variable, or one of the constants below
	inBody bool   // in a function's body
	call   bool   // a call of name; dropped if name turns out not to be a function
}

// Targets of a change other than a variable.
const (
	changesDir   = "/cd"
	changesAll   = "/eval"  // what eval may
	changesCalls = "/call/" // and the function's name
	changesArgs  = "/args"  // the positional parameters
	changesShift = "/shift" // how many of them there are
	changesMore  = "/more"  // more variables than are tracked
	changesInput = "/exec"  // standard input of later commands
	changesVars  = "/let"   // any variable
)

// effects holds the changes of a whole source, in the order of the text. Loops and
// functions need them before their bodies are read.
type effects struct {
	changes    []change
	few        [6]change        // room for the changes of a short source
	all        []string         // the names of all changes
	bodies     []string         // the names of those in function bodies
	*functions                  // those of the whole request
	own        functions        // they, if no unit is around this one
	shopts     builtins.Options // all options that any place sets

	unit    *unit
	at      int // the place recorded for all changes, or -1
	nested  int
	calls   int
	shell   int
	inBody  bool
	returns *reader.Rewrite
	wary    bool                   // any statement may change any variable
	words   []tree.Word            // reused buffer
	visitor func(syntax.Node) bool // visit
	misread error                  // why mvdan.cc/sh reads the source as no shell does, or nil
}

// functions are what a request's functions and aliases are called. Both maps are nil before the first one.
type functions struct {
	named   map[string]bool        // the names of functions and aliases
	defined map[string]*definition // the functions with one definition
}

// define adds a name. The definition is nil for an alias, and for a function with more than one.
func (f *functions) define(name string, d *definition) {
	if f.defined == nil {
		f.defined = map[string]*definition{}
	}
	f.name(name)
	f.defined[name] = d
}

// name adds the name of a function whose definition is not known yet.
func (f *functions) name(name string) {
	if f.named == nil {
		f.named = map[string]bool{}
	}
	f.named[name] = true
}

// maxChanges bounds the changes of one loop, or of all functions, that are followed one by
// one.
const maxChanges = 512

// fill walks the whole tree once. It also restores the carriage returns. An outer unit
// and its inner units share their functions.
func (e *effects) fill(u *unit, root syntax.Node, wary bool, outer *unit) {
	e.unit, e.at, e.shell, e.returns, e.wary = u, -1, -1, &u.returns, wary
	if outer == nil {
		e.functions = &e.own
	} else {
		e.functions, e.shopts = outer.effects.functions, outer.effects.shopts
	}
	if e.changes = e.few[:0]; len(u.source.Text) > 32*len(e.few) {
		e.changes = make([]change, 0, len(u.source.Text)/32+2) // about as many as there are commands
	}
	if file, ok := root.(*syntax.File); ok {
		e.stmts(file.Stmts)
	} else {
		e.walk(root)
	}
	if e.settle(); len(e.changes) > 0 {
		e.all = names(e.changes, func(change) bool { return true })
		e.bodies = names(e.changes, func(c change) bool { return c.inBody })
	}
	if outer != nil {
		e.all, e.bodies = united(e.all, outer.effects.all), united(e.bodies, outer.effects.bodies)
	}
}

// settle sorts the changes, and drops calls of names that are not functions.
func (e *effects) settle() {
	kept := e.changes[:0]
	for _, c := range e.changes {
		if c.call && !e.named[c.name] {
			continue
		}
		if c.call {
			c.name = changesCalls + c.name
		}
		kept = append(kept, c)
	}
	e.changes = kept
	slices.SortStableFunc(e.changes, func(a, b change) int { return int(a.offset - b.offset) })
}

// adopt adds the changes of an inner unit.
func (e *effects) adopt(inner *effects) {
	e.all, e.bodies, e.shopts = inner.all, inner.bodies, inner.shopts
}

// united merges two lists of names. Past a bound it returns changesMore.
func united(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return append(a[:len(a):len(a)], b...)
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxChanges {
		return []string{changesMore}
	}
	return all
}

// names returns the distinct names of the changes that keep selects.
func names(changes []change, keep func(change) bool) []string {
	var distinct []string
	for _, c := range changes {
		if !keep(c) {
			continue
		}
		if at, seen := slices.BinarySearch(distinct, c.name); !seen {
			distinct = slices.Insert(distinct, at, c.name)
		}
		if len(distinct) > maxChanges {
			return []string{changesMore}
		}
	}
	return distinct
}

// between calls touch for each change from lo up to hi that outlives its subshell: a change
// in a subshell that starts after lo is lost when that subshell ends.
func (e *effects) between(lo, hi int, touch func(name string)) {
	first := sort.Search(len(e.changes), func(i int) bool { return int(e.changes[i].offset) >= lo })
	for i, c := range e.changes[first:] {
		if int(c.offset) >= hi {
			return
		}
		if i == maxChanges {
			touch(changesMore)
			return
		}
		if int(c.shell) <= lo {
			touch(c.name)
		}
	}
}

func (e *effects) add(at int, name string) {
	e.changes = append(e.changes, e.change(at, name, false))
}

func (e *effects) addAll(at int, names []string) {
	for _, name := range names {
		e.add(at, name)
	}
}

// tells reports whether a change of a variable is recorded at a place.
func (e *effects) tells(name string, at tree.Span) bool {
	lo, hi := e.unit.lines.AsRead(at.Offset), e.unit.lines.AsRead(at.End)
	first := sort.Search(len(e.changes), func(i int) bool { return int(e.changes[i].offset) >= lo })
	for _, c := range e.changes[first:] {
		if int(c.offset) >= hi {
			return false
		}
		if c.name == name || c.name == changesVars {
			return true
		}
	}
	return false
}

func (e *effects) change(at int, name string, call bool) change {
	if e.at >= 0 {
		at = e.at
	}
	return change{offset: int32(at), shell: int32(e.shell), name: name, inBody: e.inBody, call: call}
}

// walk visits any node. syntax.Walk calls a function twice for each, so whole does without it where
// it can.
func (e *effects) walk(n syntax.Node) {
	if e.visitor == nil {
		e.visitor = e.visit
	}
	syntax.Walk(n, e.visitor)
}

func (e *effects) visit(n syntax.Node) bool { return !e.whole(n) && e.visitExpr(n) }

// inside visits a node.
func (e *effects) inside(n syntax.Node) {
	if !e.whole(n) {
		e.walk(n)
	}
}

// whole visits a node with all that is inside it. It returns false for a node that it does not know,
// and has not visited.
func (e *effects) whole(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.Stmt:
		e.stmt(n)
	case *syntax.CallExpr:
		e.simple(n)
	case *syntax.BinaryCmd:
		e.binary(n)
	case *syntax.Block:
		e.stmts(n.Stmts)
	case *syntax.Subshell:
		e.within(reader.Offset(n.Lparen), n.Stmts...)
	case *syntax.IfClause:
		for ; n != nil; n = n.Else { // they nest in the tree
			e.stmts(n.Cond)
			e.stmts(n.Then)
		}
	case *syntax.WhileClause:
		e.stmts(n.Cond)
		e.stmts(n.Do)
	case *syntax.ForClause:
		e.inside(n.Loop)
		e.stmts(n.Do)
	case *syntax.WordIter:
		e.add(reader.Offset(n.Name.Pos()), n.Name.Value)
		e.restore(n.Name)
		for _, w := range n.Items {
			e.parts(w.Parts)
		}
	case *syntax.FuncDecl:
		e.function(n)
	case *syntax.Assign:
		e.assign(n)
	case *syntax.Redirect:
		e.redirect(n)
	case *syntax.Word:
		e.parts(n.Parts)
	case *syntax.DblQuoted:
		e.parts(n.Parts)
	case *syntax.CmdSubst:
		e.within(reader.Offset(n.Left), n.Stmts...)
	case *syntax.ProcSubst:
		e.within(reader.Offset(n.OpPos), n.Stmts...)
	case *syntax.Lit, *syntax.SglQuoted:
		e.restore(n)
	case *syntax.ParamExp:
		return e.param(n)
	default:
		return false
	}
	return true
}

// restore puts the original bytes back into a node's text.
func (e *effects) restore(n syntax.Node) {
	if e.returns.HidesBytes() {
		e.returns.Restore(n)
	}
}

func (e *effects) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		e.stmt(s)
	}
}

// within visits the statements of a subshell.
func (e *effects) within(at int, list ...*syntax.Stmt) {
	outer := e.shell
	if e.shell = at; e.at >= 0 {
		e.shell = e.at
	}
	e.stmts(list)
	e.shell = outer
}

// stmt visits a statement.
func (e *effects) stmt(s *syntax.Stmt) {
	at := reader.Offset(s.Position)
	if len(s.Redirs) > 0 && redirectsShell(s) {
		e.add(at, changesInput)
	}
	if s.Background || s.Coprocess || s.Disown {
		foreground := *s
		foreground.Background, foreground.Coprocess, foreground.Disown = false, false, false
		e.within(at, &foreground)
		return
	}
	if e.wary {
		e.add(at, changesVars)
	}
	switch c := s.Cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		e.simple(c)
	case *syntax.BinaryCmd:
		e.binary(c)
	default:
		e.inside(c)
	}
	for _, r := range s.Redirs {
		e.redirect(r)
	}
}

func (e *effects) redirect(r *syntax.Redirect) {
	if r.N != nil {
		if strings.HasPrefix(r.N.Value, "{") {
			e.add(reader.Offset(r.N.Pos()), strings.Trim(r.N.Value, "{}"))
		}
		e.restore(r.N)
	}
	e.parts(r.Word.Parts)
	if r.Hdoc != nil {
		if e.unit.overruns(r) {
			e.misread = e.unit.misreadAt(r.Pos(), "a here-document ends within an expansion or a quote in it")
		}
		e.parts(r.Hdoc.Parts)
	}
}

// simple visits a simple command: its own effects, and those inside the few words that are
// more than text.
func (e *effects) simple(c *syntax.CallExpr) {
	if e.unit.asksLast {
		e.add(reader.Offset(c.Pos()), lastArgument)
	}
	e.call(c)
	for _, a := range c.Assigns {
		e.assign(a)
	}
	for _, w := range c.Args {
		e.parts(w.Parts)
	}
}

// parts visits the parts of a word. Most are text, which changes nothing.
func (e *effects) parts(parts []syntax.WordPart) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			e.restore(p)
		case *syntax.SglQuoted:
			e.restore(p)
		case *syntax.DblQuoted:
			e.parts(p.Parts)
		default:
			e.inside(p)
		}
	}
}

// isText reports whether the parts of a word are text only.
func isText(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !isText(p.Parts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// binary loops over the left spine of a list or pipeline, which may be as long as the
// source.
func (e *effects) binary(b *syntax.BinaryCmd) {
	var room shortSpine
	for _, s := range spine(b, &room) {
		if isPipe(b.Op) {
			e.within(reader.Offset(s.Position), s.Stmt)
		} else {
			e.stmt(s.Stmt)
		}
	}
}

// param visits the expansion of a parameter with at most one operand. It returns false for others.
func (e *effects) param(p *syntax.ParamExp) bool {
	if e.returns.HidesBytes() || p.Flags != nil || p.NestedParam != nil || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return false
	}
	e.assignUnset(p)
	if p.Exp != nil && p.Exp.Word != nil {
		e.parts(p.Exp.Word.Parts)
	}
	return true
}

// assignUnset records the assignment in ${x:=y}.
func (e *effects) assignUnset(p *syntax.ParamExp) {
	if p.Param != nil && p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
		e.add(reader.Offset(p.Param.Pos()), p.Param.Value)
	}
}

// assign visits an assignment: a variable's, or a word of a declaration.
func (e *effects) assign(a *syntax.Assign) {
	switch {
	case a.Name != nil:
		e.add(reader.Offset(a.Name.Pos()), a.Name.Value)
		e.restore(a.Name)
	case a.Naked && a.Value != nil: // declare "$name=value"
		word := []tree.Word{expand.Plain(a.Value)}
		e.addAll(reader.Offset(a.Value.Pos()), builtins.AssignedBy("declare", word))
		if builtins.MayBePath("declare", word) {
			e.add(reader.Offset(a.Value.Pos()), "PATH")
		}
	}
	if a.Value != nil {
		e.parts(a.Value.Parts)
	}
	if a.Index != nil {
		e.walk(a.Index)
	}
	if a.Array != nil {
		e.walk(a.Array)
	}
}

func (e *effects) function(f *syntax.FuncDecl) {
	for _, name := range functionNames(f) {
		if e.at >= 0 {
			e.name(name)
			continue // it is defined when that text is read
		}
		if _, again := e.defined[name]; again {
			e.define(name, nil)
		} else {
			e.define(name, &definition{f, e.unit})
		}
	}
	outer := e.inBody
	e.inBody = true
	e.stmt(f.Body)
	e.inBody = outer
}

// visitExpr handles assignments in expressions.
func (e *effects) visitExpr(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.LetClause:
		for _, x := range n.Exprs {
			if word, ok := x.(*syntax.Word); ok { // a quoted one may assign
				e.addAll(reader.Offset(n.Let), assignedNames(expand.Plain(word).String()))
			}
		}
	case *syntax.ParamExp:
		e.assignUnset(n)
	case *syntax.ArithmExp:
		end := "))"
		if n.Bracket {
			end = "]"
		}
		e.endsAt(n.Right, end)
	case *syntax.ArithmCmd:
		e.endsAt(n.Right, "))")
	case *syntax.BinaryArithm:
		e.arithm(n)
		return false
	case *syntax.UnaryArithm:
		if n.Op == syntax.Inc || n.Op == syntax.Dec {
			e.add(reader.Offset(n.OpPos), arithmName(n.X))
		}
	}
	return true
}

func (e *effects) arithm(b *syntax.BinaryArithm) {
	for {
		if assigns(b.Op) {
			e.add(reader.Offset(b.OpPos), arithmName(b.X))
		}
		e.walk(b.Y)
		left, ok := b.X.(*syntax.BinaryArithm)
		if !ok {
			e.walk(b.X)
			return
		}
		b = left
	}
}
