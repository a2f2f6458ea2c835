package parser

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOptionsThatChangeWords(t *testing.T) {
	check(t, reader.Bash, []row{
		{"a pattern is a word", "d* a", []string{"d* a"}},
		{"under nullglob it may be none", "shopt -s nullglob; a d* x", []string{"shopt -s nullglob", "a d* x", "a x"}},
		{"as the program too", "shopt -s nullglob; d* a", []string{"shopt -s nullglob", "d* a", "a"}},
		{"in all combinations", "shopt -s nullglob; a b* c*", []string{"shopt -s nullglob", "a b* c*", "a b*", "a c*", "a"}},
		{"what is quoted stays", "shopt -s nullglob; a 'd*' \"*\"", []string{"shopt -s nullglob", "a d* *"}},
		{"of a value too", "shopt -s nullglob; x='d* e'; a $x", []string{"shopt -s nullglob", "x=d* e", "a d* e", "a e"}},
		{"what is split may bring patterns", "shopt -s nullglob; a b$x", []string{"shopt -s nullglob", "a b?", "a ?"}},
		{"where the option stands does not matter", "a d*; (shopt -s nullglob)", []string{"a d*", "a", "shopt -s nullglob"}},
		{"an option that is not known", "shopt -s $x; a d*", []string{"shopt -s ?", "a **", "a"}},
		{"shopt -u turns nothing on", "shopt -u nullglob; a d*", []string{"shopt -u nullglob", "a d*"}},
		{"what a vanished word leaves is followed", "shopt -s nullglob; d* cd /b; a", []string{"shopt -s nullglob", "d* cd /b", "cd /b", "a @?", "a @/b"}},
		{"cd to what may be none", "shopt -s nullglob; cd d*; a", []string{"shopt -s nullglob", "cd d*", "cd", "a @?"}},
		{"failglob breaks off a line", "shopt -s failglob\nx=b; a d*; x=c\n$x", []string{"shopt -s failglob", "x=b", "a d*", "x=c", "c", "b"}},
		{"without it the line is read to its end", "x=b; a d*; x=c\n$x", []string{"x=b", "a d*", "x=c", "c"}},
		{"a pattern in a value needs extglob", "x='@(b|c)'; a $x", []string{"x=@(b|c)", "a @(b|c)"}},
		{"what is behind an open one is not known", "shopt -s extglob\nx='@('; a b$x'c'", []string{"shopt -s extglob", "x=@(", "a b?"}},
		{"nocaseglob widens names that are patterns", "shopt -s nocaseglob; a /B/C[d]/e Fg", []string{"shopt -s nocaseglob", "a /B/**/e Fg"}},
		{"nocasematch leaves replacements unknown", "shopt -s nocasematch; x=aA; b ${x//a/c}", []string{"shopt -s nocasematch", "x=aA", "b ?", "b c"}},
		{"xpg_echo leaves backslashes unknown", `shopt -s xpg_echo; a $(echo 'b\c') $(echo d)`, []string{"shopt -s xpg_echo", `echo b\c`, "echo d", "a ? d"}},
		{"cdable_vars leaves names unknown", "shopt -s cdable_vars; cd b; a", []string{"shopt -s cdable_vars", "cd b", "a @?"}},
		{"set -k takes assignments out of the words", "set -k; a b=1 c", []string{"set -k", "b=1 a b=1 c", "b=1 a c"}},
		{"as set -o keyword does", "set -eo keyword; a b=1", []string{"set -eo keyword", "b=1 a b=1", "b=1 a"}},
	})
	check(t, reader.Zsh, []row{
		{"values are one word", "x='a b'; $x", []string{"x=a b", "a b"}},
		{"but under an option", "setopt SH_WORD_SPLIT; x='a b'; $x", []string{"setopt SH_WORD_SPLIT", "x=a b", "a b"}},
		{"patterns that vanish", "setopt null_glob; d* a", []string{"setopt null_glob", "d* a", "a"}},
	})
}

func TestValuesOfZshAreSplit(t *testing.T) {
	s, err := Parse("emulate sh; x='a b'; $x", Options{Lang: reader.Zsh})
	require.NoError(t, err)
	assert.Len(t, s.Commands[2].Args, 2)
}

func TestOptionsThatTheShellStartsWith(t *testing.T) {
	for _, opt := range []Options{
		{Set: []tree.Word{tree.Text("nullglob")}},
		{Set: []tree.Word{tree.UnknownWord("$x", true)}},
		{Outer: &tree.Command{Env: (*tree.Environment)(nil).With("BASHOPTS", tree.Text("expand_aliases:nullglob"))}},
	} {
		s, err := Parse("d* a", opt)
		require.NoError(t, err)
		require.Len(t, s.Commands, 2)
		assert.Equal(t, "a", s.Commands[1].String())
	}
}

func TestManyPatternsThatVanish(t *testing.T) {
	s, err := Parse("shopt -s nullglob; a b* c* d* e*", Options{})
	require.NoError(t, err)
	all := s.Commands[1]
	assert.Equal(t, "a b* c* d* e*", all.String())
	for _, w := range all.Args[1:] {
		assert.True(t, w.Splits(), "each of them may be none")
	}
}
