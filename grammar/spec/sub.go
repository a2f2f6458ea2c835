package spec

import (
	"cmp"
	"iter"
	"strings"
	"sync"

	"github.com/agent-loop/shimgen/internal/lazy"
)

// madeSubs caches the syntaxes of subcommands, by subcommand.
var madeSubs = lazy.Value[*sync.Map]{Make: func() *sync.Map { return new(sync.Map) }}

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
	x.Prepare()
	first, _ := made.LoadOrStore(s, &x)
	return first.(*Syntax)
}

// Subcommands yields the subcommands, those of Lists last.
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

// Of returns the syntax of a subcommand, in its own style or the inherited one. It must not be changed.
func (x *Syntax) Of(s *Sub) *Syntax {
	inner := s.reads()
	if inner.Style != 0 {
		return inner
	}
	styled := *inner
	styled.Style = cmp.Or(x.SubStyle, x.Style)
	return &styled
}

// HasSubs reports whether there are subcommands.
func (x *Syntax) HasSubs() bool { return len(x.Subs)+len(x.Lists) > 0 }

// Name returns the canonical name of a subcommand.
func (s *Sub) Name() string { return canonical(s.Names) }

// Name returns the canonical spelling of an option.
func (o *Option) Name() string { return canonical(o.Names) }

// canonical returns the last of some blank-separated names.
func canonical(names string) string {
	return names[strings.LastIndexByte(names, ' ')+1:]
}
