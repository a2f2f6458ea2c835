package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
)

// kind is a set of attributes that make a variable's value differ from what is assigned.
type kind uint8

const (
	converted kind = 1 << iota // declare -i, -u, -l: the value is changed
	refers                     // declare -n: another variable is assigned
	fixed                      // readonly: the assignment may fail
	volatile                   // it may change between any two commands
	keyed                      // declare -A: its elements have names
)

func marked(kinds map[string]kind, name string, k kind) map[string]kind {
	if kinds == nil {
		kinds = map[string]kind{}
	}
	kinds[name] |= k
	return kinds
}

// attribute records what the options of a declaration make of a variable. value is the
// value in the declaration, if it has one.
func (w *walker) attribute(builtin, options, name string, value tree.Word) {
	var k kind
	if strings.ContainsAny(options, "iulc") || builtin == "integer" || builtin == "float" {
		k |= converted
	}
	if strings.Contains(options, "A") && builtin != "export" {
		k |= keyed
	}
	if strings.Contains(options, "r") || builtin == "readonly" {
		k |= fixed
	}
	if strings.Contains(options, "n") && builtin != "export" || builtin == "nameref" {
		k |= refers
		w.refer(name, value)
	}
	if k == 0 {
		return
	}
	w.kinds = marked(w.kinds, name, k)
	if k&(converted|refers) != 0 {
		w.converts(value)
	}
	if v, _ := w.state.get(name); k == keyed && len(v.Parts) == 1 && v.Parts[0].Values != nil && v.Parts[0].Values.Subscripts != nil {
		return
	}
	if k != fixed {
		w.state.forget(name)
	}
}

// refer records which variable a nameref names. A nameref that once may name any variable
// stays so.
func (w *walker) refer(name string, value tree.Word) {
	target, known := value.Text()
	target, _, _ = strings.Cut(target, "[")
	if known && tree.IsName(target) && target != name {
		if w.bound == nil {
			w.bound = map[string]string{}
		}
		w.bound[name] = target
	}
	old, seen := w.targets[name]
	switch {
	case seen && old == nil:
		return
	case w.targets == nil:
		w.targets = map[string][]string{}
	}
	if w.targets[name] = append(old, target); !known || !tree.IsName(target) {
		w.targets[name] = nil
	}
}

// assign sets a variable. It also handles the variables that change how commands are found,
// those whose value is evaluated, and those whose value differs from what is assigned.
func (w *walker) assign(name string, v tree.Word) {
	for _, p := range v.Parts {
		w.weigh(len(p.From)/fromOfWord, w.here())
	}
	switch name {
	case "PATH":
		w.state.path = true
	case "PS4", "PS0", "PS1", "PS2", "BASH_ENV", "ENV":
		w.prompt(v)
	case "PROMPT_COMMAND":
		if text, known := v.Text(); known && text != "" && !w.evaluateLater(w.doing, text) {
			w.listUnreadable(w.doing, v)
		}
	}
	k := w.kinds[name]
	if k == 0 {
		if slices.Contains(tree.Unassignable, name) {
			v = tree.UnknownWord("$"+name, true)
		}
		w.store(name, w.traceAssigned(name, v))
		return
	}
	if k&converted != 0 {
		w.converts(v)
	}
	if k == refers && w.refersOnly(name) {
		target := w.targets[name][0]
		w.assign(target, w.mix(target, w.lookup(target), v))
		w.store(name, w.traceAssigned(name, w.mix(name, tree.UnknownWord("$"+name, true), v)))
		return
	}
	assigned := v
	switch k {
	case fixed:
		w.mayAbortLine()
		v = w.mix(name, w.lookup(name), v)
	case volatile:
		v = w.mix(name, tree.UnknownWord("$"+name, true), v)
	case keyed:
		if len(v.Parts) != 1 || v.Parts[0].Values == nil || v.Parts[0].Values.Subscripts == nil {
			v = tree.UnknownWord("$"+name, true)
		}
	default:
		v = tree.UnknownWord("$"+name, true)
	}
	w.store(name, w.traceAssigned(name, v))
	if k&refers != 0 {
		w.assignTarget(name)
		w.mayAssign(w.bound[name], assigned)
	}
}

// mayAssign records that a nameref which may name any variable may assign the variable it
// was bound to last: local -n o=$1 in a function whose call is followed.
func (w *walker) mayAssign(target string, v tree.Word) {
	if target == "" || w.kinds[target] != 0 || w.changesMeaning(target) || isUnknown(v) {
		return
	}
	u := tree.UnknownWord("$"+target, true)
	mayBe(&u.Parts[0], tree.Alternatives(v)...)
	w.state.set(target, u)
}

// changesMeaning reports whether the value of a variable changes the meaning of other words
// and commands. The value of such a variable stays unknown.
func (w *walker) changesMeaning(target string) bool {
	return target == "PATH" || target == "IFS" || slices.Contains(tree.Unassignable, target)
}

// boundValue returns the value of a nameref that may name any variable: a choice between its
// own value and that of the variable it was bound to last.
func (w *walker) boundValue(name, target string) tree.Word {
	own, ok := w.state.get(name)
	if !ok {
		own = tree.UnknownWord("$"+name, true)
	}
	if w.kinds[target] != 0 {
		return own
	}
	v := w.lookup(target)
	has := func(o tree.Word) bool { return tree.Contains(tree.Alternatives(own), o) }
	if isUnknown(v) && len(v.Parts) > 0 && v.Parts[0].Values == nil || !slices.ContainsFunc(tree.Alternatives(v), func(o tree.Word) bool { return !has(o) }) {
		return own // the same word again: choices are keyed by the identity of their words
	}
	own = w.mix(name, tree.UnknownWord("$"+name, true), v)
	w.state.set(name, own) // as in referent
	return own
}

// store sets a variable, and exports it if the shell started with it.
func (w *walker) store(name string, v tree.Word) {
	w.state.set(name, v)
	if _, ok := w.state.env.Value(name); !ok && w.starts(name) {
		w.export(name)
	}
}

// starts reports whether the shell is started with a variable. It caches the answer: it is
// called for each assignment, and the caller's look-up may search a list.
func (w *walker) starts(name string) bool {
	if there, asked := w.startVars[name]; asked {
		return there
	}
	_, there := w.start(name)
	if w.startVars == nil {
		w.startVars = map[string]bool{}
	}
	w.startVars[name] = there
	return there
}

// refersOnly reports whether a nameref has only ever named one plain variable.
func (w *walker) refersOnly(name string) bool {
	targets := w.targets[name]
	return len(targets) == 1 && targets[0] != name && w.kinds[targets[0]] == 0
}

// assignTarget makes the variables unknown that a nameref may have assigned.
func (w *walker) assignTarget(name string) {
	if w.targets[name] == nil {
		w.state.forgetAll()
		w.state.full, w.state.path = true, true
		return
	}
	for _, target := range w.targets[name] {
		if w.kinds[target]&refers == 0 {
			w.assign(target, tree.UnknownWord("$"+target, true))
		} else {
			w.state.forgetAll()
			w.state.full, w.state.path = true, true
		}
	}
}

// arithmeticOf reads a value that the shell evaluates as arithmetic or as the name of a
// variable. It expands subscripts in the value, applies its assignments, and evaluates the
// variables that it names in turn. An unknown part is assumed to be a number.
func (w *walker) arithmeticOf(v tree.Word) {
	if w.choices.IsRepeated() {
		return
	}
	for _, one := range tree.Alternatives(v) {
		if text, known := one.Text(); known {
			w.evaluateNumber(text)
			continue
		}
		w.assignedIn(one.String())
		w.listIfSubstitutes(one)
		if len(one.Parts) == 1 {
			for _, e := range one.Parts[0].Elements() {
				if text, known := e.Text(); known {
					w.evaluateNumber(text)
				}
			}
		}
	}
}

func (w *walker) evaluateNumber(text string) {
	w.assignedIn(text)
	if substitutes(text) {
		w.reexpand(text, atOnce)
	}
	for rest := text; rest != ""; {
		i := strings.IndexFunc(rest, startsName)
		if i < 0 {
			break
		}
		rest = rest[i:]
		n := len(rest) - len(strings.TrimLeft(rest, tree.NameBytes))
		if v, ok := w.state.get(rest[:n]); ok && !isNumber(v) {
			if w.evals >= maxEvals {
				w.tooDeep()
				return
			}
			if !w.spend(expand.WordCost) {
				w.state.forgetAll()
				w.wary = true
				return
			}
			w.evals++
			w.arithmeticOf(v)
			w.evals--
		}
		rest = rest[n:]
	}
}

// isNumber reports whether a value is a number, which needs no evaluation.
func isNumber(v tree.Word) bool {
	text, known := v.Text()
	return known && strings.Trim(text, "0123456789") == ""
}

// assignedIn makes the variables unknown that the text of an expression assigns. If effects
// did not list such a change, the source has to be read again: loops and functions need to
// know what they change before their bodies are read.
func (w *walker) assignedIn(text string) {
	for _, name := range assignedNames(text) {
		w.wary = w.wary || !w.effects.tells(name, w.here())
		w.assignUnwritten(name, w.mix(name, w.lookup(name), tree.UnknownWord("$"+name, false)), w.here())
	}
}

// assignedNames returns the variables that the text of an expression may assign: those with
// an assignment operator, and elements of arrays.
func assignedNames(text string) []string {
	if !strings.ContainsAny(text, "=+-") {
		return nil
	}
	var names []string
	for i := 0; i < len(text); {
		n := len(text[i:]) - len(strings.TrimLeft(text[i:], tree.NameBytes))
		if n == 0 || !startsName(rune(text[i])) {
			i += max(n, 1)
			continue
		}
		before, after := strings.TrimRight(text[:i], " \t\n"), strings.TrimLeft(text[i+n:], " \t\n")
		stepped := strings.HasSuffix(before, "++") || strings.HasSuffix(before, "--") || strings.HasPrefix(after, "++") || strings.HasPrefix(after, "--")
		assigned := strings.HasPrefix(strings.TrimLeft(after, "*/%+-<>&^|"), "=") && !strings.HasPrefix(after, "==")
		if stepped || assigned || strings.HasPrefix(after, "[") {
			names = append(names, text[i:i+n])
		}
		i += n
	}
	return names
}

func startsName(r rune) bool {
	return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// names reads the operands of a builtin that name variables: the subscript in a[…] is
// evaluated.
func (w *walker) names(builtin string, args []tree.Word) {
	for i, a := range args {
		switch text, known := a.Text(); {
		case !known || !strings.Contains(text, "["):
		case builtin == "test" || builtin == "[":
			if i > 0 && (args[i-1].Is("-v") == tree.Yes || args[i-1].Is("-R") == tree.Yes) {
				w.evaluateNumber(text)
			}
		case builtin == "let" || isElement(text):
			w.evaluateNumber(text)
		case builtin == "printf" && strings.HasPrefix(text, "-v"):
			w.evaluateNumber(text[2:])
		}
	}
}

// callbacks reads the text that an option makes a builtin run or expand.
func (w *walker) callbacks(c *tree.Command, builtin string, args []tree.Word) {
	for i, a := range args[:max(len(args)-1, 0)] {
		switch next := args[i+1]; {
		case builtin == "jobs" && a.Is("-x") == tree.Yes:
			w.add(&tree.Command{Args: args[i+1:], Span: c.Span, Source: c.Source, Outer: c}, w.state.path)
			return
		case builtin == "mapfile" || builtin == "readarray":
			if callback, ok := callbackIn(a, next); ok {
				w.lineCallback(c, args, callback)
			}
		case a.Is("-C") == tree.Yes:
			if text, known := next.Text(); !known || !w.evaluateLater(c, text+` "$@"`) {
				w.listUnreadable(c, next)
			}
		case a.Is("-W") == tree.Yes && builtin != "mapfile":
			w.prompt(next)
		}
	}
}

// isElement reports whether text names an element of an array.
func isElement(text string) bool {
	name, _, found := strings.Cut(text, "[")
	return found && tree.IsName(name)
}
