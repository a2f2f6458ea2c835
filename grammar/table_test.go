package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/grammar/spec"
)

// A program is made once.
func TestRowsAreMadeOnce(t *testing.T) {
	for r := range rows() {
		p := programOf(r)
		assert.Same(t, p, programOf(r), r.Names)
		assert.Equal(t, []string{r.Names, r.Source, r.Env}, []string{p.Names, p.Source, p.Env})
	}
}

// A program name in two tables would be read by whichever comes first.
func TestProgramNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for p := range Programs() {
		assert.NotEmpty(t, p.Source, p.Names)
		for name := range strings.FieldsSeq(p.Names) {
			assert.False(t, seen[name], "%s is in two rows", name)
			seen[name] = true
		}
	}
}

// eachSyntax calls f for every program and subcommand.
func eachSyntax(f func(name string, x *spec.Syntax)) {
	var walk func(name string, x *spec.Syntax)
	walk = func(name string, x *spec.Syntax) {
		f(name, x)
		for s := range x.Subcommands() {
			walk(name+" "+s.Name(), x.Of(s))
		}
	}
	for p := range Programs() {
		walk(p.Name(), &p.Syntax)
	}
}

func TestSpellingsAreUnique(t *testing.T) {
	eachSyntax(func(name string, x *spec.Syntax) {
		options, subs := map[string]bool{}, map[string]bool{}
		for i := range x.Options {
			for n := range strings.FieldsSeq(x.Options[i].Names) {
				assert.False(t, options[n], "%s: %s is in two rows", name, n)
				options[n] = true
			}
		}
		for s := range x.Subcommands() {
			for n := range strings.FieldsSeq(s.Names) {
				assert.False(t, subs[n], "%s: subcommand %s is in two rows", name, n)
				subs[n] = true
			}
		}
	})
}

// A row that refers to an option it does not have would never apply.
func TestRowsReferToTheirOwnOptions(t *testing.T) {
	eachSyntax(func(name string, x *spec.Syntax) {
		refer := []string{x.StdinWith, x.Recursive, x.DryRun, x.Narrow, x.Widen, x.Replace}
		for i := range x.Cases {
			refer = append(refer, x.Cases[i].With, x.Cases[i].And)
		}
		for n := range strings.FieldsSeq(strings.Join(refer, " ")) {
			if n == "*" {
				continue
			}
			_, _, ok := x.Long(n)
			assert.True(t, ok, "%s refers to %s", name, n)
		}
	})
}

// Every spelling must lead to its own option: none may be read as an
// abbreviation or a bundle of others.
func TestEverySpellingIsFound(t *testing.T) {
	eachSyntax(func(name string, x *spec.Syntax) {
		for i := range x.Options {
			o := &x.Options[i]
			for n := range strings.FieldsSeq(o.Names) {
				got, _, ok := x.Long(n)
				assert.True(t, ok && got == o, "%s %s", name, n)
			}
		}
	})
}

// A unique beginning of a long option names it; one that several options
// share names none.
func TestAbbreviations(t *testing.T) {
	eachSyntax(func(name string, x *spec.Syntax) {
		if x.Style&spec.Abbrev == 0 {
			return
		}
		for i := range x.Options {
			for n := range strings.FieldsSeq(x.Options[i].Names) {
				for l := 3; strings.HasPrefix(n, "--") && l < len(n); l++ {
					abbreviation(t, name, x, n[:l])
				}
			}
		}
	})
}

func abbreviation(t *testing.T, name string, x *spec.Syntax, short string) {
	var meant []*spec.Option
	for i := range x.Options {
		o := &x.Options[i]
		for n := range strings.FieldsSeq(o.Names) {
			if n == short {
				return // a whole spelling
			}
			if strings.HasPrefix(n, short) && (len(meant) == 0 || meant[len(meant)-1] != o) {
				meant = append(meant, o)
			}
		}
	}
	got, _, ok := x.Long(short)
	if ok && got == nil {
		return // the negation of another
	}
	assert.Equal(t, len(meant) == 1, ok, "%s %s", name, short)
	if ok {
		assert.Same(t, meant[0], got, "%s %s", name, short)
	}
}

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"rm": "rm", "/usr/bin/rm": "rm", "../bin/rm": "rm", "python3.12": "python", "/x/python": "python",
		"mkfs.ext4": "mke2fs", "mkfs.xfs": "mkfs", "netcat": "nc", ".": "source",
		"rmx": "", "": "", "mkfs.": "", "RM": "", "rm/": "",
	} {
		p := Lookup(name)
		if want == "" {
			assert.Nil(t, p, name)
		} else if assert.NotNil(t, p, name) {
			assert.Equal(t, want, p.Name(), name)
		}
	}
}
