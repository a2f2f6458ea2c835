package parser

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/require"
	"mvdan.cc/sh/v3/syntax"
)

// FuzzParse holds that no source breaks the parser, that every error has a
// type, and that no command points outside its source.
func FuzzParse(f *testing.F) {
	for _, r := range structure {
		f.Add(r.source, uint8(reader.Bash))
	}
	for _, r := range constants {
		f.Add(r.source, uint8(reader.POSIX))
	}
	for _, r := range mendedRows {
		f.Add(r.source, uint8(reader.Bash))
		f.Add(r.source, uint8(reader.Zsh))
	}
	for _, r := range slices.Concat(listRows, operandRows) {
		f.Add(r.source, uint8(reader.Bash))
		f.Add(r.source, uint8(reader.Zsh))
	}
	f.Add("a *(e:'b c':) **/x(#q.e{b}+f) (c|d)*(oe_b_)", uint8(reader.Zsh))
	f.Add("f() { a \"$2\"; }; mapfile -tC f -c 1 x < <(b; printf 'c\\0')", uint8(reader.Bash))
	f.Fuzz(func(t *testing.T, source string, lang uint8) {
		opt := caller()
		opt.Lang = reader.Lang(lang % 4)
		s, err := Parse(source, opt)
		if err != nil {
			var limit *tree.LimitError
			var syntax *tree.SyntaxError
			require.True(t, errors.Is(err, ErrEmpty) || errors.As(err, &limit) || errors.As(err, &syntax), "%T", err)
			require.True(t, s == nil || limit != nil)
			return
		}
		for _, c := range s.Commands {
			sound(t, s, c)
			_ = c.String()
		}
	})
}

// FuzzKnown holds that any text, quoted, is read back as that text.
func FuzzKnown(f *testing.F) {
	for _, r := range constants {
		for _, w := range r.want {
			f.Add(w)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted, err := syntax.Quote(text, syntax.LangBash)
		if err != nil || strings.Contains(quoted, "\r\n") {
			t.Skip()
		}
		s, err := Parse("a "+quoted, Options{})
		if err != nil {
			t.Skip() // text past the limits
		}
		require.Len(t, s.Commands, 1)
		require.Len(t, s.Commands[0].Args, 2)
		got, known := s.Commands[0].Args[1].Text()
		require.True(t, known)
		require.Equal(t, text, got)
	})
}
