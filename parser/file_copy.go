package parser

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/tree"
)

// fileCopy is a command that gives files other names: cp, mv, ln or install.
type fileCopy struct {
	program string
	files   []tree.Word
	to      tree.Word // the name or the directory that the files get

	intoDir  bool // to is certainly a directory
	mayLeave bool // it may leave a file that there is already
	symbolic bool // ln -s
	force    bool // ln replaces a file that there is already
}

// readCopy reads the words of cp(1), mv(1), ln(1) or install(1).
func readCopy(program string, args []tree.Word) fileCopy {
	f := fileCopy{program: program, files: make([]tree.Word, 0, len(args))}
	for i := 0; i < len(args); i++ {
		text := args[i].Prefix()
		switch {
		case text == "--":
			f.files, i = append(f.files, args[i+1:]...), len(args)
		case strings.HasPrefix(text, "--t"):
			if at := strings.IndexByte(text, '='); at >= 0 {
				f.to, f.intoDir = args[i].Tail(at+1), true
			} else if i++; i < len(args) {
				f.to, f.intoDir = args[i], true
			}
		case strings.HasPrefix(text, "--"):
			f.longOption(text)
		case strings.HasPrefix(text, "-") && len(text) > 1:
			if at := strings.IndexByte(text, 't'); at > 0 && at+1 < len(text) {
				f.to, f.intoDir = args[i].Tail(at+1), true
			} else if at > 0 && i+1 < len(args) {
				i++
				f.to, f.intoDir = args[i], true
			}
			f.mayLeave = f.mayLeave || strings.ContainsAny(text, "nui")
			f.symbolic, f.force = f.symbolic || strings.Contains(text, "s"), f.force || strings.Contains(text, "f")
		default:
			f.files = append(f.files, args[i])
		}
	}
	if n := len(f.files) - 1; !f.intoDir && n > 0 {
		suffix := f.files[n].Suffix()
		f.to, f.files, f.intoDir = f.files[n], f.files[:n], n > 1 || strings.HasSuffix(suffix, "/") || suffix == "." || suffix == ".."
	}
	return f
}

// longOption reads a long option, which may be abbreviated.
func (f *fileCopy) longOption(text string) {
	f.mayLeave = f.mayLeave || strings.HasPrefix(text, "--no-c") || strings.HasPrefix(text, "--u") || strings.HasPrefix(text, "--i")
	f.symbolic = f.symbolic || strings.HasPrefix(text, "--sy")
	f.force = f.force || strings.HasPrefix(text, "--f")
}

// copyFiles records what files hold after some of them got other names.
func (w *walker) copyFiles(c *tree.Command, f fileCopy) {
	if len(f.files) == 0 || len(f.to.Parts) == 0 || w.state.files == nil && f.program != "ln" && !slices.ContainsFunc(f.files, isStream) {
		return
	}
	for _, from := range f.files {
		below := tree.Word{Parts: append(slices.Clip(f.to.Parts), tree.Text("/"+path.Base(from.Prefix())).Parts...)}
		if f.program == "ln" {
			w.link(c, f, from, below)
			continue
		}
		x := w.copied(c, from)
		switch {
		case f.intoDir && f.mayLeave:
			w.mayWrite(c, below, x)
		case f.intoDir:
			w.write(c, below, x, false)
		case f.mayLeave:
			w.mayWrite(c, f.to, x)
		default:
			w.write(c, f.to, x, false)
			if len(x.Texts) > 0 { // the name may be that of a directory
				w.mayWrite(c, below, x)
			}
		}
		if f.program == "mv" {
			w.write(c, from, tree.Written{Other: true, Removed: true}, false)
		}
	}
}

// copied returns what a copy of a file holds.
func (w *walker) copied(c *tree.Command, from tree.Word) tree.Written {
	if isStream(from) {
		return w.streamed(c, from)
	}
	at, ok := w.pathOf(w.state.at.dir, from)
	if x, there := w.state.files.Find(at); ok && there && !x.After && !x.Before {
		return x
	}
	return tree.Written{Other: true}
}

// link records that a file has one more name. Without force, ln(1) leaves a file that there is already.
func (w *walker) link(c *tree.Command, f fileCopy, from, below tree.Word) {
	name := f.to
	if f.intoDir {
		name = below
	}
	at, ok := w.pathOf(w.state.at.dir, name)
	to, known := w.pathOf(w.state.at.dir, from)
	if text, all := from.Text(); known && f.symbolic && all && !strings.HasPrefix(text, "/") {
		to = path.Join(path.Dir(at), text) // a symbolic link is followed from its own directory
	}
	old, there := w.state.files.Find(at)
	switch {
	case !ok || !known || at == to:
		w.write(c, name, tree.Written{Other: true}, true)
	case there && !old.Removed && !f.force:
	default:
		w.state.files = w.state.files.With(tree.Written{Path: at, Link: to, Other: true, By: c})
	}
}
