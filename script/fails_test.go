package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOnlyFails(t *testing.T) {
	for _, c := range []struct {
		lang, code string
		only       bool
	}{
		{"awk", "{ ... }", true},
		{"awk", "{print $1", true},
		{"awk", "{print $1}}", true},
		{"awk", `{print > "f"`, false},
		{"awk", `{print | "sh"`, false},
		{"awk", `{system("ls"`, false},
		{"awk", `{"date" | getline`, false},
		{"awk", `@include "x`, false},
		{"awk", `BEGIN{ARGV[1]="/x"`, false},
		{"awk", "{print " + Placeholder, false},
		{"sed", "s/a/b", true},
		{"sed", `/\-/s /\-.*//g`, true},
		{"sed", "s/a/b/e x", false},
		{"sed", "w /x}", false},
		{"python3", "print(1", true},
		{"python", "def f(:", true},
		{"python3", "import os; print(1", false},
		{"python3", "eval(x", false},
		{"python3", "!ls", false},
		{"python3", "%run x", false},
		{"python3", "().__class__(", false},
		{"perl", "print 1 +", false},
		{"javascript", "console.log(1", false},
	} {
		assert.Equal(t, c.only, OnlyFails(c.lang, c.code), "%s: %s", c.lang, c.code)
	}
}
