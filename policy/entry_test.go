package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/parser"
)

// best is the strongest match of an entry with any command in a source.
func best(t *testing.T, e CommandEntry, source string) parser.Truth {
	t.Helper()
	opt := parser.Options{Vars: func(name string) (string, bool) { return "/home/agent", name == "HOME" }}
	s, err := parser.Parse(source, opt)
	require.NoError(t, err)
	truth := parser.No
	for v := range grammar.All(grammar.Read(s, opt)) {
		truth = truth.Or(e.Match(v))
	}
	return truth
}

// matches are commands under an entry of each list.
var matches = []struct {
	name, entry, command string
	allowed, blocked     parser.Truth
}{
	{"itself", "rm -rf ./build", "rm -rf ./build", parser.Yes, parser.Yes},
	{"options in another order", "rm -rf ./build", "rm build -fr", parser.Yes, parser.Yes},
	{"options spelt out", "rm -rf ./build", "rm --recursive --force build/", parser.Yes, parser.Yes},
	{"options apart, and ended", "rm -rf ./build", "rm -r -f -- .//build", parser.Yes, parser.Yes},
	{"in quotes", "rm -rf ./build", `"rm" '-rf' "./build"`, parser.Yes, parser.Yes},
	{"E8 M19 an absolute path", "rm -rf ./build", "rm -rf //build", parser.No, parser.No},
	{"E8 M19 the root too", "rm -rf ./build", "rm -rf ./build /", parser.No, parser.No},
	{"E8 M19 something longer", "rm -rf ./build", "rm -rf ./build2", parser.No, parser.No},
	{"E8 M19 up and away", "rm -rf ./build", "rm -rf ./build/../..", parser.No, parser.No},
	{"the place by another way", "rm -rf ./build", "rm -rf x/../build", parser.No, parser.No},
	{"another option", "rm -rf ./build", "rm -rfv ./build", parser.No, parser.No},
	{"an option less", "rm -rf ./build", "rm -r ./build", parser.No, parser.No},
	{"another program", "rm -rf ./build", "ls -rf ./build", parser.No, parser.No},
	{"a program of that name elsewhere", "rm -rf ./build", "./rm -rf ./build", parser.No, parser.Yes},
	{"the same program by its path", "rm -rf ./build", "/bin/rm -rf ./build", parser.No, parser.Yes},
	{"in another directory", "rm -rf ./build", "cd /srv && rm -rf ./build", parser.No, parser.Yes},
	{"in a directory that is not known", "rm -rf ./build", `cd "$X" && rm -rf ./build`, parser.Maybe, parser.Yes},
	{"a function of that name", "rm -rf ./build", "rm() { command rm /x; }; rm -rf ./build", parser.Maybe, parser.Yes},
	{"run by another program", "rm -rf ./build", "sudo -u bob rm -rf ./build", parser.Yes, parser.Yes},
	{"in code for a shell", "rm -rf ./build", "bash -c 'ls; rm -rf ./build'", parser.Yes, parser.Yes},
	{"on another machine", "rm -rf ./build", "ssh h 'rm -rf ./build'", parser.No, parser.Yes},
	{"as data", "rm -rf ./build", "echo 'rm -rf ./build'", parser.No, parser.No},
	{"an unknown operand", "rm -rf ./build", `rm -rf "$X"`, parser.Maybe, parser.Maybe},
	{"an unknown word after it, which may be -r once more", "rm -rf ./build", `rm -rf ./build "$X"`, parser.Maybe, parser.Maybe},
	{"any number of unknown operands", "rm -rf ./build", "rm -rf ./build $X", parser.Maybe, parser.Maybe},
	{"unknown words and a known one that is not meant", "rm -rf ./build", "rm -rf ./other $X", parser.No, parser.No},
	{"unknown words that may be options", "rm -rf ./build", "rm $X", parser.Maybe, parser.Maybe},
	{"an unknown program", "rm -rf ./build", `"$X" -rf ./build`, parser.Maybe, parser.Maybe},
	{"an unknown program with other words", "rm -rf ./build", `"$X" -rf ./other`, parser.No, parser.No},
	{"an unknown program that may be several words", "rm -rf ./build", "$X ./build", parser.Maybe, parser.Maybe},
	{"an assignment alone", "rm", "rm=1", parser.No, parser.No},
	{"a program alone", "rm", "rm", parser.Yes, parser.Yes},
	{"a program alone, but with operands", "rm", "rm x", parser.No, parser.No},
	{"the empty path is not here", "rm .", `rm ""`, parser.No, parser.No},

	{"a subcommand", "git push origin main", "git push origin main", parser.Yes, parser.Yes},
	{"operands in another order", "git push origin main", "git push main origin", parser.No, parser.No},
	{"another subcommand", "git push", "git pull", parser.No, parser.No},
	{"a subcommand of a subcommand", "git stash drop", "git stash drop", parser.Yes, parser.Yes},
	{"a subcommand that may be", "git push", `git "$X"`, parser.Maybe, parser.Maybe},
	{"an option value", "git push -o a=b origin", "git push --push-option=a=b origin", parser.Yes, parser.Yes},
	{"another option value", "git push -o a=b origin", "git push -o a=c origin", parser.No, parser.No},
	{"an unknown option value", "git push -o a=b origin", `git push -o "$X" origin`, parser.Maybe, parser.Maybe},
	{"a subcommand's own one that may be", "git stash drop", `git "$X" drop`, parser.Maybe, parser.Maybe},
	{"a subcommand that may be, with an operand", "git push origin", `git "$X" origin`, parser.Maybe, parser.Maybe},
	{"another subcommand with unknown words", "git push *", "git add $X", parser.No, parser.No},
	{"another subcommand of a subcommand with unknown words", "git stash drop", "git stash pop $X", parser.No, parser.No},
	{"a subcommand that may go on", "git stash drop", "git stash $X", parser.Maybe, parser.Maybe},
	{"a subcommand that may be, and its option by another name", "git push --force", `git "$X" -f`, parser.Maybe, parser.Maybe},
	{"a subcommand that may be, and a word that may be one too", "git push origin", `git "$X" main`, parser.Maybe, parser.Maybe},
	{"configuration before the subcommand", "git push", "git -c core.sshCommand=x push", parser.No, parser.No},

	{"a star for operands", "systemctl *", "systemctl stop nginx", parser.Yes, parser.Yes},
	{"a star for nothing", "systemctl *", "systemctl", parser.Yes, parser.Yes},
	{"a star for unknown words", "systemctl *", "systemctl $X", parser.Yes, parser.Yes},
	{"a star after a subcommand", "git stash *", "git stash pop -q", parser.Yes, parser.Yes},
	{"a star after another subcommand", "git stash *", "git status", parser.No, parser.No},
	{"a star after operands", "rm -f a *", "rm -f a b c", parser.Yes, parser.Yes},
	{"a star after other operands", "rm -f a *", "rm -f b a", parser.No, parser.No},
	{"a star after an option that is not there", "rm -f *", "rm a", parser.No, parser.No},
	{"a star and options that may be there", "rm -f *", "rm $X", parser.Maybe, parser.Maybe},
	{"a star in quotes is a name", "rm '*'", "rm x", parser.No, parser.No},

	{"without a grammar, word by word", "frob --hard x", "frob --hard x", parser.Yes, parser.Yes},
	{"without a grammar, in another order", "frob --hard x", "frob x --hard", parser.No, parser.No},
	{"without a grammar, more words", "frob --hard x", "frob --hard x y", parser.No, parser.No},
	{"without a grammar, a star", "frob --hard *", "frob --hard x y", parser.Yes, parser.Yes},
	{"without a grammar, an unknown word", "frob --hard x", `frob --hard "$X"`, parser.Maybe, parser.Maybe},
	{"without a grammar, unknown words", "frob --hard x", "frob $X", parser.Maybe, parser.Maybe},

	{"without a grammar, words that may be none", "frob --hard", "frob --hard $X", parser.Maybe, parser.Maybe},
	{"without a grammar, a word less", "frob --hard x", "frob --hard", parser.No, parser.No},
	{"without a grammar, unknown words for a star", "frob --hard *", "frob --hard $X", parser.Yes, parser.Yes},

	{"an expression", `re:git (status|log).*`, "git log -1", parser.Yes, parser.Yes},
	{"E8 an expression for part of it", "re:rm -rf ./build", "rm -rf ./build /", parser.No, parser.Yes},
	{"E8 alternatives are anchored both", "re:ls|rm", "rm x", parser.No, parser.Yes},
	{"an expression over lines", "re:ls.*", "ls 'a\nrm'", parser.No, parser.Yes},
	{"an expression in quoted text", `re:\bdrop\s+database\b`, `psql -c "drop  database x"`, parser.No, parser.Yes},
	{"an expression tells cases apart", `re:drop table`, `psql -c "DROP TABLE x"`, parser.No, parser.No},
	{"an expression that ignores case", `re:(?i)drop table`, `psql -c "DROP TABLE x"`, parser.No, parser.Yes},
	{"a blank in a word is no two words", "re:rm a b", "rm 'a b'", parser.No, parser.Yes},
	{"an expression and an unknown word", "re:rm .*", `rm "$X"`, parser.Maybe, parser.Maybe},
	{"an expression does not see the next command", `re:ls.*rm.*`, "ls; rm x", parser.No, parser.No},
	{"an expression does not see redirections", "re:ls", "ls > x", parser.Yes, parser.Yes},
}

func TestE8EntriesMatchWholeCommands(t *testing.T) {
	for _, c := range matches {
		t.Run(c.name, func(t *testing.T) {
			allowed, err := newEntry(c.entry, true, false)
			require.NoError(t, err)
			blocked, err := newEntry(c.entry, false, false)
			require.NoError(t, err)
			assert.Equal(t, c.allowed.String(), best(t, allowed, c.command).String(), "allowed")
			assert.Equal(t, c.blocked.String(), best(t, blocked, c.command).String(), "blocked")
		})
	}
}

func TestE8AnEntryIsOnlyItsOwnCommand(t *testing.T) {
	e, err := newEntry("rm -rf ./build", true, false)
	require.NoError(t, err)
	s, err := parser.Parse("rm -rf ./build; rm -rf /x", parser.Options{})
	require.NoError(t, err)
	invs := grammar.Read(s, parser.Options{})
	require.Len(t, invs, 2)
	assert.Equal(t, parser.Yes, e.Match(invs[0]))
	assert.Equal(t, parser.No, e.Match(invs[1]))
}

func TestZeroEntryMatchesNothing(t *testing.T) {
	v := grammar.ReadCommand(parser.Argv([]string{"ls"}), parser.Options{})
	assert.Equal(t, parser.No, CommandEntry{}.Match(v))
}

// FuzzEntryMatchesItsOwnWords holds that an argument vector matches the entry
// that is written as a shell would have to be told it.
func FuzzEntryMatchesItsOwnWords(f *testing.F) {
	f.Add("rm", "-rf", "./build")
	f.Add("git", "push", "origin")
	f.Add("frob", "a b", "'")
	f.Add("find", "-name", "*")
	f.Fuzz(func(t *testing.T, name, one, two string) {
		text := shellquote.Word(name) + " " + shellquote.Word(one) + " " + shellquote.Word(two)
		e, err := newEntry(text, true, false)
		if err != nil {
			return
		}
		v := grammar.ReadCommand(e.like.Command, parser.Options{})
		if v.Away || v.Open {
			return
		}
		assert.Equal(t, parser.Yes, e.Match(v), text)
		other := grammar.ReadCommand(parser.Argv([]string{name, one, two + "x"}), parser.Options{})
		assert.NotEqual(t, parser.Yes, e.Match(other), text)
	})
}

func BenchmarkMatch(b *testing.B) {
	e, err := newEntry("rm -rf ./build", true, false)
	require.NoError(b, err)
	v := grammar.ReadCommand(parser.Argv([]string{"rm", "-fr", "build"}), parser.Options{})
	for b.Loop() {
		if e.Match(v) != parser.Yes {
			b.Fatal("no match")
		}
	}
}
