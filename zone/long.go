package zone

import (
	"path"
	"strings"
)

// home returns the user's home, the meaning of "~" in a policy.
func (m *Map) home() string {
	if len(m.machine.Homes) == 0 {
		return "~" // no path begins so
	}
	return m.machine.Homes[0]
}

// blocksLong looks a path up in the long lists of blocked paths.
func (m *Map) blocksLong(real, lexical string, tree bool) bool {
	return m.policy.BlocksLong(real, m.home(), tree) || lexical != real && m.policy.BlocksLong(lexical, m.home(), false)
}

// matchesLong compares the names of a path, some of which are patterns or unknown, with the long
// lists of blocked paths, as fits does with a placePattern. It descends the directories that
// lead to a listed path.
func (m *Map) matchesLong(have []component) fit {
	if !m.policy.HasLongPaths() {
		return never
	}
	w := longWalk{m: m, sure: certainly}
	for _, c := range have {
		if c.kind == unknown {
			w.sure = possibly
		}
	}
	best := w.below("/", have, certainly)
	home := strings.ToLower(m.home())
	if best == certainly || !strings.HasPrefix(home, "/") {
		return best
	}
	worst := certainly
	for _, name := range literals(home, 0) {
		switch {
		case len(have) == 0:
			return best
		case have[0].kind == unknown:
			return max(best, min(possibly, w.some("~")))
		}
		worst = min(worst, have[0].fits(name.text))
		have = have[1:]
	}
	return max(best, w.below("~", have, worst))
}

// longWalk is one look-up in the long lists.
type longWalk struct {
	m    *Map
	sure fit // certainly, unless a name is unknown
}

// some returns certainly if a directory contains any listed path.
func (w *longWalk) some(dir string) fit {
	if names, end := w.m.policy.LongNames(dir); end || len(names) > 0 {
		return certainly
	}
	return never
}

// below compares the names in a directory. worst is the fit of the path to it.
func (w *longWalk) below(dir string, have []component, worst fit) fit {
	if worst == never {
		return never
	}
	names, end := w.m.policy.LongNames(dir)
	switch {
	case end:
		return min(worst, w.sure)
	case len(have) == 0 || len(names) == 0:
		return never
	case have[0].kind == unknown:
		return min(worst, possibly)
	case have[0].kind == literal:
		return w.below(path.Join(dir, have[0].text), have[1:], worst)
	}
	best := never
	for _, name := range names {
		best = max(best, w.below(path.Join(dir, name), have[1:], min(worst, have[0].fits(name))))
		if best == certainly {
			break
		}
	}
	return best
}
