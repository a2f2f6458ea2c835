package userterminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAVariableSaysThatATerminalIsOurs(t *testing.T) {
	assert.True(t, OnOwnTerminal([]string{"A=b", TerminalVariable + "=1"}))
	_, err := Finder{Root: t.TempDir(), Env: []string{TerminalVariable + "=1"}}.Open()
	assert.Error(t, err, "nobody is asked there, or there is no terminal")
}
