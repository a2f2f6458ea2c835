package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wordsOfA returns the words after the name of each listing of the command a.
func wordsOfA(t *testing.T, lang reader.Lang, source string) string {
	t.Helper()
	opt := caller()
	opt.Lang = lang
	s, err := Parse(source, opt)
	require.NoError(t, err)
	var got []string
	for _, c := range s.Commands {
		name, _ := c.Program().Text()
		if name == "a" {
			words := make([]string, len(c.Args)-1)
			for i, w := range c.Args[1:] {
				words[i] = strings.ReplaceAll(w.String(), "\n", "/n")
			}
			got = append(got, strings.Join(words, " "))
		}
	}
	return strings.Join(got, "|")
}

// readingRow is a source with the words of each listing of the command a.
type readingRow struct{ reason, source, want string }

var listRows = []readingRow{
	{"a command before it prints, or not", `a "$(b; echo c)"`, "?|c|?/nc"},
	{"outside quotes, in words of their own", `a $(b; echo c d)`, "?|c d|? c d"},
	{"the first command fails", `a "$(b || echo c)"`, "?|c|?/nc"},
	{"the first command has succeeded", `a "$(b && echo c)"`, "?|c|?/nc"},
	{"either branch", `a "$(if b; then echo c; else echo d; fi)"`, "?|c|d|?/nc/nd"},
	{"either item", `a "$(case $x in b) echo c;; *) echo d;; esac)"`, "?|c|d|c/nd"},
	{"the items of a loop", `a "$(for x in c d; do echo $x; done)"`, "?|c/nd|c|d"},
	{"parts of a line", `a "$(echo -n c/; echo d)"`, "?|c/d"},
	{"a branch with what surely runs", `a "$(echo c; b && echo d)"`, "?|c/nd|c/n?/nd"},
	{"not what goes into a pipe", `a "$(b; echo c | d)"`, "?"},
	{"not what goes to a file", `a "$(b; echo c > d; echo e 1>&2)"`, "?"},
	{"what goes to the output by its name", `a "$(b; echo c > /dev/stdout)"`, "?|c|?/nc"},
	{"commands that print nothing", `a "$(cd /x; b=1; echo c)"`, "c"},
	{"what a function prints", `f() { b; echo c; }; a "$(f)"`, "?|c|?/nc"},
	{"what an eval prints", `a "$(eval 'b; echo c')"`, "?|c|?/nc"},
	{"in a subshell", `a "$( (echo c) )"`, "?|c"},
	{"in a variable", `x=$(b; echo c); a "$x" $x`, "? ?|c c|?/nc ? c"},
	{"in an array", `x=($(b; echo c d)); a "${x[@]}"`, "?|c|d"},
	{"as items", `for x in $(b; echo c d); do a "$x"; done`, "?|c|d"},
	{"several in one command", `a "$(b || echo c)" "$(b || echo d)"`, "? ?|c ?|?/nc ?|? d|? ?/nd"},
}

// What a list prints may be anything, or what is known of it.
func TestOutputOfLists(t *testing.T) {
	for _, r := range listRows {
		assert.Equal(t, r.want, wordsOfA(t, reader.Bash, r.source), r.reason)
	}
}

// What is only possible is never a reason to give up: it was not known before.
func TestPossibleOutputsAreNoLimit(t *testing.T) {
	s, err := Parse(`a `+strings.Repeat(`"$(b || echo c)" `, 6), Options{})
	require.NoError(t, err)
	assert.Nil(t, s.Commands[len(s.Commands)-1].Limit)
}

var operandRows = []readingRow{
	{"a text if the value is there", `a "${x:+b}" "${x+c}"`, "? ?|? c|b ?|b c"},
	{"outside quotes it splits", `a ${x:+b c}`, "?|b c"},
	{"as the name of the program", `${x:+a b} c`, "b c"},
	{"of an element", `a "${x[0]:+b}" ${y[@]:-c}`, "? ?|? c|b ?|b c"},
	{"of all parameters", `a "${@:+b}"`, "?|b"},
	{"of a variable that another one names", `a "${!x:+b}"`, "?|b"},
	{"in a variable", `y=${x:+b}; a $y`, "?|b"},
	{"in an array", `y=(${x:+b c}); a "${y[@]}"`, "?|b|c"},
	{"commands in it are listed once", `a "${x[0]:+$(b)c}" $(d)`, "? ?|?c ?"},
	{"a message is no text", `a "${x:?b}"`, "?"},
	{"a replacement of everything", `a "${x/*/b}"`, "?|b"},
	{"a path, and what may follow it", `a "${x/#b/\/c}"`, "?|/c|/c?"},
	{"a path at the end", `a "${x/%b/\/c}"`, "?|/c|?/c"},
	{"in each element", `y=($(b)); a "${y[@]/*/c}"`, "?|c"},
	{"in a variable", `y=${x/*/b}; a "$y"`, "?|b"},
	{"a replacement of nothing", `a "${@///b}" "${x///b}"`, "? ?"},
	{"a separator is no path", `a "${x//b/\/}"`, "?"},
	{"what follows the match is not known", `a "${x/*/b&}"`, "?|b?"},
}

// An operator on a value that is not known may give the text in it.
func TestTextsInOperators(t *testing.T) {
	for _, r := range operandRows {
		assert.Equal(t, r.want, wordsOfA(t, reader.Bash, r.source), r.reason)
	}
}

// The code in qualifiers of zsh's patterns is read, with its quotes removed.
func TestQualifierCode(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         []string
	}{
		{"between colons", `.e:'a b':om[1])`, []string{"a b"}},
		{"in brackets, with a closing one in quotes", `e{a\ '}' b})`, []string{"a } b"}},
		{"as an order", `oe:a:Oe_b_)`, []string{"a", "b"}},
		{"between letters", `excxN)`, []string{"c"}},
		{"in what cannot be qualifiers", `test)x`, nil},
		{"functions", `+f-x^+g)`, []string{"f-x^+g"[:3], "g"}},
		{"behind an owner and a mode", `u:me:f{u+w}e:a:)`, []string{"a"}},
		{"code without an end", `e:"a `, []string{"a "}},
		{"alternatives", `re|e:x:)`, nil},
		{"only a selection", `.om[1,3]^F:h)`, nil},
	} {
		assert.Equal(t, c.want, qualifierCode(c.text), c.reason)
	}
}

// What the forms inside one another take grows as their text does.
func TestNestedOutputsGrowLinearly(t *testing.T) {
	for _, form := range []struct{ begin, end string }{
		{"${x:+a", "}"}, {"${x[0]:+a", "}"}, {"${x/a/", "}"}, {"${x:-a", "}"}, {"$(ls; echo a ", ")"}, {"$(ls || cat ", ")"}, {"<(cat <(echo a) ", ")"},
	} {
		steps := func(n int) int {
			budget := NewBudget(1<<30, nil)
			_, err := Parse("x=$(ls); cat \""+strings.Repeat(form.begin, n)+"b"+strings.Repeat(form.end, n)+"\"", Options{Budget: budget})
			require.NoError(t, err, form.begin)
			return 1<<30 - budget.left
		}
		assert.Less(t, steps(32), 8*steps(8)+1000, form.begin)
	}
}
