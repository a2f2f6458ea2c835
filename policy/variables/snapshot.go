package variables

import (
	"slices"
	"strings"
)

// plainPairs are settings that agents and git start programs with, and that name nothing
// but a plain program, a way to print, or what the system owns. They count as recorded
// everywhere.
var plainPairs = [...]string{
	"PAGER=cat", "GIT_PAGER=cat", "PAGER=less", "GIT_PAGER=less", "EDITOR=true", "GIT_EDITOR=true", "GIT_TERMINAL_PROMPT=0",
	"EDITOR=:", "VISUAL=:", "GIT_EDITOR=:", "GIT_DIR=.git", "GIT_EXEC_PATH=/usr/lib/git-core", "GIT_EXEC_PATH=/usr/libexec/git-core", // as git sets them for its hooks
	"LD_PRELOAD=libc_malloc_debug.so.0", // and its tests
	"GIT_OPTIONAL_LOCKS=0", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8", "PYTHONUTF8=1",
}

// Bounds of what install records, so that the identity fits its section.
const (
	maxPairs = 128
	maxPair  = 2 << 10
	maxTotal = 8 << 10
)

// Snapshot returns what install records of an environment: the NAME=value pairs
// of the variables that count, in order, and some settings that are harmless
// everywhere. What does not fit the identity is left out, and so is never clear.
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

// Differences returns the pairs of an environment whose variables count and that are
// not among those recorded, in order. A library that was recorded by its name is
// another where libraries are looked for elsewhere than they were then.
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

// pairsOf returns the pairs of an environment whose variables count.
func pairsOf(env []string) []string {
	var pairs []string
	for _, pair := range env {
		if name, _, ok := strings.Cut(pair, "="); ok && isIndexed(name) {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}
