package builtins

import (
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

func TestOptionsIn(t *testing.T) {
	for _, c := range []struct {
		reason string
		word   tree.Word
		want   Options
	}{
		{"nothing", tree.Word{}, 0},
		{"one of bash", tree.Text("nullglob"), NullGlob},
		{"one that changes no words", tree.Text("checkwinsize"), 0},
		{"zsh's spelling", tree.Text("SH_WORD_SPLIT"), WordSplit},
		{"zsh's name for the same", tree.Text("CSH_NULL_GLOB"), NullGlob},
		{"several, as in BASHOPTS", tree.Text("extglob:checkwinsize:nullglob"), ExtGlob | NullGlob},
		{"separators alone", tree.Text("::"), 0},
		{"each that there is", tree.Text("lastpipe:nullglob:failglob:extglob:nocaseglob:nocasematch:xpg_echo:cdable_vars:keyword:shwordsplit"), LastPipe | NullGlob | FailGlob |
			ExtGlob | NoCaseGlob | NoCaseMatch | XPGEcho | CDVariables | Keyword | WordSplit},
		{"one that is not known may be any of bash", tree.UnknownWord("$x", true), ^WordSplit},
		{"one that is known in part too", tree.Word{Parts: append(tree.Text("null").Parts, tree.UnknownWord("$x", true).Parts...)}, ^WordSplit},
	} {
		assert.Equal(t, c.want, OptionsIn(c.word), c.reason)
	}
}

func TestOptionsSetBy(t *testing.T) {
	for _, c := range []struct {
		reason, line string
		want         Options
	}{
		{"nothing", "shopt", 0},
		{"shopt sets", "shopt -s nullglob extglob", NullGlob | ExtGlob},
		{"shopt takes back", "shopt -u nullglob", 0},
		{"shopt only asks, but might set", "shopt nullglob", NullGlob},
		{"shopt with a name that is not known", "shopt -s $x", ^WordSplit},
		{"set takes an option's name", "set -o keyword", Keyword},
		{"set among other letters", "set -euo keyword", Keyword},
		{"set by letter", "set -k", Keyword},
		{"set takes it back", "set +k", 0},
		{"an option's name is missing", "set -o", 0},
		{"what follows the options are parameters", "set -- -k", 0},
		{"and so is what follows an operand", "set a -k", 0},
		{"set with a name that is not known", "set -o $x", ^WordSplit},
		{"zsh's setopt", "setopt sh_word_split", WordSplit},
		{"zsh's emulate", "emulate sh", WordSplit},
		{"emulate with what else it takes", "emulate -L ksh", WordSplit},
	} {
		line := words(c.line)
		assert.Equal(t, c.want, OptionsSetBy(line[0].Prefix(), line[1:]), c.reason)
	}
}

func TestMayRead(t *testing.T) {
	for _, c := range []struct {
		reason, line string
		want         bool
	}{
		{"nothing is run", "", false},
		{"a program reads", "cat", true},
		{"one of any name may", "some-program x", true},
		{"one whose name is not known may", "$x", true},
		{"echo of what may be /dev/stdin is taken to", "echo a $x b", true},
		{"echo of what is known does not", "echo a b", false},
		{"a builtin does not", "export A=1", false},
		{"touch of the standard input does", "touch /dev/stdin", true},
		{"cp does not", "cp a b", false},
		{"cp with -i asks", "cp -i a b", true},
		{"rm in other letters", "rm -rfi a", true},
		{"rm -f does not", "rm -rf a", false},
		{"cp from the standard input", "cp /dev/stdin b", true},
		{"cp of any number of words", "cp $x b", true},
		{"cp of one word that is not known may be /dev/stdin", `cp "$x" b`, true},
		{"cp of one that cannot be", `cp -f "a/$x" b`, false},
		{"a path is not the builtin", "/bin/echo a", true},
	} {
		assert.Equal(t, c.want, MayRead(words(c.line)), c.reason)
	}
}

func TestMayReadWhatIsWritten(t *testing.T) {
	line := words("echo a")
	line[1].Parts[0] = tree.Part{Text: "$(b)", From: []*tree.Command{tree.Argv([]string{"b"})}}
	assert.True(t, MayRead(line), "a command in a substitution reads the same input")
}
