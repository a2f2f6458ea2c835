package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// builtin says how a shell builtin changes what the shell holds.
type builtin uint8

const (
	_           builtin = iota
	movesDir            // the directory
	evaluates           // anything: it runs text as shell source
	assignsArgs         // the variables its operands name
	looksUp             // how commands are looked up
	aliases             // what names mean
	ends                // what follows is not reached
	traps               // what runs at a signal, or between commands
	setsShell           // the shell's options
)

// builtins are those that matter here, of all dialects (bash(1), SHELL BUILTIN
// COMMANDS; dash(1); mksh(1); zshbuiltins(1)).
var builtins = lazy.Value[map[string]builtin]{Make: func() map[string]builtin {
	return map[string]builtin{
		"cd": movesDir, "chdir": movesDir, "pushd": movesDir, "popd": movesDir,
		"eval": evaluates, "source": evaluates, ".": evaluates,
		"read": assignsArgs, "mapfile": assignsArgs, "readarray": assignsArgs, "printf": assignsArgs,
		"getopts": assignsArgs, "unset": assignsArgs, "export": assignsArgs, "readonly": assignsArgs,
		"declare": assignsArgs, "typeset": assignsArgs, "local": assignsArgs, "nameref": assignsArgs,
		"let": assignsArgs, "wait": assignsArgs, "set": assignsArgs, "shift": assignsArgs,
		"integer": assignsArgs, "float": assignsArgs, "vared": assignsArgs, "print": assignsArgs,
		"hash": looksUp, "enable": looksUp, "rehash": looksUp, "disable": looksUp,
		"alias": aliases, "trap": traps, "shopt": setsShell, "setopt": setsShell, "emulate": setsShell,
		"exit": ends, "return": ends, "break": ends, "continue": ends, "logout": ends, "bye": ends,
	}
}}

// builtinWords drops the prefixes that run a builtin as itself.
func builtinWords(words []tree.Word) []tree.Word {
	for len(words) > 1 {
		if name, ok := words[0].Text(); !ok || name != "command" && name != "builtin" {
			break
		}
		words = words[1:]
		if len(words) > 1 && (words[0].Is("-p") == tree.Yes || words[0].Is("--") == tree.Yes) {
			words = words[1:]
		}
	}
	return words
}

// assignedBy lists the variables a builtin assigns, from the words after its
// name. An operand that is not known is none: what it may name is not followed, but
// that it may be PATH (mayBePath).
func assignedBy(name string, args []tree.Word) []string {
	var names []string
	switch name {
	case "read", "vared":
		names = append(names, "REPLY")
	case "mapfile", "readarray":
		names = append(names, "MAPFILE")
	case "getopts":
		names = append(names, "OPTARG", "OPTIND")
	case "printf":
		args = beforeFormat(args)
	}
	variableNext := false
	for _, a := range args {
		word := a.Prefix()
		optional := slices.Contains([]string{"printf", "wait", "print", "set", "shift"}, name)
		switch {
		case strings.HasPrefix(word, "-"):
			variableNext = strings.HasSuffix(word, "v") || strings.HasSuffix(word, "p") || strings.HasSuffix(word, "A") || strings.HasSuffix(word, "a")
			if optional && len(word) > 2 {
				word = word[2:] // printf -vX
				break
			}
			continue
		case optional && !variableNext:
			continue
		}
		variableNext = false
		if n := len(word) - len(strings.TrimLeft(word, tree.NameBytes)); n > 0 {
			names = append(names, word[:n])
		}
	}
	return names
}

// beforeFormat are the words of printf before its format: behind that nothing is an option.
func beforeFormat(args []tree.Word) []tree.Word {
	n := 0
	for n < len(args) && strings.HasPrefix(args[n].Prefix(), "-") {
		if args[n].Is("-v") == tree.Yes {
			n++
		}
		n++
	}
	return args[:min(n, len(args))]
}

// withValue are the options of builtins whose value, the next word, names no variable
// that is assigned.
const withValue = " read-d read-i read-n read-N read-p read-t read-u mapfile-d mapfile-n mapfile-O mapfile-s mapfile-u mapfile-C mapfile-c " +
	"readarray-d readarray-n readarray-O readarray-s readarray-u readarray-C readarray-c "

// mayBePath tells whether a builtin may assign PATH because what it names is not known.
func mayBePath(name string, args []tree.Word) bool {
	var variables []tree.Word
	switch name {
	case "read", "mapfile", "readarray", "export", "readonly", "declare", "typeset", "local", "nameref", "unset", "vared":
		for i, a := range args {
			if i > 0 && strings.Contains(withValue, " "+name+args[i-1].Prefix()+" ") {
				continue
			}
			variables = append(variables, a)
		}
	case "getopts":
		variables = args[min(1, len(args)):min(2, len(args))]
	case "printf", "print", "wait":
		for i, a := range args {
			if len(a.Prefix()) == 2 && strings.HasSuffix(a.Prefix(), "v") || a.Is("-p") == tree.Yes {
				variables = append(variables, args[i+1:min(i+2, len(args))]...)
			}
		}
	}
	return slices.ContainsFunc(variables, func(a tree.Word) bool {
		_, known := a.Text()
		return !known && !strings.HasPrefix(a.Prefix(), "-") && !strings.ContainsAny(a.Prefix(), "=[")
	})
}

// apply changes the state as running a command does.
func (w *walker) apply(c *tree.Command) {
	words := builtinWords(c.Args)
	if len(words) == 0 {
		return
	}
	name, ok := words[0].Text()
	if !ok {
		w.draws(c, words)
		return
	}
	w.doing = c
	if w.effects.functions[name] {
		if len(words) < len(c.Args) || !w.call(c, name) {
			w.draws(c, words)
			w.applyFunctions()
		}
		return
	}
	switch builtins.Get()[name] {
	case movesDir:
		w.chdir(name, words[1:])
	case evaluates:
		if name == "eval" && w.eval(c, words[1:]) || name != "eval" && w.sourced(c, words[1:]) {
			return
		}
		w.draws(c, words)
		w.touch(changesAll)
		if moves(c.String()) {
			w.state.lose()
		}
	case traps:
		w.trap(c, words[1:])
	case assignsArgs:
		w.applyOperands(name, words[1:])
	case aliases:
		w.alias(c, words[1:])
		w.state.path = true
	case setsShell:
		w.effects.shopts |= shoptsOf(name, words[1:])
		if name == "emulate" {
			w.emulates(c, words[1:])
		}
	case looksUp:
		w.state.path = true
		w.hash(name, words[1:])
	case 0:
		w.draws(c, words)
	case ends:
		if name == "return" {
			w.returned = w.join(w.returned, w.state.clone())
		}
		w.state.ended = true
	}
	w.applyMore(c, name, words)
}

// applyMore follows what builtins do besides.
func (w *walker) applyMore(c *tree.Command, name string, words []tree.Word) {
	switch name {
	case "test", "[", "read", "printf", "unset", "declare", "typeset", "local", "readonly", "export", "nameref", "integer", "wait", "getopts", "let", "mapfile", "readarray":
		w.names(name, words[1:])
		if name == "mapfile" || name == "readarray" {
			w.callbacks(c, name, words[1:])
		}
	case "exec":
		w.exec(c)
	case "compgen", "complete", "jobs":
		w.callbacks(c, name, words[1:])
	case "dirs":
		w.state.at = &place{dir: w.state.at.dir, old: w.state.at.old}
	case "shift", "set":
		if name == "set" {
			w.allexport(words[1:])
			w.effects.shopts |= shoptsOf(name, words[1:])
		}
		w.positional(name, words[1:])
	}
}

// applyOperands assigns what a builtin assigns. Of export X=value the value is
// known; of unset X it is empty; all others are not.
func (w *walker) applyOperands(name string, args []tree.Word) {
	w.state.path = w.state.path || mayBePath(name, args)
	switch name {
	case "read", "mapfile", "readarray":
		read := w.read(w.doing, name, args)
		if s := w.doing.Stdin.Shared; s != nil {
			s.Closed, s.Touched = true, true
		}
		if read {
			return
		}
	}
	if name == "printf" && w.printfVar(args) {
		return
	}
	for _, v := range assignedBy(name, args) {
		if keeps(name, v, args) {
			continue
		}
		w.localize(name, v)
		taken := w.taken(name, v, args)
		if assignsOtherwise(name) {
			w.listAssignment(v, taken, w.here())
		}
		w.assign(v, taken)
		switch v {
		case "PS4", "PROMPT_COMMAND", "BASH_ENV", "ENV":
			if name != "unset" && name != "export" {
				w.unread(w.doing, tree.UnknownWord("$"+v, true))
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
			if w.effects.shopts&keywords != 0 || slices.ContainsFunc(args, func(b tree.Word) bool { return b.Span == a.Span && b.Span.End > 0 && !tree.Same(a, b) }) {
				v = tree.UnknownWord("$"+n, true) // newer shells called sh do not split it
			}
			w.assign(n, v)
			w.exports(name, "", n)
		}
	}
}

// keeps tells whether a builtin only names a variable, whose value stays.
func keeps(builtin, name string, args []tree.Word) bool {
	return (builtin == "export" || builtin == "readonly") && !slices.ContainsFunc(args, func(a tree.Word) bool {
		return strings.HasPrefix(a.Prefix(), name) && a.Is(name) != tree.Yes
	})
}

// printfVar follows printf -v where all that it formats is known.
func (w *walker) printfVar(args []tree.Word) bool {
	if len(args) > 0 && strings.HasPrefix(args[0].Prefix(), "-v") && args[0].Is("-v") != tree.Yes { // -vNAME
		args = append([]tree.Word{tree.Text("-v"), args[0].Tail(len("-v"))}, args[1:]...)
	}
	if len(args) < 3 || args[0].Is("-v") != tree.Yes || w.effects.functions["printf"] || w.state.full {
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
	if !ok || !tree.IsName(name) || strings.IndexByte(text, 0) >= 0 || len(text) > tree.MaxValue {
		return false
	}
	w.assignOtherwise(name, tree.Text(text), w.here())
	return true
}

// assignsOtherwise tells whether a builtin assigns variables that programs inherit, by other words
// than NAME=value. They inherit no array.
func assignsOtherwise(builtin string) bool {
	switch builtin {
	case "read", "printf", "print", "getopts", "wait", "vared", "let":
		return true
	}
	return false
}

// taken is the value of a variable that a builtin assigns, which is not known:
// where it comes from is.
func (w *walker) taken(builtin, name string, args []tree.Word) tree.Word {
	v := tree.UnknownWord("$"+name, true)
	switch builtin {
	case "read", "mapfile", "readarray":
		in := w.doing.Stdin
		if or := possibleWords(w.options.Prints.input(in), v.Parts[0], "\n\x00"); or != nil {
			v.Parts[0].Values = &tree.Values{OneOf: or}
		}
		var from tree.CommandSet
		for _, p := range in.Word.Parts {
			from.Add(p.From)
		}
		from.Add(in.From)
		v.Parts[0].From = from.List
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
func (w *walker) exec(c *tree.Command) {
	if len(c.Args) > 1 {
		w.state.ended = slices.ContainsFunc(c.Args[1:], func(a tree.Word) bool { return !a.Splits() || !a.HasPattern() })
		return
	}
	w.state.stdin = c.Stdin.Share()
	sinks := w.sinksAfter(w.own(c)) // once: a descriptor may lead to where another did before
	w.opens(w.own(c))
	w.state.sinks = sinks
}

// applyFunctions changes the state as a call of some function of the source
// may: bodies are not followed from each call.
func (w *walker) applyFunctions() {
	if w.touching {
		return // a call in a body of what is touched anyway
	}
	w.touching = true
	defer func() { w.touching = false }()
	names := w.effects.bodies
	for len(names) > 0 && (names[0] == "" || names[0][0] < 'A') { // no variables; they come first
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

// touch makes unknown what a change may have changed.
func (w *walker) touch(name string) {
	switch {
	case name == changesDir:
		w.state.lose()
	case name == changesArgs:
		w.state.args = nil
	case name == changesShift:
		w.state.args = w.loosened(w.state.args)
	case name == changesAll:
		// Not the directory: what is evaluated is judged by itself, or could
		// do anything at once.
		w.state.forgetAll()
		w.state.path = true
	case name == changesInput:
		w.state.stdin, w.state.fds = tree.Stdin{Kind: tree.FromFile, Word: tree.UnknownWord("<", false)}, nil
	case name == changesVars:
		w.state.forgetAll()
		w.state.full = true
	case name == changesMore:
		w.state.forgetAll()
		w.state.lose()
		w.state.path, w.state.full = true, true
	case strings.HasPrefix(name, changesCalls):
		if w.effects.functions[name[len(changesCalls):]] {
			w.applyFunctions()
		}
	case name != "" && !w.isForgotten(name):
		w.because(tree.Changed, tree.Span{})
		w.assign(name, tree.UnknownWord("$"+name, true))
	}
}

// isForgotten tells whether a variable that is like any other is unknown already.
func (w *walker) isForgotten(name string) bool {
	return !w.options.Origins && w.state.vars.IsForgotten(name) && w.kinds[name] == 0 && !slices.Contains(tree.Unassignable, name)
}
