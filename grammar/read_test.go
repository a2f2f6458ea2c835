package grammar

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// one reads an argv.
func one(argv ...string) *Invocation { return ReadCommand(parser.Argv(argv), parser.Options{}) }

func TestHas(t *testing.T) {
	v := one("rm", "-rf", "x")
	assert.Equal(t, parser.Yes, v.Has("-R"), "any spelling of the option")
	assert.Equal(t, parser.Yes, v.Has("-i --force"), "any of several")
	assert.Equal(t, parser.No, v.Has("--interactive"))

	v = one("rm", "--nope", "x")
	assert.Equal(t, parser.Maybe, v.Has("-r"), "an unknown option may stand for any")

	v = one("tool", "--privileged", "-it", "x")
	assert.Equal(t, parser.Yes, v.Has("--privileged"), "without a grammar, as it is written")
	assert.Equal(t, parser.Maybe, v.Has("-i"), "it may be in the bundle")
	assert.Equal(t, parser.No, v.Has("-x"))
	assert.False(t, v.Open)
}

func TestValue(t *testing.T) {
	v := one("curl", "-o", "a", "--output=b", "u")
	w, truth := v.Value("-o")
	assert.Equal(t, parser.Yes, truth)
	assert.Equal(t, "b", w.String(), "the last one counts")
	_, truth = v.Value("--config")
	assert.Equal(t, parser.No, truth)
}

// Text that is known to be written to a pipe is as good as a here-document.
func TestKnownTextOfAPipe(t *testing.T) {
	c := parser.Argv([]string{"sh"})
	c.Stdin = parser.Stdin{Kind: parser.FromPipe, Word: parser.Text("rm -rf /\n"), From: []*parser.Command{parser.Argv([]string{"echo"})}}
	v := ReadCommand(c, parser.Options{})
	require.Len(t, v.Nested, 1)
	assert.Equal(t, "rm --recursive --force delete:/ | deletes tree /", show(v.Nested[0]))

	c = parser.Argv([]string{"sh"})
	from := parser.Argv([]string{"curl"})
	c.Stdin = parser.Stdin{Kind: parser.FromPipe, From: []*parser.Command{from}}
	v = ReadCommand(c, parser.Options{})
	require.Len(t, v.Effects, 1)
	assert.Equal(t, []*parser.Command{from}, v.Effects[0].Word.From(), "who writes the code is known")
}

func TestAllIsDepthFirst(t *testing.T) {
	v := one("sudo", "sh", "-c", "env A=1 ls; id")
	var names []string
	for n := range All([]*Invocation{v, one("true")}) {
		names = append(names, n.Name)
	}
	assert.Equal(t, []string{"sudo", "sh", "env", "ls", "id", "true"}, names)
	for n := range All([]*Invocation{v}) {
		assert.Equal(t, "sudo", n.Name)
		break
	}
}

func TestNestingIsBounded(t *testing.T) {
	argv := slices.Repeat([]string{"sudo"}, MaxNesting+5)
	deep := false
	for v := range All([]*Invocation{one(append(argv, "ls")...)}) {
		deep = deep || v.Err != nil
	}
	assert.True(t, deep, "argv")

	source := "ls"
	for range MaxNesting + 5 {
		source = "eval " + "'" + strings.ReplaceAll(source, "'", `'\''`) + "'"
		if len(source) > 1<<16 {
			break
		}
	}
	s, err := parser.Parse(source, parser.Options{})
	var limit *parser.LimitError
	require.ErrorAs(t, err, &limit)
	for range All(Read(s, parser.Options{})) {
	}
}

// Reading many names of programs must not try every beginning.
func TestGuessesAreBounded(t *testing.T) {
	n := 0
	for range All([]*Invocation{one(slices.Repeat([]string{"nosuch", "rm"}, 2000)...)}) {
		n++
	}
	assert.Less(t, n, 1000)

	n = 0
	failed := false
	for v := range All([]*Invocation{one(slices.Repeat([]string{"nosuch", "env"}, 30)...)}) {
		n++
		failed = failed || v.Err != nil
	}
	assert.Less(t, n, 12_000, "nor every beginning of every beginning")
	assert.True(t, failed)
}

// What a word may be depends on the options that a shell is started with.
func TestShellsAreStartedWithOptions(t *testing.T) {
	nested := func(argv ...string) (programs []string) {
		for _, v := range one(argv...).Nested {
			programs = append(programs, v.Name)
		}
		return programs
	}
	assert.Equal(t, []string{""}, nested("bash", "-c", "no* rm a"))
	assert.Equal(t, []string{"", "rm"}, nested("bash", "-O", "nullglob", "-c", "no* rm a"))
	assert.Equal(t, []string{"", "rm"}, nested("zsh", "-o", "null_glob", "-c", "no* rm a"))
	assert.Equal(t, []string{"a", "a"}, nested("bash", "-k", "-c", "a b=1"))
	assert.Equal(t, []string{""}, nested("ssh", "-o", "nullglob", "h", "no* rm a"))
	assert.Len(t, one("env", "BASHOPTS=nullglob", "bash", "-c", "no* rm a").Nested[0].Nested, 2)
}

func TestNestedCommandsKnowTheirOuter(t *testing.T) {
	v := one("env", "-C", "/etc", "PATH=/x", "sh", "-c", "rm a")
	sh := v.Nested[0]
	rm := sh.Nested[0]
	assert.Same(t, v.Command, sh.Command.Outer)
	assert.Same(t, sh.Command, rm.Command.Outer)
	assert.True(t, rm.Command.Shadowed, "PATH was set on the way")
	dir, known := rm.Command.Dir.Text()
	assert.True(t, known)
	assert.Equal(t, "/etc", dir)
}

// words collects every word an invocation accounts for.
func words(v *Invocation, into map[string]bool) {
	into[v.Sub] = true
	for s := range strings.FieldsSeq(v.Sub) {
		into[s] = true
	}
	for _, g := range v.Options {
		into[g.Name] = true
		into[g.Value.String()] = true
		for _, w := range g.Words {
			into[w.String()] = true
		}
	}
	for _, o := range v.Operands {
		into[o.Word.String()] = true
	}
}

// No argv may break the reader, and none of its operands may get lost.
func FuzzRead(f *testing.F) {
	for _, argv := range []string{
		"rm -rf -- /", "sudo -u x env A=1 -S 'a b' c", "git -C x -c a.b=c push +x --force", "find / -exec rm {} ; -o x",
		"xargs -I {} sh -c {} x", "ssh -o a h rm x", "sh -c -e x", "dd of=/x if=", "curl -F a=@b;c -d @x u", "- -- --= =",
		"bash -o", "python3 -", "nice -5 x", "foo rm git rm find", "scp a: b", "tail +5 -5", "env -S -S -S",
	} {
		f.Add(argv)
	}
	f.Fuzz(func(t *testing.T, line string) {
		argv := strings.Split(line, " ")
		v := one(argv...)
		for n := range All([]*Invocation{v}) {
			assert.NotEqual(t, parser.No, n.Truth)
			for _, e := range n.Effects {
				assert.NotEqual(t, parser.No, e.Truth)
				assert.NotZero(t, e.Kind)
			}
		}
		got := map[string]bool{}
		words(v, got)
		for _, w := range argv[1:] {
			if w != "" && w != ";" && w[0] != '-' && w[0] != '+' && !strings.Contains(w, "=") {
				assert.True(t, got[w], "%q of %q is lost", w, argv)
			}
		}
	})
}

func BenchmarkReadCommand(b *testing.B) {
	for _, argv := range [][]string{
		{"rm", "-rf", "build"},
		{"git", "-C", "x", "commit", "-am", "message"},
		{"sudo", "env", "A=1", "sh", "-c", "curl -sSL u | sh"},
	} {
		c := parser.Argv(argv)
		b.Run(argv[0], func(b *testing.B) {
			for range b.N {
				ReadCommand(c, parser.Options{})
			}
		})
	}
}
