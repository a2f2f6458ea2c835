package guard

import (
	"path"
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// child stands for a name that is no name of any place.
const child = "\x01"

// partly places a path of which a directory is known, with a pattern or an
// unknown part below it. Certain is what holds for anything below that
// directory, and what a pattern expands to if it is there; possible is what an
// unknown part may come to. An unknown part is taken to stay below its
// directory: one that climbs out of it is met at exec.
func (pl *places) partly(abs string, s shape) (is, may rules.Zone) {
	e := grammar.Effect{Kind: grammar.Reads}
	is = pl.both(abs+"/"+child, e) &^ rules.Here
	have := append(split(path.Clean(abs)), s.rest...)
	for _, t := range pl.candidates() {
		for _, p := range t.places {
			switch pl.fits(p, have, s.unknown) {
			case certainly:
				is |= t.zone
			case possibly:
				may |= t.zone
			}
		}
	}
	return is, may | is
}

// candidates are the tables, and the paths that only this request knows.
func (pl *places) candidates() []zoned {
	all := tables()
	for _, h := range pl.machine.Homes {
		for dir := h; dir != "/"; dir = path.Dir(dir) {
			all = append(all, zoned{rules.Home, []policy.Place{{Path: dir}}})
		}
	}
	for dir := path.Dir(pl.top); dir != "/"; dir = path.Dir(dir) {
		all = append(all, zoned{rules.Above, []policy.Place{{Path: dir}}})
	}
	if pl.machine.Own != "" {
		all = append(all, zoned{rules.Own, []policy.Place{{Path: pl.machine.Own, Tree: true}}})
	}
	return append(all, zoned{rules.Git, []policy.Place{{Path: ".git"}}})
}

// fit is how a path with a pattern fits a place.
type fit uint8

const (
	never fit = iota
	possibly
	certainly
)

// fits compares the components of a path, of which one is a pattern or unknown
// (""), with a place.
func (pl *places) fits(p policy.Place, have []string, unknown bool) fit {
	switch {
	case strings.HasPrefix(p.Path, "/"):
		return anchored(p, split(p.Path), have, unknown)
	case strings.HasPrefix(p.Path, "~"):
		best := never
		for _, h := range pl.machine.Homes {
			best = max(best, anchored(p, append(split(h), p.Components()...), have, unknown))
		}
		return best
	}
	// A name that is a place wherever it is: a pattern that fits it fits many
	// other names too.
	want := p.Components()
	last := have[len(have)-1]
	if last == "" {
		return possibly
	}
	if ok, _ := path.Match(last, want[len(want)-1]); ok && visible(last, want[len(want)-1]) {
		return possibly
	}
	return never
}

// anchored compares with a place that has an absolute path.
func anchored(p policy.Place, want, have []string, unknown bool) fit {
	for i, w := range want {
		if i >= len(have) {
			return never
		}
		if have[i] == "" {
			return possibly // and whatever follows
		}
		if ok, _ := path.Match(have[i], w); (!ok || !visible(have[i], w)) && !both(have[i], w) {
			return never
		}
	}
	if len(have) > len(want) && !p.Tree {
		return never
	}
	if unknown {
		return possibly
	}
	return certainly
}

// both reports whether a place's own pattern fits a literal component.
func both(have, want string) bool {
	ok, err := path.Match(want, have)
	return ok && err == nil
}

// visible reports whether a pattern can expand to a name: a shell's * does not
// stand for a leading dot.
func visible(pattern, name string) bool {
	return !strings.HasPrefix(name, ".") || strings.HasPrefix(pattern, ".") || strings.HasPrefix(pattern, `\.`)
}

func split(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }
