package confinement

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/protect"
)

// Limits for a reviewed directory. All its names are examined, since it contains only what
// package review copies and what the command has created.
const (
	reviewedNames = 1_000_000
	reviewedDepth = 100
)

// TrustCheck examines a work directory and the copy on which a command has worked. It returns a
// function that reports whether others run or trust the file at a path relative to both. before
// is the record that came with the command's box. If there is too much to examine, every file
// counts.
func (s *Site) TrustCheck(before *protect.Record, work, tree string) (func(rel string, isLink bool) bool, error) {
	names := s.Names(before.Also, before.Bare)
	names.Skip, names.Hidden = nil, func(string) bool { return false }
	o := protect.Options{Names: reviewedNames, Depth: reviewedDepth}
	was, err := protect.Look([]string{work}, names, o)
	if err != nil {
		return nil, err
	}
	after, err := protect.Look([]string{tree}, relocate(names, tree, work), o)
	if err != nil {
		return nil, err
	}
	held := slices.Clone(was.Keep)
	for _, at := range after.Keep {
		held = append(held, work+strings.TrimPrefix(at, tree))
	}
	return func(rel string, isLink bool) bool {
		at := filepath.Join(work, rel)
		if was.Over || after.Over {
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

// relocate returns names for dir, which replaces another directory, original: a path in dir is
// treated as the same path in original.
func relocate(names protect.Names, dir, original string) protect.Names {
	there := func(holds func(string) bool) func(string) bool {
		return func(at string) bool { return holds(original + strings.TrimPrefix(at, dir)) }
	}
	moved := names
	moved.Kept, moved.Holds = there(names.Kept), there(names.Holds)
	if names.Allowed != nil {
		moved.Allowed = there(names.Allowed)
	}
	return moved
}
