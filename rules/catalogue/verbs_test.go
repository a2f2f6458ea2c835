package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// The table says of each subcommand that a rule about that program alone names that it is
// known, of each judged one that a rule is about it, and of none that a rule finds whatever
// its options are that it is safe.
func TestVerbsAreJudgedAsTheTableSays(t *testing.T) {
	for _, v := range verbs {
		safe, judged, _ := strings.Cut(v.Verbs, " | ")
		var about []*rules.Rule
		for r := range builtin.Rules().All() {
			if slices.Contains(strings.Fields(r.Program), v.Program) && r.Sub != "" {
				about = append(about, r)
			}
		}
		for _, r := range about {
			for s := range strings.FieldsSeq(r.Sub) {
				if r.Program == v.Program && !strings.Contains(s, "*") {
					assert.True(t, rules.KnownVerb(v.Verbs, s), "%s %s: %s is about it, and no list has it", v.Program, s, r.ID)
				}
			}
		}
		for s := range strings.FieldsSeq(judged) {
			spoken := func(r *rules.Rule) bool { return spec.MatchSub(r.Sub, s) || strings.Contains(" "+r.Sub, " "+s+"/") }
			assert.True(t, strings.Contains(s, "*") || slices.ContainsFunc(about, spoken), "%s %s is judged by no rule", v.Program, s)
		}
		for s := range strings.FieldsSeq(safe) {
			for _, r := range about {
				always := r.Any+r.Operand+r.ExceptSub+r.StdinFrom+r.None == "" && r.Effect == 0 && r.Count == 0 && !r.Dashes && !r.OutputSent && !r.OutputPosted && r.Class != rules.Hygiene
				assert.False(t, always && !strings.Contains(s, "*") && spec.MatchSub(r.Sub, s), "%s %s: %s always finds it", v.Program, s, r.ID)
			}
		}
	}
}
