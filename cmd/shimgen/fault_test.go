package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/runner"
)

// faulty is an input that ends in a fault.
type faulty struct{}

func (faulty) Read([]byte) (int, error) { panic("broken") }

// A fault of ours ends with 125 and never with Go's own 2, which is wrong usage.
func TestFaultsEndAsFailures(t *testing.T) {
	var out, text bytes.Buffer
	status := run([]string{"shimgen", "check", "--batch"}, &app{in: faulty{}, out: &out, err: &text, env: []string{"HOME=" + t.TempDir()}})
	assert.Equal(t, exitFailure, status)
	assert.Equal(t, "shimgen: shimgen failed, so it refuses: broken\n", text.String())
	assert.Empty(t, out.String())

	for _, asked := range []int{0, exitBlock, exitAsk, exitRefused} {
		assert.Equal(t, code(exitFailure), ending(guard.Decision{Err: runner.Crash{Fault: "broken"}}, asked))
	}
	assert.Equal(t, code(exitBlock), ending(guard.Decision{}, exitBlock))
	assert.NoError(t, ending(guard.Decision{}, 0))
}
