package parser

import "slices"

// The bounds on what is remembered of variables, so that a hostile source
// cannot make the reader slow or large.
const (
	maxVars      = 256     // variables whose value is followed
	maxElems     = 256     // elements of one array, or positional parameters
	maxExpansion = 8 << 20 // bytes of values written into words, in all
)

// The bounds on one value.
const (
	maxValue = 64 << 10 // bytes
	maxParts = 64       // parts
)

// state is what a shell holds at one point of a source, as far as the text
// tells. A subshell works on a clone, and branches are joined.
type state struct {
	vars   *variables // assigned ones; nil for none
	shared bool       // vars belongs to another state too
	full   bool       // more variables were assigned than are kept

	at    *place
	args  []Word // the positional parameters; nil if not known
	files *files // that were written; nil for none
	stdin Stdin  // what a command without redirections reads
	fds   *descriptors
	sinks *sinks
	env   *Environment // what programs inherit
	path  bool         // commands may not be looked up as at the start
	ended bool         // exit, return or the like: what follows is not reached
}

// place is where a shell is. It is replaced, never changed: states share it.
type place struct {
	dir  Word   // as Command.Dir
	old  Word   // the directory before the last cd
	dirs []Word // pushd's stack, the nearest last
}

func (s *state) clone() *state {
	s.shared = true
	c := *s
	return &c
}

// equals tells whether two states surely hold the same, as they do before and
// after most commands: where they share all that they hold.
func (s *state) equals(t *state) bool {
	return s.vars == t.vars && s.full == t.full && s.at == t.at && s.files == t.files && s.fds == t.fds && s.sinks == t.sinks && s.env == t.env && s.path == t.path && s.ended == t.ended &&
		identical(s.args, t.args) && (s.args == nil) == (t.args == nil) &&
		s.stdin.Kind == t.stdin.Kind && same(s.stdin.Word, t.stdin.Word) && slices.Equal(s.stdin.From, t.stdin.From)
}

// set assigns a variable. A pattern in its word is one name.
func (s *state) set(name string, value Word) {
	s.env = s.env.assigned(name, value)
	if old, ok := s.get(name); ok && equal(old, value) {
		return // nearly always unknown, and forgotten once more
	}
	if s.vars != nil && s.vars.count >= maxVars {
		if _, ok := s.vars.get(name); !ok {
			s.full = true
			return
		}
	}
	if s.shared || s.vars == nil {
		s.vars, s.shared = s.vars.copied(), false
	}
	s.vars.set(name, value)
}

// get returns the value of a variable that was assigned.
func (s *state) get(name string) (Word, bool) { return s.vars.get(name) }

// forget makes a variable unknown.
func (s *state) forget(name string) { s.set(name, unknown("$"+name, true)) }

// forgetAll makes every variable the source has assigned unknown.
func (s *state) forgetAll() {
	s.env = s.env.forgotten(s.vars)
	s.vars, s.shared = s.vars.forgotten(), true
}

// lose makes the directory unknown.
func (s *state) lose() {
	s.at = &place{dir: unknown("$PWD", false), old: unknown("$OLDPWD", false)}
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
	if a.stdin.Kind != b.stdin.Kind || !same(a.stdin.Word, b.stdin.Word) {
		a.stdin = Stdin{Kind: FromFile, Word: unknown("<", false), From: append(slices.Clip(a.stdin.From), b.stdin.From...)}
	}
	if a.fds != b.fds {
		a.fds = nil
	}
	a.sinks = joinSinks(a.sinks, b.sinks)
	if !slices.EqualFunc(a.args, b.args, same) || (a.args == nil) != (b.args == nil) {
		a.args = nil
	}
	if a.files != b.files {
		a.files = joinFiles(a.files, b.files)
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
	if !same(a.dir, b.dir) {
		j.dir = oneOfDirs(a.dir, b.dir)
	}
	if !same(a.dir, b.dir) || !same(a.old, b.old) || len(a.dirs) != len(b.dirs) {
		j.old, j.dirs = unknown("$OLDPWD", false), nil
	}
	return &j
}

// oneOfDirs is the directory that is one of two.
func oneOfDirs(a, b Word) Word {
	dir := unknown("$PWD", false)
	if or, _ := either(a, b); or != nil {
		dir.Parts[0].several = &several{or: or}
	}
	return dir
}

// joinVars gives a the values of the variables after either state.
func (w *walker) joinVars(a, b *state) {
	value := func(s *state, name string) Word {
		if v, ok := s.get(name); ok {
			return v
		}
		return w.unassigned(name)
	}
	both := func(name string) {
		va, vb := value(a, name), value(b, name)
		if !same(va, vb) {
			a.set(name, w.mix(name, va, vb))
		} else if _, ok := a.get(name); !ok {
			a.set(name, va)
		}
	}
	names := differing(a.vars, b.vars)
	w.step(len(names))
	for _, name := range names {
		both(name)
	}
}

// mix is the value of a variable that has one of two.
func (w *walker) mix(name string, a, b Word) Word {
	m := unknown("$"+name, mayBeEmpty(a) || mayBeEmpty(b))
	m.Parts[0].From = Word{Parts: slices.Concat(a.Parts, b.Parts)}.From()
	or, whole := either(a, b)
	if or != nil {
		m.Parts[0].several = &several{or: or}
	}
	if !whole {
		w.giveUp("values of one variable", maxChoices)
	}
	w.weigh(len(m.Parts[0].or())+len(m.Parts[0].From)/fromOfWord, w.here())
	return m
}

// mayBeEmpty tells whether a word may be the empty text.
func mayBeEmpty(w Word) bool {
	for _, p := range w.Parts {
		if p.Kind != Unknown && p.Text != "" || p.Kind == Unknown && !p.Empty {
			return false
		}
	}
	return true
}

// equal tells whether two words say the same and come from the same place.
func equal(a, b Word) bool {
	if !same(a, b) || a.Span != b.Span {
		return false
	}
	for i := range a.Parts {
		if a.Parts[i].origin != b.Parts[i].origin || !identical(a.Parts[i].or(), b.Parts[i].or()) {
			return false
		}
	}
	return true
}

// same tells whether two words say the same.
func same(a, b Word) bool {
	if len(a.Parts) != len(b.Parts) {
		return false
	}
	for i, p := range a.Parts {
		q := b.Parts[i]
		if !identical(p.or(), q.or()) || !identical(p.elems(), q.elems()) {
			return false
		}
		if p.Kind != q.Kind || p.Text != q.Text || p.Empty != q.Empty || p.Split != q.Split || p.File != q.File || p.one != q.one || len(p.From) != len(q.From) {
			return false
		}
		for k := range p.From {
			if p.From[k] != q.From[k] {
				return false
			}
		}
	}
	return true
}

// identical tells whether two lists of words are the same list.
func identical(a, b []Word) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// unknown makes a word of one unknown part. Text is its source.
func unknown(text string, empty bool) Word {
	return Word{Parts: []Part{{Kind: Unknown, Text: text, Empty: empty}}}
}

// value turns a word into what a variable can hold: one word, without
// patterns, and of bounded size.
func value(w Word) Word {
	v := Word{Span: w.Span}
	size := 0
	for _, p := range w.Parts {
		if size += len(p.Text); size > maxValue || len(v.Parts) == maxParts || p.Kind == Unknown && p.Split {
			u := unknown(cut(w.String()), mayBeEmpty(w))
			u.Parts[0].From = w.From()
			return u
		}
		if p.Kind == Glob && !p.one {
			p.Kind, p.Split = Unknown, false
		}
		v.Parts = append(v.Parts, p)
	}
	return v
}

// cut shortens a source text that is kept for messages.
func cut(s string) string { return s[:min(len(s), 200)] }
