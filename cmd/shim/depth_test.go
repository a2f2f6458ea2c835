package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/launch"
)

func TestA12_DepthCountsWithinOneProcess(t *testing.T) {
	for name, c := range map[string]struct {
		env  []string
		want []string // nil: refused
	}{
		"first shim":               {[]string{"A=1"}, []string{"A=1", "AGENT_LOOP_DEPTH=7:1"}},
		"second":                   {[]string{"AGENT_LOOP_DEPTH=7:1", "A=1"}, []string{"A=1", "AGENT_LOOP_DEPTH=7:2"}},
		"of a parent":              {[]string{"AGENT_LOOP_DEPTH=6:31"}, []string{"AGENT_LOOP_DEPTH=7:1"}},
		"the last one":             {[]string{"AGENT_LOOP_DEPTH=7:31"}, []string{"AGENT_LOOP_DEPTH=7:32"}},
		"too many":                 {[]string{"AGENT_LOOP_DEPTH=7:32"}, nil},
		"far too many":             {[]string{"AGENT_LOOP_DEPTH=7:99999999"}, nil},
		"no number":                {[]string{"AGENT_LOOP_DEPTH=7:x"}, nil},
		"negative":                 {[]string{"AGENT_LOOP_DEPTH=7:-1"}, nil},
		"twice: the greater":       {[]string{"AGENT_LOOP_DEPTH=7:5", "AGENT_LOOP_DEPTH=7:2"}, []string{"AGENT_LOOP_DEPTH=7:6"}},
		"nonsense is of no one":    {[]string{"AGENT_LOOP_DEPTH="}, []string{"AGENT_LOOP_DEPTH=7:1"}},
		"a longer name is another": {[]string{"AGENT_LOOP_DEPTHS=7:40"}, []string{"AGENT_LOOP_DEPTHS=7:40", "AGENT_LOOP_DEPTH=7:1"}},
	} {
		t.Run(name, func(t *testing.T) {
			given := append([]string(nil), c.env...)
			got, ok := descend(c.env, 7)
			assert.Equal(t, c.want != nil, ok)
			if ok {
				assert.Equal(t, c.want, got)
			}
			assert.Equal(t, given, c.env)
		})
	}
}

func TestVisibleTextWritesNoLineOfItsOwn(t *testing.T) {
	for text, want := range map[string]string{
		"rm": "rm", "a b": "a b", "a\nshimgen: allow": `a\x0ashimgen: allow`, "\x1b[2J": `\x1b[2J`, "\xff\x7f": `\xff\x7f`, "é": `\xc3\xa9`, "": "",
	} {
		assert.Equal(t, want, visible(text))
	}
}

func TestReportKeepsTheStatusOfTheError(t *testing.T) {
	assert.Equal(t, end{127, "", "shimgen: a\\x0ab: not found\n"}, report(launch.NotFound{Name: "a\nb"}))
	assert.Equal(t, 125, report(launch.ErrNotInstalled).status)
	assert.Equal(t, 125, report(launch.NoJudge{Path: "/x", Err: launch.ErrNoPermit}).status)
}
