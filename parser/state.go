package parser

import (
	"slices"

	"github.com/agent-loop/shimgen/parser/tree"
)

// Bounds on the tracked variables, so that a hostile source cannot make the reader slow or
// large.
const (
	maxVars      = 256     // variables with a tracked value
	maxElems     = 256     // elements of one array, or positional parameters
	maxExpansion = 8 << 20 // bytes of values written into words, in all
)

// state is what is known of a shell at one point of a source. A subshell works on a clone, and
// branches are joined.
type state struct {
	vars   *tree.Variables // assigned ones; nil for none
	shared bool            // vars belongs to another state too
	full   bool            // more variables were assigned than are tracked

	at          *place
	args        []tree.Word // the positional parameters; nil if not known
	files       *tree.Files // that were written; nil for none
	stdin       tree.Stdin  // what a command without redirections reads
	fds         *descriptors
	outputFiles *tree.OutputFiles
	env         *tree.Environment // what programs inherit
	path        bool              // the look-up of commands may have changed since the start
	ended       bool              // exit, return or similar: the following code is not reached
	jobs        []*job            // the shell's own background jobs so far
}

// place is the shell's directory. It is replaced, never changed: states share it.
type place struct {
	dir  tree.Word   // as Command.Dir
	old  tree.Word   // the directory before the last cd
	dirs []tree.Word // pushd's stack, the top last
}

func (s *state) clone() *state {
	s.shared = true
	c := *s
	return &c
}

// equals reports whether two states surely hold the same, because they share all their parts.
// This is the case before and after most commands.
func (s *state) equals(t *state) bool {
	return s.vars == t.vars && s.full == t.full && s.at == t.at && s.files == t.files && s.fds == t.fds && s.outputFiles == t.outputFiles && s.env == t.env && s.path == t.path && s.ended == t.ended && slices.Equal(s.jobs, t.jobs) &&
		tree.Identical(s.args, t.args) && (s.args == nil) == (t.args == nil) &&
		s.stdin.Kind == t.stdin.Kind && tree.Same(s.stdin.Word, t.stdin.Word) && slices.Equal(s.stdin.From, t.stdin.From)
}

// set assigns a variable. A pattern in the value represents one name.
func (s *state) set(name string, value tree.Word) {
	s.env = s.env.Assigned(name, value)
	if old, ok := s.get(name); ok && tree.Equal(old, value) {
		return // usually forgets a variable that is unknown anyway
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

// get returns the value of a variable that the source assigned.
func (s *state) get(name string) (tree.Word, bool) { return s.vars.Get(name) }

// forget makes a variable unknown.
func (s *state) forget(name string) { s.set(name, tree.UnknownWord("$"+name, true)) }

// forgetAll makes every variable unknown that the source has assigned.
func (s *state) forgetAll() {
	s.env = s.env.Forgotten(s.vars)
	s.vars, s.shared = s.vars.Forgotten(), true
}

// forgetDir makes the directory unknown.
func (s *state) forgetDir() {
	s.at = &place{dir: tree.UnknownWord("$PWD", false), old: tree.UnknownWord("$OLDPWD", false)}
}

// join returns the state after either of two branches. A nil state is one that is not reached.
// join consumes a.
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
		a.stdin, _ = joinInputs(a.stdin, b.stdin)
	}
	a.fds = joinDescriptors(a.fds, b.fds)
	a.jobs = joinJobs(a.jobs, b.jobs)
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

// oneOfDirs returns a choice between two directories.
func oneOfDirs(a, b tree.Word) tree.Word {
	dir := tree.UnknownWord("$PWD", false)
	if or, _ := tree.Either(a, b); or != nil {
		dir.Parts[0].Values = &tree.Values{OneOf: or}
	}
	return dir
}

// joinVars gives a the joined values of the variables of both states.
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

// mix returns a choice between two values of a variable.
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
