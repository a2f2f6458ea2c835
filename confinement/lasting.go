package confinement

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/protect"
)

// All names of a reviewed directory are looked at, which holds no more than package review copies
// and what the command has made.
const (
	reviewedNames = 1_000_000
	reviewedDepth = 100
)

// Lasting looks at a work directory and at its copy on which a command has worked, and returns
// what reports whether others run or trust what lies at a path below both. before is what the
// command's box came with. Where there is too much to look at, all counts.
func (s *Site) Lasting(before *protect.Record, work, tree string) (func(rel string, isLink bool) bool, error) {
	names := s.Names(before.Also, before.Bare)
	names.Skip, names.Hidden = nil, func(string) bool { return false }
	o := protect.Options{Names: reviewedNames, Depth: reviewedDepth}
	was, err := protect.Look([]string{work}, names, o)
	if err != nil {
		return nil, err
	}
	is, err := protect.Look([]string{tree}, relocate(names, tree, work), o)
	if err != nil {
		return nil, err
	}
	held := slices.Clone(was.Keep)
	for _, at := range is.Keep {
		held = append(held, work+strings.TrimPrefix(at, tree))
	}
	return func(rel string, isLink bool) bool {
		at := filepath.Join(work, rel)
		if was.Over || is.Over {
			return true
		}
		if slices.ContainsFunc(held, func(place string) bool { return pathname.In(at, place) }) {
			return true
		}
		if names.Allowed != nil && names.Allowed(at) {
			return false
		}
		return names.Kept(at) || isLink && names.Holds(at)
	}, nil
}

// relocate returns names for dir, which stands for another directory, the original: a path in
// dir is what it is in there.
func relocate(names protect.Names, dir, original string) protect.Names {
	there := func(is func(string) bool) func(string) bool {
		return func(at string) bool { return is(original + strings.TrimPrefix(at, dir)) }
	}
	moved := names
	moved.Kept, moved.Holds = there(names.Kept), there(names.Holds)
	if names.Allowed != nil {
		moved.Allowed = there(names.Allowed)
	}
	return moved
}
