package verdict

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
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
			assert.Less(t, len(text), maxShown+60)
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

func TestLineIsOneLineThatHidesNothing(t *testing.T) {
	for name, c := range map[string][2]string{
		"ordinary text":       {"a b é", "a b é"},
		"an escape sequence":  {"\x1b[2J", `\u001b[2J`},
		"a line break":        {"a\r\nb", `a\u000d\u000ab`},
		"a change of course":  {"a\u202eb", `a\u202eb`},
		"nothing to be seen":  {"a\u200bb\ufeff", `a\u200bb\ufeff`},
		"bytes, not letters":  {"a\xffb", `a\ufffdb`},
		"controls of C1":      {"\u009b1m", `\u009b1m`},
		"a paragraph's break": {"a\u2029b", `a\u2029b`},
	} {
		assert.Equal(t, c[1], Line(c[0]), name)
	}
}

func TestAlignDown(t *testing.T) {
	for at, want := range []int{0, 1, 1, 3, 4} {
		assert.Equal(t, want, AlignDown("aéb!", at))
	}
	assert.Equal(t, 9, AlignDown("aéb!", 9), "past the end it is the caller's")
}

// What looks like something else is seen to be what it is; what does not can be read.
func TestVisibleShowsLookalikes(t *testing.T) {
	for why, tt := range map[string][2]string{
		"a Cyrillic letter among Latin ones":          {"cat /etc/p\u0430sswd", `cat /etc/p\u0430sswd`},
		"a name of Cyrillic letters that reads as cp": {"\u0441\u0440 a b", `\u0441\u0440 a b`},
		"a Greek letter":                      {"rm \u03bfld", `rm \u03bfld`},
		"words of another alphabet":           {"git commit -m привет", "git commit -m привет"},
		"from right to left":                  {"rm \u05d0 b", `rm \u05d0 b`},
		"wide letters":                        {"\uff52\uff4d x", `\uff52\uff4d x`},
		"a formula's letters":                 {"\U0001d42b\U0001d426 x", `\u1d42b\u1d426 x`},
		"a hyphen that is none":               {"rm \u2010rf x", `rm \u2010rf x`},
		"a slash that is none":                {"rm -rf \u2215home", `rm -rf \u2215home`},
		"a question mark that is a semicolon": {"a\u037e b", `a\u037e b`},
		"scripts that stand together":         {"ABCテスト 漢字.txt 5µs café — …", "ABCテスト 漢字.txt 5µs café — …"},
	} {
		assert.Equal(t, []string{tt[1]}, Visible(tt[0]), why)
		assert.Equal(t, tt[1], VisibleLine(tt[0]), why)
	}
	assert.Equal(t, `a\u000ab`, VisibleLine("a\nb"))
}

func TestVisibleHidesNothing(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"ls -l", []string{"ls -l"}},
		{"a\nb", []string{"a", "b"}},
		{"a\x1b[8mb\r\t", []string{`a\u001b[8mb\u000d\u0009`}},
		{"x\u202ey\u00ad\u200bz\u061c", []string{`x\u202ey\u00ad\u200bz\u061c`}},
		{"\xff\ufffd", []string{`\xff\ufffd`}},
		{"naïve ü 漢", []string{"naïve ü 漢"}},
		{"curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345'", []string{"curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345'"}},
	} {
		assert.Equal(t, tt.want, Visible(tt.text), "%q", tt.text)
	}
}
