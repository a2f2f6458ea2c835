package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// chain prints the origins of a word: each stretch, and behind <- what it was
// made of.
func chain(w parser.Word) string {
	names := map[parser.OriginKind]string{
		parser.Assignment: "assigned", parser.InitialValue: "given", parser.Unset: "unset", parser.Output: "output", parser.Tilde: "tilde",
		parser.Item: "item", parser.Parameter: "parameter", parser.OperatorExpansion: "operated", parser.Default: "default",
		parser.BraceExpansion: "braced", parser.Directory: "directory", parser.PossibleChange: "changed",
	}
	var out []string
	for _, s := range w.Stretches() {
		text := s.Text
		if s.Kind == parser.Unknown {
			text = "?"
		}
		o := s.Origin
		if o == nil {
			out = append(out, text)
			continue
		}
		place := ""
		switch o.Kind {
		case parser.Assignment, parser.Item, parser.Parameter:
			place = " at " + o.Source.Text[o.Span.Offset:o.Span.End]
		}
		said := fmt.Sprintf("%s(%s %s%s%s)", text, names[o.Kind], o.Name, o.Text, place)
		if made := chain(o.Value); strings.Contains(made, "(") {
			said += " <- " + made
		}
		out = append(out, said)
	}
	return strings.Join(out, " + ")
}

func TestOrigins(t *testing.T) {
	vars := map[string]string{"HOME": "/home/agent", "LIST": "a b"}
	for _, c := range []struct{ name, source, want string }{
		{"text of the source has no origin", `x a-b'c'"d"`, `x | a-bcd`},
		{"an assignment", `D=rm; $D y`, `rm(assigned D at D=rm) | y`},
		{
			"an assignment of what commands print", `D=$(echo cm0K|base64 -d); $D -rf`,
			`rm(assigned D at D=$(echo cm0K|base64 -d)) <- rm(output $(echo cm0K|base64 -d)) | -rf`,
		},
		{"a substitution in the word", "$(echo rm) x", `rm(output $(echo rm)) | x`},
		{"one that is not known", "x $(date)", `x | ?(output $(date))`},
		{"backquotes", "x `echo a`", "x | a(output `echo a`)"},
		{"a process substitution", "x <(date)", `x | ?(output <(date))`},
		{"a variable of the caller's", `x "$HOME/y"`, `x | /home/agent(given HOME) + /y`},
		{"a value that is split", `x $LIST`, `x | a(given LIST) | b(given LIST)`},
		{"a variable nobody has set", `x "$D"/y`, `x | ?(unset D) + /y`},
		{"a tilde", `x ~/y`, `x | /home/agent(tilde ~) <- /home/agent(given HOME) + /y`},
		{"a loop", `for f in a b; do x $f; done`, `x | a(item f at f) ; x | b(item f at f)`},
		{"an argument of a function", `f() { x "$1"; }; f a`, `x | ?(unset 1) ; f | a ; x | a(parameter 1 at f a)`},
		{"an argument of set", `set -- a b; x $2`, `set | -- | a | b ; x | b(parameter 2 at set -- a b)`},
		{"an operator", `D=rmx; ${D%x} y`, `rm(operated ${D%x}) <- rmx(assigned D at D=rmx) | y`},
		{"an operator on what is not known", `D=$(date); x ${D%x}`, `x | ?(operated D${D%x}) <- ?(assigned D at D=$(date)) <- ?(output $(date))`},
		{"a default", `x ${D:-/}`, `x | ?(default D${D:-/}) ; x | /(default D${D:-/})`},
		{"braces", `x {a,b$HOME}`, `x | a(braced {a,b$HOME}) | b(braced {a,b$HOME}) + /home/agent(given HOME)`},
		{"a chain of variables", `A=/; B=$A; x $B`, `x | /(assigned B at B=$A) <- /(assigned A at A=/)`},
		{"two variables side by side", `A=r B=m; $A$B`, `r(assigned A at A=r) + m(assigned B at B=m)`},
		{"text after a value with +=", `A=r; A+=m; $A`, `rm(assigned A at A+=m) <- r(assigned A at A=r) + m`},
		{"read", `read X <<< rm; $X`, `read | X ; rm(assigned X at read X <<< rm)`},
		{"a directory", `cd /a; x "$PWD"`, `cd | /a ; x | /a(directory PWD)`},
		{"a variable that a loop changes", `X=a; while c; do x $X; X=b; done`, `c ; x | ?(changed X)`},
		{"a here-string", `x <<< "$HOME"`, `x`},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, chains(t, c.source, vars))
		})
	}
}

// chains prints the origins of the words of all commands.
func chains(t *testing.T, source string, vars map[string]string) string {
	t.Helper()
	s, err := parser.Parse(source, parser.Options{Origins: true, Vars: func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}})
	require.NoError(t, err)
	var commands []string
	for _, c := range s.Commands {
		var words []string
		for _, w := range c.Args {
			words = append(words, chain(w))
		}
		if len(words) > 0 && !strings.HasPrefix(words[0], "echo") && words[0] != "date" && words[0] != "base64" {
			commands = append(commands, strings.Join(words, " | "))
		}
	}
	return strings.Join(commands, " ; ")
}

// What is asked for to be shown must not change what is read.
func TestOriginsChangeNothing(t *testing.T) {
	for _, source := range []string{
		`A=/; B=${A}x; for i in $B {a,b}$A; do x "$i" ${C:-$A}; done; if c; then A=y; fi; z $A "$@"`,
		`f() { x ${1%y} $*; }; f a"$HOME"y; eval "x $(echo a b)"; y=(a $HOME); z "${y[@]}" ${#y}`,
		"cat <<E | sh\nx $HOME\nE\nIFS=:; P=a:b; x $P; read A B <<< 'r m'; $A$B ~/x:~/y Z=~",
	} {
		var got [2]string
		for i, origins := range []bool{false, true} {
			s, err := parser.Parse(source, parser.Options{Origins: origins, Vars: func(name string) (string, bool) {
				return "/h", name == "HOME"
			}})
			require.NoError(t, err)
			for _, c := range s.Commands {
				got[i] += fmt.Sprintf("%s %q %v\n", c, c.Args, c.Span)
			}
		}
		assert.Equal(t, got[0], got[1])
	}
}

func TestNoOriginsUnlessAsked(t *testing.T) {
	s, err := parser.Parse(`D=rm; $D $(echo x)`, parser.Options{})
	require.NoError(t, err)
	for _, c := range s.Commands {
		for _, w := range c.Args {
			for _, stretch := range w.Stretches() {
				assert.Nil(t, stretch.Origin)
			}
		}
	}
}

// A word that lost its beginning keeps the origins of what is left.
func TestStretchesOfATail(t *testing.T) {
	s, err := parser.Parse(`A=b; x --o=a${A}c`, parser.Options{Origins: true})
	require.NoError(t, err)
	w := s.Commands[len(s.Commands)-1].Args[1]
	assert.Equal(t, "a + b(assigned A at A=b) + c", chain(w.Tail(len("--o="))))
	assert.Equal(t, "b(assigned A at A=b) + c", chain(w.Tail(len("--o=a"))))
}

// A hostile chain of assignments is not kept without end.
func TestOriginsAreBounded(t *testing.T) {
	s, err := parser.Parse(strings.Repeat("x=$x$x;", 3_000)+"y $x", parser.Options{Origins: true})
	require.NoError(t, err)
	assert.NotEmpty(t, s.Commands)
}
