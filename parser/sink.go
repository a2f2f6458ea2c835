package parser

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
)

// follows reports whether redirections have to do with descriptors that lead to a file by
// more than one step.
func (w *walker) follows(list []tree.Redirect) bool {
	return w.state.sinks != nil || slices.ContainsFunc(list, func(r tree.Redirect) bool { return len(r.FD) > 1 || r.FD > "2" })
}

// sinksAfter are the sinks once redirections have been made.
func (w *walker) sinksAfter(list []tree.Redirect) *tree.OutputFiles {
	now := tree.OutputFiles{}
	if w.state.sinks != nil {
		now = maps.Clone(*w.state.sinks)
	}
	for _, r := range list {
		own := r.FD
		if own == "" {
			own = map[bool]string{true: "0", false: "1"}[strings.HasPrefix(r.Op, "<")]
		}
		var to []tree.Word
		switch r.Op {
		case ">", ">|", ">>", "<>", "&>", "&>>", ">&", "<&":
			kind := tree.OnlyPaths
			if r.Op == ">&" || r.Op == "<&" {
				kind = ""
			}
			if key, ok := tree.DescriptorOf(r.Target, kind); ok {
				to = now[key]
			} else if text, known := r.Target.Text(); !isDevice(r.Target) && !(known && text == "-") && r.Op != "<&" && !isPipeName(r.Target) {
				to = []tree.Word{w.anchored(r.Target)}
			}
		}
		w.sink(now, own, to)
		if strings.HasPrefix(r.Op, "&") || r.Op == ">&" && r.FD == "" && len(to) > 0 {
			w.sink(now, "2", to)
		}
	}
	if len(now) == 0 {
		return nil
	}
	return &now
}

// sink sets what one descriptor leads to.
func (w *walker) sink(now tree.OutputFiles, descriptor string, to []tree.Word) {
	if len(to) == 0 {
		delete(now, descriptor)
	} else if len(now) < tree.MaxOutputFiles {
		now[descriptor] = to
	}
}

// isPipeName tells whether a word is the name of a pipe, as >( ) gives.
func isPipeName(w tree.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p tree.Part) bool { return p.File })
}

// isDevice tells whether a word names a device, in which nothing stays.
func isDevice(w tree.Word) bool {
	return strings.HasPrefix(w.Prefix(), "/dev/") && !strings.HasPrefix(w.Prefix(), "/dev/shm/")
}

// anchored is a path that stays the same when the directory changes.
func (w *walker) anchored(name tree.Word) tree.Word {
	if at, ok := w.pathOf(w.state.at.dir, name); ok {
		return tree.Text(at)
	}
	return name
}

// sinksOf are the sinks of a command with some redirections of its own.
func (w *walker) sinksOf(own []tree.Redirect) *tree.OutputFiles {
	if !w.follows(own) {
		return nil
	}
	now := w.sinksAfter(own)
	if now != nil && w.scope.piped && !slices.ContainsFunc(own, output.IsOutput) {
		delete(*now, "1")
	}
	return now
}

// pours follows redirections around a compound, which hold until the function that it
// returns is called.
func (w *walker) pours(list []tree.Redirect) func() {
	before := w.state.sinks
	now := w.sinksOf(list)
	if now == nil {
		return func() {}
	}
	w.state.sinks = now
	return func() {
		if w.state.sinks == now {
			w.state.sinks = before
		}
	}
}

// poured follows what a command writes to files through descriptors that were opened
// before.
func (w *walker) poured(c *tree.Command) {
	if c.OutputFiles == nil || len(c.Args) == 0 || w.scope.piped && len(w.own(c)) == 0 {
		return
	}
	own := w.own(c)
	for i := len(own) - 1; i >= 0; i-- {
		if output.IsOutput(own[i]) {
			if into, _ := output.OpensFile(own[i]); into {
				return // seen where redirections are
			}
			break
		}
	}
	for _, name := range (*c.OutputFiles)["1"] {
		w.write(c, name, w.printed(c), true)
	}
}
