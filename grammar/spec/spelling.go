package spec

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// Long returns the option that a whole word names: a long option, or one that is not bundled. The
// returned name is canonical. For a negated option, opt is nil.
func (x *Syntax) Long(name string) (opt *Option, full string, ok bool) {
	word, dashes := isWord(name), strings.HasPrefix(name, "--")
	if dashes && strings.IndexByte(name, '=') >= 0 {
		return nil, "", false // it contains a value
	}
	begin := LetterOf(name)
	if x.isNoOption(name, begin) {
		return nil, "", false
	}
	for i := x.next(0, begin); i >= 0; i = x.next(i+1, begin) {
		o := &x.Options[i]
		if word && !isWord(o.Names) {
			continue
		}
		if wordlist.Among(name, o.Names) {
			return o, o.Name(), true
		}
	}
	if !dashes || len(name) < 3 {
		return nil, "", false
	}
	if x.Style&Negate != 0 && strings.HasPrefix(name, "--no-") {
		if o, _, found := x.Long("--" + name[5:]); found && o != nil {
			return nil, "--no-" + strings.TrimLeft(o.Name(), "-"), true
		}
	}
	if x.Style&Abbrev != 0 {
		return x.abbreviated(name)
	}
	return nil, "", false
}

// isWord reports whether the first spelling has neither dash nor plus.
func isWord(names string) bool { return names == "" || names[0] != '-' && names[0] != '+' }

// abbreviated returns the only option whose long spelling begins with name.
func (x *Syntax) abbreviated(name string) (opt *Option, full string, ok bool) {
	begin := LetterOf(name)
	for i := x.next(0, begin); i >= 0; i = x.next(i+1, begin) {
		o := &x.Options[i]
		if !strings.Contains(o.Names, name) {
			continue // most options
		}
		for n := range wordlist.Each(o.Names) {
			if strings.HasPrefix(n, name) {
				if opt != nil && opt != o {
					return nil, "", false // ambiguous: the program rejects it
				}
				opt = o
			}
		}
	}
	if opt == nil {
		return nil, "", false
	}
	return opt, opt.Name(), true
}

// Short returns the option at the start of the rest of a bundle, and its length there. The
// longest spelling wins: wget has -n and -nc.
func (x *Syntax) Short(rest string, sigil byte) (opt *Option, n int) {
	begin := string([]byte{sigil, rest[0]})
	first := LetterOf(begin)
	one := rest[0] != '-' && x.isPrepared() && x.oneDash&first == 0 // no spelling has more letters
	for i := x.next(0, first); i >= 0; i = x.next(i+1, first) {
		o := &x.Options[i]
		if one {
			if wordlist.Among(begin, o.Names) {
				return o, 1
			}
			continue
		}
		if !strings.Contains(o.Names, begin) {
			continue // most options
		}
		for name := range wordlist.Each(o.Names) {
			if name[0] != sigil || len(name) < 2 || name[1] == '-' || len(name)-1 <= n || x.Style&Leading != 0 && len(name) > 2 {
				continue
			}
			if strings.HasPrefix(rest, name[1:]) {
				opt, n = o, len(name)-1
			}
		}
	}
	if opt != nil {
		return opt, n
	}
	if sigil == '+' {
		opt, _, _ = x.Long("+")
		return opt, 0
	}
	if d := Digits(rest); d > 0 {
		if opt, _, _ = x.Long("-NUM"); opt != nil {
			return opt, d
		}
	}
	return nil, 0
}

// Digits counts the leading digits of s.
func Digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

// Assigned returns the option that a word begins with, such as dd's of= or java's -Xlog:, and the
// length of its name.
func (x *Syntax) Assigned(prefix string) (opt *Option, n int) {
	end := byte('=')
	if prefix[0] == '-' {
		end = ':'
	}
	if strings.IndexByte(prefix, end) < 0 {
		return nil, 0
	}
	for i := range x.Options {
		if end == ':' && x.Options[i].Arg == None {
			continue // curl's -:
		}
		for name := range wordlist.Each(x.Options[i].Names) {
			if (name[0] == '-') == (prefix[0] == '-') && name[len(name)-1] == end && strings.HasPrefix(prefix, name) {
				return &x.Options[i], len(name)
			}
		}
	}
	return nil, 0
}

// Plus reports whether words that begin with "+" are options.
func (x *Syntax) Plus() bool {
	for i := range x.Options {
		if strings.HasPrefix(x.Options[i].Names, "+") || strings.Contains(x.Options[i].Names, " +") {
			return true
		}
	}
	return false
}

// Subcommand returns the subcommand with a name, or nil.
func (x *Syntax) Subcommand(name string) *Sub {
	if s := subNamed(x.Subs, name); s != nil {
		return s
	}
	for _, list := range x.Lists {
		if s := subNamed(list, name); s != nil {
			return s
		}
	}
	return nil
}

// subNamed returns the first of some subcommands with a name, or nil.
func subNamed(subs []Sub, name string) *Sub {
	for i := range subs {
		if wordlist.Among(name, subs[i].Names) {
			return &subs[i]
		}
	}
	return nil
}

// Has reports whether any position has the role.
func (o *Operands) Has(r Role) bool {
	for _, f := range o.First {
		if f == r {
			return true
		}
	}
	return o.Rest == r || o.HasLast && o.Last == r
}

// AppendRoles appends the role of each operand to roles. An Assign that comes first applies to any
// number of NAME=value words, including none.
func (o *Operands) AppendRoles(roles []Role, words []parser.Word) []Role {
	first := o.First
	if len(first) > 0 && first[0] == Assign {
		first = first[1:]
		for len(words) > 0 && isAssign(words[0]) {
			roles, words = append(roles, Assign), words[1:]
		}
	}
	if o.Method && len(words) > 1 && isMethod(words[0]) {
		roles, words = append(roles, Plain), words[1:]
	}
	for i := range words {
		switch {
		case i < len(first):
			roles = append(roles, first[i])
		case o.HasLast && i == len(words)-1:
			roles = append(roles, o.Last)
		default:
			roles = append(roles, o.Rest)
		}
	}
	return roles
}

// isMethod reports whether a word is certainly an HTTP method.
func isMethod(w parser.Word) bool {
	text, known := w.Text()
	return known && wordlist.Among(strings.ToUpper(text), "GET HEAD POST PUT PATCH DELETE OPTIONS")
}

// isAssign reports whether a word is certainly NAME=value.
func isAssign(w parser.Word) bool {
	return strings.IndexByte(w.Prefix(), '=') > 0
}
