package guard_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What could not be judged is still known: the record of a refusal holds the text.
func TestAskedOfWhatWasNotJudged(t *testing.T) {
	for _, tt := range []struct {
		why string
		req guard.Request
	}{
		{"source", guard.Request{Source: "ls x", Dir: "/w", ID: "i"}},
		{"an argument vector", guard.Request{Argv: []string{"ls", "x"}, Dir: "/w", ID: "i"}},
	} {
		for way, d := range map[string]guard.Decision{"refused": guard.Refused(tt.req, errors.New("x")), "unchecked": guard.Unchecked(tt.req)} {
			source, argv, dir := d.Asked()
			assert.Equal(t, tt.req, guard.Request{Source: source, Argv: argv, Dir: dir, ID: d.ID()}, "%s, %s", tt.why, way)
		}
	}
}

// The rule about files that cannot be read exists under the id by which code asks for its action.
func TestUnreadFileAction(t *testing.T) {
	p := *builtin(t, policy.Cautious)
	rule := p.Rules.Find("run.unread-file")
	for _, action := range []rules.Action{rules.Allow, rules.Ask, rules.Block} {
		p.Actions = map[string]rules.Action{rule.ID: action}
		assert.Equal(t, action, guard.UnreadFileAction(&p))
	}
	p.Actions, p.Rules = map[string]rules.Action{rule.ID: rules.Allow}, rules.Set{}
	assert.Equal(t, rules.Block, guard.UnreadFileAction(&p), "a policy without the rule")
}
