package parser

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/output"
	"github.com/agent-loop/shimgen/parser/tree"
)

// followsDescriptors reports whether redirections involve descriptors that lead to a file in
// more than one step.
func (w *walker) followsDescriptors(list []tree.Redirect) bool {
	return w.state.outputFiles != nil || slices.ContainsFunc(list, func(r tree.Redirect) bool { return len(r.FD) > 1 || r.FD > "2" })
}

// outputFilesAfter returns the output files once redirections have been made.
func (w *walker) outputFilesAfter(list []tree.Redirect) *tree.OutputFiles {
	now := tree.OutputFiles{}
	if w.state.outputFiles != nil {
		now = maps.Clone(*w.state.outputFiles)
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
			} else if text, known := r.Target.Text(); !isDevice(r.Target) && !(known && text == "-") && r.Op != "<&" && (!isPipeName(r.Target) || w.isOpenPipe(r.Target)) {
				to = []tree.Word{w.absoluteName(r.Target)}
			}
		}
		w.setOutputFile(now, own, to)
		if strings.HasPrefix(r.Op, "&") || r.Op == ">&" && r.FD == "" && len(to) > 0 {
			w.setOutputFile(now, "2", to)
		}
	}
	if len(now) == 0 {
		return nil
	}
	return &now
}

// setOutputFile sets the files behind one descriptor.
func (w *walker) setOutputFile(now tree.OutputFiles, descriptor string, to []tree.Word) {
	if len(to) == 0 {
		delete(now, descriptor)
	} else if len(now) < tree.MaxOutputFiles {
		now[descriptor] = to
	}
}

// isPipeName reports whether a word is the name of a pipe, as >( ) gives.
func isPipeName(w tree.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p tree.Part) bool { return p.File })
}

// isDevice reports whether a word names a device, which keeps nothing.
func isDevice(w tree.Word) bool {
	return strings.HasPrefix(w.Prefix(), "/dev/") && !strings.HasPrefix(w.Prefix(), "/dev/shm/")
}

// absoluteName returns a path that stays valid when the directory changes.
func (w *walker) absoluteName(name tree.Word) tree.Word {
	if at, ok := w.pathOf(w.state.at.dir, name); ok {
		return tree.Text(at)
	}
	return name
}

// outputFilesOf returns the output files of a command with its own redirections.
func (w *walker) outputFilesOf(own []tree.Redirect) *tree.OutputFiles {
	if !w.followsDescriptors(own) {
		return nil
	}
	now := w.outputFilesAfter(own)
	if now != nil && w.scope.piped && !slices.ContainsFunc(own, output.IsOutput) {
		delete(*now, "1")
	}
	return now
}

// openOutputFiles follows the redirections of a compound. They are in force until the returned
// function is called.
func (w *walker) openOutputFiles(list []tree.Redirect) func() {
	before := w.state.outputFiles
	now := w.outputFilesOf(list)
	if now == nil {
		return func() {}
	}
	w.state.outputFiles = now
	return func() {
		if w.state.outputFiles == now {
			w.state.outputFiles = before
		}
	}
}

// writeOutputFiles records a command's writes through descriptors that were opened earlier.
func (w *walker) writeOutputFiles(c *tree.Command) {
	if c.OutputFiles == nil || len(c.Args) == 0 || w.scope.piped && len(w.ownRedirects(c)) == 0 {
		return
	}
	own := w.ownRedirects(c)
	for i := len(own) - 1; i >= 0; i-- {
		if output.IsOutput(own[i]) {
			if into, _ := output.OpensFile(own[i]); into {
				return // writeRedirects handles it
			}
			break
		}
	}
	for _, name := range (*c.OutputFiles)["1"] {
		w.write(c, name, w.outputOf(c), true)
	}
}
