package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/parser"
)

// reader reads one command. Its fields hold for the whole command.
type reader struct {
	opt     parser.Options
	cmd     *parser.Command
	inv     *Invocation
	room    *room
	scanner // its syntax is nil until the words are read

	// params are the words that become $0, $1 and so on in the source being read; nil if they are not
	// known.
	params []parser.Word

	// dir is the directory of relative paths, relative to the command's own directory: the empty word,
	// or git's -C.
	dir parser.Word
}

// Read reads every command of a script, and the commands that those run. opt are the options that the
// script was parsed with.
func Read(s *parser.Script, opt parser.Options) []*Invocation {
	opt = opt.WithBudget()
	invs, memory := make([]*Invocation, len(s.Commands)), newRoom(len(s.Commands))
	for i, c := range s.Commands {
		invs[i] = read(c, opt, parser.Yes, root{}, memory)
	}
	return invs
}

// ReadCommand reads one command, and the commands that it runs.
func ReadCommand(c *parser.Command, opt parser.Options) *Invocation {
	return read(c, opt.WithBudget(), parser.Yes, root{}, newRoom(1))
}

// read reads a command, given how certain it is to run and where it runs.
func read(c *parser.Command, opt parser.Options, truth parser.Truth, in root, memory *room) *Invocation {
	v := memory.invocation()
	v.Command, v.Truth, v.Away, v.Mounts, v.Throwaway, v.Launcher = c, truth, in.away, in.mounts, in.throwaway, in.launcher
	r := &reader{opt: opt, cmd: c, inv: v, room: memory}
	if depth(c) > MaxNesting {
		r.fail(ErrNesting)
		return r.inv
	}
	settings, others := gitSettings(c.Assigns)
	for _, a := range others {
		r.effect(Effect{Kind: Sets, Name: a.Name, Word: a.Value, Cause: ByAssign}, parser.Yes)
		if IsProxy(a.Name) && a.Value.Is("") != parser.Yes {
			r.effect(Effect{Kind: Connects, Word: a.Value, Cause: ByAssign}, parser.Yes)
		}
	}
	if len(c.Args) > 0 {
		r.program(c.Args[0])
		r.caused(ByAssign, r.prompts)
	} else if len(c.Assigns) == 0 && len(c.Redirects) > 0 {
		r.inv.Name, r.inv.Program = "true", Lookup("true") // a redirection alone acts like that of true
	}
	if len(c.Assigns) > 0 {
		r.assigned(settings)
	}
	r.caused(ByRedirect, r.redirects)
	if len(c.Args) > 0 {
		r.socketText()
	}
	return r.inv
}

// caused sets the cause of the effects that a step records.
func (r *reader) caused(by Cause, step func()) {
	from := len(r.inv.Effects)
	step()
	r.cause(by, from)
}

// cause sets the cause of the effects from one on.
func (r *reader) cause(by Cause, from int) {
	for i := range r.inv.Effects[from:] {
		r.inv.Effects[from+i].Cause = by
	}
}

// depth counts the commands that run this one.
func depth(c *parser.Command) int {
	n := 0
	for c = c.Outer; c != nil && n <= MaxNesting; c = c.Outer {
		n++
	}
	return n
}

// fail records the first error for which the command could not be read completely.
func (r *reader) fail(err error) {
	if r.inv.Err == nil {
		r.inv.Err = err
	}
}

// program reads the words by the program that the first one names.
func (r *reader) program(w parser.Word) {
	name, known := w.Text()
	if !known {
		r.unsorted()
		r.inv.Open = true
		r.effect(Effect{Kind: Runs, Word: w}, parser.Maybe)
		r.guess(w)
		r.readByVariable(w)
		r.guessByWords(w)
		r.supposeEmpty(w)
		r.bare()
		return
	}
	if strings.IndexByte(name, '/') >= 0 {
		r.effect(Effect{Kind: Runs, Word: w}, parser.Yes)
	}
	r.inv.Program, r.inv.Name = ofPackage(name)
	if r.inv.Program == nil {
		r.unsorted()
		if first, _, spaced := strings.Cut(name, " "); spaced && r.cmd.Outer != nil && Lookup(first) != nil && base(r.cmd.Outer.Program().Prefix()) != "parallel" {
			r.suppose("sh", w, parser.Yes, r.cmd.Stdin) // not a program's name; many wrappers pass such text to a shell
		}
		r.bare()
		return
	}
	r.room.borrow(r.inv)
	r.scan(r.inv, &r.inv.Program.Syntax, r.cmd.Args[1:])
	r.room.giveBack(r.inv)
	r.toldByVariables()
	r.staysHere()
	r.finish(r.room)
	r.chdir()
	r.unitChdir()
	r.options()
	var few [4]use
	uses := r.uses(few[:0])
	if !r.mayAct(len(uses) * len(r.inv.Options)) {
		return
	}
	for i := range uses {
		r.act(uses[i])
	}
	r.mentions()
	r.passed()
	r.task()
	r.plugin()
	r.alias()
	r.image()
	r.fetchedModule()
	r.userShell()
	r.managed()
	r.requests()
	r.accessPolicy()
	r.protections()
	r.grantsAll()
	r.clusterFields()
	r.chartValues()
	r.expressions()
	r.composed()
	r.playbooks()
	r.defaults()
	r.unpack()
	r.members()
	r.amended(r.operands)
	r.stdin()
	r.behindDashes()
	r.reread()
}

// chdir determines the directory of relative paths.
func (r *reader) chdir() {
	r.dir, _ = r.inv.Chdir()
	for i := range r.inv.Operands {
		if o := &r.inv.Operands[i]; o.Role == spec.Dir {
			r.dir = join(r.dir, o.Word)
		}
	}
}

// join resolves a path from dir. A path that may be absolute stays as it is.
func join(dir, path parser.Word) parser.Word {
	if len(dir.Parts) == 0 || strings.HasPrefix(path.Prefix(), "/") {
		return path
	}
	if len(path.Parts) > 0 && path.Parts[0].Kind == parser.Unknown {
		return path
	}
	if strings.HasSuffix(dir.Suffix(), "/") {
		return concat(path.Span, dir, path)
	}
	return concat(path.Span, dir, parser.Text("/"), path)
}

// concat joins words into one.
func concat(span parser.Span, words ...parser.Word) parser.Word {
	w := parser.Word{Span: span}
	for _, x := range words {
		w.Parts = append(w.Parts, x.Parts...)
	}
	return w
}

// effect records an effect with its certainty, which is at most that of the command.
func (r *reader) effect(e Effect, truth parser.Truth) {
	e.Truth = truth.And(r.inv.Truth)
	e.Away = r.inv.Away
	r.inv.Effects = append(r.inv.Effects, e)
}
