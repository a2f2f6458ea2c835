package grammar

import (
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/agent-loop/shimgen/internal/lazy"
	"github.com/agent-loop/shimgen/parser"
)

// memory is what was looked up before: the programs and subcommands that were made, by
// row, and the last answers, by hash, for a decision asks about the same few names
// again and again.
type memory struct {
	made    sync.Map
	answers [hashes]atomic.Pointer[answer]
}

// known is that of this process.
var known = lazy.Value[*memory]{Make: func() *memory { return new(memory) }}

// madeSubs are the syntaxes of subcommands that were made in this process, by subcommand.
var madeSubs = lazy.Value[*sync.Map]{Make: func() *sync.Map { return new(sync.Map) }}

// answer is the program that a name leads to, or nil.
type answer struct {
	name    string
	program *Program
}

// programOf returns the program of a row, always the same one.
func programOf(r *row) *Program {
	made := &known.Get().made
	if p, ok := made.Load(r); ok {
		return p.(*Program)
	}
	p := &Program{Names: r.Names, Source: r.Source, Env: r.Env, Locates: r.Locates}
	if r.Syntax != nil {
		p.Syntax = r.Syntax()
	}
	first, _ := made.LoadOrStore(r, p)
	return first.(*Program)
}

// reads returns the syntax of a subcommand, always the same value.
func (s *Sub) reads() *Syntax {
	if s.Build == nil {
		return &s.Syntax
	}
	made := madeSubs.Get()
	if x, ok := made.Load(s); ok {
		return x.(*Syntax)
	}
	x := s.Build()
	first, _ := made.LoadOrStore(s, &x)
	return first.(*Syntax)
}

// Subcommands yields the subcommands, those of Lists after the others.
func (x *Syntax) Subcommands() iter.Seq[*Sub] {
	return func(yield func(*Sub) bool) {
		for i := range x.Subs {
			if !yield(&x.Subs[i]) {
				return
			}
		}
		for _, list := range x.Lists {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// Of returns how one of the subcommands reads its words, in the style that it has or
// is given.
func (x *Syntax) Of(s *Sub) Syntax {
	inner := *s.reads()
	switch {
	case inner.Style != 0:
	case x.SubStyle != 0:
		inner.Style = x.SubStyle
	default:
		inner.Style = x.Style
	}
	return inner
}

// Divided tells whether there are subcommands.
func (x *Syntax) Divided() bool { return len(x.Subs)+len(x.Lists) > 0 }

// rows yields the rows of the tables, in their order.
func rows() iter.Seq[*row] {
	return func(yield func(*row) bool) {
		for _, family := range families {
			for i := range family {
				if !yield(&family[i]) {
					return
				}
			}
		}
	}
}

// Programs yields the grammar of every program, in the order of the tables. It makes
// them all, which takes a millisecond or two.
func Programs() iter.Seq[*Program] {
	return func(yield func(*Program) bool) {
		for r := range rows() {
			if !yield(programOf(r)) {
				return
			}
		}
	}
}

// initScript is the name of what starts and stops a service, wherever it is.
const initScript = "init.d"

// Lookup returns the grammar of the program with this name, or nil. The name
// may be a path, of which the last element counts, and may end in ".exe", as
// programs of Windows do, which Linux can run.
func Lookup(name string) *Program {
	if strings.HasPrefix(name, "/etc/init.d/") || strings.HasPrefix(name, "/etc/rc.d/") {
		name = initScript // that starts the program of the name, and is none
	}
	name = base(name)
	place := &known.Get().answers[hash(name)]
	if last := place.Load(); last != nil && last.name == name {
		return last.program
	}
	found := &answer{name: strings.Clone(name)}
	if p := rowNamed(name); p != nil {
		found.program = programOf(p)
	} else if plain, ok := strings.CutSuffix(name, ".exe"); ok {
		found.program = Lookup(plain)
	}
	place.Store(found)
	return found.program
}

// Locates reports whether the program with this name looks for itself by argv[0].
func Locates(name string) bool {
	p := Lookup(name)
	return p != nil && p.Locates
}

// hashes is how many hashes of names there are: a power of two.
const hashes = 256

// hash spreads what names differ in.
func hash(name string) int {
	if name == "" {
		return 0
	}
	return (len(name)*31 + int(name[0])*7 + int(name[len(name)/2])*17 + int(name[len(name)-1])) % hashes
}

// Name is the canonical name.
func (p *Program) Name() string {
	name, _, _ := strings.Cut(p.Names, " ")
	return name
}

// Name is the canonical name of a subcommand.
func (s *Sub) Name() string { return canonical(s.Names) }

// Name is the canonical spelling of an option.
func (o *Option) Name() string { return canonical(o.Names) }

// canonical returns the last of some blank separated names.
func canonical(names string) string {
	return names[strings.LastIndexByte(names, ' ')+1:]
}

// base returns the last element of a path.
func base(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}

// Listed yields the names of a list, which are separated by blanks. It looks at bytes:
// strings.FieldsSeq decodes every letter, and this is what rules do most.
func Listed(names string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := names; rest != ""; {
			name := rest
			if i := strings.IndexByte(rest, ' '); i >= 0 {
				name, rest = rest[:i], rest[i+1:]
			} else {
				rest = ""
			}
			if name != "" && !yield(name) {
				return
			}
		}
	}
}

// among tells whether a name is one of some blank separated names. It looks for
// the name as it is, not at each of them: this is what a grammar is asked most.
func among(name, names string) bool {
	for from := 0; name != ""; {
		at := strings.Index(names[from:], name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(name)
		if (at == 0 || names[at-1] == ' ') && (from == len(names) || names[from] == ' ') {
			return strings.IndexByte(name, ' ') < 0
		}
	}
	return false
}

// All yields the invocations and all that are nested in them, each before
// those it runs.
func All(invs []*Invocation) iter.Seq[*Invocation] {
	return func(yield func(*Invocation) bool) { all(invs, yield) }
}

func all(invs []*Invocation, yield func(*Invocation) bool) bool {
	for _, v := range invs {
		if !yield(v) || !all(v.Nested, yield) {
			return false
		}
	}
	return true
}

// Has tells whether any of the options is given, by any of its spellings;
// names are separated by blanks. It is Maybe if unknown words may hide one.
func (v *Invocation) Has(names string) parser.Truth {
	if v.Open {
		return v.given(names).Or(parser.Maybe)
	}
	return v.given(names)
}

// Value returns the value of the last of the options that is given, and
// whether one is, as [Invocation.Has] tells it.
func (v *Invocation) Value(names string) (parser.Word, parser.Truth) {
	for i := len(v.Options) - 1; i >= 0; i-- {
		if t := v.Options[i].is(names); t != parser.No {
			return v.Options[i].Value, t
		}
	}
	return parser.Word{}, v.Has(names)
}

// Values yields the value of each option that is given by one of the names,
// with the certainty that it is. The names are as for [Invocation.Has].
func (v *Invocation) Values(names string) iter.Seq2[parser.Word, parser.Truth] {
	return func(yield func(parser.Word, parser.Truth) bool) {
		for i := range v.Options {
			if t := v.Options[i].is(names); t != parser.No && !yield(v.Options[i].Value, t) {
				return
			}
		}
	}
}

// given is Has for the options that are listed.
func (v *Invocation) given(names string) parser.Truth {
	t := parser.No
	for i := range v.Options {
		t = t.Or(v.Options[i].is(names))
	}
	return t
}

// is tells whether the option is one of the names. One that the grammar does
// not have may be several in one word.
func (g *Given) is(names string) parser.Truth {
	t := parser.No
	for n := range Listed(names) {
		switch {
		case n == g.Name || g.Option != nil && among(n, g.Option.Names):
			return g.Truth
		case g.Option == nil && bundles(g.Name, n):
			t = parser.Maybe
		}
	}
	return t
}

// bundles tells whether a word such as -rf holds an option such as -f.
func bundles(word, name string) bool {
	return len(name) == 2 && len(word) > 2 && word[0] == name[0] && word[1] != '-' &&
		strings.IndexByte(word[1:], name[1]) >= 0
}
