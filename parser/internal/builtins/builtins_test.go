package builtins

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

// words makes the words of a row: $x is one that only execution knows, which may be any number
// of words, "$x" one that is one word, NAME=$x is known as far as the sign, and * is a pattern.
func words(line string) []tree.Word {
	var out []tree.Word
	for text := range strings.FieldsSeq(line) {
		name, quoted := strings.CutPrefix(strings.TrimSuffix(text, `"`), `"`)
		before, after, unknown := strings.Cut(name, "$")
		w := tree.Text(before)
		switch {
		case unknown:
			w.Parts = append(w.Parts, tree.Part{Text: "$" + after, Empty: true, Split: !quoted})
		case before == "*":
			w.Parts[0].Kind = tree.Glob
		}
		out = append(out, w)
	}
	return out
}

// spelled prints words again.
func spelled(list []tree.Word) string {
	var out []string
	for _, w := range list {
		out = append(out, w.String())
	}
	return strings.Join(out, " ")
}

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		reason, name string
		want         Kind
	}{
		{"cd moves", "cd", MovesDir},
		{"so does popd", "popd", MovesDir},
		{"eval runs text", "eval", Evaluates},
		{"the dot does too", ".", Evaluates},
		{"read assigns", "read", AssignsArgs},
		{"printf may", "printf", AssignsArgs},
		{"hash changes where a program is found", "hash", LooksUp},
		{"alias", "alias", Aliases},
		{"exit ends", "exit", Ends},
		{"trap", "trap", Traps},
		{"zsh's options", "setopt", SetsShell},
		{"a program is none of them", "rm", 0},
		{"nor is an empty name", "", 0},
		{"nor one in another case", "EVAL", 0},
	} {
		assert.Equal(t, c.want, KindOf(c.name), c.reason)
	}
}

func TestAssignedBy(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"a program assigns nothing that is not named", "export", ""},
		{"read without a name", "read", "REPLY"},
		{"read", "read -r a b", "REPLY a b"},
		{"vared", "vared a", "REPLY a"},
		{"mapfile", "mapfile -t a", "MAPFILE a"},
		{"readarray without a name", "readarray", "MAPFILE"},
		{"getopts", "getopts ab: opt", "OPTARG OPTIND ab opt"},
		{"export with a value", "export A=1 B", "A B"},
		{"a value that is not known", "export A=$x", "A"},
		{"an element", "declare a[1]=x", "a"},
		{"one that is added to", "declare a+=x", "a"},
		{"an operand that is not known is none", "export $x", ""},
		{"nor is one that begins as no name does", "export =x -- a", "a"},
		{"printf assigns with -v", "printf -v a %s x", "a"},
		{"in one word", "printf -va %s x", "a"},
		{"printf prints otherwise", "printf %s a", ""},
		{"-v behind the format is text", "printf %s -v a", ""},
		{"wait with -p", "wait -n -p pid 12", "pid"},
		{"wait otherwise", "wait pid", ""},
		{"set with -A", "set -A a x", "a"},
		{"set otherwise", "set a b", ""},
		{"shift by a number", "shift n", ""},
		{"unset", "unset -v a b", "a b"},
		{"let", "let a=1 b++", "a b"},
	} {
		line := words(c.line)
		assert.Equal(t, c.want, strings.Join(AssignedBy(line[0].Prefix(), line[1:]), " "), c.reason)
	}
}

func TestMayBePath(t *testing.T) {
	for _, c := range []struct {
		reason, line string
		want         bool
	}{
		{"no operand", "export", false},
		{"PATH itself is known, and AssignedBy has it", "export PATH=x", false},
		{"an operand that is not known", "export $x", true},
		{"one that is quoted", `export "$x"`, true},
		{"one whose beginning is known may be PATH still", "export P$x", true},
		{"one whose name is known", "export A=$x", false},
		{"an element of an array", "declare a[$x", false},
		{"an option that is not known", "export -$x", false},
		{"read into what is not known", "read $x", true},
		{"the value of an option names no variable", "read -p $x a", false},
		{"of another option", "read -r $x", true},
		{"a time limit", "read -t $x a", false},
		{"mapfile's count", "mapfile -n $x a", false},
		{"the letters of getopts", "getopts $x a", false},
		{"the variable of getopts", "getopts ab $x", true},
		{"its words", "getopts ab a $x", false},
		{"getopts without operands", "getopts", false},
		{"printf's variable", "printf -v $x y", true},
		{"printf's text", "printf %s $x", false},
		{"printf with nothing behind -v", "printf -v", false},
		{"wait's variable", "wait -p $x", true},
		{"wait's number", "wait $x", false},
		{"a name that a pattern gives", "export *", true},
		{"no such builtin", "rm $x", false},
	} {
		line := words(c.line)
		assert.Equal(t, c.want, MayBePath(line[0].Prefix(), line[1:]), c.reason)
	}
}

func TestKeepsValue(t *testing.T) {
	for _, c := range []struct {
		reason, line, name string
		want               bool
	}{
		{"export names it", "export A", "A", true},
		{"readonly too", "readonly A", "A", true},
		{"beside another", "export B=1 A", "A", true},
		{"export sets it", "export A=1", "A", false},
		{"export sets it to what is not known", "export A=$x", "A", false},
		{"declare takes it away, if only in a function", "declare A", "A", false},
		{"unset", "unset A", "A", false},
		{"nothing of it", "export B=1", "A", true},
	} {
		line := words(c.line)
		assert.Equal(t, c.want, KeepsValue(line[0].Prefix(), c.name, line[1:]), c.reason)
	}
}

func TestAssignsOtherwise(t *testing.T) {
	for _, name := range []string{"read", "printf", "print", "getopts", "wait", "vared", "let"} {
		assert.True(t, AssignsOtherwise(name), name)
	}
	for reason, name := range map[string]string{
		"by NAME=value": "export", "programs inherit no array": "mapfile", "takes away": "unset", "a program": "rm", "nothing": "",
	} {
		assert.False(t, AssignsOtherwise(name), reason)
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"nothing", "", ""},
		{"no prefix", "cd x", "cd x"},
		{"command", "command cd x", "cd x"},
		{"builtin", "builtin cd", "cd"},
		{"both, more than once", "command builtin command cd", "cd"},
		{"the standard PATH", "command -p cd", "cd"},
		{"the end of options", "command -- cd", "cd"},
		{"command asks where a program is", "command -v cd", "-v cd"},
		{"command alone", "command", "command"},
		{"an option alone stays", "command -p", "-p"},
		{"what is not known is no prefix", "$x cd", "? cd"},
		{"behind a prefix", "command $x", "?"},
	} {
		assert.Equal(t, c.want, spelled(Words(words(c.line))), c.reason)
	}
}

func TestDirOperands(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"nothing", "", ""},
		{"a directory", "d", "d"},
		{"options", "-L -P d", "d"},
		{"several in one", "-Pe d", "d"},
		{"the end of options", "-- -P", "-P"},
		{"the directory before is no option", "-", "-"},
		{"nor is one of the stack", "-2", "-2"},
		{"nor what begins with a letter of none", "-x d", "-x d"},
		{"what is not known ends them", "$x -P", "? -P"},
		{"an option in part", "-P -$x d", "-? d"},
	} {
		assert.Equal(t, c.want, spelled(DirOperands(words(c.line))), c.reason)
	}
}

func TestHasOption(t *testing.T) {
	for _, c := range []struct {
		reason, options, option string
		want                    bool
	}{
		{"nothing", "", "-x", false},
		{"alone", "-x", "-x", true},
		{"among others", "-gxr", "-x", true},
		{"with the other sign", "+x", "-x", false},
		{"asked for with the other sign", "+x", "+x", true},
		{"behind a change of sign", "-g+x", "-x", false},
		{"before one", "-x+g", "-x", true},
		{"of a change of sign", "-g+x", "+x", true},
		{"not there", "-gr", "-x", false},
	} {
		assert.Equal(t, c.want, HasOption(c.options, c.option), c.reason)
	}
}
