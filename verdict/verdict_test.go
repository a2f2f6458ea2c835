package verdict

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
)

// decided is a decision with one finding about an argument vector.
func decided(action rules.Action, argv ...string) guard.Decision {
	rule := &rules.Rule{ID: "x.y", Class: rules.Destructive, Reason: "is lost", Hint: "keep it"}
	return guard.Decision{Action: action, Findings: []guard.Finding{
		{Rule: rule, Action: action, Truth: parser.Yes, Command: parser.Argv(argv), Ring: guard.RingCheck},
	}}
}

func TestZeroVerdictBlocks(t *testing.T) {
	assert.Equal(t, rules.Block, Verdict{}.Decided())
	v := New("x", guard.Decision{})
	assert.Equal(t, rules.Block, v.Decided())
	assert.Equal(t, "block", v.Action)
}

func TestListsAreNeverNull(t *testing.T) {
	text, err := json.Marshal(New("x", guard.Decision{}))
	require.NoError(t, err)
	assert.NotContains(t, string(text), "null")
}

func TestSay(t *testing.T) {
	for name, c := range map[string]struct {
		d          guard.Decision
		text, hint string
	}{
		"allow is silent":     {decided(rules.Allow, "a"), "", ""},
		"a warning":           {decided(rules.Warn, "a", "b"), "warning: a b is lost [x.y]", "keep it"},
		"a question":          {decided(rules.Ask, "a"), "ask: a is lost [x.y]", "keep it"},
		"a refusal":           {decided(rules.Block, "a"), "blocked: a is lost [x.y]", "keep it"},
		"not judged":          {guard.Decision{Err: errors.New("no\nend")}, `blocked: cannot judge: no\u000aend`, ""},
		"nor read, in open":   {guard.Decision{Action: rules.Allow, Err: errors.New("no end")}, "", ""},
		"nothing known":       {guard.Decision{}, "", ""},
		"no second line":      {decided(rules.Block, "a\nb"), "", "keep it"},
		"a long one is short": {decided(rules.Block, strings.Repeat("é", 300)), "", "keep it"},
	} {
		t.Run(name, func(t *testing.T) {
			text, hint := Say(c.d)
			assert.Equal(t, c.hint, hint)
			assert.NotContains(t, text, "\n")
			assert.Less(t, len(text), printable.MaxShown+60)
			assert.NotContains(t, text, "\uFFFD")
			if c.text != "" || c.hint == "" {
				assert.Equal(t, c.text, text)
			}
		})
	}
}

func TestQuestionListsAllThatIsAskedAbout(t *testing.T) {
	d := decided(rules.Ask, "a")
	one, hint := Question(d)
	assert.Equal(t, []string{"ask: a is lost [x.y]"}, one)
	assert.Equal(t, "keep it", hint)

	worse := &rules.Rule{ID: "x.worse", Class: rules.Catastrophic, Reason: "ends all", Hint: "do not"}
	d.Findings = append(d.Findings, d.Findings[0], guard.Finding{Rule: worse, Action: rules.Ask, Command: parser.Argv([]string{"b\n"})},
		guard.Finding{Rule: worse, Action: rules.Warn, Command: parser.Argv([]string{"c"})})
	all, hint := Question(d)
	assert.Equal(t, []string{`ask 1 of 2: b\u000a ends all [x.worse]`, "ask 2 of 2: a is lost [x.y]"}, all)
	assert.Equal(t, "do not", hint)

	for name, d := range map[string]guard.Decision{"blocked": decided(rules.Block, "a"), "allowed": decided(rules.Allow, "a"), "not understood": {Action: rules.Ask, Err: errors.New("no")}} {
		none, _ := Question(d)
		assert.Empty(t, none, name)
	}
}
