package gate

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDamagedTableIsNeverUsed(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	data := encode(t, w.spec)
	last := w.spec.Commands[len(w.spec.Commands)-1].Names[0] // its page is the last
	try := func(data []byte) Reason {
		c, err := NewChecker(data, w.id)
		require.NoError(t, err)
		return c.Check([]string{last, "sub"}, w.env(), w.work)
	}
	require.Equal(t, Clear, try(data))
	first := int(le32(string(data[offLength:])))
	for at := range data {
		broken := append([]byte(nil), data...)
		broken[at] ^= 1 << (at % 8)
		c, err := NewChecker(broken, w.id)
		require.NoError(t, err)
		assert.False(t, c.IsOwn(), "byte %d", at)
		if at < first {
			require.Equal(t, BadTable, try(broken), "byte %d", at)
		}
	}
	for _, n := range []int{0, 1, 8, headerSize - 1, headerSize, first - 8, first - 1, len(data) - 8, len(data) - 1} {
		assert.Equal(t, BadTable, try(data[:n]), "%d bytes", n)
	}
	assert.Equal(t, BadTable, try(make([]byte, maxTable+8)))
	w.spec.Catalogue[0]++
	assert.Equal(t, OtherCatalogue, try(encode(t, w.spec)))
}

// A damaged page affects only its own program, which goes to the judge.
func TestDamagedPageIsNeverUsed(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	data := encode(t, w.spec)
	data[len(data)-1] ^= 1
	c, err := NewChecker(data, w.id)
	require.NoError(t, err)
	last := w.spec.Commands[len(w.spec.Commands)-1].Names[0]
	assert.Equal(t, BadTable, c.Check([]string{last, "sub"}, w.env(), w.work))
	assert.Equal(t, Clear, c.Check([]string{"rm", "sub"}, w.env(), w.work))
}

// A page must be the one written with its table, even if another is valid.
func TestPageOfAnotherTableIsNeverUsed(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	w.spec.Commands = []Command{trueCommand()}
	data := encode(t, w.spec)
	first := le32(string(data[offLength:]))
	w.spec.Commands[0].Operands.Rest = Read
	other := encode(t, w.spec)
	require.Len(t, other, len(data))
	c, err := NewChecker(append(data[:first:first], other[first:]...), w.id)
	require.NoError(t, err)
	assert.Equal(t, BadTable, c.Check([]string{"true", "x"}, w.env(), w.work))
	assert.False(t, c.IsOwn())
}

// mend recomputes the lengths and checksums of a table and its pages.
func mend(data []byte) {
	if len(data) < headerSize {
		return
	}
	first := le32(string(data[offLength:]))
	if first < headerSize || int64(first) > int64(len(data)) {
		first = uint32(len(data))
		put32(data[offLength:], first)
	}
	at, count := int64(le32(string(data[offSections+8*secCommand:]))), le32(string(data[offSections+8*secCommand+4:]))
	for ; count > 0 && at >= headerSize && at+32 <= int64(first); count, at = count-1, at+32 {
		page, n := int64(first)+int64(le32(string(data[at+12:]))), int64(le32(string(data[at+16:])))
		if n < headerSize || page+n > int64(len(data)) {
			continue
		}
		put32(data[page+offLength:], uint32(n))
		put64(data[page+offSum:], checksum(string(data[page+16:page+n])))
		copy(data[at+24:at+32], data[page+offSum:page+offSum+8])
	}
	put64(data[offSum:], checksum(string(data[16:first])))
}

func FuzzTable(f *testing.F) {
	needGate(f)
	w := newWorld(f)
	data := encode(f, w.spec)
	f.Add(data, uint32(0), uint32(0), false)
	f.Add([]byte(tableMagic), uint32(0), uint32(0), true)
	for at := uint32(offFlags); at < uint32(len(data)); at += 4 {
		if at < headerSize || at%64 == 0 {
			f.Add(data, at, uint32(0xfffffff8), true)
			f.Add(data, at, uint32(1), true)
		}
	}
	c, err := NewChecker(nil, w.id)
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, data []byte, at, value uint32, mended bool) {
		data = append([]byte(nil), data...)
		if int64(at)+4 <= int64(len(data)) {
			put32(data[at:], le32(string(data[at:]))+value)
		}
		right := false
		if n := int64(headerSize); int64(len(data)) >= n {
			n = max(n, int64(le32(string(data[offLength:]))))
			right = n <= int64(len(data)) && le64(string(data[offSum:])) == checksum(string(data[16:n]))
		}
		if mended {
			mend(data)
		}
		c.book.data = string(data)
		for _, argv := range [][]string{{"rm", "-rf", "sub"}, {"git", "-C", "sub", "log", "-n5"}, {"grep", "-e", "x", "--", ".env"}, {"cp", "a", "b"}} {
			if c.Check(argv, w.env("GIT_PAGER=cat"), w.work) == Clear && !mended && !right {
				t.Fatal("clear by a table whose checksum is wrong")
			}
		}
	})
}

func TestMutatedTableNeverReadsOutside(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	data := encode(t, w.spec)
	c, err := NewChecker(nil, w.id)
	require.NoError(t, err)
	random := uint64(1)
	next := func(n int) int { random = NewID(int64(random>>34), 1, 1); return int(random % uint64(n)) }
	valid := 0
	for range 20000 {
		mutant := append([]byte(nil), data...)
		for range 1 + next(3) {
			mutant[offCatalogue+32+next(len(data)-offCatalogue-32)] = byte(next(256))
		}
		mend(mutant)
		c.book.data = string(mutant)
		if first, ok := c.book.first(); ok {
			if _, ok := c.book.page(&first, first.command("grep")); ok {
				valid++
			}
		}
		c.Check([]string{"grep", "-ri", "-e", "x", "sub"}, w.env(), w.work) // must not panic
	}
	assert.Positive(t, valid, "some mutants get past validate")
}

// One program's page must never cost another's: there may be hundreds, written by many
// people.
func TestEncodeEachLeavesOutWhatItCannotEncode(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	s := w.spec
	bad := []Command{
		{Names: []string{"mount"}, Syntax: Syntax{Operands: Operands{Rest: Read, Last: Change, Min: 2}}},
		{Names: []string{"true2", "a/b"}},
		{Names: []string{"twice", "twice"}},
		{Names: []string{"grep"}},
		{Names: []string{"long" + strings.Repeat("x", maxPath)}},
		{Names: []string{"wide"}, Syntax: Syntax{Subcommands: manySubcommands(maxTable / 32)}},
		{},
	}
	s.Commands = append(append(bad[:3:3], w.spec.Commands...), bad[3:]...)
	_, err := Encode(s)
	require.ErrorIs(t, err, ErrOperand, "of the first")
	table, left, err := EncodeEach(s)
	require.NoError(t, err)
	var names [][]string
	for _, l := range left {
		names = append(names, l.Names)
		assert.Error(t, l.Why)
	}
	assert.Equal(t, [][]string{{"mount"}, {"true2", "a/b"}, {"twice", "twice"}, {"grep"}, bad[4].Names, {"wide"}, nil}, names)
	want, err := Encode(w.spec)
	require.NoError(t, err)
	assert.Equal(t, want, table, "as though they had never been")
}

// manySubcommands returns more than a page holds.
func manySubcommands(n int) (subs []Subcommand) {
	for i := range n {
		subs = append(subs, Subcommand{Names: []string{"sub" + strconv.Itoa(i)}})
	}
	return subs
}

func TestEncodeRefusesWhatCannotBeMeant(t *testing.T) {
	w := newWorld(t)
	option := func(bundle bool, o Option) func(*Spec) {
		return func(s *Spec) {
			s.Commands = []Command{{Names: []string{"x"}, Syntax: Syntax{Bundle: bundle, Options: []Option{o}}}}
		}
	}
	operands := func(o Operands, subs ...Subcommand) func(*Spec) {
		return func(s *Spec) {
			s.Commands = []Command{{Names: []string{"x"}, Syntax: Syntax{Operands: o, Subcommands: subs}}}
		}
	}
	sub := Subcommand{Names: []string{"y"}}
	tests := []struct {
		why    string
		change func(*Spec)
		want   error
	}{
		{"a relative temp directory", func(s *Spec) { s.Zones.Temps = []string{"tmp"} }, ErrPath},
		{"a temp directory that is the root", func(s *Spec) { s.Zones.Temps = []string{"/"} }, ErrPath},
		{"a path with a slash at the end", func(s *Spec) { s.Zones.System = []string{"/usr/"} }, ErrPath},
		{"a path with ..", func(s *Spec) { s.Zones.Homes = []string{"/a/../b"} }, ErrPath},
		{"an empty path", func(s *Spec) { s.Zones.Paths = []Place{{}} }, ErrPath},
		{"a relative source", func(s *Spec) { s.Sources = []Source{{Path: "x"}} }, ErrPath},
		{"an absent project file", func(s *Spec) { s.Sources = []Source{{Path: "/a/.agent-loop.toml", Project: true, Absent: true}} }, ErrPath},
		{"a project file of another name", func(s *Spec) { s.Sources = []Source{{Path: "/a/b", Project: true}} }, ErrPath},
		{"a name with a slash", func(s *Spec) { s.Zones.Names = []Name{{Text: "a/b"}} }, ErrName},
		{"an empty name", func(s *Spec) { s.Zones.Names = []Name{{}} }, ErrName},
		{"an empty variable", func(s *Spec) { s.Variables = []Variable{{}} }, ErrName},
		{"a variable with a value", func(s *Spec) { s.Variables = []Variable{{Name: "A=b"}} }, ErrName},
		{"a command without name", func(s *Spec) { s.Commands = []Command{{}} }, ErrName},
		{"a command with a directory", func(s *Spec) { s.Commands = []Command{{Names: []string{"/bin/x"}}} }, ErrName},
		{"a command twice", func(s *Spec) { s.Commands = []Command{{Names: []string{"x", "y"}}, {Names: []string{"y"}}} }, ErrTwice},
		{"a command that another's version is", func(s *Spec) {
			s.Commands = []Command{{Names: []string{"python3"}}, {Names: []string{"python"}, Versioned: true}}
		}, ErrTwice},
		{"a subcommand twice", operands(Operands{}, sub, sub), ErrTwice},
		{"an option twice", func(s *Spec) {
			s.Commands = []Command{{Names: []string{"x"}, Syntax: Syntax{Options: []Option{{Name: "-x", Forms: Bare}, {Name: "-x", Forms: Bare, Tree: true}}}}}
		}, ErrTwice},
		{"a subcommand that looks like an option", operands(Operands{}, Subcommand{Names: []string{"-y"}}), ErrName},
		{"an option without dash that has a value", option(true, Option{Name: "x", Forms: Next, Value: Plain}), ErrOption},
		{"an option without form", option(true, Option{Name: "-x"}), ErrOption},
		{"a value without form", option(true, Option{Name: "-x", Value: Plain}), ErrOption},
		{"a form without value", option(true, Option{Name: "-x", Forms: Next}), ErrOption},
		{"a value only when it is absent", option(true, Option{Name: "-x", Forms: Bare, Value: Plain}), ErrOption},
		{"an optional value in the next argument", option(true, Option{Name: "-x", Forms: Bare | Next, Value: Plain}), ErrOption},
		{"a long option of one dash among bundles", option(true, Option{Name: "-name", Forms: Bare}), ErrOption},
		{"a letter with an attached value without bundles", option(false, Option{Name: "-x", Forms: Attached, Value: Plain}), ErrOption},
		{"the end of options as an option", option(true, Option{Name: "--", Forms: Bare}), ErrOption},
		{"a listed value that takes one", option(true, Option{Name: "--x=y", Forms: Next, Value: Plain}), ErrOption},
		{"Same as a value", option(true, Option{Name: "-x", Forms: Next, Value: Same}), ErrOption},
		{"a last operand that may be the only one", operands(Operands{Rest: Read, Last: Target}), ErrOperand},
		{"a destination that may be a directory to put things into", operands(Operands{Rest: Read, Last: Change, Min: 2}), ErrOperand},
		{"too many first operands", operands(Operands{First: make([]Kind, MaxFirst+1)}), ErrOperand},
		{"more at least than at most", operands(Operands{Rest: Read, Min: 3, Max: 2}), ErrOperand},
		{"operands beside subcommands", operands(Operands{Rest: Read}, sub), ErrOperand},
		{"Same for an operand", operands(Operands{Rest: Same}), ErrOperand},
		{"no audit directory", func(s *Spec) { s.Audit.Dir = "" }, ErrAudit},
		{"no line, but required", func(s *Spec) { s.Audit.Level, s.Audit.Required = Off, true }, ErrAudit},
		{"no profile", func(s *Spec) { s.Audit.Profile = "" }, ErrAudit},
		{"too much", func(s *Spec) { s.Zones.Names = make([]Name, maxTable/16) }, ErrName},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			s := exampleSpec(w)
			tt.change(&s)
			_, err := Encode(s)
			require.ErrorIs(t, err, tt.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	s := exampleSpec(w)
	for i := range 4000 {
		s.Zones.Names = append(s.Zones.Names, Name{Text: strings.Repeat("x", 20+i%20) + string(rune('a'+i%26))})
		s.Zones.Names = append(s.Zones.Names, Name{Text: "y"}, Name{Text: "z"})
	}
	_, err := Encode(s)
	assert.ErrorIs(t, err, ErrSize)
}

func TestEmptySpecClearsNothing(t *testing.T) {
	needGate(t)
	w := newWorld(t)
	c, err := NewChecker(encode(t, Spec{Catalogue: w.id.Catalogue, Audit: Audit{Dir: "/x", Profile: "p"}}), w.id)
	require.NoError(t, err)
	for _, argv := range [][]string{{"true"}, {"rm"}, {""}} {
		assert.Equal(t, UnknownCommand, c.Check(argv, nil, w.work))
	}
}

func TestCheckAllocatesNothing(t *testing.T) {
	w := newWorld(t)
	c := w.checker(t)
	argv, env := []string{"rm", "-rf", "sub/deep", "src/none"}, w.env("GIT_PAGER=cat")
	require.Equal(t, Clear, c.Check(argv, env, w.work))
	assert.Zero(t, testing.AllocsPerRun(100, func() { c.Check(argv, env, w.work) }))
}

func BenchmarkCheck(b *testing.B) {
	w := newWorld(b)
	c := w.checker(b)
	env := w.env()
	for _, bm := range []struct {
		name string
		argv []string
	}{{"flag", []string{"git", "status", "-sb"}}, {"path", []string{"rm", "-rf", "sub/deep"}}} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if c.Check(bm.argv, env, w.work) != Clear {
					b.Fatal("not clear")
				}
			}
		})
	}
}

func BenchmarkValidate(b *testing.B) {
	w := newWorld(b)
	data := encode(b, w.spec)
	file := book{string(data)}
	b.SetBytes(int64(le32(string(data[offLength:]))))
	for b.Loop() {
		if _, ok := file.first(); !ok {
			b.Fatal("not valid")
		}
	}
}

func TestReasonsHaveTexts(t *testing.T) {
	seen := map[string]bool{}
	for r := Reason(0); r < reasons; r++ {
		assert.NotEmpty(t, r.String(), "%d", r)
		assert.False(t, seen[r.String()], r.String())
		seen[r.String()] = true
	}
	assert.Equal(t, "no such reason", Reason(255).String())
	assert.NotEqual(t, Clear, Reason(0), "the zero reason is not clear")
	assert.NotEqual(t, Clear, Result{}.Reason)
}

// The search for a variable finds what a linear search would.
func TestVariablesAreFoundInAnyOrder(t *testing.T) {
	var spec Spec
	for _, name := range []string{"Z", "A", "GIT_", "Ga", "_", "A_B", "PATHS", "é", "a", "ZZ", "\x01"} {
		for _, prefix := range []bool{true, false} {
			if prefix {
				name += "x"
			}
			spec.Variables = append(spec.Variables, Variable{Name: name, Prefix: prefix})
		}
	}
	spec.Audit = Audit{Dir: "/audit", Profile: "p"}
	book := book{string(encode(t, spec))}
	first, ok := book.first()
	require.True(t, ok)
	for _, v := range spec.Variables {
		for _, s := range []string{v.Name, v.Name + "=", v.Name + "=1", v.Name + "y=1", v.Name[:len(v.Name)-1], v.Name[:len(v.Name)-1] + "=", "", "=", "=" + v.Name, "B=1", "\xff=1"} {
			want := false
			for _, other := range spec.Variables {
				rest, found := strings.CutPrefix(s, other.Name)
				want = want || found && (other.Prefix || rest == "" || rest[0] == '=')
			}
			assert.Equal(t, want, first.namesVariable(s), "%q", s)
		}
	}
}

// The leaf may call nothing that needs the runtime: no allocation, write barrier,
// comparison, copy or map, and nothing through a pointer.
func TestLeafCallsNoRuntime(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("reads amd64 assembly")
	}
	out, err := exec.Command("go", "build", "-gcflags=-S", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	place := regexp.MustCompile(`\(\S*?(\w+\.go):\d+\)\s+(CALL|JMP|DUFFZERO|DUFFCOPY)\s+(\S+)`)
	ordinary := []string{"encode.go", "encode_syntax.go", "redact_text.go", "stamp.go", "checker.go", "ordinary.go", "vector.go"}
	calls := 0
	for _, line := range strings.Split(string(out), "\n") {
		m := place.FindStringSubmatch(line)
		if m == nil || slices.Contains(ordinary, m[1]) {
			continue
		}
		target := strings.TrimSuffix(m[3], "(SB)")
		if m[2] == "JMP" && target == m[3] {
			assert.Regexp(t, `^\d+$`, target, "no computed jump: %s", line)
			continue
		}
		calls++
		own := strings.HasPrefix(target, "github.com/agent-loop/shimgen/gate.") || strings.HasPrefix(target, "github.com/agent-loop/shimgen/sandbox/native.")
		trap := strings.HasPrefix(target, "runtime.panic") && target != "runtime.panicdivide" || strings.HasPrefix(target, "runtime.morestack")
		assert.True(t, target != m[3] && (own || trap), "only its own functions and traps: %s", line)
	}
	assert.Greater(t, calls, 100)
}

// The leaf may import only unsafe, so that it can run before the runtime; its entry also
// a package written in the same way.
func TestLeafImportsOnlyUnsafe(t *testing.T) {
	const entry = "import (\n\t\"unsafe\"\n\n\t\"github.com/agent-loop/shimgen/sandbox/native\"\n)\n"
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		name := f.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "sys_other.go" {
			continue
		}
		source, err := os.ReadFile(name)
		require.NoError(t, err)
		text := string(source)
		if name == "entry_linux.go" {
			text = strings.Replace(text, entry, "", 1)
		}
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "import") {
				assert.Equal(t, `import "unsafe"`, line, name)
			}
		}
		assert.LessOrEqual(t, strings.Count(string(source), "\n"), 400, name)
	}
}
