package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
)

// loopExits are the states in which a loop's body may end. The values of variables in them are
// possible values after the loop.
type loopExits struct {
	outer *loopExits
	vars  []*tree.Variables
	head  *tree.Variables // after the head of while or until, which runs last; nil if it is not followed
	lost  bool            // nothing is known of one of them

	broken     bool   // break may leave the loop before its last turn
	next       *state // where continue may end a turn; nil for nowhere
	unrecorded bool   // break or continue of an inner loop may end a turn in other states, too
}

// maxExits bounds the followed exits of one loop.
const maxExits = 8

// enterLoop starts to record the exits of a loop's body. leaveLoop takes its result.
func (w *walker) enterLoop() *loopExits {
	w.exits = &loopExits{outer: w.exits}
	return w.exits
}

// exitLoop records that the body may end here. A break out of several loops ends the outer ones
// too.
func (w *walker) exitLoop(e *loopExits, all bool) {
	for ; e != nil; e = e.outer {
		if !slices.Contains(e.vars, w.state.vars) {
			e.vars, w.state.shared = append(e.vars, w.state.vars), true
		}
		if e.lost = e.lost || w.state.full || len(e.vars) > maxExits; !all {
			return
		}
	}
}

// leaveTurn records that break or continue may end a turn of a loop's body here. With an operand, it may
// be a turn of an outer loop.
func (w *walker) leaveTurn(name string, operand bool) {
	e := w.exits
	switch {
	case e == nil:
	case operand:
		for ; e != nil; e = e.outer {
			e.broken, e.unrecorded = true, true
		}
	case name == "continue":
		e.next = w.join(e.next, w.state.clone())
	default:
		e.broken = true
	}
}

// nextTurn returns the state in which the next turn of a loop over known items begins, or nil if that is
// not known. last is the state in which the present turn began, and start the place of its first
// command: one whose name is unknown may be continue.
func (w *walker) nextTurn(last *state, start int) *state {
	e := w.exits
	unnamed := func(c *tree.Command) bool { return len(c.Args) > 0 && !c.Args[0].Known() }
	if last == nil || e.unrecorded || slices.ContainsFunc(w.commands[start:], unnamed) {
		return nil
	}
	next := w.join(e.next, w.state.clone())
	if e.next = nil; next.ended {
		return nil
	}
	return next
}

// endOfBody records that the body may end at its last statement, if that is reached.
func (w *walker) endOfBody(e *loopExits) {
	if !w.state.ended {
		w.exitLoop(e, false)
	}
}

// leaveLoop assigns the variables that a loop's body, from do to done, changes their possible values
// after the loop: those at the exits of the body and, unless the body surely runs, the value
// from before the loop. The loop's head, which begins at head, runs once more after the body: what
// it alone changes has the values after it, and what both change stays unknown. The caller has
// already made all these unknown.
func (w *walker) leaveLoop(e *loopExits, before *state, surely bool, head, do, done int, more ...string) {
	w.exits = e.outer
	if e.lost || before.full || w.state.full || len(e.vars) == 0 || w.options.Lang == reader.Zsh {
		return // zsh splits no value, so a value joined from unknown parts is one word
	}
	if !surely && !slices.Contains(e.vars, before.vars) {
		e.vars = append(e.vars, before.vars)
	}
	var inHead []string
	w.effects.between(head, do, func(name string) {
		inHead = append(inHead, name)
		if strings.HasPrefix(name, changesCalls) {
			inHead = append(inHead, w.effects.bodies...)
		}
		e.lost = e.lost || changesAnyVariable(name)
	})
	names, inBody := more, []string(nil)
	w.effects.between(do, done, func(name string) {
		if tree.IsName(name) && !slices.Contains(names, name) && !slices.Contains(inHead, name) {
			names = append(names, name)
		}
		e.lost = e.lost || changesAnyVariable(name)
		inBody = append(inBody, name)
		if strings.HasPrefix(name, changesCalls) {
			inBody = append(inBody, w.effects.bodies...)
		}
	})
	if e.lost {
		return
	}
	w.step(len(names) * len(e.vars))
	for _, name := range names {
		w.assignAfterLoop(name, e.vars)
	}
	if e.head != nil {
		w.leaveHead(e.head, inHead, inBody)
	}
}

// leaveHead assigns what a loop's head changes, and its body does not, the values after the head.
func (w *walker) leaveHead(head *tree.Variables, inHead, inBody []string) {
	w.step(len(inHead) * (len(inBody) + 1))
	for _, name := range inHead {
		if tree.IsName(name) && !slices.Contains(inBody, name) {
			w.assignAfterLoop(name, []*tree.Variables{head})
		}
	}
}

// endOfHead records the state after the head of while or until, which consists of the commands since
// start, if it assigns something and reads nothing: what it has read last is the end of the input.
func (w *walker) endOfHead(e *loopExits, head, do, start int) {
	assigns := false
	w.effects.between(head, do, func(name string) { assigns = assigns || tree.IsName(name) })
	if assigns && !w.state.ended && !slices.ContainsFunc(w.commands[start:], mayReadOrLeave) {
		e.head, w.state.shared = w.state.vars, true
	}
}

// mayReadOrLeave reports whether a command may read into variables, or leave a loop.
func mayReadOrLeave(c *tree.Command) bool {
	return len(c.Args) > 0 && !c.Args[0].Known() || slices.ContainsFunc(c.Args, func(a tree.Word) bool {
		switch text, _ := a.Text(); text {
		case "read", "mapfile", "readarray", "getopts", "break", "return":
			return true
		}
		return false
	})
}

// changesAnyVariable reports whether a change is of variables whose names are not known.
func changesAnyVariable(name string) bool {
	return !tree.IsName(name) && name != changesDir && name != changesArgs && name != changesShift && name != changesInput && !strings.HasPrefix(name, changesCalls)
}

// assignAfterLoop assigns a variable a choice of its values in some states.
func (w *walker) assignAfterLoop(name string, states []*tree.Variables) {
	if w.kinds[name] != 0 {
		return
	}
	var value tree.Word
	for i, vars := range states {
		v, ok := vars.Get(name)
		if !ok {
			v = w.unassigned(name)
		}
		if v.HoldsNames() || isArray(v) { // a pattern as an item represents any number of passes
			return
		}
		switch {
		case i == 0:
			value = v
		case !tree.Same(value, v):
			value = w.mix(name, value, v)
		}
	}
	if len(value.Parts) == 1 && value.Parts[0].Kind == tree.Unknown && value.Parts[0].Values == nil {
		return
	}
	w.setCause(tree.PossibleChange, tree.Span{})
	w.assign(name, value)
}

// isArray reports whether a value is a list of elements, or may be one.
func isArray(w tree.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p tree.Part) bool {
		return len(p.Elements()) > 0 || slices.ContainsFunc(p.OneOf(), isArray)
	})
}
