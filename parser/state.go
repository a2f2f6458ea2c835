package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/tree"
)

// The bounds on what is remembered of variables, so that a hostile source
// cannot make the reader slow or large.
const (
	maxVars      = 256     // variables whose value is followed
	maxElems     = 256     // elements of one array, or positional parameters
	maxExpansion = 8 << 20 // bytes of values written into words, in all
)

// state is what a shell holds at one point of a source, as far as the text
// tells. A subshell works on a clone, and branches are joined.
type state struct {
	vars   *tree.Variables // assigned ones; nil for none
	shared bool            // vars belongs to another state too
	full   bool            // more variables were assigned than are kept

	at          *place
	args        []tree.Word // the positional parameters; nil if not known
	files       *tree.Files // that were written; nil for none
	stdin       tree.Stdin  // what a command without redirections reads
	fds         *descriptors
	outputFiles *tree.OutputFiles
	env         *tree.Environment // what programs inherit
	path        bool              // commands may not be looked up as at the start
	ended       bool              // exit, return or the like: what follows is not reached
}

// place is where a shell is. It is replaced, never changed: states share it.
type place struct {
	dir  tree.Word   // as Command.Dir
	old  tree.Word   // the directory before the last cd
	dirs []tree.Word // pushd's stack, the nearest last
}

func (s *state) clone() *state {
	s.shared = true
	c := *s
	return &c
}

// equals tells whether two states surely hold the same, as they do before and
// after most commands: where they share all that they hold.
func (s *state) equals(t *state) bool {
	return s.vars == t.vars && s.full == t.full && s.at == t.at && s.files == t.files && s.fds == t.fds && s.outputFiles == t.outputFiles && s.env == t.env && s.path == t.path && s.ended == t.ended &&
		tree.Identical(s.args, t.args) && (s.args == nil) == (t.args == nil) &&
		s.stdin.Kind == t.stdin.Kind && tree.Same(s.stdin.Word, t.stdin.Word) && slices.Equal(s.stdin.From, t.stdin.From)
}

// set assigns a variable. A pattern in its word is one name.
func (s *state) set(name string, value tree.Word) {
	s.env = s.env.Assigned(name, value)
	if old, ok := s.get(name); ok && tree.Equal(old, value) {
		return // nearly always unknown, and forgotten once more
	}
	if s.vars != nil && s.vars.Count >= maxVars {
		if _, ok := s.vars.Get(name); !ok {
			s.full = true
			return
		}
	}
	if s.shared || s.vars == nil {
		s.vars, s.shared = s.vars.Copied(), false
	}
	s.vars.Set(name, value)
}

// get returns the value of a variable that was assigned.
func (s *state) get(name string) (tree.Word, bool) { return s.vars.Get(name) }

// forget makes a variable unknown.
func (s *state) forget(name string) { s.set(name, tree.UnknownWord("$"+name, true)) }

// forgetAll makes every variable the source has assigned unknown.
func (s *state) forgetAll() {
	s.env = s.env.Forgotten(s.vars)
	s.vars, s.shared = s.vars.Forgotten(), true
}

// forgetDir makes the directory unknown.
func (s *state) forgetDir() {
	s.at = &place{dir: tree.UnknownWord("$PWD", false), old: tree.UnknownWord("$OLDPWD", false)}
}

// join is the state after either of two, of which one may be nil: not
// reached. It uses a up.
func (w *walker) join(a, b *state) *state {
	switch {
	case a == nil || a.ended && b != nil:
		return b
	case b == nil || b.ended:
		return a
	}
	a.path, a.full, a.ended = a.path || b.path, a.full || b.full, false
	if a.at != b.at {
		a.at = joinPlaces(a.at, b.at)
	}
	if a.stdin.Kind != b.stdin.Kind || !tree.Same(a.stdin.Word, b.stdin.Word) {
		a.stdin = tree.Stdin{Kind: tree.FromFile, Word: tree.UnknownWord("<", false), From: append(slices.Clip(a.stdin.From), b.stdin.From...)}
	}
	if a.fds != b.fds {
		a.fds = nil
	}
	a.outputFiles = tree.JoinOutputFiles(a.outputFiles, b.outputFiles)
	if !slices.EqualFunc(a.args, b.args, tree.Same) || (a.args == nil) != (b.args == nil) {
		a.args = nil
	}
	if a.files != b.files {
		a.files = tree.JoinFiles(a.files, b.files)
	}
	if a.env != b.env {
		w.joinEnvironments(a, b)
	}
	if a.vars != b.vars {
		w.joinVars(a, b)
	}
	return a
}

func joinPlaces(a, b *place) *place {
	j := *a
	if !tree.Same(a.dir, b.dir) {
		j.dir = oneOfDirs(a.dir, b.dir)
	}
	if !tree.Same(a.dir, b.dir) || !tree.Same(a.old, b.old) || len(a.dirs) != len(b.dirs) {
		j.old, j.dirs = tree.UnknownWord("$OLDPWD", false), nil
	}
	return &j
}

// oneOfDirs is the directory that is one of two.
func oneOfDirs(a, b tree.Word) tree.Word {
	dir := tree.UnknownWord("$PWD", false)
	if or, _ := tree.Either(a, b); or != nil {
		dir.Parts[0].Values = &tree.Values{OneOf: or}
	}
	return dir
}

// joinVars gives a the values of the variables after either state.
func (w *walker) joinVars(a, b *state) {
	value := func(s *state, name string) tree.Word {
		if v, ok := s.get(name); ok {
			return v
		}
		return w.unassigned(name)
	}
	both := func(name string) {
		va, vb := value(a, name), value(b, name)
		if !tree.Same(va, vb) {
			a.set(name, w.mix(name, va, vb))
		} else if _, ok := a.get(name); !ok {
			a.set(name, va)
		}
	}
	names := tree.Differing(a.vars, b.vars)
	w.step(len(names))
	for _, name := range names {
		both(name)
	}
}

// mix is the value of a variable that has one of two.
func (w *walker) mix(name string, a, b tree.Word) tree.Word {
	m := tree.UnknownWord("$"+name, tree.MayBeEmpty(a) || tree.MayBeEmpty(b))
	m.Parts[0].From = tree.Word{Parts: slices.Concat(a.Parts, b.Parts)}.From()
	or, whole := tree.Either(a, b)
	if or != nil {
		m.Parts[0].Values = &tree.Values{OneOf: or}
	}
	if !whole {
		w.exceed("values of one variable", tree.MaxChoices)
	}
	w.weigh(len(m.Parts[0].OneOf())+len(m.Parts[0].From)/fromOfWord, w.here())
	return m
}
