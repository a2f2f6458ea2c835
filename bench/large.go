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

// grown are the cases that are run under a large policy too.
var grown = []string{"shim", "judged", "refusal", "hook", "hook-refusal"}

// large installs a second time, with a large policy, and returns the grown cases for a
// series of their own: as they are, and so.
func (s *scene) large(bin string, cases []benchCase) ([]benchCase, error) {
	other := *s
	other.home = filepath.Join(filepath.Dir(s.home), "home-large")
	other.work = filepath.Join(other.home, "work")
	for _, dir := range []string{filepath.Join(other.home, ".agent-loop"), other.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(other.home, ".agent-loop/policy.toml"), []byte(largePolicy(largeEntries)), 0o600); err != nil {
		return nil, err
	}
	more, err := other.install(bin)
	if err != nil {
		return nil, err
	}
	var series []benchCase
	pick := func(from []benchCase, suffix, base string) {
		for _, c := range from {
			if slices.Contains(grown, c.name) {
				if c.base = ""; base != "" {
					c.base = c.name + base
				}
				c.name += suffix
				series = append(series, c)
			}
		}
	}
	pick(cases, "-none", "")
	pick(more, "-large", "-none")
	return series, nil
}

// largePolicy is a policy with so many blocked paths, blocked and allowed commands,
// allowed hosts and rules.
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

// with adds the samples of another series, whose cases have names of their own.
func (all samples) with(other samples) { maps.Copy(all, other) }
