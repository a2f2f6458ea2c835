package parser

import (
	"maps"
	"slices"
	"strings"
)

// sinks are the files that the shell holds open for writing, by the number of the
// descriptor, or by its name as "{fd}". They are replaced, never changed: states and
// commands share them.
type sinks map[string][]Word

// maxSinks bounds the descriptors that are followed.
const maxSinks = 64

// Opened returns the files that a descriptor of the command leads to, as far as the source
// has opened them before: by exec, or around the command or by itself where that comes to
// the same. The number is that of the descriptor, or the path of one below /dev or /proc.
func (c *Command) Opened(descriptor Word) []Word {
	key, ok := sinkOf(descriptor, "")
	if s := c.sunk(); ok && s != nil {
		return (*s)[key]
	}
	return nil
}

// Output returns the files that the command's standard output goes to through a descriptor
// that was opened before.
func (c *Command) Output() []Word { return c.Opened(Text("1")) }

// sunk are the sinks of a command, or of the one that it runs in.
func (c *Command) sunk() *sinks {
	for ; c != nil; c = c.Outer {
		if c.sinks != nil {
			return c.sinks
		}
	}
	return nil
}

// sinkOf is the descriptor that a word names behind >& or as the path of one.
func sinkOf(w Word, paths string) (string, bool) {
	text, known := w.Text()
	if !known {
		if len(w.Parts) == 1 && strings.HasPrefix(w.Parts[0].Text, "{") {
			return w.Parts[0].Text, paths == ""
		}
		return "", false
	}
	switch text {
	case "/dev/stdout":
		return "1", true
	case "/dev/stderr":
		return "2", true
	}
	for _, begin := range [...]string{"/dev/fd/", "/proc/self/fd/"} {
		if n, ok := strings.CutPrefix(text, begin); ok {
			return n, true
		}
	}
	number := strings.TrimSuffix(text, "-")
	return number, paths == "" && number != "" && strings.Trim(number, "0123456789") == ""
}

// onlyPaths makes sinkOf take no number for a descriptor, as where a file is named.
const onlyPaths = "paths"

// follows reports whether redirections have to do with descriptors that lead to a file by
// more than one step.
func (w *walker) follows(list []Redirect) bool {
	return w.state.sinks != nil || slices.ContainsFunc(list, func(r Redirect) bool { return len(r.FD) > 1 || r.FD > "2" })
}

// sinksAfter are the sinks once redirections have been made.
func (w *walker) sinksAfter(list []Redirect) *sinks {
	now := sinks{}
	if w.state.sinks != nil {
		now = maps.Clone(*w.state.sinks)
	}
	for _, r := range list {
		own := r.FD
		if own == "" {
			own = map[bool]string{true: "0", false: "1"}[strings.HasPrefix(r.Op, "<")]
		}
		var to []Word
		switch r.Op {
		case ">", ">|", ">>", "<>", "&>", "&>>", ">&", "<&":
			kind := onlyPaths
			if r.Op == ">&" || r.Op == "<&" {
				kind = ""
			}
			if key, ok := sinkOf(r.Target, kind); ok {
				to = now[key]
			} else if text, known := r.Target.Text(); !isDevice(r.Target) && !(known && text == "-") && r.Op != "<&" && !isPipeName(r.Target) {
				to = []Word{w.anchored(r.Target)}
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
func (w *walker) sink(now sinks, descriptor string, to []Word) {
	if len(to) == 0 {
		delete(now, descriptor)
	} else if len(now) < maxSinks {
		now[descriptor] = to
	}
}

// isPipeName tells whether a word is the name of a pipe, as >( ) gives.
func isPipeName(w Word) bool {
	return slices.ContainsFunc(w.Parts, func(p Part) bool { return p.File })
}

// isDevice tells whether a word names a device, in which nothing stays.
func isDevice(w Word) bool {
	return strings.HasPrefix(w.Prefix(), "/dev/") && !strings.HasPrefix(w.Prefix(), "/dev/shm/")
}

// anchored is a path that stays the same when the directory changes.
func (w *walker) anchored(name Word) Word {
	if at, ok := w.pathOf(w.state.at.dir, name); ok {
		return Text(at)
	}
	return name
}

// sinksOf are the sinks of a command with some redirections of its own.
func (w *walker) sinksOf(own []Redirect) *sinks {
	if !w.follows(own) {
		return nil
	}
	now := w.sinksAfter(own)
	if now != nil && w.scope.piped && !slices.ContainsFunc(own, isOutput) {
		delete(*now, "1")
	}
	return now
}

// pours follows redirections around a compound, which hold until the function that it
// returns is called.
func (w *walker) pours(list []Redirect) func() {
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

// without are the sinks but for one.
func (s *sinks) without(descriptor string) *sinks {
	if s == nil {
		return nil
	}
	rest := maps.Clone(*s)
	delete(rest, descriptor)
	return &rest
}

// joinSinks are the sinks after either of two ways.
func joinSinks(a, b *sinks) *sinks {
	if a == nil || b == nil || a == b {
		return map[bool]*sinks{true: b, false: a}[a == nil]
	}
	out := maps.Clone(*a)
	for key, words := range *b {
		for _, x := range words {
			if len(out[key]) < maxTexts && !slices.ContainsFunc(out[key], func(y Word) bool { return same(x, y) }) {
				out[key] = append(slices.Clip(out[key]), x)
			}
		}
	}
	return &out
}

// poured follows what a command writes to files through descriptors that were opened
// before.
func (w *walker) poured(c *Command) {
	if c.sinks == nil || len(c.Args) == 0 || w.scope.piped && len(w.own(c)) == 0 {
		return
	}
	own := w.own(c)
	for i := len(own) - 1; i >= 0; i-- {
		if isOutput(own[i]) {
			if into, _ := opens(own[i]); into {
				return // seen where redirections are
			}
			break
		}
	}
	for _, name := range (*c.sinks)["1"] {
		w.write(c, name, w.printed(c), true)
	}
}
