package output

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
)

// word makes a word: ? is a part that only execution knows, * is a pattern.
func word(text string) tree.Word {
	var w tree.Word
	for text != "" {
		switch i := strings.IndexAny(text, "?*"); {
		case i > 0:
			w.Parts = append(w.Parts, tree.Text(text[:i]).Parts...)
			text = text[i:]
			continue
		case i < 0:
			w.Parts = append(w.Parts, tree.Text(text).Parts...)
			return w
		case text[0] == '*':
			w.Parts = append(w.Parts, tree.Part{Kind: tree.Glob, Text: "*"})
		default:
			w.Parts = append(w.Parts, tree.Part{Text: "$x", Empty: true})
		}
		text = text[1:]
	}
	return w
}

// words makes the words of a line.
func words(line string) []tree.Word {
	var out []tree.Word
	for text := range strings.FieldsSeq(line) {
		out = append(out, word(text))
	}
	return out
}

// spelled prints words.
func spelled(list []tree.Word) string {
	var out []string
	for _, w := range list {
		out = append(out, w.String())
	}
	return strings.Join(out, " ")
}

func TestBehindCarriers(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"nothing", "", ""},
		{"no carrier", "cat f", "cat f"},
		{"env", "env cat f", "cat f"},
		{"by its path", "/usr/bin/env cat", "cat"},
		{"by any other path it may be another program", "./env cat", "./env cat"},
		{"one in another", "env nice -n 5 nohup cat", "cat"},
		{"a builtin before it", "command env cat", "cat"},
		{"with variables", "env A=1 B=? cat", "env A=1 B=? cat"},
		{"with variables that are known", "env A=1 B=2 cat", "cat"},
		{"that shells read: the program may write something else", "env LC_ALL=C cat", ""},
		{"a path in one of these is no program", "env LD_PRELOAD=/x/cat y", ""},
		{"nor is one in what no shell would call a variable", "env a.b=/x/cat y", ""},
		{"with options", "env -i -u HOME cat", "cat"},
		{"the end of options", "env -- cat", "cat"},
		{"an option that the table does not have", "env --frobnicate cat", "env --frobnicate cat"},
		{"an option that is not known", "env ? cat", "env ? cat"},
		{"an option's value in the same word", "nice --adjustment=5 cat", "cat"},
		{"and of one letter", "nice -n5 cat", "cat"},
		{"a number for an option", "nice -19 cat", "cat"},
		{"a number is an option of nice only", "nohup -19 cat", "nohup -19 cat"},
		{"an operand before the program", "timeout -k 5 10 cat f", "cat f"},
		{"one that is not known", "timeout ? cat", "timeout ? cat"},
		{"no program", "env", "env"},
		{"no program behind the operand", "timeout 5", "timeout 5"},
		{"no value behind the option", "env -u", "env -u"},
		{"exec", "exec -a name cat", "cat"},
		{"sudo", "sudo -n -u root cat", "cat"},
		{"sudo with a shell of its own", "sudo -s cat", "sudo -s cat"},
	} {
		if c.want == "" && c.line != "" {
			c.want = c.line // it stays
		}
		assert.Equal(t, c.want, spelled(BehindCarriers(words(c.line))), c.reason)
	}
}

func TestAssignsPlainly(t *testing.T) {
	for _, c := range []struct {
		reason  string
		assigns []tree.Assign
		want    bool
	}{
		{"none", nil, true},
		{"a name that nobody reads", []tree.Assign{{Name: "A"}}, true},
		{"one that is added to", []tree.Assign{{Name: "A", Append: true}}, false},
		{"an element", []tree.Assign{{Name: "A[1]"}}, false},
		{"no name", []tree.Assign{{}}, false},
		{"the language changes what a filter writes", []tree.Assign{{Name: "LC_ALL"}}, false},
		{"the loader may bring another program", []tree.Assign{{Name: "LD_PRELOAD"}}, false},
		{"another program is found", []tree.Assign{{Name: "PATH"}}, false},
		{"one of several", []tree.Assign{{Name: "A"}, {Name: "IFS"}}, false},
		{"a name in small letters is another", []tree.Assign{{Name: "path"}}, true},
	} {
		assert.Equal(t, c.want, AssignsPlainly(c.assigns), c.reason)
	}
}

func TestHeldBy(t *testing.T) {
	text := "a\x00\n"
	held := tree.Word{Parts: []tree.Part{{File: true, Values: &tree.Values{Content: &text}}}}
	got, ok := HeldBy(held)
	assert.True(t, ok)
	assert.Equal(t, text, got)
	for reason, w := range map[string]tree.Word{
		"the empty word":            {},
		"text":                      tree.Text("a"),
		"what is not known":         word("?"),
		"a part of a word":          {Parts: append(tree.Text("x").Parts, held.Parts...)},
		"a file of unknown text":    {Parts: []tree.Part{{File: true}}},
		"a substitution's own text": {Parts: []tree.Part{{Values: &tree.Values{Content: &text}}}},
	} {
		_, ok := HeldBy(w)
		assert.False(t, ok, reason)
	}
}

func TestInputOf(t *testing.T) {
	redirect := func(fd, op, target string) tree.Redirect {
		return tree.Redirect{FD: fd, Op: op, Target: word(target)}
	}
	text := func(s string) tree.Stdin { return tree.Stdin{Kind: tree.FromText, Word: word(s)} }
	for _, c := range []struct {
		reason    string
		in        tree.Stdin
		redirects []tree.Redirect
		want      string // "?" for none that is known
		stays     bool
	}{
		{"the caller's", tree.Stdin{}, nil, "?", true},
		{"a here-document", text("a\n"), []tree.Redirect{redirect("", "<<", "a")}, "a\n", true},
		{"a here-string ends in a newline", text("a"), []tree.Redirect{redirect("", "<<<", "a")}, "a\n", true},
		{"one that is not known", text("a?"), []tree.Redirect{redirect("", "<<<", "a?")}, "?", true},
		{"an empty document", text(""), []tree.Redirect{redirect("", "<<-", "")}, "", true},
		{"a pipe", tree.Stdin{Kind: tree.FromPipe, Word: word("a\n")}, nil, "a\n", true},
		{"a pipe of which nothing is known", tree.Stdin{Kind: tree.FromPipe}, nil, "?", true},
		{"a file", tree.Stdin{Kind: tree.FromFile, Word: word("f")}, nil, "?", true},
		{"errors go nowhere", text("a"), []tree.Redirect{redirect("2", ">", "/dev/null")}, "a", true},
		{"errors go to the output", text("a"), []tree.Redirect{redirect("2", ">&", "1")}, "a", true},
		{"errors go into a file", text("a"), []tree.Redirect{redirect("2", ">", "f")}, "?", false},
		{"errors may go into a file", text("a"), []tree.Redirect{redirect("2", ">", "?")}, "?", false},
		{"the output goes into a file", text("a"), []tree.Redirect{redirect("", ">", "f")}, "?", false},
		{"the output goes nowhere", text("a"), []tree.Redirect{redirect("", ">", "/dev/null")}, "?", false},
	} {
		got, stays := InputOf(&tree.Command{Stdin: c.in, Redirects: c.redirects})
		assert.Equal(t, c.stays, stays, c.reason)
		if c.want == "?" {
			assert.Nil(t, got, c.reason)
		} else if assert.NotNil(t, got, c.reason) {
			assert.Equal(t, c.want, *got, c.reason)
		}
	}
}

func TestRedirections(t *testing.T) {
	for _, c := range []struct {
		reason, fd, op, target string
		output, into, add      bool
	}{
		{"output", "", ">", "f", true, true, false},
		{"by its number", "1", ">", "f", true, true, false},
		{"clobbered", "", ">|", "f", true, true, false},
		{"added", "", ">>", "f", true, true, true},
		{"both", "", "&>", "f", true, true, false},
		{"both, added", "", "&>>", "f", true, true, true},
		{"both, as csh has it", "", ">&", "f", true, true, false},
		{"errors", "2", ">", "f", false, true, false},
		{"another descriptor", "{fd}", ">", "f", false, true, false},
		{"to a descriptor", "", ">&", "2", true, false, false},
		{"moved", "", ">&", "3-", true, false, false},
		{"closed", "", ">&", "-", true, false, false},
		{"to what may be a descriptor", "", ">&", "?", true, false, false},
		{"both ways", "", "<>", "f", false, true, false},
		{"input", "", "<", "f", false, false, false},
		{"a document", "", "<<", "text", false, false, false},
		{"nothing stays in a device", "", ">", "/dev/null", true, false, false},
		{"into what is not known", "", ">", "?", true, true, false},
	} {
		r := tree.Redirect{FD: c.fd, Op: c.op, Target: word(c.target)}
		assert.Equal(t, c.output, IsOutput(r), c.reason)
		into, add := OpensFile(r)
		assert.Equal(t, c.into, into, c.reason)
		assert.Equal(t, c.add, add, c.reason)
	}
}

func TestPassedOn(t *testing.T) {
	ops := func(list ...string) (out []tree.Redirect) {
		for _, op := range list {
			out = append(out, tree.Redirect{Op: op})
		}
		return out
	}
	for _, c := range []struct {
		reason string
		in     tree.Stdin
		ops    []tree.Redirect
		want   string // "" for none
		other  bool
	}{
		{"the caller's", tree.Stdin{}, nil, "", true},
		{"a file", tree.Stdin{Kind: tree.FromFile, Word: word("f")}, nil, "", true},
		{"a pipe of which nothing is known", tree.Stdin{Kind: tree.FromPipe}, nil, "", true},
		{"a pipe", tree.Stdin{Kind: tree.FromPipe, Word: word("a\n")}, nil, "a\n", false},
		{"a document", tree.Stdin{Kind: tree.FromText, Word: word("a\n")}, ops("<<"), "a\n", false},
		{"a here-string", tree.Stdin{Kind: tree.FromText, Word: word("a")}, ops("<<<"), "a\n", false},
		{"a document after a here-string counts", tree.Stdin{Kind: tree.FromText, Word: word("a\n")}, ops("<<<", "<<"), "a\n", false},
		{"other redirections do not", tree.Stdin{Kind: tree.FromText, Word: word("a")}, ops("<<<", ">"), "a\n", false},
		{"one known in part may be anything", tree.Stdin{Kind: tree.FromText, Word: word("a?b")}, nil, "a?b", true},
	} {
		got := PassedOn(&tree.Command{Stdin: c.in, Redirects: c.ops})
		assert.Equal(t, c.other, got.Other, c.reason)
		assert.Equal(t, c.want, spelled(got.Texts), c.reason)
	}
}

func TestPassedOnDoesNotSplit(t *testing.T) {
	in := tree.Word{Parts: []tree.Part{{Text: "$x", Split: true}}}
	got := PassedOn(&tree.Command{Stdin: tree.Stdin{Kind: tree.FromText, Word: in}})
	assert.False(t, got.Texts[0].Splits(), "it is one text")
	assert.True(t, in.Splits(), "the command's own word stays")
}

func TestEchoLine(t *testing.T) {
	for _, c := range []struct{ reason, line, want string }{
		{"no words", "", "\n"},
		{"one", "a", "a\n"},
		{"several", "a b", "a b\n"},
		{"one that is not known", "a ?", "a ?\n"},
	} {
		got := EchoLine(words(c.line))
		assert.Equal(t, c.want, got.String(), c.reason)
		assert.Equal(t, !strings.Contains(c.line, "?"), got.Known(), c.reason)
	}
	pattern := EchoLine(words("a/*"))
	assert.False(t, pattern.Known(), "which names there are only execution knows")
	assert.Equal(t, "a/", pattern.Prefix())
}
