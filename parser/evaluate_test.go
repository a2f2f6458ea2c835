package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/builtins"
	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the shell itself evaluates is listed too.
func TestEvaluatedText(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a trap's text, in any directory", "x=1; cd /b; trap 'a $x' EXIT", []string{"x=1", "cd /b", "trap a $x EXIT @/b", "a 1 @?", "a 1 @/b"}},
		{"a trap that resets", "trap - EXIT; trap '' INT; trap EXIT; trap -p", []string{"trap - EXIT", "trap  INT", "trap EXIT", "trap -p"}},
		{"a trap of which nothing is known", `trap "$x" EXIT`, []string{"trap ? EXIT", "eval ?"}},
		{"a trap that is no source", `trap 'if' EXIT`, []string{"trap if EXIT", "eval if"}},
		{"what a trap changes may change at any time", "trap 'x=2' DEBUG; x=1; a $x", []string{"trap x=2 DEBUG", "x=2", "x=1", "a ?", "a 1", "x=2", "x=2"}},
		{"but not at the end", "trap 'x=2' EXIT; x=1; a $x", []string{"trap x=2 EXIT", "x=2", "x=1", "a 1", "x=2", "x=2"}},
		{"an alias and its use", "alias x='a $(b)'\nx c | d", []string{"alias x=a $(b)", "b", "a ?", "x c shadowed", "b shadowed", "a ? c shadowed", "d [pipe x a] shadowed"}},
		{"an alias that names another", "alias x='y '; alias y=a\nx y", []string{"alias x=y ", "y shadowed", "alias y=a shadowed", "a shadowed", "x y shadowed", "y a shadowed", "a a shadowed"}},
		{"an alias of part of a command", "alias x='a |'\nx b", []string{"alias x=a |", "x b shadowed", "a shadowed", "b [pipe a] shadowed"}},
		{"an alias of an open quote", "alias x='a \"'\nx b", []string{"alias x=a \"", "x b shadowed", "eval a \" b shadowed"}},
		{"a quoted word is no alias", "alias x=a\n\\x b", []string{"alias x=a", "a", "x b shadowed"}},
		{"PS4 and other prompts", "PS4='+$(a) \\044(b)'; export BASH_ENV='`c`' PS1='\\w $ '", []string{"a", "a", "b", "PS4=+$(a) \\044(b)", "c", "BASH_ENV=`c` PS1=\\w $  export"}},
		{"PROMPT_COMMAND", "PROMPT_COMMAND='a; b'", []string{"a", "b", "PROMPT_COMMAND=a; b"}},
		{"single quotes in an operand within double quotes", `a "${x:-'$(b c)'}"`, []string{"b c", "a ?"}},
		{"what such quotes give in bash", `a "${x:-$'\x24(b c)'}"`, []string{"b c", "a ?"}},
		{"single quotes in an operand alone", `a ${x:-'$(b c)'}`, []string{"a ?", "a $(b c)"}},
		{"a prompt expansion", "x='$(a)'; b ${x@P} ${x@Q}", []string{"x=$(a)", "a", "b ? '$(a)'"}},
		{"names with subscripts", "printf -v 'x[$(a)]' 1; read 'x[$(b)]'; unset 'x[$(c)]'; test -v 'x[$(d)]'", []string{"printf -v x[$(a)] 1", "a", "read x[$(b)]", "b", "unset x[$(c)]", "c", "test -v x[$(d)]", "d"}},
		{"no names", "printf '%s' 'see [$(a)]'; echo 'x[$(a)]'; test 'x[$(a)]' = b", []string{"printf %s see [$(a)]", "echo x[$(a)]", "test x[$(a)] = b"}},
		{"values in arithmetic", "x='y[$(a)]'; ((x)); b $((z + x)) ${v[x]} ${v:x}; z=x; ((z))", []string{"x=y[$(a)]", "a", "a", "a", "a", "b ? ? ?", "z=x", "a"}},
		{"values in tests", "x='y[$(a)]'; [[ x -eq 0 ]]; [[ -v $x ]]; [[ $x == 0 ]]", []string{"x=y[$(a)]", "a", "a"}},
		{"values of integers", "declare -i x='y[$(a)]'; declare -i z; z='y[$(b)]'; a $z", []string{"a", "x=y[$(a)] declare -i", "declare -i z", "b", "z=y[$(b)]", "a ?"}},
		{"indirection", "x='y[$(a)]'; b ${!x}", []string{"x=y[$(a)]", "a", "b ?"}},
		{"references", "declare -n x='y[$(a)]'; y=1; declare -n z=y; z=2; b $y", []string{"a", "x=y[$(a)] declare -n", "y=1", "z=y declare -n", "z=2", "b 1", "b 2"}},
		{"a reference to anything", "y=1; declare -n x=$z; x=2; b $y $HOME", []string{"y=1", "x=? declare -n", "x=2", "b ? ? shadowed"}},
		{"a constant may keep its value", "readonly x=1; x=2; a $x", []string{"x=1 readonly", "x=2", "a 1", "a 2"}},
		{"variables of the shell's own", "RANDOM=a; c $RANDOM", []string{"RANDOM=a", "c ?"}},
	})
}

// What an eval runs is not listed, but given to whoever asks for it.
func TestEvalInTheStateOfTheShell(t *testing.T) {
	for reason, r := range map[string]struct {
		source string
		want   []string // all that the evals of the source run
		last   string   // the last command listed
	}{
		"it knows variables":                {`x=1; eval 'a $x'`, []string{"a 1"}, "eval a $x"},
		"and changes them":                  {`eval 'x=1'; a $x`, []string{"x=1"}, "a 1"},
		"in its words too":                  {`x='a;'; eval "$x b"`, []string{"a", "b"}, "eval a; b"},
		"it moves":                          {`eval 'cd /b'; a`, []string{"cd /b"}, "a @/b"},
		"it defines functions":              {`eval 'f() { a $1; }'; f b`, []string{"f: a ?"}, "f: a b"},
		"it may be one of several":          {`x=a; y && x=b; eval "$x"`, []string{"b", "a"}, "eval a"},
		"in a loop":                         {`for x in a b; do eval "$x 1"; done`, []string{"a 1", "b 1"}, "eval b 1"},
		"behind command":                    {`x=1; command eval 'a $x'`, []string{"a 1"}, "command eval a $x"},
		"one in another":                    {`eval "eval 'a b'"`, []string{"eval a b", "a b"}, "eval eval 'a b'"},
		"its input":                         {`b | eval a`, []string{"a [pipe b]"}, "eval a [pipe b]"},
		"text of which a part is not known": {`eval "a $x"`, nil, "eval a ?"},
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse(r.source, caller())
			require.NoError(t, err)
			var got []string
			var ask func(s *tree.Script)
			ask = func(s *tree.Script) {
				for _, c := range s.Commands {
					words := builtins.Words(c.Args)
					if len(words) < 2 || words[0].Is("eval") != tree.Yes {
						continue
					}
					text, known := evalText(words[1:])
					if !known {
						continue
					}
					inner, err := Parse(text, Options{Outer: c})
					require.NoError(t, err)
					for _, c := range inner.Commands {
						got = append(got, show(c))
						require.NotNil(t, c.Source.Outer)
					}
					ask(inner)
				}
			}
			ask(s)
			assert.Equal(t, r.want, got)
			assert.Equal(t, r.last, strings.TrimSuffix(show(s.Commands[len(s.Commands)-1]), " shadowed"))
		})
	}
}

// These are not followed, on purpose: what is listed for them is the answer
// that stands, and a caller must know of it.
func TestNotFollowed(t *testing.T) {
	check(t, reader.Bash, []row{
		{"what only execution knows is a number in arithmetic", "x=$(b); ((x)); a $((x + 1)) ${y[x]}", []string{"b", "x=?", "a ? ?"}},
		{"and a name where a name is asked for", "read \"$x\"; printf -v \"$x\" 1; test -v \"$x\"; a ${!x}", []string{"read ?", "printf -v ? 1 shadowed", "test -v ? shadowed", "a ? shadowed"}},
		{"and text in a prompt expansion", "x=$(b); a ${x@P}", []string{"b", "x=?", "a ?"}},
		{"a file that is sourced", "x=1; . ./b; a $HOME", []string{"x=1", ". ./b", "a /home/u shadowed"}},
		{"a name that is hashed later in a loop", "while b; do c x; hash -p /d c; done", []string{"b", "c x", "hash -p /d c"}},
		{"a builtin that is turned off", "enable -n cd; cd /b; a", []string{"enable -n cd", "cd /b shadowed", "a @/b shadowed"}},
		{"what a descriptor still holds after others read of it", "exec 3<<< x; b <&3; sh <&3", []string{"exec 3<<<x", `b <&3 [text "x"]`, `sh <&3 [text "x"]`}},
		{"what a coprocess writes", "coproc b; sh <&${COPROC[0]}", []string{"b [pipe] &", "sh <&? [pipe b]"}},
		{"a cd that fails", "cd b; a", []string{"cd b", "a @b"}},
		{"a line that an unset variable breaks off, with the shell", "cd b; c ${x:?}; cd /d\na", []string{"cd b", "c ? @b", "cd /d @b", "a @/d"}},
		{"a line that a number which is none breaks off", "x=$1; cd b; c $((x)); cd /d\na", []string{"x=?", "cd b", "c ? @b", "cd /d @b", "a @/d"}},
	})
}

func TestArithmeticAssigns(t *testing.T) {
	check(t, reader.Bash, []row{
		{"what a value assigns is not known any more", "y=a; x='y=5'; ((x)); $y", []string{"y=a", "x=y=5", "a", "?"}},
		{"nor is what quoted text assigns", `y=a; : $(("y=5")); $y`, []string{"y=a", ": ?", "a", "?"}},
		{"what it names stays", "y=a; z=b; x='y=z+1'; ((x)); $z", []string{"y=a", "z=b", "x=y=z+1", "b"}},
		{"a comparison assigns nothing", "y=a; x='y==5'; ((x)); $y", []string{"y=a", "x=y==5", "a"}},
		{"a loop that changes what its text does not show", "x='y=5'; y=a; for i in 1 2; do $y; ((x)); done", []string{"x=y=5", "y=a", "a", "a", "?"}},
		{"quoted words of let are shown", "y=a; z=b; for i in 1 2; do $y; $z; let 'y=5'; done", []string{"y=a", "z=b", "a", "b", "let ?", "a", "?", "b", "let ?"}},
	})
}

func TestBrokenLines(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a division", "x=a; b $((1/y)); x=c\n$x", []string{"x=a", "b ?", "x=c", "c", "a"}},
		{"not one by what is known", "x=a; b $((4/2)); x=c\n$x", []string{"x=a", "b 2", "x=c", "c"}},
		{"not a sum", "x=a; b $((y+1)); x=c\n$x", []string{"x=a", "b ?", "x=c", "c"}},
		{"what a command prints as a number", "x=a; b $((1+$(d))); x=c\n$x", []string{"x=a", "d", "b ?", "x=c", "c", "a"}},
		{"in an offset and a subscript", "x=a; b ${y:$(d)}; x=c\nx=e; y[$(d)]=1; x=f\n$x", []string{"x=a", "d", "b ?", "x=c", "x=e", "d", "y=1", "x=f", "f", "e"}},
		{"an assignment to a constant", "readonly y; x=a; y=1; x=c\n$x", []string{"readonly y", "x=a", "y=1", "x=c", "c", "a"}},
		{"a reference to nothing", "x=a; b ${!y}; x=c\n$x", []string{"x=a", "b ?", "x=c", "c", "a"}},
		{"an integer that is none", "declare -i y; x=a; y=1/0; x=c\n$x", []string{"declare -i y", "x=a", "y=1/0", "x=c", "c", "a"}},
		{"a compound as a whole", "x=a\nif b; then\nb $((1/y))\nx=c\nfi\n$x", []string{"x=a", "b", "b ?", "x=c", "c", "a"}},
		{"a subshell alone", "x=a; (b $((1/y)); x=c); x=d\n$x", []string{"x=a", "b ?", "x=c", "x=d", "d"}},
		{"a line that calls what is broken off", "f() { local z=1; b $((1/y)); }; x=a; f; x=c\n$x", []string{"f: z=1 local", "f: b ?", "x=a", "f shadowed", "f: z=1 local", "f: b ?", "x=c", "c", "?"}},
	})
}

func TestEvaluationIsBounded(t *testing.T) {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	deep := "a"
	for range 10 {
		deep = "eval " + quote(deep)
	}
	for reason, source := range map[string]string{
		"evals in evals":           deep,
		"an eval of a large text":  "x=" + strings.Repeat("a", 60_000) + "\n" + strings.Repeat("eval \"$x\"\n", 10_000),
		"aliases of aliases":       "alias a='b b'\nalias b='a a'\n" + strings.Repeat("a a\n", 1_000),
		"values that name others":  "x='y+y+y+y'; y='x+x+x+x'\n" + strings.Repeat("((x))\n", 1_000),
		"traps that set traps":     strings.Repeat("trap 'trap \"trap a EXIT\" EXIT' EXIT\n", 5_000),
		"prompts":                  strings.Repeat("PS4='$(a $(b $(c)))'\n", 10_000),
		"references to each other": "declare -n x=y; declare -n y=x\n" + strings.Repeat("x=1\n", 1_000),
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse(source, Options{})
			if err != nil { // what is past a limit is not merely left out
				var limit *tree.LimitError
				require.ErrorAs(t, err, &limit)
				assert.True(t, limit.Spent)
			}
			assert.Less(t, len(s.Commands), 100_000)
		})
	}
}
