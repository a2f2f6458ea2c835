package gate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// runners are programs that run others: env and timeout their operands, xargs its
// operands with unknown ones added, find a command for each result.
func runners() []Command {
	return []Command{
		{Names: []string{"env"}, Syntax: Syntax{Options: []Option{{Name: "-u", Forms: Next, Value: Plain}, {Name: "-C", Forms: Next, Value: Enter}}, Operands: Operands{Rest: Argv, After: Same}}},
		{Names: []string{"timeout"}, Syntax: Syntax{Options: []Option{{Name: "-k", Forms: Next, Value: Plain}}, Operands: Operands{First: []Kind{Plain}, Rest: Argv, After: Same}}},
		{Names: []string{"xargs"}, Syntax: Syntax{Bundle: true, Feeds: true, Options: []Option{{Name: "-0", Forms: Bare}, {Name: "-I", Forms: Next | Attached, Value: Marker}}, Operands: Operands{Rest: Argv}}},
		{Names: []string{"search"}, Syntax: Syntax{Permute: true, Options: []Option{
			{Name: "-name", Forms: Next, Value: Found}, {Name: "-exec", Forms: Next, Value: Exec}, {Name: "-print", Forms: Bare},
		}, Operands: Operands{Rest: Read, Dot: true}}},
		{Names: []string{"sh"}, Syntax: Syntax{Operands: Operands{First: []Kind{Dash}}}},
	}
}

// A nested command is decided as if it were the outer one, by its own page.
func TestCommandsThatOthersRun(t *testing.T) {
	w := newWorld(t)
	w.spec.Commands = append(w.spec.Commands, runners()...)
	w.spec.Unknown = true
	c := w.checker(t)
	for _, tt := range []struct {
		why  string
		argv []string
		want Reason
	}{
		{"nothing", []string{"env"}, Clear},
		{"a clear one", []string{"env", "rm", "file"}, Clear},
		{"one that is not", []string{"env", "rm", "../notes"}, Outside},
		{"its options are its own", []string{"env", "rm", "-u", "file"}, UnknownOption},
		{"behind the outer's", []string{"env", "-u", "X", "rm", "-f", "file"}, Clear},
		{"behind two dashes", []string{"env", "--", "rm", "file"}, Clear},
		{"one nobody knows", []string{"env", "evil"}, UnknownCommand},
		{"by its path", []string{"env", "/usr/bin/rm", "file"}, UnknownCommand},
		{"an assignment", []string{"env", "A=b", "rm", "file"}, UnknownCommand},
		{"a dash", []string{"env", "-", "rm", "file"}, UnknownCommand},
		{"elsewhere", []string{"env", "-C", "sub", "rm", "file"}, Unresolved},
		{"behind an operand of the outer's own", []string{"timeout", "-k", "1", "5", "rm", "file"}, Clear},
		{"none behind it", []string{"timeout", "5"}, Clear},
		{"deep", []string{"env", "env", "timeout", "5", "rm", "file"}, Clear},
		{"too deep", []string{"env", "env", "env", "env", "env", "rm", "file"}, OddOperand},
		{"deep, and not clear", []string{"env", "timeout", "5", "env", "rm", ".git/x"}, Protected},

		{"operands that nobody knows, which are read", []string{"xargs", "grep", "x"}, Clear},
		{"text", []string{"xargs", "grep"}, Clear},
		{"no command", []string{"xargs", "-0"}, Clear},
		{"removed", []string{"xargs", "rm", "file"}, OddOperand},
		{"written", []string{"xargs", "cp", "file"}, OddOperand},
		{"a subcommand", []string{"xargs", "git"}, OddOperand},
		{"read by what a third runs", []string{"xargs", "-0", "env", "grep", "x"}, Clear},
		{"the program itself", []string{"xargs", "env"}, OddOperand},
		{"in the place of a marker", []string{"xargs", "-I", "{}", "grep", "x", "{}", "file"}, Clear},
		{"attached", []string{"xargs", "-I%", "grep", "%", "file"}, Clear},
		{"a marker in a word", []string{"xargs", "-I%", "grep", "x", "sub/%"}, OddOperand},
		{"a marker that is an option", []string{"xargs", "-I", "-n", "grep", "-n", "x"}, OddValue},
		{"a marker that is the program", []string{"xargs", "-I", "grep", "grep", "x"}, OddOperand},
		{"removed in its place", []string{"xargs", "-I%", "rm", "%"}, OddOperand},
		{"not for a third", []string{"xargs", "-I%", "env", "grep", "x", "%"}, OddOperand},
		{"nor where a search begins", []string{"xargs", "search", ".", "-exec", "grep", "x", "{}", ";"}, OddOperand},

		{"of what is found", []string{"search", ".", "-exec", "grep", "x", "{}", ";", "-print"}, Clear},
		{"at once", []string{"search", "-exec", "grep", "x", "{}", "+"}, Clear},
		{"two", []string{"search", "-exec", "grep", "x", "{}", ";", "-exec", "env", "grep", "y", "{}", ";"}, Clear},
		{"a second that is not clear", []string{"search", "-exec", "grep", "x", "{}", ";", "-exec", "rm", "{}", ";"}, OddOperand},
		{"without an end", []string{"search", ".", "-exec", "grep", "x", "{}"}, OddValue},
		{"empty", []string{"search", ".", "-exec", ";"}, OddOperand},
		{"in a word", []string{"search", ".", "-exec", "grep", "x", "{}x", ";"}, OddOperand},
		{"what has a protected name", []string{"search", ".", "-name", ".env", "-exec", "grep", "x", "{}", ";"}, Protected},
		{"or may have one", []string{"search", ".", "-name", ".e*", "-exec", "grep", "x", "{}", ";"}, Protected},
		{"or ends as one", []string{"search", ".", "-name", "x*.pem", "-exec", "grep", "x", "{}", ";"}, Protected},
		{"a name, not to read it", []string{"search", ".", "-name", ".env"}, Clear},
		{"any ending", []string{"search", ".", "-name", "*.go", "-exec", "grep", "x", "{}", ";"}, Clear},
		{"below a protected place", []string{"search", w.home + "/.ssh", "-exec", "grep", "x", "{}", ";"}, Protected},

		{"code on standard input", []string{"sh", "-"}, Clear},
		{"a script", []string{"sh", "file"}, OddOperand},
	} {
		assert.Equal(t, tt.want.String(), c.Check(tt.argv, w.env(), w.work).String(), "%s: %q", tt.why, tt.argv)
	}
}

// A variable counts for the program that reads it, whoever starts that.
func TestVariablesOfCommandsThatOthersRun(t *testing.T) {
	w := newWorld(t)
	w.spec.Commands = append(w.spec.Commands, runners()...)
	for i := range w.spec.Commands {
		if w.spec.Commands[i].Names[0] == "rm" {
			w.spec.Commands[i].Variables = []Variable{{Name: "RMRC"}}
		}
	}
	c := w.checker(t)
	assert.Equal(t, Environment.String(), c.Check([]string{"env", "rm", "file"}, w.env("RMRC=x"), w.work).String())
	assert.Equal(t, Clear.String(), c.Check([]string{"env", "grep", "x"}, w.env("RMRC=x"), w.work).String())
}

// Where unknown words could do harm, they are not clear.
func TestUnknownWordsAreNotAlwaysFine(t *testing.T) {
	w := newWorld(t)
	w.spec.Commands = append(w.spec.Commands, runners()...)
	c := w.checker(t)
	for _, argv := range [][]string{{"xargs", "grep", "x"}, {"xargs", "-I%", "grep", "x", "%"}, {"search", ".", "-exec", "grep", "x", "{}", ";"}} {
		assert.Equal(t, OddOperand.String(), c.Check(argv, w.env(), w.work).String(), "%q", argv)
	}
	assert.Equal(t, Clear.String(), c.Check([]string{"env", "rm", "file"}, w.env(), w.work).String())
}

func TestSpecsOfRunnersThatDoNotFit(t *testing.T) {
	w := newWorld(t)
	for why, s := range map[string]Syntax{
		"a command that is an option's value": {Options: []Option{{Name: "-x", Forms: Next, Value: Argv}}},
		"options behind operands":             {Permute: true, Operands: Operands{Rest: Argv}},
		"a command before operands":           {Operands: Operands{First: []Kind{Argv}}},
		"fed without a command":               {Feeds: true, Operands: Operands{Rest: Read}},
		"an attached command":                 {Options: []Option{{Name: "--exec", Forms: Attached, Value: Exec}}},
		"a marker that is an operand":         {Operands: Operands{Rest: Marker}},
	} {
		spec := w.spec
		spec.Commands = []Command{{Names: []string{"x"}, Syntax: s}}
		_, err := Encode(spec)
		require.Error(t, err, why)
	}
}
