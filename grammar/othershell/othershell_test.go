package othershell

import (
	"strings"
	"testing"
)

// Source of fish and of csh is rewritten as bash reads it.
func TestRewrittenShells(t *testing.T) {
	fish := func(text string) string { return rewritten(Fish(text)) }
	csh := func(text string) string { return rewritten(Csh(text)) }
	for _, c := range []struct {
		why, text, want string
		read            func(string) string
	}{
		{"a constant", "set x ~/a; b $x", "x=~/a; b ${x}", fish},
		{"a local one", "set -l x a", "x=a", fish},
		{"one for programs", "set -gx x a", "export x=a", fish},
		{"a list", `set x a b; c $x "$x"`, `true a b; c a b "${x}"`, fish},
		{"a question", "set -q x; or b", "true; b", fish},
		{"a substitution", "set x (a b); c (d)", "x=$(a b); c $(d)", fish},
		{"one in another", `a (b "$(c (d))")`, `a $(b "$(c $(d))")`, fish},
		{"a condition", "if a; b; else if not c; d; else; e; end", "if a;then  b; elif ! c;then  d; else true; e; fi", fish},
		{"loops", "for x in a b; c $x; end; while a; b; end", "for x in a b;do  c ${x}; done; while a;do  b; done", fish},
		{"a function", "function f -a x; a $x $argv; end; f b", `f() { true; x=$1; a ${x} "$@"; }; f b`, fish},
		{"a case", "switch a; case b c; d; end", "case a in _none) true; ;; b|c) true; d; esac", fish},
		{"a group in a pipe", "begin; a; end | b", "{ true; a; }| b", fish},
		{"and, or, not", "a; and b; or not c", "a; b; ! c", fish},
		{"an alias", "alias a 'b c'", "alias a='b c'", fish},
		{"quotes", `a 'b\'c' "d\"e" f\ g`, `a 'b'\''c' "d\"e" f\ g`, fish},
		{"a comment with a quote", "a # don't; b\nc", "a\nc", fish},
		{"redirections", "a > b 2>&1 &", "a > b 2>&1&", fish},
		{"more words for a list", "set x -rf; set -a x ~/a; b $x", "x=-rf; true ${x} ~/a; b ${x} ~/a", fish},
		{"words before a list", "set x a b; set -p x c; b $x", "true a b; true c a b; b c a b", fish},
		{"options of a function that run something", "function f -d (a); b; end", "true -d $(a); f() { true; b; }", fish},
		{"a command behind else", "if a; b; else c; end", "if a;then  b; else c; fi", fish},
		{"a variable by name", "a $$x", "a ${!x}", fish},
		{"an open block", "if a; b", "?", fish},
		{"a stray end", "end", "?", fish},
		{"an open quote", "a 'b", "?", fish},
		{"an open bracket", "a (b", "?", fish},
		{"a stray bracket", "a )b", "a )b", fish},
		{"a head without a separator", "if a end", "?", fish},

		{"a constant", "set x = ~/a; b $x", "x=~/a;b $x", csh},
		{"without blanks", "set x=a", "x=a", csh},
		{"a list", "set x = (a b)", `x="a b"`, csh},
		{"a second one that runs something", "set x = a y = `b`", "true y = `b`; x=a", csh},
		{"a value without a name", "set `a`", "true `a`", csh},
		{"one for programs", "setenv x a", "export x=a", csh},
		{"a loop", "foreach x (a b)\nc $x\nend", "for x in a b; do true\nc $x\ndone", csh},
		{"a condition", "if (-d a) b; c", "if true; then b; fi;c", csh},
		{"a long one", "if ($x > 1) then\na\nelse\nb\nendif", "if true; then true\na\nelse true\nb\nfi", csh},
		{"a while", "while (1)\na\nend", "while true; do true\na\ndone", csh},
		{"quotes", "a ';' \"b;c\"; d", "a ';' \"b;c\";d", csh},
		{"a condition that runs something", "if ({ a }) b", "?", csh},
		{"an open block", "while (1)\na", "?", csh},
		{"a switch", "switch (a)\nendsw", "?", csh},
	} {
		if got := c.read(c.text); got != c.want {
			t.Errorf("%s: %s\n got %q\nwant %q", c.why, c.text, got, c.want)
		}
	}
	if _, ok := Fish(strings.Repeat("a (", 1000)); ok {
		t.Error("substitutions of any depth are read")
	}
}

func rewritten(text string, ok bool) string {
	if !ok {
		return "?"
	}
	return text
}

func FuzzRewrittenShells(f *testing.F) {
	f.Add("set x a; if b; c (d $x[1]) 'e' \"f$x\"; end # g")
	f.Add("foreach x (a)\nif (b) c\nend")
	f.Fuzz(func(t *testing.T, text string) {
		Fish(text)
		Csh(text)
	})
}
