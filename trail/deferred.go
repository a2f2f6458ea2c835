package trail

import (
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
)

// How a finding ended that was left to a shim.
const (
	endBlocked = "blocked"
	endAllowed = "allowed"
	endNotMet  = "not met" // no shim was asked about the program
)

// Deferred returns, for each command that a decision left findings about to the shims, the
// record of how these ended. seen are the shims that the run's programs met.
func Deferred(run uint64, left []guard.Finding, seen []audit.Shim) (all []audit.Deferred) {
	for len(left) > 0 {
		command := left[0].Command
		var these, others []guard.Finding
		for _, f := range left {
			if f.Command == command {
				these = append(these, f)
			} else {
				others = append(others, f)
			}
		}
		left = others
		all = append(all, joined(run, these, seen))
	}
	return all
}

// joined is how the findings about one command ended. Of several times that its program
// met the shim, one that was refused counts, and before all one for what was left.
func joined(run uint64, left []guard.Finding, seen []audit.Shim) audit.Deferred {
	program, _ := left[0].Command.Program().Text()
	e := audit.Deferred{ID: run, Command: program, Findings: int64(len(left)), Rules: []string{}, End: endNotMet}
	for _, shim := range seen {
		if !IsAbout(shim, left[0]) {
			continue
		}
		e.Times++
		var came []string
		for _, f := range left {
			if slices.Contains(shim.Rules, f.Rule.ID) {
				came = append(came, f.Rule.ID)
			}
		}
		end := endOf(shim)
		if e.End == endNotMet || end == endBlocked && (e.End == endAllowed || len(e.Rules) == 0 && len(came) > 0) {
			e.End, e.Shim = end, shim.ID
			e.Rules = append([]string{}, came...)
		}
	}
	return e
}

// endOf is what a shim's decision comes to.
func endOf(shim audit.Shim) string {
	if shim.Action == rules.Allow.String() || shim.Action == rules.Warn.String() {
		return endAllowed
	}
	return endBlocked
}

// IsAbout reports whether a shim was met by the program that a finding is about. The file has
// another name where a link leads to it, as python3 to python3.11.
func IsAbout(shim audit.Shim, f guard.Finding) bool {
	program, known := f.Command.Program().Text()
	name := filepath.Base(program)
	return known && (shim.Command == name || filepath.Base(shim.Path) == name)
}
