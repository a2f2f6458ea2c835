package shimexec

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
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
			got, ok := countDepth(c.env, 7, minLoopTime)
			assert.Equal(t, c.want != nil, ok)
			if ok {
				assert.Equal(t, c.want, got)
			}
			assert.Equal(t, given, c.env)
			got, ok = countDepth(c.env, 7, minLoopTime-time.Nanosecond)
			assert.True(t, ok)
			assert.Equal(t, given, got, "a young process sees nothing of it")
		})
	}
}
