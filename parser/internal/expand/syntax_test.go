package expand

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// parsed is a word of bash.
func parsed(t *testing.T, text string) *syntax.Word {
	t.Helper()
	f, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader("x "+text), "")
	require.NoError(t, err, text)
	args := f.Stmts[0].Cmd.(*syntax.CallExpr).Args
	require.Len(t, args, 2, text)
	return args[1]
}

// parameter is the expansion that a word is.
func parameter(t *testing.T, text string) *syntax.ParamExp {
	t.Helper()
	return parsed(t, text).Parts[0].(*syntax.ParamExp)
}

// arithmetic knows n=7, text=a, zero=010, and nothing of other variables.
func arithmetic() Arithmetic {
	return Arithmetic{
		Lookup: func(name string) tree.Word {
			switch name {
			case "n":
				return tree.Text("7")
			case "text":
				return tree.Text("a")
			case "zero":
				return tree.Text("010")
			}
			return tree.UnknownWord("$"+name, true)
		},
		Nested: func(read func()) { read() },
	}
}

func TestCalculate(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		want         int
		ok           bool
	}{
		{"a number", "7", 7, true},
		{"precedence", "1+2*3", 7, true},
		{"parentheses", "(1+2)*3", 9, true},
		{"from the left", "9-3-2", 4, true},
		{"a variable", "n+$n+${n}", 21, true},
		{"truth", "!n + (n>3 && 0) + (n==7)", 1, true},
		{"signs", "-n + ~0", -8, true},
		{"a choice", "n ? 1 : 2", 1, true},
		{"a choice does not need the other value", "0 ? m : 2", 2, true},
		{"toward zero", "-7/2", -3, true},
		{"as far as 32 bits", "2147483647", 2147483647, true},
		{"not past them", "2147483647+1", 0, false},
		{"not in between either", "2147483647*2-2147483647", 0, false},
		{"by zero", "1/0", 0, false},
		{"the rest by zero", "1%0", 0, false},
		{"a shift past the width", "1<<32", 0, false},
		{"a shift the other way", "1<<-1", 0, false},
		{"octal", "010", 0, false},
		{"octal in a variable", "zero", 0, false},
		{"another base", "16#ff", 255, true},
		{"the notation of C", "0xfF", 255, true},
		{"a digit that the base does not have", "8#9", 0, false},
		{"no base", "1#1", 0, false},
		{"a base in which shells differ", "64#Z", 0, false},
		{"no digits", "16#", 0, false},
		{"a number past 32 bits", "16#ffffffffff", 0, false},
		{"a variable that is not known", "m+1", 0, false},
		{"a variable of text", "text", 0, false},
		{"an assignment", "n=1", 0, false},
		{"one more", "n++", 0, false},
		{"an element", "n[0]", 0, false},
		{"a power, which not all shells have", "2**3", 0, false},
	} {
		x := parsed(t, "$(("+c.text+"))").Parts[0].(*syntax.ArithmExp)
		n, ok := arithmetic().Calculate(x.X)
		assert.Equal(t, c.ok, ok, c.reason)
		if ok {
			assert.Equal(t, c.want, n, c.reason)
		}
	}
}

func TestCalculateStopsWhereItIsTooDeep(t *testing.T) {
	a := arithmetic()
	a.Nested = func(func()) {} // reads nothing
	x := parsed(t, "$(((1)))").Parts[0].(*syntax.ArithmExp)
	_, ok := a.Calculate(x.X)
	assert.False(t, ok)
}

func TestBraces(t *testing.T) {
	for _, c := range []struct {
		reason, text, want string
		ok                 bool
	}{
		{"none", "a", "a", true},
		{"elements", "{a,b}c", "ac bc", true},
		{"the first vary slowest", "{a,b}{c,d}", "ac ad bc bd", true},
		{"one in another", "{a,{b,c}}", "a b c", true},
		{"one element is none", "{a}", "{a}", true},
		{"numbers", "{1..3}", "1 2 3", true},
		{"downwards", "{3..1}", "3 2 1", true},
		{"by a step, whose sign does not matter", "{1..5..-2}", "1 3 5", true},
		{"no step", "{1..2..0}", "1 2", true},
		{"as wide as the widest", "{08..10}", "08 09 10", true},
		{"letters", "{a..c}", "a b c", true},
		{"at the end of what a number can be", "{9223372036854775806..9223372036854775807}", "9223372036854775806 9223372036854775807", true},
		{"in quotes it is text", "'{a,b}'", "{a,b}", true},
		{"more than are followed", "{1..1001}", "", false},
		{"more by multiplication", "{1..100}{1..100}", "", false},
		{"more braces than are followed", strings.Repeat("{a,", maxBraces+1) + strings.Repeat("}", maxBraces+1), "", false},
		{"a variable that would get another name", "{$x,y}z", "", false},
	} {
		words, ok := Braces(parsed(t, c.text), func(int) bool { return true })
		assert.Equal(t, c.ok, ok, c.reason)
		var got []string
		for _, w := range words {
			got = append(got, PlainName(w))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.reason)
	}
	_, ok := Braces(parsed(t, "{a,b}"), func(int) bool { return false })
	assert.False(t, ok, "too much was spent")
	assert.True(t, HasBraces(parsed(t, "a{b")))
	assert.False(t, HasBraces(parsed(t, "'{a,b}'")))
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		reason, text, value, want string
		ok                        bool
	}{
		{"the shortest suffix", "${x%.*}", "a.b.c", "a.b", true},
		{"the longest", "${x%%.*}", "a.b.c", "a", true},
		{"the shortest prefix", "${x#*/}", "/a/b", "a/b", true},
		{"the longest prefix", "${x##*/}", "/a/b", "b", true},
		{"what does not match stays", "${x%z}", "a", "a", true},
		{"a quoted star is text", "${x%'*'}", "a*", "a", true},
		{"of nothing", "${x%*}", "", "", true},
		{"replaced once", "${x/a/c}", "aba", "cba", true},
		{"replaced each time", "${x//a/c}", "aba", "cbc", true},
		{"at the start", "${x/#b/c}", "ab", "ab", true},
		{"at the end", "${x/%b/c}", "ab", "ac", true},
		{"by nothing", "${x//[ab]}", "abc", "c", true},
		{"the longest match", "${x/a*/c}", "aba", "c", true},
		{"with &, which depends on the version", "${x/a/&}", "a", "", false},
		{"from an offset", "${x:1}", "abc", "bc", true},
		{"with a length", "${x:1:1}", "abc", "b", true},
		{"from the end", "${x: -1}", "abc", "c", true},
		{"past the end", "${x:9}", "abc", "", true},
		{"before the start", "${x: -9}", "abc", "", true},
		{"up to before the end", "${x:0:-1}", "abc", "ab", true},
		{"a length below zero that is an error", "${x:2:-2}", "abc", "", false},
		{"an offset that is not known", "${x:m}", "abc", "", false},
		{"the length", "${#x}", "abc", "3", true},
		{"upper case", "${x^^}", "aBc", "ABC", true},
		{"the first letter", "${x^}", "abc", "Abc", true},
		{"of nothing too", "${x^}", "", "", true},
		{"quoted", "${x@Q}", "a b", "'a b'", true},
		{"quoted, of nothing", "${x@Q}", "", "", false},
		{"a prompt without signs", "${x@P}", "a", "a", true},
		{"a prompt that runs something", "${x@P}", "$(a)", "", false},
		{"a pattern of extglob, which is off", "${x%@(b)}", "ab", "ab", true},
		{"its text, where it is off", "${x%@(b)}", "a@(b)", "a", true},
		{"a pattern that is not known", "${x%$y}", "ab", "", false},
	} {
		o := Operator{Arithmetic: arithmetic(), Spend: func(int) bool { return true }}
		p := parameter(t, c.text)
		assert.True(t, HasOperator(p), c.reason)
		got, ok := o.Apply(p, c.value, false)
		assert.Equal(t, c.ok, ok, c.reason)
		if ok {
			assert.Equal(t, c.want, got, c.reason)
		}
	}
}

// bash has the same results with extglob on, and the last two are refused.
func TestApplyExtended(t *testing.T) {
	for _, c := range []struct{ text, value, want string }{
		{"${x%%+(a)}", "/etcaaa", "/etc"},
		{"${x%+(a)}", "/etcaaa", "/etcaa"},
		{"${x##*(a)b}", "aab/c", "/c"},
		{"${x#?(a)}", "aab", "aab"},
		{"${x##?(a)}", "aab", "ab"},
		{"${x%%@(.tar.gz|.tgz)}", "a.tar.gz", "a"},
		{"${x//+(_)}", "r_m__x", "rmx"},
		{"${x//@([a-c]|x)/y}", "axd", "yyd"},
		{"${x##!(*b)}", "aab/c", ""},
		{"${x##a!(c)}", "abc", ""},
		{"${x%%!(a)}", "ab", ""},
		{"${x#!(a)b}", "abc", "abc"},
		{"${x#!(a)c}", "abc", ""},
		{"${x/!(a)/y}", "abc", "y"},
		{"${x%'+(a)'}", "b+(a)", "b"},
		{"${x%+('|')}", "b||", "b|"},
		{"${x%%+(a|!(b))}", "a", "refused"},
		{"${x#!(a)!(b)}", "a", "refused"},
	} {
		o := Operator{Arithmetic: arithmetic(), Extended: true, Spend: func(int) bool { return true }}
		p := parameter(t, c.text)
		assert.Equal(t, c.text != "${x%'+(a)'}", HasExtended(p), c.text)
		got, ok := o.Apply(p, c.value, false)
		assert.Equal(t, c.want != "refused", ok, c.text)
		if ok {
			assert.Equal(t, c.want, got, c.text)
		}
	}
	o := Operator{Arithmetic: arithmetic(), Extended: true, Grouping: true, Spend: func(int) bool { return true }}
	_, ok := o.Apply(parameter(t, "${x%+(a)}"), "ba", false)
	assert.False(t, ok, "zsh groups by ( )")
}

func TestApplyToNames(t *testing.T) {
	name := tree.Word{Parts: []tree.Part{{Kind: tree.Literal, Text: "d/"}, {Kind: tree.Glob, Text: "*", SingleName: true}}}
	for _, c := range []struct {
		reason, text, want string
		certain, ok        bool
	}{
		{"what it surely begins with", "${x#d/}", "*", true, true},
		{"from an offset within the text that is known", "${x:1}", "/*", true, true},
		{"from one past it", "${x:3}", "", false, false},
		{"a name's directory", "${x%/*}", "d", true, true},
		{"its last name", "${x##*/}", "*", true, true},
		{"an end that it may have", "${x%.c}", "d/*", false, true},
		{"its length", "${#x}", "", false, false},
	} {
		o := Operator{Arithmetic: arithmetic(), Spend: func(int) bool { return true }}
		got, certain, ok := o.ApplyToNames(parameter(t, c.text), name, false)
		assert.Equal(t, c.ok, ok, c.reason)
		if ok {
			assert.Equal(t, c.want, got.String(), c.reason)
			assert.Equal(t, c.certain, certain, c.reason)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		reason, text, plain string
		simple, alone       bool // alone: without any quoting
	}{
		{"text", "ab", "ab", true, true},
		{"quoted", `'a b'"c"`, "a bc", true, false},
		{"a backslash", `r\m`, "rm", false, false},
		{"within $' '", `$'\x72m'`, "rm", false, false},
		{"a variable", "a$x", "a?", false, false},
		{"a variable in quotes", `"a$x"`, "a?", false, false},
		{"a pattern is text before expansion", "a*", "a*", false, true},
		{"a tilde", "~", "~", false, true},
		{"nothing in quotes", "''", "", false, false},
		{"what zsh expands", "=rm", "=rm", false, true},
		{"the program [", "[", "[", true, true},
		{"it in $' '", "$'['", "[", false, false},
		{"a pattern whose letter is quoted", "['a']", "[a]", false, false},
	} {
		w := parsed(t, c.text)
		assert.Equal(t, c.plain, Plain(w).String(), c.reason)
		text, simple := Simple(w)
		assert.Equal(t, c.simple, simple, c.reason)
		if simple {
			assert.Equal(t, c.plain, text, c.reason)
		}
		_, alone := PlainText(w)
		assert.Equal(t, c.alone, alone, c.reason)
		if !strings.Contains(c.plain, "?") {
			assert.Equal(t, c.plain, PlainName(w), c.reason)
		} else {
			assert.Empty(t, PlainName(w), c.reason)
		}
	}
	many := Plain(parsed(t, strings.Repeat(`$x`, tree.MaxParts+5)))
	assert.Len(t, many.Parts, tree.MaxParts)
}

func TestParameters(t *testing.T) {
	for _, c := range []struct {
		reason, text    string
		plain, operator bool
	}{
		{"a variable", "$x", true, false},
		{"with a default", "${x:-y}", true, false},
		{"with an operator", "${x%y}", true, true},
		{"a part", "${x:1}", false, true},
		{"a length", "${#x}", false, true},
		{"an element", "${x[1]}", false, false},
		{"of another name", "${!x}", false, false},
	} {
		p := parameter(t, c.text)
		assert.Equal(t, c.plain, IsPlain(p), c.reason)
		assert.Equal(t, c.operator, HasOperator(p), c.reason)
	}
	for _, c := range []struct {
		reason, name string
		want         bool
	}{
		{"the first", "1", true}, {"one of two digits", "10", true}, {"the shell's name is none", "0", false}, {"a variable", "x", false}, {"all of them", "@", false},
	} {
		assert.Equal(t, c.want, IsNumber(c.name), c.reason)
	}
}
