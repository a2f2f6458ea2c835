package guard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// respelling writes a command in another way that means the same to bash. It
// returns "" for a command that it does not know how to respell.
type respelling struct {
	name string
	of   func(command string) string
}

// around puts a command between two texts.
func around(before, after string) func(string) string {
	return func(c string) string { return before + c + after }
}

// quoted puts a command into single quotes.
func quoted(c string) string { return "'" + strings.ReplaceAll(c, "'", `'\''`) + "'" }

// firstWord applies a change to the program's name, if the command begins with
// a plain one and is one simple command with nothing before it.
func firstWord(change func(name string) string) func(string) string {
	return func(c string) string {
		name, rest, _ := strings.Cut(c, " ")
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" || keyword(name) {
			return ""
		}
		if name = change(name); name == "" {
			return ""
		}
		return strings.TrimSuffix(name+" "+rest, " ")
	}
}

func keyword(name string) bool {
	return slices.Contains([]string{"function", "export", "cd", "eval", "source", "exec", "time", "coproc", "case", "if", "for", "while", "set", "trap"}, name)
}

// flat leaves out commands that cannot stand inside another line as they are.
func flat(of func(string) string) func(string) string {
	return func(c string) string {
		if strings.Contains(c, "<<") || strings.HasSuffix(c, "&") || strings.HasSuffix(c, ";") || strings.Contains(c, "#") {
			return ""
		}
		return of(c)
	}
}

func respellings() []respelling {
	return []respelling{
		{"blanks around", flat(around(" \t ", "  "))},
		{"a comment line before", around("# all is well\n", "")},
		{"a command before", around("true; ", "")},
		{"a condition before", around("true && ", "")},
		{"lines before", around("a=1\n\n", "")},
		{"padding before", around(strings.Repeat("true;", 60), "")},
		{"a command after", flat(around("", "; true"))},
		{"in the background", flat(around("", " &"))},
		{"in a subshell", flat(around("( ", ")"))},
		{"in a group", flat(around("{ ", "; }"))},
		{"negated", flat(around("! { ", "; }"))},
		{"in a branch", flat(around("if true; then ", "; fi"))},
		{"in a loop", flat(around("while true; do ", "; break; done"))},
		{"in a for loop", flat(around("for i in 1; do ", "; done"))},
		{"in a case", flat(around("case a in a) ", ";; esac"))},
		{"in a function", flat(around("zz() { ", "; }; zz"))},
		{"in a substitution", flat(around(": $( ", ")"))},
		{"in a redirection", flat(around(": < <( ", ")"))},
		{"in arithmetic", flat(around(": $((zz[$( ", ")]))"))},
		{"in a default", flat(around(": ${zz:-$( ", ")}"))},
		{"in a here-document", flat(func(c string) string { return "cat <<ZZ\n$( " + c + ")\nZZ" })},
		{"in another shell", flat(func(c string) string { return "bash -c " + quoted(c) })},
		{"in two more shells", flat(func(c string) string { return "sh -c " + quoted("bash -c "+quoted(c)) })},
		{"evaluated", flat(func(c string) string { return "eval " + quoted(c) })},
		{"given to a shell", flat(func(c string) string { return "bash <<< " + quoted(c) })},
		{"a quoted name", firstWord(func(n string) string { return `"` + n + `"` })},
		{"a name quoted in part", firstWord(func(n string) string { return n[:1] + `''` + n[1:] })},
		{"an escaped name", firstWord(func(n string) string { return `\` + n })},
		{"a name in ANSI quotes", firstWord(func(n string) string { return `$'` + n + `'` })},
		{"a path for a name", firstWord(func(n string) string { return "/usr/bin/" + n })},
		{"a roundabout path", firstWord(func(n string) string { return "/usr/bin/../bin/" + n })},
		{"a name in a variable", firstWord(func(n string) string { return "zz=" + n + "; $zz" })},
		{"a name by echo", firstWord(func(n string) string { return "$(echo " + n + ")" })},
		{"a line broken", firstWord(func(n string) string { return n + " \\\n" })},
		{"behind env", firstWord(func(n string) string { return "env ZZ=1 " + n })},
		{"behind command", firstWord(func(n string) string { return "command -- " + n })},
		{"behind nice and timeout", firstWord(func(n string) string { return "nice -n 5 timeout -k 1 9 " + n })},
		{"behind sudo", firstWord(func(n string) string { return "sudo -u root -- " + n })},
		{"behind busybox", firstWord(func(n string) string {
			if !slices.Contains([]string{"rm", "chmod", "chown", "dd", "tee", "cp", "mv"}, n) {
				return ""
			}
			return "busybox " + n
		})},
	}
}

// known are respellings that hide one rule and no other, because the rule is
// about the very words that change.
func known(rule, respelled string) bool {
	switch rule {
	case "run.globbed", "run.nohup", "priv.elevate", "secrets.handed":
		return true
	case "fs.fork-bomb":
		return respelled != "blanks around"
	}
	return false
}

// findsRule reports whether a rule is found in a command, for certain.
func findsRule(p *policy.Policy, id, command string) bool {
	d := check(p, command)
	return slices.ContainsFunc(d.Findings, func(f guard.Finding) bool { return f.Rule.ID == id && f.Truth == parser.Yes })
}

// all blocks whatever a rule finds.
func all(t testing.TB) *policy.Policy {
	p := builtin(t, policy.Cautious)
	for i := range p.Rules {
		p.Actions[p.Rules[i].ID] = rules.Block
	}
	return p
}

// Every example of every rule is found in every spelling that means the same.
func TestX4Respelled(t *testing.T) {
	p := all(t)
	for i := range p.Rules {
		r := &p.Rules[i]
		for _, hit := range r.Hits {
			if !findsRule(p, r.ID, hit) {
				continue // TestCatalogueHoldsItsExamples tells
			}
			for _, s := range respellings() {
				if c := s.of(hit); c != "" && !known(r.ID, s.name) && !findsRule(p, r.ID, c) {
					t.Errorf("%s: %s: %q", r.ID, s.name, c)
				}
			}
		}
	}
}

// FuzzSpelling puts respellings into one another.
func FuzzSpelling(f *testing.F) {
	f.Add(uint16(0), byte(0), byte(1), byte(2))
	f.Add(uint16(40), byte(20), byte(15), byte(21))
	p := all(f)
	f.Fuzz(func(t *testing.T, n uint16, one, two, three byte) {
		r := &p.Rules[int(n)%len(p.Rules)]
		if len(r.Hits) == 0 {
			return
		}
		c := r.Hits[int(n/7)%len(r.Hits)]
		if !findsRule(p, r.ID, c) {
			return
		}
		list := respellings()
		for _, pick := range []byte{one, two, three} {
			s := list[int(pick)%len(list)]
			if next := s.of(c); next != "" && !known(r.ID, s.name) {
				c = next
			}
		}
		assert.True(t, findsRule(p, r.ID, c), "%s: %q", r.ID, c)
	})
}

// FuzzJudge holds that no text makes the judge fail, and that it says the same
// twice.
func FuzzJudge(f *testing.F) {
	p := builtin(f, policy.Guarded)
	for i := range p.Rules {
		for _, c := range append(p.Rules[i].Hits, p.Rules[i].Misses...) {
			f.Add(c)
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		one, two := check(p, source), check(p, source)
		assert.Equal(t, one.Action, two.Action)
		assert.Equal(t, ids(one.Findings), ids(two.Findings))
	})
}
