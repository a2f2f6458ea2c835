package parser

import (
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// laterReading is code that starts, or may start, after code that follows it in the text: a
// background job, a coprocess or the handler of a trap.
type laterReading struct {
	unit  *unit
	scope scope
	state *state      // when it was started or set
	files *tree.Files // behind it in the text
	read  func()

	handler bool // of a trap, which sees the variables of the moment
}

// readLater reads code again at the end of the source. It is called where the code stands, after
// the first reading. The budget for all readings bounds these too.
func (w *walker) readLater(l laterReading) {
	if w.readingLater || w.choices.IsRepeated() || w.err != nil {
		return
	}
	l.unit, l.scope, l.files = w.unit, w.scope, w.state.files
	w.later = append(w.later, l)
}

// readJobLater reads a background job again at the end of the source: it may run files that are
// written after its start.
func (w *walker) readJobLater(started *state, s *syntax.Stmt) {
	w.readLater(laterReading{state: started, read: func() {
		start := len(w.commands)
		w.foreground(s)
		w.startJob(s, w.commands[start:])
	}})
}

// readHandlerLater reads the handler of a trap again, with the variables at the trap and with
// those at the end of the source. A value that a variable has only in between is not seen.
func (w *walker) readHandlerLater(c *tree.Command, text string) {
	w.readLater(laterReading{state: w.state.clone(), handler: true, read: func() {
		if file, returns, err := reader.File(text, w.options.Lang); err == nil && w.mayEvaluate(text) {
			w.inUnit(c, text, nil, file, returns, func() { w.topLevel(file.Stmts) })
		}
	}})
}

// readAllLater reads what waited for the end of the source.
func (w *walker) readAllLater() {
	w.readingLater = true
	end := *w.state
	for _, l := range w.later {
		if l.handler && l.state.vars != end.vars {
			w.readIn(l, end.clone())
		}
		if l.handler || l.files != end.files {
			at := l.state.clone()
			at.files = end.files
			w.readIn(l, at)
		}
	}
}

// readIn reads code in a state.
func (w *walker) readIn(l laterReading, at *state) {
	if w.err != nil {
		return
	}
	unit, scope := w.unit, w.scope
	w.inSubshell(func() {
		at.ended = false
		w.unit, w.scope, w.state = l.unit, l.scope, at
		l.read()
	})
	w.unit, w.scope = unit, scope
}
