package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHandlersOfTraps(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a variable from before", "x=1; trap 'a $x' EXIT; b", []string{"x=1", "trap a $x EXIT", "a 1", "b", "a 1"}},
		{"a variable from behind", "trap 'a $x' EXIT; x=1; b", []string{"trap a $x EXIT", "a ?", "x=1", "b", "a 1", "a ?"}},
		{"both", "x=1; trap 'a $x' EXIT; b; x=2", []string{"x=1", "trap a $x EXIT", "a ?", "b", "x=2", "a 2", "a 1"}},
		{"in a function", "f() { a $x; }; x=1; trap f EXIT", []string{"f: a ?", "x=1", "trap f EXIT", "f shadowed", "f: a 1", "f shadowed", "f: a 1"}},
		{"a local variable", "f() { local x=1; trap 'a $x' EXIT; }; f", []string{"f: x=1 local", "f: trap a $x EXIT", "f: a ?", "f shadowed", "f: x=1 local", "f: trap a $x EXIT", "f: a ?", "f: a ?", "f: a 1", "f: a ?", "f: a 1"}},
		{"of a subshell", "(x=1; trap 'a $x' EXIT)", []string{"x=1", "trap a $x EXIT", "a 1", "a ?", "a 1"}},
		{"after an exit", "trap 'a $x' EXIT; x=1; exit 0", []string{"trap a $x EXIT", "a ?", "x=1", "exit 0", "a 1", "a ?"}},
		{"a variable that the handler sets", "x=1; trap 'a $x; x=2' DEBUG; b", []string{"x=1", "trap a $x; x=2 DEBUG", "a ?", "x=2", "b", "a ?", "x=2", "a 1", "x=2"}},
		{"a variable that a function sets", "f() { x=2; }; x=1; trap 'a $x' EXIT; b", []string{"f: x=2", "x=1", "trap a $x EXIT", "a ?", "b", "a 1"}},
		{"a variable of a loop", "for i in 1 2; do x=$i; trap 'a $x' DEBUG; done", []string{"x=1", "trap a $x DEBUG", "a ?", "x=2", "trap a $x DEBUG", "a ?", "a 2", "a 1", "a 2"}},
		{"a variable that is read", "x=1; trap 'a $x' EXIT; read x", []string{"x=1", "trap a $x EXIT", "a ?", "read x", "a ?", "a 1"}},
		{"no variable", "trap 'a b' EXIT; c", []string{"trap a b EXIT", "a b", "c", "a b"}},
	})
}

func TestJobsReadLater(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a file written behind", "a < f & echo b > f", []string{"a <f [file f] &", "echo b >f", "a <f [file f] &"}},
		{"with the variables of its start", "x=1; a $x < f & x=2; echo b > f", []string{"x=1", "a 1 <f [file f] &", "x=2", "echo b >f", "a 1 <f [file f] &"}},
		{"nothing is written behind it", "a > f & b", []string{"a >f &", "b"}},
		{"a group", "{ a; b; } & echo c > f", []string{"a &", "b &", "echo c >f", "a &", "b &"}},
	})
}

// Readings that wait for the end do not start others.
func TestReadLaterIsBounded(t *testing.T) {
	script, err := Parse(strings.Repeat("a & ", 100)+"echo b > f", Options{Lang: reader.Bash})
	require.NoError(t, err)
	assert.Len(t, script.Commands, 100+1+100)
	var nested strings.Builder
	for i := range 40 {
		fmt.Fprintf(&nested, "x=%d; trap 'trap \"a $x\" EXIT' EXIT\n", i)
	}
	script, err = Parse(nested.String(), Options{Lang: reader.Bash})
	require.NoError(t, err)
	assert.Less(t, len(script.Commands), 1000)
}

// A chain of inputs that is too long to look for a circle in it is a limit.
func TestLongInputsOfAnOpenPipe(t *testing.T) {
	source := "exec 3> >(sh); " + strings.Repeat("a $(b; b; b; b) | ", 100) + "c >&3"
	script, err := Parse(source, Options{Lang: reader.Bash})
	require.NoError(t, err)
	last := script.Commands[len(script.Commands)-1]
	require.NotNil(t, last.Limit)
	assert.Equal(t, "commands before a pipe", last.Limit.What)
}

// Of too many background jobs, nobody knows which one a command ends.
func TestManyJobs(t *testing.T) {
	awaited := func(source string) (count int) {
		script, err := Parse(source, Options{Lang: reader.Bash})
		require.NoError(t, err)
		for _, c := range script.Commands {
			if c.Awaited {
				count++
			}
		}
		return count
	}
	assert.Equal(t, 1, awaited(strings.Repeat("a & ", maxJobs)+"kill $!"))
	assert.Zero(t, awaited(strings.Repeat("a & ", maxJobs+1)+"kill $!"))
	assert.Equal(t, maxJobs, awaited(strings.Repeat("a & ", maxJobs+1)+"wait"))
}
