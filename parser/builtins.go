package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// isBuiltinItself reports whether a name after command or builtin means the builtin even if a
// function has the same name. It does not if a function hides command or builtin itself.
func (w *walker) isBuiltinItself(name string) bool {
	return builtins.KindOf(name) != 0 && !w.effects.named["command"] && !w.effects.named["builtin"]
}

// apply changes the state as running the command would.
func (w *walker) apply(c *tree.Command) {
	words := builtins.Words(c.Args)
	if len(words) == 0 {
		return
	}
	name, ok := words[0].Text()
	if !ok {
		w.mayReadInput(c, words)
		if len(words) == 1 && len(w.ownRedirects(c)) > 0 && words[0].Is("exec") != tree.No {
			before := w.state.clone()
			w.exec(c, nil)
			w.state = w.join(w.state, before)
		}
		return
	}
	w.doing = c
	prefixed := len(words) < len(c.Args)
	if w.effects.named[name] && !(prefixed && w.isBuiltinItself(name)) {
		if prefixed || !w.call(c, name) {
			w.mayReadInput(c, words)
			w.applyFunctions()
		}
		return
	}
	w.endJobs(name, words[1:])
	kind := builtins.KindOf(name)
	if w.effects.defined != nil && kind == 0 {
		w.notFound(c, name)
	}
	switch kind {
	case builtins.MovesDir:
		w.chdirWith(c.Assigns, name, words[1:])
	case builtins.Evaluates:
		if name == "eval" && w.eval(c, words[1:]) || name != "eval" && w.sourceFile(c, words[1:]) {
			return
		}
		w.mayReadInput(c, words)
		w.touch(changesAll)
		if moves(c.String()) {
			w.state.forgetDir()
		}
	case builtins.Traps:
		w.trap(c, words[1:])
	case builtins.AssignsArgs:
		w.applyOperands(name, words[1:])
	case builtins.Aliases:
		w.alias(c, words[1:])
		w.state.path = true
	case builtins.SetsShell:
		w.effects.shopts |= builtins.OptionsSetBy(name, words[1:])
		if name == "emulate" {
			w.emulates(c, words[1:])
		}
	case builtins.LooksUp:
		w.state.path = true
		w.hash(name, words[1:])
	case 0:
		w.mayReadInput(c, words)
	case builtins.Ends:
		switch name {
		case "return":
			w.returned = w.join(w.returned, w.state.clone())
		case "break", "continue":
			w.exitLoop(w.exits, len(words) > 1)
			w.leaveTurn(name, len(words) > 1)
		}
		w.state.ended = true
	}
	w.applyMore(c, name, words)
}

// applyMore follows further effects of builtins.
func (w *walker) applyMore(c *tree.Command, name string, words []tree.Word) {
	switch name {
	case "test", "[", "read", "printf", "unset", "declare", "typeset", "local", "readonly", "export", "nameref", "integer", "wait", "getopts", "let", "mapfile", "readarray":
		w.names(name, words[1:])
		if name == "mapfile" || name == "readarray" {
			w.callbacks(c, name, words[1:])
		}
	case "exec":
		w.exec(c, builtins.ExecOperands(words[1:]))
	case "zmodload":
		w.refuseFileArray(c, words[1:])
	case "compgen", "complete", "jobs":
		w.callbacks(c, name, words[1:])
	case "dirs":
		w.state.at = &place{dir: w.state.at.dir, old: w.state.at.old}
	case "shift", "set":
		if name == "set" {
			w.allexport(words[1:])
			w.effects.shopts |= builtins.OptionsSetBy(name, words[1:])
		}
		w.positional(name, words[1:])
	}
}

// applyOperands assigns the variables that a builtin assigns. The value is known after
// export X=value, and empty after unset X; all other values are unknown.
func (w *walker) applyOperands(name string, args []tree.Word) {
	w.state.path = w.state.path || builtins.MayBePath(name, args)
	switch name {
	case "read", "mapfile", "readarray":
		w.readsDescriptor(args)
		read := w.read(w.doing, name, args)
		if s := w.doing.Stdin.Shared; s != nil {
			s.Closed, s.Touched = true, true
		}
		if read {
			return
		}
	}
	if name == "printf" && w.printfVar(args) || name == "unset" && w.unsetElements(args) {
		return
	}
	for _, v := range builtins.AssignedBy(name, args) {
		if builtins.KeepsValue(name, v, args) {
			continue
		}
		w.localize(name, v)
		taken := w.assignedByBuiltin(name, v, args)
		if builtins.AssignsOtherwise(name) {
			w.listAssignment(v, taken, w.here())
		}
		w.assign(v, taken)
		switch v {
		case "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV":
			if name != "unset" && name != "export" {
				w.listUnreadable(w.doing, tree.UnknownWord("$"+v, true))
			}
		}
	}
	switch name {
	case "export", "readonly", "declare", "typeset", "local":
	case "unset":
		for _, a := range args {
			if n, ok := a.Text(); ok && !strings.HasPrefix(n, "-") && strings.Trim(n, tree.NameBytes) == "" {
				if n == "IFS" {
					w.assign(n, tree.Text(tree.BlankIFS))
					continue
				}
				w.assign(n, tree.Word{})
				w.state.env = w.state.env.Without(n)
			}
		}
		return
	default:
		return
	}
	for _, a := range args {
		if strings.HasPrefix(a.Prefix(), "-") {
			return // -i, -u, -n and the like change what the value means
		}
		if n, _, ok := strings.Cut(a.Prefix(), "="); ok && strings.Trim(n, tree.NameBytes) == "" {
			v := tree.ValueOf(a.Tail(len(n) + 1))
			if w.effects.shopts&builtins.Keyword != 0 || slices.ContainsFunc(args, func(b tree.Word) bool { return b.Span == a.Span && b.Span.End > 0 && !tree.Same(a, b) }) {
				v = tree.UnknownWord("$"+n, true) // newer shells called sh do not split it
			}
			w.assign(n, v)
			w.exports(name, "", n)
		}
	}
}

// printfVar follows printf -v if all arguments are known.
func (w *walker) printfVar(args []tree.Word) bool {
	if len(args) > 0 && strings.HasPrefix(args[0].Prefix(), "-v") && args[0].Is("-v") != tree.Yes { // -vNAME
		args = append([]tree.Word{tree.Text("-v"), args[0].Tail(len("-v"))}, args[1:]...)
	}
	if len(args) < 3 || args[0].Is("-v") != tree.Yes || w.effects.named["printf"] || w.state.full {
		return false
	}
	name, _ := args[1].Text()
	call := filter.Call{Bash: w.options.Lang == reader.Bash, Spend: w.spend}
	for _, a := range args[2:] {
		text, known := a.Text()
		if !known {
			return false
		}
		call.Args = append(call.Args, text)
	}
	text, ok := filter.Printf(call)
	if !ok || strings.IndexByte(text, 0) >= 0 || len(text) > tree.MaxValue {
		return false
	}
	if !tree.IsName(name) {
		return w.assignElement(name, tree.Text(text))
	}
	w.assignUnwritten(name, tree.Text(text), w.here())
	return true
}

// assignedByBuiltin returns the unknown value that a builtin assigns to a variable. It keeps
// the origin of the value.
func (w *walker) assignedByBuiltin(builtin, name string, args []tree.Word) tree.Word {
	v := tree.UnknownWord("$"+name, true)
	switch builtin {
	case "read", "mapfile", "readarray":
		in := w.doing.Stdin
		if isConnection(in) {
			v.Parts[0].From = []*tree.Command{w.doing}
			return v
		}
		if or := output.PossibleWords(w.options.Prints.Lines(in), v.Parts[0], "\n\x00"); or != nil {
			v.Parts[0].Values = &tree.Values{OneOf: or}
		}
		var from tree.CommandSet
		for _, p := range in.Word.Parts {
			from.Add(p.From)
		}
		from.Add(in.From)
		v.Parts[0].From = from.List
		w.mayBeLine(&v.Parts[0], args)
	case "getopts":
		w.mayBeArgument(&v.Parts[0], name, args)
	case "printf", "print":
		var from tree.CommandSet
		for _, a := range args {
			from.Add(a.From())
		}
		v.Parts[0].From = from.List
	}
	return v
}

// exec without a program redirects the shell itself; with one it ends it.
func (w *walker) exec(c *tree.Command, args []tree.Word) {
	if len(args) > 0 {
		w.state.ended = slices.ContainsFunc(args, func(a tree.Word) bool { return !a.Splits() || !a.HasPattern() })
		return
	}
	w.state.stdin = c.Stdin.Share()
	sinks := w.outputFilesAfter(w.ownRedirects(c)) // once: a descriptor may refer to another one's former file
	w.openDescriptors(w.ownRedirects(c))
	w.state.outputFiles = sinks
}

// applyFunctions changes the state as a call of any function of the source may. It does so
// where a call is not followed into a body.
func (w *walker) applyFunctions() {
	if w.touching {
		return // a call inside a body whose changes are being applied already
	}
	w.touching = true
	defer func() { w.touching = false }()
	names := w.effects.bodies
	for len(names) > 0 && (names[0] == "" || names[0][0] < 'A') { // skip entries that are not variables; they sort first
		w.touch(names[0])
		names = names[1:]
	}
	if len(names) == 0 || w.state.vars != nil && w.state.vars.Lost == &names[0] {
		return // a library calls dozens of functions that may change hundreds of variables
	}
	w.step(len(names))
	for _, name := range names {
		w.touch(name)
	}
	if w.state.vars != nil {
		w.state.vars.Lost = &names[0]
	}
}

// touch makes the target of a change unknown.
func (w *walker) touch(name string) {
	switch {
	case name == changesDir:
		w.state.forgetDir()
	case name == changesArgs:
		w.state.args = nil
	case name == changesShift:
		w.state.args = w.loosened(w.state.args)
	case name == changesAll:
		// The directory stays: evaluated text is judged by itself, and unknown text could do
		// anything at once.
		w.state.forgetAll()
		w.state.path = true
	case name == changesInput:
		w.state.stdin, _ = joinInputs(w.state.stdin, unknownInput())
		w.state.fds = joinDescriptors(w.state.fds, nil)
	case name == changesVars:
		w.state.forgetAll()
		w.state.full = true
	case name == changesMore:
		w.state.forgetAll()
		w.state.forgetDir()
		w.state.path, w.state.full = true, true
	case strings.HasPrefix(name, changesCalls):
		if w.effects.named[name[len(changesCalls):]] {
			w.applyFunctions()
		}
	case name != "" && !w.isForgotten(name):
		w.setCause(tree.PossibleChange, tree.Span{})
		w.assign(name, tree.UnknownWord("$"+name, true))
	}
}

// isForgotten reports whether a variable without special meaning is unknown already.
func (w *walker) isForgotten(name string) bool {
	return !w.options.Origins && w.state.vars.IsForgotten(name) && w.kinds[name] == 0 && !slices.Contains(tree.Unassignable, name)
}
