package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// A command in a loop is one finding for each rule, although it is judged once for each turn. The
// strictest turn decides, whichever comes first.
func TestTheStrictestTurnDecides(t *testing.T) {
	p := builtin(t, policy.Container)
	m, req := guard.Model()
	files := m.Files.(zone.Tree)
	for _, name := range []string{"/srv", "/srv/other", "/srv/other/.git", "/home/agent/work/.git"} {
		files[name] = ""
	}
	for _, dirs := range []string{"/srv/other /home/agent/work", "/home/agent/work /srv/other"} {
		req.Source = `for d in ` + dirs + `; do cd "$d" && git reset --hard; done`
		d := guard.Judge(p, m, req)
		assert.Equal(t, rules.Ask.String(), d.Action.String(), dirs)
		assert.Len(t, d.Findings, 1, dirs)
	}
}
