package guard_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// each is a text for each number up to n, with these in the places of %d and %[2]d, the
// number before.
func each(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, format, i, i-1)
	}
	return b.String()
}

// paddings take a reading past one of its limits, and do nothing.
var paddings = map[string]string{
	"turns of loops":  strings.Repeat("for i in "+each(25, "%[1]d ")+"; do ", 3) + ":;:;:; " + strings.Repeat("done; ", 3),
	"variables":       each(300, "v%[1]d=%[2]d; "),
	"bytes of values": "x=" + strings.Repeat("a", 60_000) + "\n" + strings.Repeat(": \"$x\"\n", 150),
	"values":          "case $y in " + each(10, "%[1]d) z=%[2]d;; ") + "esac; ",
}

// What a limit cuts off is not allowed as what only execution knows is: anybody can put
// a limit before a command.
func TestWhatALimitCutsOffIsNotAllowed(t *testing.T) {
	quoted := "rm -rf /"
	sources := map[string]string{
		"text that evaluates itself":        `a='eval $a'; eval $a`,
		"and is quoted":                     `a='eval "$a"'; eval "$a"`,
		"in a subshell":                     `a='(eval $a)'; eval $a`,
		"behind another command":            `a='ls; [ x = y ] || eval $a'; eval $a`,
		"in two texts":                      `a='eval $b'; b='eval $a'; eval $a`,
		"evals of evals":                    "a0='" + quoted + "'; " + each(9, "a%[1]d='eval $a%[2]d'; ") + "eval $a9",
		"piece by piece":                    "a='xxxxxxxxxxxx" + quoted + "'; b='case $a in x*) a=${a#x}; eval $b;; *) $a;; esac'; eval $b",
		"text that grows":                   "b='c=${c}r; d=${c}m; $d -rf /; eval $b'; eval $b",
		"numbers that name numbers":         "a0='k[$(" + quoted + ")]'; " + each(11, "a%[1]d=a%[2]d; ") + "((a11))",
		"items of a loop":                   "for x in " + each(40, "a%[1]d ") + "rm; do $x -rf /; done",
		"more items of a loop":              "for x in " + each(5000, "a%[1]d ") + "rm; do $x -rf /; done",
		"operands in the items of a loop":   "for x in " + each(40, "a%[1]d ") + "/; do rm -rf \"$x\"; done",
		"in more items":                     "for x in " + each(5000, "a%[1]d ") + "/; do rm -rf \"$x\"; done",
		"a part of a program's name":        "for x in " + each(40, "a%[1]d ") + "m; do r$x -rf /; done",
		"parameters":                        "set -- " + each(300, "a%[1]d ") + "rm; ${301} -rf /",
		"elements of an array":              "a=(" + each(300, "a%[1]d ") + "rm); ${a[300]} -rf /",
		"operands of functions":             `f0() { rm -rf "$1"; }; ` + each(9, `f%[1]d() { f%[2]d "$1"; }; `) + "f9 /",
		"texts in the items of a loop":      "for x in " + each(40, "a%[1]d ") + "'" + quoted + "'; do eval \"$x\"; done",
		"for a shell":                       "for x in " + each(40, "a%[1]d ") + "'" + quoted + "'; do sh -c \"$x\"; done",
		"functions that call one another":   `f0() { eval "$1"; }; ` + each(9, `f%[1]d() { f%[2]d "$1"; }; `) + "f9 '" + quoted + "'",
		"a text that is long":               "x='" + strings.Repeat(" ", 70_000) + quoted + "'; eval \"$x\"",
		"a program that is one of many":     "case $y in " + each(10, "%[1]d) z=a%[2]d;; ") + "*) z=rm;; esac; $z -rf /",
		"a function defined before padding": "f() { $1 -rf /; }; " + paddings["turns of loops"] + "f rm",
	}
	for reason, padding := range paddings {
		if reason != "values" {
			sources["behind padding with "+reason] = padding + "for x in rm; do w=$x; $w -rf /; done; z=rm; f() { \"$@\"; }; f $z -rf /"
		}
	}
	for reason, source := range sources {
		t.Run(reason, func(t *testing.T) {
			d := check(builtin(t, policy.Cautious), source)
			assert.Equal(t, rules.Block.String(), d.Action.String())
			if limit := (*parser.LimitError)(nil); worst(d) == "" {
				require.ErrorAs(t, d.Err, &limit)
			}
		})
	}
}

// Long loops are read item by item, and numbers name nothing that is dangerous.
func TestLongLoops(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, source := range []string{
		"for i in {1..100}; do rm -rf part$i; done",
		"for i in {1..200}; do for j in {1..200}; do echo $i $j; done; done",
		"for x in " + each(40, "f%[1]d ") + "; do rm -rf \"$x\"; done",
		"for x in {a..z}{a..z}; do mkdir $x; touch $x/a; rm -rf $x; done",
		"for x in " + each(40, "p%[1]d ") + "; do $x --version; done",
	} {
		d := check(p, source)
		require.NoError(t, d.Err, source)
		assert.Equal(t, rules.Allow.String(), d.Action.String(), source)
	}
}

// What is known is judged behind a limit as it is anywhere, and scripts are as long as
// they are.
func TestALimitAloneRefusesNothing(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for reason, padding := range paddings {
		t.Run(reason, func(t *testing.T) {
			d := check(p, padding+"git status; f() { ls \"$@\"; }; f a; for x in "+each(40, "f%[1]d ")+"; do grep a $x; done")
			require.NoError(t, d.Err)
			assert.Equal(t, rules.Allow.String(), d.Action.String(), worst(d))
			d = withFiles(p, map[string]string{"x.sh": padding + "z=ls; eval \"$z\"; $1\n"}, "sh x.sh")
			require.NoError(t, d.Err)
			assert.Equal(t, rules.Allow.String(), d.Action.String(), worst(d))
		})
	}
}
