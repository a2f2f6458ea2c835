package doctor

import (
	"strings"

	"github.com/agent-loop/shimgen/hook/setup"
)

// checkHooks says which agents ask shimgen before each tool, and which agents in use here
// do not. doctor --hosts shows how an agent reacts to the answer.
func (x *Examination) checkHooks() []Diagnosis {
	const check = "hooks"
	w := setup.Site{Layout: x.layout, Home: x.home, Shell: "/bin/sh", Env: x.env}
	if more, err := setup.New(x.env); err == nil {
		w = more
	}
	var found []Diagnosis
	var asking, silent []string
	for _, name := range setup.AgentNames() {
		r, err := setup.Registration(name)
		if err != nil || r.As != "" { // it reads another agent's file, which has its own check
			continue
		}
		registered := false
		for _, s := range w.States(r) {
			registered = registered || s.Command != ""
			switch {
			case len(s.Problems) > 0:
				found = append(found, single(check, Warn, "shimgen hook status "+name, "%s, %s: %s", name, s.File, strings.Join(s.Problems, "; "))...)
			case s.Verdict == "installed":
				asking = append(asking, name+" ("+s.Scope+")")
			}
		}
		if !registered && w.Uses(r) {
			silent = append(silent, name)
		}
	}
	if len(silent) > 0 {
		found = append(found, single(check, Warn, "shimgen hook install "+strings.Join(silent, " "),
			"used here without asking before each tool, so only shims see what it runs: %s", strings.Join(silent, ", "))...)
	}
	if len(asking) == 0 {
		return append(found, single(check, OK, "", "no agent has one; shimgen hook install AGENT registers it")...)
	}
	return append(found, single(check, OK, "", "%s", strings.Join(asking, ", "))...)
}
