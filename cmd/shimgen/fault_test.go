package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/runner"
)

// faulty is an output that ends in a fault.
type faulty struct{}

func (faulty) Write([]byte) (int, error) { panic("broken") }

// A fault of ours ends with 125 and never with Go's own 2, which is wrong usage.
func TestFaultsEndAsFailures(t *testing.T) {
	var text bytes.Buffer
	status := run([]string{"shimgen", "version"}, &app{out: faulty{}, err: &text, env: []string{"HOME=" + t.TempDir()}})
	assert.Equal(t, exitFailure, status)
	assert.Equal(t, "shimgen: shimgen failed, so it refuses: broken\n", text.String())

	answer := (&checkCmd{}).answered(nil, batchLine{text: []byte(`{"command":"ls"}`)})
	assert.Contains(t, string(answer), `"action":"block"`, "without a session there is a fault")
	assert.Contains(t, string(answer), "shimgen failed")

	for _, asked := range []int{0, exitBlock, exitAsk, exitRefused} {
		assert.Equal(t, code(exitFailure), ending(guard.Decision{Err: runner.Crash{Fault: "broken"}}, asked))
	}
	assert.Equal(t, code(exitBlock), ending(guard.Decision{}, exitBlock))
	assert.NoError(t, ending(guard.Decision{}, 0))
}
