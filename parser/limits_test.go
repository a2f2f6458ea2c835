package parser

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/expand"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLimits(t *testing.T) {
	const many = 200_000
	for _, r := range []struct{ reason, source, what string }{
		{"too many bytes", strings.Repeat("a", reader.MaxSource+1), "bytes"},
		{"parentheses", strings.Repeat("(", many), "levels of nesting"},
		{"balanced parentheses", strings.Repeat("( ", many) + "a" + strings.Repeat(" )", many), "levels of nesting"},
		{"command substitutions", strings.Repeat("$(", many), "levels of nesting"},
		{"braces", strings.Repeat("{ ", many), "levels of nesting"},
		{"subscripts", strings.Repeat("${a[", many), "levels of nesting"},
		{"arithmetic parentheses", "((" + strings.Repeat("(", many), "levels of nesting"},
		{"nesting hidden by quoted closers", strings.Repeat("( ')' \n", 100_000), "levels of nesting"},
		{"substitutions hidden by quoted closers", strings.Repeat("$(')'", 100_000), "levels of nesting"},
		{"conditions inside conditions", strings.Repeat("if a\nthen ", 60_000), "levels of nesting"},
		{"loops inside loops", strings.Repeat("while a\ndo ", 60_000), "levels of nesting"},
		{"time before time", strings.Repeat("time ", many) + "a", "operators in one list"},
		{"negations in a test", "[[ " + strings.Repeat("! ", many) + "a ]]", "operators in one list"},
		{"a pipeline of 50 000 stages", strings.Repeat("a|", 50_000) + "a", "operators in one list"},
		{"a list over many lines", strings.Repeat("a &&\n", 50_000) + "a", "operators in one list"},
		{"sums", "a $((" + strings.Repeat("1+", many) + "1))", "operators in one list"},
		{"functions that name functions", strings.Repeat("f() ", many) + "{ a; }", "operators in one list"},
	} {
		t.Run("C13 "+r.reason, func(t *testing.T) {
			_, err := Parse(r.source, Options{})
			var limit *tree.LimitError
			require.ErrorAs(t, err, &limit)
			assert.Equal(t, r.what, limit.What)
			assert.LessOrEqual(t, limit.Span.End, len(r.source))
		})
	}
}

// Whatever a source looks like, it ends in a list of commands or an error of
// this package's, within the stack.
func TestPathologicalSourcesEndInAVerdict(t *testing.T) {
	const most = 300_000
	for reason, source := range map[string]string{
		"defaults in defaults":         strings.Repeat("${x:-", most/5),
		"defaults, closed":             "a " + strings.Repeat("${x:-", 150) + strings.Repeat("}", 150),
		"arithmetic in arithmetic":     strings.Repeat("$((", most/3),
		"subscripts, closed":           "a " + strings.Repeat("${a[", 90) + "0" + strings.Repeat("]}", 90),
		"groups in tests":              "[[ " + strings.Repeat("( ", most/2),
		"cases in cases":               strings.Repeat("case a in b) ", most/13),
		"extended patterns":            "a " + strings.Repeat("@(", most/2),
		"braces in braces":             "a " + strings.Repeat("{b,", most/3),
		"arrays of arrays":             strings.Repeat("x=(", most/3),
		"process substitutions":        "a " + strings.Repeat("<(", most/2),
		"backquotes":                   strings.Repeat("`", most),
		"backquotes in backquotes":     "a " + strings.Repeat("`b \\`", most/6),
		"double quotes":                strings.Repeat("\"$(", most/3),
		"an open quote":                "a '" + strings.Repeat("b", most),
		"many open documents":          strings.Repeat("a <<E\n", most/6),
		"stacked documents":            "a" + strings.Repeat(" <<E", most/4) + "\n" + strings.Repeat("E\n", most/4),
		"documents in documents":       strings.Repeat("a <<E\n$(", most/8),
		"lines that go on":             "a " + strings.Repeat("\\\n", most/2),
		"quotes":                       "a " + strings.Repeat("'b'", most/3),
		"variables in one word":        "x=b; a " + strings.Repeat("$x", most/2),
		"backslashes before letters":   "a " + strings.Repeat(`\bc`, most/3),
		"backslashes":                  "a " + strings.Repeat("\\", most),
		"bytes that are no characters": "a " + strings.Repeat("\xff\xc3", most/2),
		"carriage returns":             strings.Repeat("a\r", most/2),
		"coprocesses":                  strings.Repeat("coproc ", most/7) + "a",
		"negations":                    strings.Repeat("! ", most/2) + "a",
		"choices of numbers":           "a $((" + strings.Repeat("1?", most/2) + "1))",
		"tests in a row":               "[[ a" + strings.Repeat(" && a", most/5) + " ]]",
		"elifs":                        "if a; then b; " + strings.Repeat("elif a; then b; ", most/16) + "fi",
		"functions in functions":       strings.Repeat("f() { ", most/6),
		"jobs":                         strings.Repeat("a&", most/2),
		"separators":                   "a" + strings.Repeat(";\n", most/2),
		"double dollars":               "a " + strings.Repeat("$", most),
		"64 MiB":                       strings.Repeat("(a)\n", 16<<20),
	} {
		t.Run("C13 "+reason, func(t *testing.T) {
			for _, lang := range []reader.Lang{reader.Bash, reader.POSIX, reader.Mksh, reader.Zsh} {
				s, err := Parse(source, Options{Lang: lang})
				if err == nil {
					require.NotNil(t, s)
					continue
				}
				var limit *tree.LimitError
				var syntax *tree.SyntaxError
				require.True(t, errors.As(err, &limit) || errors.As(err, &syntax), "%T", err)
			}
		})
	}
}

func TestTooManyWords(t *testing.T) {
	for reason, source := range map[string]string{
		"commands":      strings.Repeat("a\n", 100_000),
		"words":         "a" + strings.Repeat(" b", MaxWords),
		"redirections":  "a" + strings.Repeat(" >b", MaxWords),
		"substitutions": "a" + strings.Repeat("`b`", MaxWords),
	} {
		t.Run(reason, func(t *testing.T) {
			_, err := Parse(source, Options{})
			var limit *tree.LimitError
			require.ErrorAs(t, err, &limit)
			assert.Equal(t, "words in its commands", limit.What)
			assert.LessOrEqual(t, limit.Span.End, len(source))
		})
	}
}

func TestLargeSourcesWithinTheLimits(t *testing.T) {
	for reason, r := range map[string]struct {
		source   string
		commands int
	}{
		"a pipeline of 100 kB":          {strings.Repeat("a | ", reader.MaxRun-1) + "a" + strings.Repeat("x", 80_000), reader.MaxRun},
		"many lines":                    {strings.Repeat("a && b\n", 20_000), 40_000},
		"pipelines on many lines":       {strings.Repeat("a | b\n", 20_000), 40_000},
		"many substitutions":            {strings.Repeat("a $(b) `c`\n", 5_000), 15_000},
		"a long text with brackets":     {"a <<'E'\n" + strings.Repeat(`{"x": [1, 2], "y": (3)}`+"\n", 20_000) + "E\n", 1},
		"prose with backquotes":         {"a <<'E'\n" + strings.Repeat("`b` if for while | !\n", 5_000) + "E\n", 1},
		"many assignments and joins":    {strings.Repeat("x=1 && y$x\n", 10_000), 20_000},
		"many functions and their uses": {strings.Repeat("f() { x=1; }\nf\n", 5_000), 10_000},
		"loops over constants":          {"for a in {1..32}; do for b in {1..32}; do for c in {1..32}; do for d in {1..32}; do x; done; done; done; done", 0},
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse(r.source, Options{})
			require.NoError(t, err)
			if r.commands > 0 {
				assert.Len(t, s.Commands, r.commands)
			}
			assert.Less(t, len(s.Commands), 200_000)
		})
	}
}

// chain defines n functions that each call the one before ten times.
func chain(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "f%d() {%s }\n", i, strings.Repeat(fmt.Sprintf(" f%d;", i-1), 10))
	}
	return b.String()
}

func TestExpansionsAreBounded(t *testing.T) {
	for reason, source := range map[string]string{
		"doubling values":         "x=aaaaaaaa\n" + strings.Repeat("x=$x$x\n", 60) + "b $x",
		"doubling with unknowns":  "x=a$y\n" + strings.Repeat("x=$x$x\n", 60) + "b $x",
		"a large value again":     "x=" + strings.Repeat("a", 60_000) + "\n" + strings.Repeat("b $x$x\n", 20_000),
		"growing arrays":          "x=(a)\n" + strings.Repeat("x+=(a)\nb \"${x[@]}\"\n", 20_000),
		"doubling arrays":         "x=(a)\n" + strings.Repeat("x=(${x[@]} ${x[@]})\n", 60) + "b ${x[@]}",
		"loops in loops":          strings.Repeat("for i in 1 2 3 4 5 6 7 8; do ", 60) + "a" + strings.Repeat("; done", 60),
		"reads in loops":          strings.Repeat("while read x; do ", 40) + "a" + strings.Repeat("\ndone <<E\n1\n2\n3\n4\nE\n", 40),
		"functions in functions":  "f0() { a; }\n" + chain(12) + "f12",
		"growing parameters":      "set -- a\n" + strings.Repeat("set -- \"$@\" \"$@\"\n", 60) + "b \"$@\"",
		"patterns replaced":       "x=" + strings.Repeat("ab", 32) + "\n" + strings.Repeat("b ${x//a*c/c}\n", 20_000),
		"patterns removed":        "x=" + strings.Repeat("ab", 250) + "\n" + strings.Repeat("b ${x%%a*c}\n", 20_000),
		"substitutions in sed":    strings.Repeat("b $(echo aaaa | sed 's/a*b*c*/b/g')\n", 10_000),
		"growth in sed":           "b $(echo a | sed '" + strings.Repeat("s/a/aa/g;", 1_000) + "')",
		"sets of tr":              strings.Repeat("b $(echo aaaa | tr '\\000-\\177' '\\001-\\177')\n", 10_000),
		"columns of cut":          "x=" + strings.Repeat("a:", 10_000) + "\nb $(echo $x | cut -d: -f" + strings.Repeat("1,", 5_000) + "1)",
		"values read again":       strings.Repeat("read x y <<< 'a b'\nb $x\n", 20_000),
		"words of substitutions":  "x='" + strings.Repeat("a ", 30_000) + "'\n" + strings.Repeat("b $(echo \"$x\")\n", 1_000),
		"bytes of IFS":            "IFS=:\nx=" + strings.Repeat("a:", 2_000) + "\n" + strings.Repeat("b $x\n", 5_000),
		"padded sequences":        "a {" + strings.Repeat("0", 100_000) + "1..1000}",
		"braces of braces":        "a " + strings.Repeat("{b,c}", 30_000),
		"many words of braces":    strings.Repeat("a {1..1000}\n", 20_000),
		"arguments from patterns": "x=$'" + strings.Repeat(`\x5b`, 15_000) + "'; a $x",
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse(source, Options{})
			if limit := new(tree.LimitError); errors.As(err, &limit) {
				assert.True(t, limit.Spent || limit.Max == MaxWords, limit.What)
				return // refused, in time
			}
			require.NoError(t, err)
			size := 0
			for _, c := range s.Commands {
				for _, w := range c.Args {
					size += len(w.String()) + expand.SplitCost
				}
			}
			assert.Less(t, size, 64<<20)
		})
	}
}

func TestSyntaxErrors(t *testing.T) {
	for reason, r := range map[string]struct{ source, want string }{
		"unclosed quote":    {"echo a\n  echo \"", "2:8: reached EOF without closing quote `\"`"},
		"unclosed document": {"$(a <<E\nb", "1:5: unclosed here-document `E` (a shell may read this: a here-document that something else than its own line ends)"},
		"no command":        {"a | ; b", "1:3: `|` must be followed by a statement"},
		"a NUL byte":        {"a\nb\x00c", "2:2: NUL byte"},
		"far to the right":  {strings.Repeat("a ", 20_000) + ")", "1:40001: a command can only contain words and redirects; encountered `)`"},
	} {
		t.Run("C13 "+reason, func(t *testing.T) {
			_, err := Parse(r.source, Options{})
			var syntax *tree.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Equal(t, r.want, err.Error())
		})
	}
}

func TestDialects(t *testing.T) {
	for _, r := range []struct {
		reason, source string
		lang           reader.Lang
		ok             bool
	}{
		{"arrays are bash's", "x=(a)", reader.Bash, true},
		{"no arrays in POSIX", "x=(a)", reader.POSIX, false},
		{"no <() in POSIX", "a <(b)", reader.POSIX, false},
		{"mksh's own substitution", "a ${ b; }", reader.Mksh, true},
		{"zsh's own flags", "a ${(f)x}", reader.Zsh, true},
		{"no such dialect", "a", reader.Lang(9), false},
	} {
		t.Run(r.reason, func(t *testing.T) {
			_, err := Parse(r.source, Options{Lang: r.lang})
			assert.Equal(t, r.ok, err == nil, "%v", err)
		})
	}
}

func TestDialectsExpandDifferently(t *testing.T) {
	checkWords(t, reader.POSIX, []wordRow{
		{"what is called sh may be bash: braces", "a {b,c} {} {b}", []string{"?s", "{}", "{b}"}},
		{"what is called sh may be bash: quotes", `a x$'\x2f'y $"b" "$"`, []string{"x?ey", "?eb", "$"}},
		{"what is called sh may be bash: tildes", "a ~+/b ~/b", []string{"?/b", "/home/u/b"}},
	})
	check(t, reader.Zsh, []row{{"zsh runs a function without a name", "() { cd /x; }; a", []string{"cd /x", "a @/x"}}})
	checkWords(t, reader.Zsh, []wordRow{{"zsh gives all of an array", "x=(b c); a $x $x[1]", []string{"b", "c", "?es"}}})
	check(t, reader.Mksh, []row{{"mksh runs a pipeline's end itself", "x=1; a | read x; b $x", []string{"x=1", "a", "read x [pipe a]", "b ?"}}})
	checkWords(t, reader.Zsh, []wordRow{{"zsh does not split values", "x='b c'; a $x", []string{"b c"}}})
}
