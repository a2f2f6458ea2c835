package parser

import (
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// job is a statement in the background, with the commands of all its readings.
type job struct {
	commands []*tree.Command
	ended    bool // the source waits for it, or ends it
}

// jobs are the background jobs of a source.
type jobs struct {
	of      map[*syntax.Stmt]*job
	started []*job // in the order of their start
	handler handler
	later   []ending
	tooMany bool // some are not followed
}

// handler is the kind of trap whose text is read.
type handler uint8

const (
	noHandler handler = iota
	ofExit            // runs when the shell exits
	ofSignal          // may never run
)

// ending is what a wait or a kill ends: the last job that has not ended, or all of them.
type ending struct{ all, waits bool }

// maxJobs bounds the background jobs that are followed. The source is taken to wait for no others.
const maxJobs = 256

// startJob records the commands of a statement in the background.
func (w *walker) startJob(s *syntax.Stmt, commands []*tree.Command) {
	j := w.jobs.of[s]
	if j == nil {
		if len(w.jobs.started) == maxJobs {
			w.jobs.tooMany = true
			return
		}
		if w.jobs.of == nil {
			w.jobs.of = map[*syntax.Stmt]*job{}
		}
		j = &job{}
		w.jobs.of[s] = j
		w.jobs.started = append(w.jobs.started, j)
	}
	j.ended = false // a loop has started it once more
	j.commands = append(j.commands, commands...)
	if !slices.Contains(w.state.jobs, j) {
		w.state.jobs = append(slices.Clip(w.state.jobs), j)
	}
}

func joinJobs(a, b []*job) []*job {
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	a = slices.Clip(a)
	for _, j := range b {
		if !slices.Contains(a, j) {
			a = append(a, j)
		}
	}
	return a
}

// endJobs follows a command that waits for background jobs or ends them. The body of a function
// counts only where the function is called.
func (w *walker) endJobs(name string, args []tree.Word) {
	if len(w.jobs.started) == 0 && w.jobs.handler != ofExit || w.jobs.handler == ofSignal || len(w.scope.functions) > 0 && !w.scope.repeated || w.state.ended || w.readingLater {
		return
	}
	var all []ending
	switch name {
	case "wait", "fg":
		all = w.waits(args)
	case "kill":
		all = w.kills(args)
	case "xargs":
		if i := slices.IndexFunc(args, func(x tree.Word) bool { return x.Is("kill") == tree.Yes }); i >= 0 && endsProcess(args[i+1:]) {
			all = []ending{{all: true}}
		}
	case "fuser":
		if slices.ContainsFunc(args, func(x tree.Word) bool { return x.Is("-k") == tree.Yes }) {
			all = []ending{{}}
		}
	case "pkill", "killall":
		if len(args) > 0 && endsProcess(args) {
			all = []ending{{}}
		}
	}
	for _, e := range all {
		if w.jobs.handler == ofExit {
			w.jobs.later = append(w.jobs.later, e)
			continue
		}
		w.end(e)
	}
}

// end marks the jobs that one command ends. A shell can wait for its own jobs only.
func (w *walker) end(e ending) {
	if w.jobs.tooMany && !e.all {
		return // it may be one of those that are not followed
	}
	list := w.jobs.started
	if e.waits {
		list = w.state.jobs
	}
	for _, j := range slices.Backward(list) {
		if j.ended {
			continue
		}
		j.ended = true
		if !e.all {
			return
		}
	}
}

// waits returns what wait or fg ends. Without operands it is everything.
func (w *walker) waits(args []tree.Word) []ending {
	var found []ending
	next, operands := false, false
	for i := 0; i < len(args); i++ {
		switch text, known := args[i].Text(); {
		case known && text == "-n":
			next = true
		case known && text == "-p":
			i++
		case known && strings.HasPrefix(text, "-"):
		default:
			operands = true
			found = append(found, w.operandEnds(args[i], true)...)
		}
	}
	if !operands {
		found = append(found, ending{all: !next || w.exits != nil, waits: true})
	}
	return found
}

// kills returns what kill ends.
func (w *walker) kills(args []tree.Word) []ending {
	if !endsProcess(args) {
		return nil
	}
	var found []ending
	for i := 0; i < len(args); i++ {
		text, known := args[i].Text()
		if known && (text == "-s" || text == "-n") {
			i++
			continue
		}
		if !known || !strings.HasPrefix(text, "-") {
			found = append(found, w.operandEnds(args[i], false)...)
		}
	}
	return found
}

// operandEnds returns what one operand of kill or wait ends. A number that the source spells is
// no job of its own.
func (w *walker) operandEnds(x tree.Word, waits bool) []ending {
	if text, known := x.Text(); known {
		if strings.HasPrefix(text, "%") {
			return []ending{{waits: waits}}
		}
		return nil
	}
	one := ending{waits: waits}
	for _, p := range x.Parts {
		if p.Kind == tree.Glob {
			return nil
		}
		one.all = one.all || p.Text != "$!" && (p.Kind == tree.Unknown && p.Split || w.exits != nil)
	}
	return []ending{one}
}

// endsProcess reports whether a kill is meant to end a process. USR1, USR2 and the signals that stop,
// continue or inform one count as not.
func endsProcess(args []tree.Word) bool {
	for i, x := range args {
		text, known := x.Text()
		if !known || !strings.HasPrefix(text, "-") || text == "--" {
			continue
		}
		signal := text[1:]
		if value, attached := strings.CutPrefix(text, "--signal="); attached {
			signal = value
		} else if (signal == "s" || signal == "n" || text == "--signal") && i+1 < len(args) {
			if signal, known = args[i+1].Text(); !known {
				return false
			}
		}
		signal = strings.TrimPrefix(strings.ToUpper(signal), "SIG")
		switch signal {
		case "0", "L", "STOP", "TSTP", "CONT", "CHLD", "URG", "WINCH", "USR1", "USR2", "TTIN", "TTOU", "10", "12", "17", "18", "19", "20", "21", "22", "23", "28":
			return false
		}
	}
	return true
}

// markAwaited marks the commands whose jobs the source waits for or ends, and which are in no
// other job.
func (w *walker) markAwaited() {
	for _, e := range w.jobs.later {
		w.end(e)
	}
	for _, j := range w.jobs.started {
		for _, c := range j.commands {
			c.Awaited = true
		}
	}
	for _, j := range w.jobs.started {
		for _, c := range j.commands {
			c.Awaited = c.Awaited && j.ended
		}
	}
}
