package lex

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWords(t *testing.T) {
	const ws Words = `
	in instanceof x
	as`
	for _, c := range []struct {
		name, word string
		want       bool
	}{
		{"the first", "in", true},
		{"the last", "as", true},
		{"at the end of a line", "x", true},
		{"the beginning of another", "inst", false},
		{"the end of another", "stanceof", false},
		{"none at all", "", false},
		{"two at once", "x\n\tas", false},
		{"a blank", " ", false},
		{"longer than all of them", "in instanceof x as then", false},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, ws.Has(c.word)) })
	}
	assert.False(t, Words("").Has("x"))
}
