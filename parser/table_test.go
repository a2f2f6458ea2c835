package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// caller is a shell that starts with a home and one known user.
func caller() Options {
	return Options{
		Vars: func(name string) (string, bool) {
			v, ok := map[string]string{"HOME": "/home/u", "TMPDIR": "/tmp", "EMPTY": ""}[name]
			return v, ok
		},
		Home: func(user string) (string, bool) { return "/root", user == "root" },
	}
}

// show prints a command with all that a table may want to say of it.
func show(c *tree.Command) string {
	var b strings.Builder
	if c.Func != "" {
		fmt.Fprintf(&b, "%s: ", c.Func)
	}
	b.WriteString(c.String())
	switch c.Stdin.Kind {
	case tree.FromFile:
		fmt.Fprintf(&b, " [file %s]", c.Stdin.Word)
	case tree.FromText:
		fmt.Fprintf(&b, " [text %q]", c.Stdin.Word.String())
	case tree.FromPipe:
		fmt.Fprintf(&b, " [pipe%s]", from(c.Stdin.From))
	}
	if len(c.Dir.Parts) > 0 {
		fmt.Fprintf(&b, " @%s", c.Dir)
	}
	for name, on := range map[string]bool{" forks": c.Forks, " &": c.Background && !c.Forks} {
		if on {
			b.WriteString(name)
		}
	}
	if c.Shadowed {
		b.WriteString(" shadowed")
	}
	return b.String()
}

func from(commands []*tree.Command) string {
	var b strings.Builder
	for _, c := range commands {
		b.WriteString(" " + c.Program().String())
	}
	return b.String()
}

type row struct {
	reason string
	source string
	want   []string
}

// check compares the commands of each source with what a row wants.
func check(t *testing.T, lang reader.Lang, rows []row) {
	t.Helper()
	for _, r := range rows {
		t.Run(r.reason, func(t *testing.T) {
			opt := caller()
			opt.Lang = lang
			script, err := Parse(r.source, opt)
			require.NoError(t, err)
			got := make([]string, len(script.Commands))
			for i, c := range script.Commands {
				got[i] = show(c)
				sound(t, script, c)
			}
			assert.Equal(t, r.want, got)
		})
	}
}

// sound holds what must be true of any command.
func sound(t *testing.T, s *tree.Script, c *tree.Command) {
	t.Helper()
	if c.Source.Outer != s.Source.Outer {
		require.NotNil(t, c.Source.Outer, "who evaluates %s", c)
	} else {
		require.Same(t, s.Source, c.Source)
	}
	size := len(c.Source.Text)
	in := func(p tree.Span) bool { return 0 <= p.Offset && p.Offset <= p.End && p.End <= size }
	require.True(t, in(c.Span), "span of %s: %+v", c, c.Span)
	for _, w := range c.Args {
		require.True(t, in(w.Span), "span of %s in %s", w, c)
	}
	for _, r := range c.Redirects {
		require.True(t, in(r.Span))
	}
	for _, a := range c.Assigns {
		require.True(t, in(a.Span))
	}
}

// structure has every place a command may stand in.
var structure = []row{
	{"C1 lists in order", "a; b && c || d\ne", []string{"a", "b", "c", "d", "e"}},
	{"C1 negation and time", "! a; time b; time -p c", []string{"a", "b", "c"}},
	{"C1 background marks the whole compound", "{ a; b; } & c", []string{"a &", "b &", "c"}},
	{"C1 groups and subshells", "{ a; (b; c); }", []string{"a", "b", "c"}},
	{"C1 if with elif and else", "if a; then b; elif c; then d; else e; fi", []string{"a", "b", "c", "d", "e"}},
	{"C1 while and until", "while a; do b; done; until c; do d; done", []string{"a", "b", "c", "d"}},
	{"C1 case items", "case x in a) b;; c|d) e;& *) f;; esac", []string{"b", "e", "f"}},
	{"C1 C-style for", "for ((i=0; i<$(a); i++)); do b; done", []string{"a", "b"}},
	{"C1 select", "select x in a; do b $x; done", []string{"b a"}},
	{"C1 coproc", "coproc a b; coproc n { c; }", []string{"a b [pipe] &", "c [pipe] &"}},
	{"C1 functions in both spellings", "f() { a; }; function g { b; }; function h() (c)", []string{"f: a", "g: b", "h: c"}},
	{"C1 inner functions name the innermost", "f() { g() { a; }; b; }", []string{"g: a", "f: b"}},
	{"C1 assignments alone", "a=1 b=2", []string{"a=1 b=2"}},
	{"C1 redirection alone", "> x", []string{">x"}},
	{"C1 line continuation", "a \\\n  b", []string{"a b"}},
	{"C1 a comment ends with its line, a backslash before that or not", "a # x \\\nb # y\\\n# z \\\nc; d '# e \\\nf' \\\n g", []string{"a", "b", "c", "d # e \\\nf g"}},
	{"C1 such a comment in a substitution, a pipe and a subshell", "a \"$(b # \\\nc)\" | # \\\nd\n( e # \\\n f )", []string{"b", "c", "a ?", "d [pipe a]", "e", "f"}},
	{"C1 comment lines do not hide", "# x\na # b\nc", []string{"a", "c"}},
	{"C1 a carriage return before a newline is dropped", "a b\r\nc", []string{"a b", "c"}},
	{"C1 a carriage return hides nothing behind a comment", "a b\r#; c", []string{"a b\r#", "c"}},
	{"C1 an escaped carriage return continues no line", "a \\\r\nb", []string{"a \r", "b"}},
	{"C2 in an argument", "a $(b) `c` \"$(d)\" \"`e`\"", []string{"b", "c", "d", "e", "a ? ? ? ?"}},
	{"C2 nested substitutions come first", "a $(b $(c))", []string{"c", "b ?", "a ?"}},
	{"C2 process substitutions", "a <(b) >(c)", []string{"b", "c [pipe a]", "a ? ?"}},
	{"C2 in assignments and arrays", "x=$(a) y=($(b) [$(c)]=$(d)) z[$(e)]=1", []string{"a", "b", "c", "d", "e", "x=? y=? z=1"}},
	{"C2 in an assignment before a command", "x=$(a) b", []string{"a", "x=? b"}},
	{"C2 in arithmetic and subscripts", "a $((x[$(b)] + $(c))) ${y[$(d)]} ${z:$(e):$(f)}", []string{"b", "c", "d", "e", "f", "a ? ? ?"}},
	{"C2 in a test", "[[ -v a[$(b)] && $(c) == $(d) || ! ( -n $(e) ) ]]", []string{"b", "c", "d", "e"}},
	{"C2 in an arithmetic command", "(( x = $(a), y += `b` ))", []string{"a", "b"}},
	{"C2 in parameter words", "a ${x:-$(b)} ${x#$(c)} ${x/$(d)/$(e)} ${x:?$(f)}", []string{"b", "c", "d", "e", "f", "a ? ? ? ?"}},
	{"C2 in redirection targets", "a > $(b) 2>> `c`", []string{"b", "c", "a >? 2>>?"}},
	{"C2 in a here-document", "a <<E\n$(b) `c`\nE\nd", []string{"b", "c", "a <<? ?\n [text \"? ?\\n\"]", "d"}},
	{"C2 not in a quoted here-document", "a <<'E'\n$(b)\nE", []string{"a <<$(b)\n [text \"$(b)\\n\"]"}},
	{"C2 in a here-string", "a <<< $(b)", []string{"b", "a <<<? [text \"?\"]"}},
	{"C2 in case words and patterns", "case $(a) in $(b)) c;; esac", []string{"a", "b", "c"}},
	{"C2 in for lists", "for x in $(a); do b; done", []string{"a", "b"}},
	{"C2 in declarations", "export x=$(a); local y=`b`; declare -i z='$(c)'; readonly $(d)", []string{"a", "x=? export", "b", "y=? local", "c", "z=$(c) declare -i", "d", "readonly ?"}},
	{"C2 in let", "let x=$(a)+1", []string{"a", "let ?"}},
	{"C2 in a function's redirections", "f() { a; } > $(b)", []string{"f: b", "f: a >?"}},
	{"C3 quoted text is no command", `a "b; c" 'd $(e)' f\;g`, []string{"a b; c d $(e) f;g"}},
	{"C3 text in a comment is no command", "a # $(b)", []string{"a"}},
	{"redirections of compounds follow their own", "{ a > x; } 2> y", []string{"a >x 2>y"}},
	{"every redirection operator", "a >b >>c >|d &>e &>>f <>g 2>&1 <&3 {v}>h 3>i", []string{"a >b >>c >|d &>e &>>f <>g 2>&1 <&3 {v}>h 3>i [file ?]"}},
	{"eval keeps its words", `eval "a $x"`, []string{"eval a ?"}},
}

func TestEveryCommandIsListed(t *testing.T) { check(t, reader.Bash, structure) }

func TestForkBombs(t *testing.T) {
	check(t, reader.Bash, []row{
		{"C8 any name", "b(){ b|b& };b", []string{"b: b forks shadowed", "b: b [pipe b] forks shadowed", "b shadowed", "b: b forks shadowed", "b: b [pipe b] forks shadowed"}},
		{"C8 colon", ":(){ :|:& };", []string{":: : forks shadowed", ":: : [pipe :] forks shadowed"}},
		{"C8 spaced, never called", "function b { b | b & }", []string{"b: b forks shadowed", "b: b [pipe b] forks shadowed"}},
		{"C8 background alone", "f() { f & f; }", []string{"f: f forks shadowed", "f: f shadowed"}},
		{"C8 pipeline alone", "f() { a | f | f; }", []string{"f: a", "f: f [pipe a] forks shadowed", "f: f [pipe f] forks shadowed"}},
		{"C8 inside a group", "f() { { f; } | (f); }", []string{"f: f forks shadowed", "f: f [pipe f] forks shadowed"}},
		{"C8 plain recursion is none", "f() { f; }", []string{"f: f shadowed"}},
		{"C8 another function is none", "f() { g | g & }", []string{"f: g &", "f: g [pipe g] &"}},
		{"C8 in another function's body", "f() { g() { f & }; g; }", []string{"g: f forks shadowed", "f: g shadowed", "g: f forks shadowed"}},
	})
}

func TestWhereStdinComesFrom(t *testing.T) {
	check(t, reader.Bash, []row{
		{"pipe", "a | b |& c", []string{"a", "b [pipe a]", "c [pipe b]"}},
		{"pipe from a group", "{ a; b; } | c", []string{"a", "b", "c [pipe a b]"}},
		{"pipe into a group and a loop", "a | { b; c; } | while d; do e; done", []string{"a", "b [pipe a]", "c [pipe a]", "d [pipe b c]", "e [pipe b c]"}},
		{"what a substitution prints is no output of the stage", "a $(b) | c", []string{"b", "a ?", "c [pipe a]"}},
		{"a substitution inherits the pipe", "a | b $(c)", []string{"a", "c [pipe a]", "b ? [pipe a]"}},
		{"file", "a < b; c 0< d; e 3< f", []string{"a <b [file b]", "c 0<d [file d]", "e 3<f"}},
		{"the last redirection wins", "a < b <<< c | d", []string{`a <b <<<c [text "c"]`, "d [pipe a]"}},
		{"a file wins over the pipe", "a | b < c", []string{"a", "b <c [file c]"}},
		{"here-document", "a <<E\nx $HOME \\$y `z`\nE", []string{"z", "a <<x /home/u $y ?\n [text \"x /home/u $y ?\\n\"]"}},
		{"here-document with tabs", "a <<-E\n\tx\n\tE", []string{"a <<-x\n [text \"x\\n\"]"}},
		{"empty here-document", "a <<E\nE\nb", []string{"a << [text \"\"]", "b"}},
		{"here-string of a constant", "x=rm; a <<< \"$x -r\"", []string{"x=rm", `a <<<rm -r [text "rm -r"]`}},
		{"of a compound", "while a; do b; done < c; d", []string{"a <c [file c]", "b <c [file c]", "d"}},
		{"of a subshell with a pipe inside", "(a | b) < c", []string{"a <c [file c]", "b <c [pipe a]"}},
		{"exec redirects what follows", "exec < a; b", []string{"exec <a [file a]", "b [file a]"}},
		{"output of a command into >( )", "a > >(b | c)", []string{"b [pipe a]", "c [pipe b]", "a >?"}},
		{"output of a group into >( )", "{ a; b; } > >(c)", []string{"c [pipe a b]", "a >?", "b >?"}},
		{"duplicated from an unknown descriptor", "a <&3; b <&0", []string{"a <&3 [file ?]", "b <&0"}},
	})
}

func TestFilesFromSubstitutions(t *testing.T) {
	s, err := Parse("a <(b) < <(c)", Options{})
	require.NoError(t, err)
	a := s.Commands[2]
	assert.Equal(t, tree.Part{Kind: tree.Unknown, Text: "<(b)", From: s.Commands[:1], File: true}, a.Args[1].Parts[0])
	assert.Equal(t, s.Commands[1:2], a.Stdin.Word.From())
}

func TestSourceInheritsFromItsCommand(t *testing.T) {
	outer := &tree.Command{Dir: tree.Text("/srv"), Stdin: tree.Stdin{Kind: tree.FromText, Word: tree.Text("x")}}
	s, err := Parse("a; cd b; c | d", Options{Outer: outer})
	require.NoError(t, err)
	var got []string
	for _, c := range s.Commands {
		got = append(got, show(c))
	}
	assert.Equal(t, []string{`a [text "x"] @/srv`, `cd b [text "x"] @/srv`, `c [text "x"] @/srv/b`, `d [pipe c] @/srv/b`}, got)
	assert.Same(t, outer, s.Source.Outer)
}

func TestShadowing(t *testing.T) {
	check(t, reader.Bash, []row{
		{"by a function defined later", "ls; ls() { a; }", []string{"ls shadowed", "ls: a", "ls: a"}},
		{"by an alias", "alias ls=a; b; /bin/ls", []string{"alias ls=a", "a", "b shadowed", "/bin/ls"}},
		{"by an alias that comes later", "ls; alias ls=a", []string{"ls shadowed", "alias ls=a", "a"}},
		{"after PATH", "a; PATH=/x; b", []string{"a", "PATH=/x", "b shadowed"}},
		{"by PATH before it alone", "PATH=/x a; b", []string{"PATH=/x a shadowed", "b"}},
		{"after export PATH", "export PATH=/x; b", []string{"PATH=/x export", "b shadowed"}},
		{"after unset PATH", "unset PATH; b", []string{"unset PATH", "b shadowed"}},
		{"after read PATH", "read PATH; b", []string{"read PATH", "b shadowed"}},
		{"after hash and enable", "hash -p /x ls; ls", []string{"hash -p /x ls", "ls shadowed", "/x"}},
		{"not after a subshell", "(PATH=/x; a); b", []string{"PATH=/x", "a shadowed", "b"}},
		{"after either branch", "if a; then PATH=/x; fi; b", []string{"a", "PATH=/x", "b shadowed"}},
		{"in a loop that changes PATH later", "while a; do b; PATH=/x; done", []string{"a shadowed", "b shadowed", "PATH=/x"}},
		{"after eval and source", "eval \"$x\"; a; . y", []string{"eval ?", "a shadowed", ". y shadowed"}},
	})
}
