package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/exit"
)

// faulty is an output that panics.
type faulty struct{}

func (faulty) Write([]byte) (int, error) { panic("broken") }

// A panic of ours exits with 125 and never with Go's own 2, which means wrong usage.
func TestFaultsEndAsFailures(t *testing.T) {
	var text bytes.Buffer
	status := run([]string{"shimgen", "version"}, &app{out: faulty{}, err: &text, env: []string{"HOME=" + t.TempDir()}})
	assert.Equal(t, exit.Failed, status)
	assert.Equal(t, "shimgen: shimgen failed, so it refuses: broken\n", text.String())
}
