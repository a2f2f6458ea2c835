package variables

import (
	"slices"
	"strings"
)

// plainPairs are settings that agents and git start programs with, whose value is a harmless
// program, a way to print, or owned by the system. They count as recorded everywhere.
var plainPairs = [...]string{
	"PAGER=cat", "GIT_PAGER=cat", "PAGER=less", "GIT_PAGER=less", "EDITOR=true", "GIT_EDITOR=true", "GIT_TERMINAL_PROMPT=0",
	"EDITOR=:", "VISUAL=:", "GIT_EDITOR=:", "GIT_DIR=.git", "GIT_EXEC_PATH=/usr/lib/git-core", "GIT_EXEC_PATH=/usr/libexec/git-core", // set by git for its hooks
	"LD_PRELOAD=libc_malloc_debug.so.0", // set by git for its tests
	"GIT_OPTIONAL_LOCKS=0", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8", "PYTHONUTF8=1",
}

// Bounds of what install records, so that the identity fits its section.
const (
	maxPairs = 128
	maxPair  = 2 << 10
	maxTotal = 8 << 10
)

// Snapshot returns the part of an environment that install records: the NAME=value pairs of the
// variables that matter, in order, and some settings that are harmless everywhere. Pairs that do
// not fit the identity are left out, and so are never clear.
func Snapshot(env []string) []string {
	pairs := slices.Clone(plainPairs[:])
	total := 0
	for _, pair := range pairs {
		total += len(pair)
	}
	for _, pair := range pairsOf(env) {
		if len(pair) > maxPair || total+len(pair) > maxTotal || len(pairs) == maxPairs {
			continue
		}
		if !slices.Contains(pairs, pair) {
			pairs, total = append(pairs, pair), total+len(pair)
		}
	}
	slices.Sort(pairs)
	return pairs
}

// Differences returns, in order, the pairs of an environment whose variables matter and that are
// not recorded. A library recorded by its bare name counts as different if the search path for
// libraries has changed.
func Differences(env, recorded []string) []string {
	all := pairsOf(env)
	changed := slices.DeleteFunc(slices.Clone(all), func(pair string) bool { return slices.Contains(recorded, pair) })
	if !slices.ContainsFunc(changed, func(pair string) bool { return strings.HasPrefix(pair, "LD_LIBRARY_PATH=") }) {
		return changed
	}
	return slices.DeleteFunc(all, func(pair string) bool {
		return slices.Contains(recorded, pair) && !strings.HasPrefix(pair, "LD_PRELOAD=")
	})
}

// pairsOf returns the pairs of an environment whose variables matter.
func pairsOf(env []string) []string {
	var pairs []string
	for _, pair := range env {
		if name, _, ok := strings.Cut(pair, "="); ok && isIndexed(name) {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}
