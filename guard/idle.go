package guard

import (
	"strings"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// Idle finds allowed entries without effect. It judges the very command that the entry names,
// and returns the worst finding that the entry cannot lift, and true if there is one. Entries
// that are regular expressions name no command: for these it returns false.
func Idle(p *policy.Policy, m zone.Machine, req Request, e policy.CommandEntry) (Finding, bool) {
	if strings.HasPrefix(e.Text, "re:") {
		return Finding{}, false
	}
	req.Source = strings.TrimSuffix(strings.TrimRight(e.Text, " \t"), " *")
	for _, f := range Judge(enforced(p), m, req).WorstFirst() {
		held := strings.HasPrefix(f.Rule.ID, "self.") || f.Rule.Class == rules.Catastrophic && !e.Override
		if held && f.Truth == parser.Yes && (f.Action == rules.Block || f.Action == rules.Ask) {
			return f, true
		}
	}
	return Finding{}, false
}
