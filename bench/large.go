package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// largeEntries is how many entries of each kind the large policy has.
const largeEntries = 10_000

// grown are the cases that also run under a large policy.
var grown = []string{"shim", "judged", "refusal", "hook", "hook-refusal"}

// large installs a second time, with a large policy, and returns the grown cases in pairs
// for a series of their own: without and with it.
func (s *scene) large(bin string, cases []benchCase) ([]benchCase, error) {
	other, err := s.elsewhere("home-large")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(other.home, ".agent-loop/policy.toml"), []byte(largePolicy(largeEntries)), 0o600); err != nil {
		return nil, err
	}
	more, err := other.install(bin)
	if err != nil {
		return nil, err
	}
	others := func(c benchCase) bool { return !slices.Contains(grown, c.name) }
	return pairs(slices.DeleteFunc(slices.Clone(cases), others), slices.DeleteFunc(more, others), "-none", "-large"), nil
}

// elsewhere returns the scene with another home that holds only the policy's directory.
func (s *scene) elsewhere(home string) (*scene, error) {
	other := *s
	other.home = filepath.Join(filepath.Dir(s.home), home)
	other.work = filepath.Join(other.home, "work")
	for _, dir := range []string{filepath.Join(other.home, ".agent-loop"), other.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return &other, nil
}

// pairs returns cases under two conditions; the first is the base of the second.
func pairs(first, second []benchCase, without, with string) []benchCase {
	var series []benchCase
	for _, c := range first {
		c.name, c.base = c.name+without, ""
		series = append(series, c)
	}
	for _, c := range second {
		c.name, c.base = c.name+with, c.name+without
		series = append(series, c)
	}
	return series
}

// before installs another build in a home of its own, and returns its cases paired with
// ours.
func (s *scene) before(bin string, cases []benchCase) ([]benchCase, error) {
	other, err := s.elsewhere("home-before")
	if err != nil {
		return nil, err
	}
	if _, err := other.loops(); err != nil { // makes the files that their commands read
		return nil, err
	}
	old, err := other.install(bin)
	if err != nil {
		return nil, err
	}
	return pairs(old, cases, "-before", "-now"), nil
}

// largePolicy returns a policy with n blocked paths, blocked and allowed commands,
// allowed hosts and rules each.
func largePolicy(n int) string {
	var b strings.Builder
	list := func(key, first, form string) {
		fmt.Fprintf(&b, "%s = [%s\n", key, first)
		for i := range n {
			fmt.Fprintf(&b, form+",\n", i)
		}
		b.WriteString("]\n")
	}
	b.WriteString("profile = \"cautious\"\n[paths]\n")
	list("blocked", "", `"/data/production/store%d"`)
	b.WriteString("[commands]\n")
	list("blocked", "", `"deploy%d push --now *"`)
	list("allowed", "", `"release%d --dry-run"`)
	b.WriteString("[network]\n")
	list("allowed_domains", `"github.com",`, `"host%d.example.com"`)
	for i := range n {
		fmt.Fprintf(&b, "[[rule]]\nid = \"team.rule-%[1]d\"\nprogram = \"tool%[1]d\"\nany = [\"--wipe\"]\nclass = \"destructive\"\n"+
			"reason = \"wipes\"\nhits = [\"tool%[1]d --wipe\"]\nmisses = [\"tool%[1]d\"]\n", i)
	}
	return b.String()
}

// with adds the samples of another series, whose cases have other names.
func (all samples) with(other samples) { maps.Copy(all, other) }
