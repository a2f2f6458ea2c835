package grammar

import (
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/agent-loop/shimgen/grammar/catalogue"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// memory caches look-ups: the programs and subcommands that were made, by row, and the last answers, by
// hash, because a decision looks up the same few names many times.
type memory struct {
	made    sync.Map
	answers [hashes]atomic.Pointer[answer]
}

// known is the cache of this process.
var known = lazy.Value[*memory]{Make: func() *memory { return new(memory) }}

// answer is the program for a name, or nil.
type answer struct {
	name    string
	program *Program
}

// programOf returns the program of a row, always the same value.
func programOf(r *spec.Row) *Program {
	made := &known.Get().made
	if p, ok := made.Load(r); ok {
		return p.(*Program)
	}
	p := &Program{Names: r.Names, Source: r.Source, Env: r.Env, FindsItself: r.FindsItself}
	if r.Syntax != nil {
		p.Syntax = r.Syntax()
		p.Syntax.Prepare()
	}
	p.name, _, _ = strings.Cut(p.Names, " ")
	p.tables = tablesOf(p.name)
	first, _ := made.LoadOrStore(r, p)
	return first.(*Program)
}

// rows yields the rows of the tables, in their order.
func rows() iter.Seq[*spec.Row] {
	return func(yield func(*spec.Row) bool) {
		for _, family := range catalogue.Families {
			for i := range family {
				if !yield(&family[i]) {
					return
				}
			}
		}
	}
}

// Programs yields the grammar of every program, in the order of the tables. It builds all of them,
// which takes a millisecond or two.
func Programs() iter.Seq[*Program] {
	return func(yield func(*Program) bool) {
		for r := range rows() {
			if !yield(programOf(r)) {
				return
			}
		}
	}
}

// zshFiles are the programs that zsh also has as builtins under another name: zshmodules(1), The
// zsh/files Module.
const zshFiles = "chgrp chmod chown ln mkdir mv rm rmdir sync"

// Lookup returns the grammar of the program with a name, or nil. The name may be a path, of which only
// the last element counts, and may end in ".exe", since Linux can run programs of Windows.
func Lookup(name string) *Program {
	if strings.HasPrefix(name, "/etc/init.d/") || strings.HasPrefix(name, "/etc/rc.d/") {
		name = spec.InitScript // an init script starts the program of that name, but is not that program
	}
	name = base(name)
	answers := &known.Get().answers
	place := hash(name)
	last := answers[place].Load()
	if last != nil && last.name == name {
		return last.program
	}
	if other := answers[place^1].Load(); other != nil && other.name == name {
		return other.program
	}
	if len(name) > maxName {
		return nil
	}
	found := &answer{name: strings.Clone(name)}
	if p := rowNamed(name); p != nil {
		found.program = programOf(p)
	} else if p := rowNamed(plainName(name)); p != nil {
		found.program = programOf(p)
	}
	if last != nil {
		answers[place^1].Store(last) // two names with the same hash get a place each
	}
	answers[place].Store(found)
	return found.program
}

// maxName is the maximal length of a file's name: limits.h(0p), NAME_MAX.
const maxName = 255

// plainName returns the name of a program of Windows without its ending, that of the file which one of zsh's
// builtins is like, or "".
func plainName(name string) string {
	if plain, ok := strings.CutSuffix(name, ".exe"); ok {
		return plain
	}
	if plain, ok := strings.CutPrefix(name, "zf_"); ok && wordlist.Among(plain, zshFiles) {
		return plain
	}
	return ""
}

// FindsItself reports whether the program with a name locates itself by argv[0].
func FindsItself(name string) bool {
	p := Lookup(name)
	return p != nil && p.FindsItself
}

// hashes is the number of hash values: a power of two.
const hashes = 256

// hash hashes a name.
func hash(name string) int {
	if name == "" {
		return 0
	}
	return (len(name)*31 + int(name[0])*7 + int(name[len(name)/2])*17 + int(name[len(name)-1])) % hashes
}

// base returns the last element of a path.
func base(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// All yields the invocations and all their nested ones, each before those it runs.
func All(invs []*Invocation) iter.Seq[*Invocation] {
	return func(yield func(*Invocation) bool) { all(invs, yield) }
}

func all(invs []*Invocation, yield func(*Invocation) bool) bool {
	for _, v := range invs {
		if !yield(v) || len(v.Nested) > 0 && !all(v.Nested, yield) {
			return false
		}
	}
	return true
}

// Has returns whether any of the options is given, in any spelling; names are separated by blanks. It
// is Maybe if unknown words may hide one.
func (v *Invocation) Has(names string) parser.Truth {
	if v.Open {
		return v.given(names).Or(parser.Maybe)
	}
	return v.given(names)
}

// Value returns the value of the last given option, and whether there is one, as [Invocation.Has] does.
func (v *Invocation) Value(names string) (parser.Word, parser.Truth) {
	for i := len(v.Options) - 1; i >= 0; i-- {
		if t := v.Options[i].Is(names); t != parser.No {
			return v.Options[i].Value, t
		}
	}
	return parser.Word{}, v.Has(names)
}

// Values yields the value of each given option among the names, and how certain it is. names is as for
// [Invocation.Has].
func (v *Invocation) Values(names string) iter.Seq2[parser.Word, parser.Truth] {
	return func(yield func(parser.Word, parser.Truth) bool) {
		for i := range v.Options {
			if t := v.Options[i].Is(names); t != parser.No && !yield(v.Options[i].Value, t) {
				return
			}
		}
	}
}

// given is Has for the listed options only.
func (v *Invocation) given(names string) parser.Truth {
	t := parser.No
	for i := range v.Options {
		t = t.Or(v.Options[i].Is(names))
	}
	return t
}

// Is returns whether the option is one of the names, which are separated by blanks, in any of its
// spellings. An option that the grammar does not have may be a bundle of several.
func (g *OptionUse) Is(names string) parser.Truth {
	if g.Option != nil {
		return g.Truth.And(parser.Of(wordlist.Overlap(g.Option.Names, names)))
	}
	t := parser.No
	for n := range wordlist.Each(names) {
		switch {
		case n == g.Name:
			return g.Truth
		case bundles(g.Name, n):
			t = parser.Maybe
		}
	}
	return t
}

// bundles reports whether a word such as -rf contains an option such as -f.
func bundles(word, name string) bool {
	return len(name) == 2 && len(word) > 2 && word[0] == name[0] && word[1] != '-' &&
		strings.IndexByte(word[1:], name[1]) >= 0
}
