package parser

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/tree"
	"mvdan.cc/sh/v3/syntax"
)

// descriptors are the descriptors that the shell holds open for reading, by number. The map
// is replaced, never changed: states share it.
type descriptors map[string]tree.Stdin

// ownRedirects returns the redirections of a command itself, without those of the compounds
// around it.
func (w *walker) ownRedirects(c *tree.Command) []tree.Redirect {
	return c.Redirects[:max(len(c.Redirects)-len(w.scope.redirects), 0)]
}

// openDescriptors follows redirections of numbered descriptors. They are in force until the
// returned function is called.
func (w *walker) openDescriptors(list []tree.Redirect) func() {
	end := w.openOutputFiles(list)
	before := w.state.fds
	now := descriptors{}
	if before != nil {
		for n, in := range *before {
			now[n] = in
		}
	}
	changed := false
	for i, r := range list {
		if r.FD == "" || r.FD == "0" {
			continue
		}
		delete(now, r.FD)
		if in, ok := w.readsFrom(r, list[:i]); ok {
			now[r.FD] = in
		}
		changed = true
	}
	if !changed {
		return end
	}
	w.state.fds = &now
	return func() {
		end()
		if w.state.fds == &now {
			w.state.fds = before
		} else {
			w.state.fds = w.state.fds.restored(before, list)
		}
	}
}

// restored returns the descriptors after a compound in which an exec has changed them: those that
// the compound's redirections opened are again what they were before.
func (d *descriptors) restored(before *descriptors, redirects []tree.Redirect) *descriptors {
	if d == nil {
		return nil
	}
	now := maps.Clone(*d)
	for _, r := range redirects {
		delete(now, r.FD)
		if before != nil {
			if in, ok := (*before)[r.FD]; ok {
				now[r.FD] = in
			}
		}
	}
	return &now
}

// joinDescriptors returns the descriptors after either of two branches.
func joinDescriptors(a, b *descriptors) *descriptors {
	if a == b {
		return a
	}
	joined := descriptors{}
	for _, side := range [...]*descriptors{a, b} {
		if side == nil {
			continue
		}
		for n := range *side {
			if in, ok := joinInputs(a.at(n), b.at(n)); ok {
				joined[n] = in
			}
		}
	}
	for _, side := range [...]*descriptors{a, b} {
		if side != nil && maps.EqualFunc(joined, *side, isSameInput) {
			return side // a loop ends when nothing changes any more
		}
	}
	return &joined
}

// at returns what a descriptor reads from, or the zero value.
func (d *descriptors) at(n string) tree.Stdin {
	if d == nil {
		return tree.Stdin{}
	}
	return (*d)[n]
}

// joinInputs returns what an input comes from after either of two branches: of a network connection
// in one of them that connection, otherwise the commands that may write it. It returns false if
// neither is known.
func joinInputs(a, b tree.Stdin) (tree.Stdin, bool) {
	switch {
	case isConnection(a) || isSameInput(a, b):
		return a, true
	case isConnection(b):
		return b, true
	}
	var from tree.CommandSet
	for _, in := range [...]tree.Stdin{a, b} {
		from.Add(in.From)
		from.Add(in.Word.From())
	}
	if len(from.List) == 0 {
		return unknownInput(), false
	}
	return tree.Stdin{Kind: tree.FromPipe, From: from.List}, true
}

// unknownInput is an input of which nothing is known.
func unknownInput() tree.Stdin {
	return tree.Stdin{Kind: tree.FromFile, Word: tree.UnknownWord("<", false)}
}

// isSameInput reports whether two inputs surely come from the same source.
func isSameInput(a, b tree.Stdin) bool {
	return a.Kind == b.Kind && tree.Same(a.Word, b.Word) && slices.Equal(a.From, b.From)
}

// readsFrom returns the input that a redirection for reading opens.
func (w *walker) readsFrom(r tree.Redirect, before []tree.Redirect) (tree.Stdin, bool) {
	switch r.Op {
	case "<":
		return w.stdinOf(syntax.RdrIn, r.Target, tree.Stdin{}, before), true
	case "<<", "<<-", "<<<":
		return tree.Stdin{Kind: tree.FromText, Word: r.Target}, true
	case "<>", ">", ">|", "&>", ">&":
		// The same descriptor may first be used to write the file.
		return tree.Stdin{Kind: tree.FromFile, Word: r.Target}, strings.HasPrefix(r.Target.Prefix(), "/dev/")
	case "<&":
		return w.descriptor(r.Target, before, w.state.stdin), true
	}
	return tree.Stdin{}, false
}

// descriptor returns what a descriptor reads from, after the redirections before. Commands may
// have read some of it already.
func (w *walker) descriptor(number tree.Word, before []tree.Redirect, in tree.Stdin) tree.Stdin {
	if n, _ := number.Text(); strings.TrimSuffix(n, "-") == "0" {
		return in
	}
	if opened, ok := w.opened(number, before); ok {
		return opened
	}
	return tree.Stdin{Kind: tree.FromFile, Word: tree.UnknownWord("<&"+number.String(), false)}
}

// opened returns what the source has opened a descriptor on for reading, other than standard
// input. It returns false if that is not known.
func (w *walker) opened(number tree.Word, before []tree.Redirect) (tree.Stdin, bool) {
	n, known := number.Text()
	n = strings.TrimSuffix(n, "-")
	if !known {
		if in, ok := w.ofCoprocess(number); ok || len(number.Parts) != 1 || number.Parts[0].Kind != tree.Unknown {
			return in, ok
		}
		n = number.Parts[0].Text // {name}, if the shell chose the number
	}
	in, found := tree.Stdin{}, false
	for i := len(before) - 1; i >= 0 && !found; i-- {
		if found = before[i].FD == n || n == "1" && writesOut(before[i]); found {
			in, known = w.readsFrom(before[i], before[:i])
		}
	}
	if !found && w.state.fds != nil {
		in, known = (*w.state.fds)[n]
		found = true
	}
	if !found || !known {
		return w.anyConnection(number)
	}
	in.Shared = &tree.SharedInput{Closed: true, Touched: true}
	return in, true
}

// ofCoprocess returns the output of the commands in a coprocess, if the descriptor belongs to
// one.
func (w *walker) ofCoprocess(number tree.Word) (tree.Stdin, bool) {
	for _, p := range number.Parts {
		if of, ok := w.coprocesses[p.Text]; ok && p.Kind == tree.Unknown && len(of.from) > 0 {
			return tree.Stdin{Kind: tree.FromPipe, From: of.from, Shared: &tree.SharedInput{Closed: true, Touched: true}}, true
		}
	}
	return tree.Stdin{}, false
}

// anyConnection returns a network connection that the source holds open, if the number of a
// descriptor is unknown: it may be the one that exec {name}<>/dev/tcp/… opened.
func (w *walker) anyConnection(number tree.Word) (tree.Stdin, bool) {
	if len(number.Parts) != 1 || number.Parts[0].Kind != tree.Unknown || w.state.fds == nil {
		return tree.Stdin{}, false
	}
	for _, name := range slices.Sorted(maps.Keys(*w.state.fds)) {
		if in := (*w.state.fds)[name]; isConnection(in) {
			return in, true
		}
	}
	return tree.Stdin{}, false
}

// nameOpened replaces each argument that is the path of a descriptor, as /dev/fd/3, by the file
// or the pipe that the source has opened the descriptor on for reading: proc_pid_fd(5). Standard
// input keeps its name.
func (w *walker) nameOpened(c *tree.Command) {
	if len(c.Redirects) == 0 && w.state.fds == nil && w.coprocesses == nil {
		return // the source has opened none
	}
	for i, a := range c.Args {
		number, ok := descriptorIn(a)
		if !ok || number.Is("0") == tree.Yes {
			continue
		}
		if in, ok := w.opened(number, c.Redirects); ok {
			c.Args[i] = tree.Word{Parts: nameOf(in, a).Parts, Span: a.Span}
		}
	}
}

// descriptorIn returns the number in the path of a descriptor of the shell, which may name its own
// process: /proc/$$/fd/3.
func descriptorIn(path tree.Word) (tree.Word, bool) {
	prefix := path.Prefix()
	if prefix == "" || prefix[0] != '/' {
		return tree.Word{}, false
	}
	for _, dir := range tree.DescriptorDirs {
		if strings.HasPrefix(prefix, dir) {
			return path.Tail(len(dir)), true
		}
	}
	if len(path.Parts) < 3 || prefix != "/proc/" || !path.Parts[1].IsNumber() {
		return tree.Word{}, false
	}
	rest := tree.Word{Parts: path.Parts[2:]}
	return rest.Tail(len("/fd/")), strings.HasPrefix(rest.Prefix(), "/fd/")
}

// nameOf returns the file or the pipe that an input comes from, for a path of its descriptor.
func nameOf(in tree.Stdin, path tree.Word) tree.Word {
	if in.Kind == tree.FromFile {
		return in.Word
	}
	text, known := in.Word.Text()
	known = known && len(in.Word.Parts) > 0
	if !known && len(in.From) == 0 {
		return path
	}
	pipe := tree.Part{Text: path.String(), Kind: tree.Unknown, File: true, From: in.From}
	if known {
		if in.Kind == tree.FromText {
			text = strings.TrimRight(text, "\n") + "\n"
		}
		pipe.Values = &tree.Values{Content: &text}
	}
	return tree.Word{Parts: []tree.Part{pipe}}
}

// isConnection reports whether an input comes from another host.
func isConnection(in tree.Stdin) bool { return in.Kind == tree.FromFile && isConnectionTo(in.Word) }

// isConnectionTo reports whether a redirection to a path connects to a host (bash(1),
// REDIRECTION).
func isConnectionTo(target tree.Word) bool {
	return strings.HasPrefix(target.Prefix(), "/dev/tcp/") || strings.HasPrefix(target.Prefix(), "/dev/udp/")
}

// readsDescriptor makes the descriptor of read -u the command's input if it is a network
// connection, or what other commands print.
func (w *walker) readsDescriptor(args []tree.Word) {
	for i, a := range args {
		letters := a.Prefix()
		at := strings.IndexByte(letters, 'u')
		if !strings.HasPrefix(letters, "-") || at < 0 {
			continue
		}
		number := a.Tail(at + 1)
		if a.Known() && at+1 == len(letters) && i+1 < len(args) {
			number = args[i+1]
		}
		if in, ok := w.opened(number, nil); ok && (isConnection(in) || len(in.From)+len(in.Word.From()) > 0) {
			w.doing.Stdin = in
		}
		return
	}
}

// writesOut reports whether a redirection changes standard output and has no number.
func writesOut(r tree.Redirect) bool {
	return r.FD == "" && slices.Contains([]string{">", ">|", "&>", ">&"}, r.Op)
}

// inputAfter returns the standard input after a compound, a function or an eval that began with
// another one. It is the input before, unless an exec inside has replaced it: that stays in force
// where the compound's own redirections do not restore it.
func (w *walker) inputAfter(before, first tree.Stdin, own []tree.Redirect) tree.Stdin {
	restores := func(r tree.Redirect) bool { return r.FD == "0" || r.FD == "" && strings.HasPrefix(r.Op, "<") }
	if isSameInput(w.state.stdin, first) || slices.ContainsFunc(own, restores) {
		return before
	}
	return w.state.stdin
}

// maxPrefixes bounds the words command and builtin before the name of a builtin.
const maxPrefixes = 8

// redirectsShell reports whether a statement is an exec that only redirects the shell's
// input.
func redirectsShell(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Args) > maxPrefixes {
		return false
	}
	if expand.PlainName(call.Args[len(call.Args)-1]) != "exec" {
		return false
	}
	var words []tree.Word
	for _, a := range call.Args {
		words = append(words, expand.Plain(a))
	}
	if len(builtins.Words(words)) != 1 {
		return false
	}
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return true
		}
	}
	return false
}
