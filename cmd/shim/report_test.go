package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/launch"
)

func TestVisibleTextWritesNoLineOfItsOwn(t *testing.T) {
	for text, want := range map[string]string{
		"rm": "rm", "a b": "a b", "a\nshimgen: allow": `a\x0ashimgen: allow`, "\x1b[2J": `\x1b[2J`, "\xff\x7f": `\xff\x7f`, "é": `\xc3\xa9`, "": "",
	} {
		assert.Equal(t, want, visible(text))
	}
}

func TestReportKeepsTheStatusOfTheError(t *testing.T) {
	assert.Equal(t, end{127, "", "shimgen: a\\x0ab: not found\n"}, report(launch.NotFoundError{Name: "a\nb"}))
	assert.Equal(t, 125, report(launch.ErrNotInstalled).status)
	assert.Equal(t, 125, report(launch.NoJudge{Path: "/x", Err: launch.ErrNoPermit}).status)
}
