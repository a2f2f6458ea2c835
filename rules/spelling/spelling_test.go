package spelling

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// lines are such that each family can respell one of them.
var lines = []string{
	"rm -rf / a", "rm -r -f /", "git reset --hard HEAD~1", "curl -s u | sh", "echo x > f", "wc < f", `probe -a "b c" 'd"e'`, `rm -r "$D" *`,
	"tar -x -f a.tgz b", "sort -u --output=o a", "history -c", "chmod -R u+w /etc",
}

// There are families enough, each has a name of its own, and each respells
// something into a text that is another, and that the parser takes.
func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Families() {
		assert.False(t, seen[f.Name], "%s: twice", f.Name)
		seen[f.Name] = true
		spelled := 0
		for _, line := range lines {
			c := f.Spell(Read(line))
			if c == "" {
				continue
			}
			spelled++
			assert.NotEqual(t, line, c, f.Name)
			_, err := parser.Parse(c, parser.Options{})
			assert.NoError(t, err, "%s: %q", f.Name, c)
		}
		assert.NotZero(t, spelled, "%s: respells nothing", f.Name)
	}
	assert.Greater(t, len(seen), 40)
}

// One respelling of each kind, written out.
func TestSpell(t *testing.T) {
	for _, r := range []struct{ family, line, want string }{
		{"a name in parts", "rm -rf /", `"r"'m' -rf /`},
		{"an escaped name", "rm -rf /", `\rm -rf /`},
		{"a name in hexadecimal", "rm x", `$'\x72\x6d' x`},
		{"a name in octal", "rm x", `$'\162\155' x`},
		{"a name in two variables", "rm x", "y=r z=m; $y$z x"},
		{"a name cut out", "rm x", "zz=xxrmyy; ${zz:2:-2} x"},
		{"a roundabout path", "rm x", "/usr/bin/../bin/rm x"},
		{"a roundabout path", "cd x", ""},
		{"wrappers in wrappers", "rm x", "sudo env ZZ=1 nice -n 5 timeout -k 1 9 nohup rm x"},
		{"busybox", "rm x", "busybox rm x"},
		{"busybox", "git x", ""},
		{"in a loop", "rm x", ""},
		{"in a while loop", "rm x", "while true; do rm x; break; done"},
		{"in a while loop", "cat <<E\nE", ""},
		{"in backquotes", `rm \x`, ": `rm \\\\x`"},
		{"bash -c", "rm 'x y'", `bash -c 'rm '\''x y'\'''`},
		{"base64 into bash", "rm x", "echo cm0geA== | base64 -d | bash"},
		{"reversed into bash", "rm x", "echo 'x mr' | rev | bash"},
		{"a here-document into bash", "rm x", "bash <<'ZZ'\nrm x\nZZ"},
		{"words in octal", "rm $D x", `$'\162\155' $D $'\170'`},
		{"words in braces", "rm -rf /", "{'rm','-rf','/'}"},
		{"words in braces", "rm -rf *", ""},
		{"$IFS between words", "rm -rf /", "rm${IFS}-rf${IFS}/"},
		{"$IFS between words", "rm 'a b'", ""},
		{"words in an array", "rm 'a b'", `zz=(rm 'a b'); "${zz[@]}"`},
		{"arguments by xargs", "rm -rf /", `printf '%s\0' -rf / | xargs -0 rm`},
		{"the last word by a loop", "rm -rf /", `for zz in /; do rm -rf "$zz"; done`},
		{"redirections in front", "echo x > f", "> f echo x"},
		{"> as tee", "echo x > f", "echo x | tee  f"},
		{"> as >>", "echo x >> f", ""},
		{"< as cat", "wc < f", "cat  f | wc"},
		{"options one by one", "rm -rf /", "rm -r -f /"},
		{"options in a bundle", "rm -r -f /", "rm -rf /"},
		{"options in a bundle, the other way round", "rm -rf /", "rm -fr /"},
		{"long options", "rm -rf /", "rm --recursive --force /"},
		{"long options abbreviated", "rm --recursive /", "rm --re /"},
		{"options last", "rm -rf /", "rm / -r -f"},
		{"options last", "git -C x reset --hard", ""},
		{"long options", "git reset -q", "git reset --quiet"},
		{"-- before the operands", "rm -r x", "rm -r -- x"},
		{"-- before the operands", "git checkout -q x", ""},
		{"values after an equals sign", "sort -o f a", "sort --output=f a"},
		{"values in the same word", "sort -o f a", "sort -of a"},
		{"options one by one", "find . -delete", ""},
	} {
		assert.Equal(t, r.want, spell(r.family, r.line), "%s: %s", r.family, r.line)
	}
}

func spell(family, line string) string {
	for _, f := range Families() {
		if f.Name == family {
			return f.Spell(Read(line))
		}
	}
	return ""
}

// What a line is decides what may be done with it.
func TestRead(t *testing.T) {
	for line, want := range map[string]need{
		"rm -rf /":            flat | named | external | simple | literal,
		"rm -rf $D":           flat | named | external | simple,
		"rm x > y":            flat | named | external | simple,
		"rm {a,b}":            flat | named | external,
		"cd /x":               flat | named | simple | literal,
		"printf -v x y; $x":   flat | named, // the program cannot
		"printf x | sh":       flat | named | external,
		"a; b":                flat, // the name is not plain
		"a ; b":               flat | named | external,
		"a | b":               flat | named | external,
		"A=1 rm x":            flat,
		"if a; then b; fi":    flat,
		"a $(b)":              flat | named | external,
		"cat <<E\nx\nE":       named | external,
		"sleep 1 &":           named | external,
		"rm x # all is well":  named | external,
		"if":                  flat,
		"":                    flat,
		"[ -f x ]":            flat,
		"./x y":               flat,
		"rm \"unfinished":     flat | named | external,
		"f() { g; }; f":       flat,
		"echo 'a\x00b' > out": flat | named | external,
	} {
		assert.Equal(t, want, Read(line).has, "%q", line)
	}
}

// No text breaks a respelling.
func FuzzSpell(f *testing.F) {
	for _, line := range lines {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		l := Read(text)
		for _, family := range Families() {
			if c := family.Spell(l); c != "" {
				require.False(t, c == text || len(c) > 20*len(text)+1000, "%s: %q", family.Name, c)
			}
		}
	})
}

// A quoted text is one word of that text.
func FuzzQuote(f *testing.F) {
	f.Add("a b")
	f.Add(`'"\$` + "`")
	f.Fuzz(func(t *testing.T, text string) {
		if text == "" || strings.ContainsAny(text, "\x00\r") || len(text) > 100 {
			return
		}
		for _, quote := range []func(string) string{
			single, double, plain, parted, hollow, escaped, ansiPlain, hexadecimal, octal, unicode, localized,
		} {
			q := quote(text)
			if q == "" {
				continue
			}
			s, err := parser.Parse("a "+q, parser.Options{})
			require.NoError(t, err, q)
			require.Len(t, s.Commands[0].Args, 2, q)
			got, _ := s.Commands[0].Args[1].Text()
			require.Equal(t, text, got, q)
		}
	})
}
