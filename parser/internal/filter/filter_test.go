package filter

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzFilters holds that no arguments or input break a filter.
func FuzzFilters(f *testing.F) {
	names := []string{"echo", "printf", "cat", "base64", "xxd", "tr", "rev", "tac", "head", "tail", "cut", "sed", "base32", "awk", "seq", "basename", "dirname", "uniq", "tee", "basenc", "openssl", "python3", "jq", "paste", "grep", "xargs"}
	f.Add(uint8(0), "-e\x00\\ta\\x41\\101", "")
	f.Add(uint8(5), "a-z\x00A-Z", "text")
	f.Add(uint8(11), "-E\x00s/(a|b)*[]x[:alpha:]]/\\1&/g", "ab]")
	f.Add(uint8(1), "%s%b%c%d\\x41\x00a\x00b\\c", "")
	f.Add(uint8(13), "-F:\x00BEGIN{print \"x\"} NR==2{printf \"%s\", $1} {print $NF, NR}", "a:b\nc")
	f.Add(uint8(11), "-n\x001,/b/p;$!s/a/x/gp;2q", "a\nb\nc")
	f.Add(uint8(10), "-d:\x00-f1,2-", "a:b:c")
	f.Fuzz(func(t *testing.T, which uint8, args, in string) {
		program, found := Lookup(names[int(which)%len(names)])
		require.True(t, found)
		if len(args) > 1000 || len(in) > 1000 {
			return // a longer text shows nothing that this does not
		}
		_, _ = program.Output(Call{Bash: true, Args: strings.Split(args, "\x00"), Input: in, HasInput: true, Spend: func(n int) bool { return n < 8<<20 }})
	})
}

// TestNamesAndFinds holds the filters whose programs the oracle has no copy of.
func TestNamesAndFinds(t *testing.T) {
	for _, c := range []struct {
		why     string
		program string
		args    []string
		input   string
		output  string
		known   bool
	}{
		{"what fits", "grep", []string{"-o", "rm.*"}, "xrm -rf\n", "rm -rf\n", true},
		{"each that fits", "grep", []string{"-oE", "[0-9]+"}, "a1b22\nc\n", "1\n22\n", true},
		{"at the beginning", "grep", []string{"-o", "^a"}, "aa\n", "a\n", true},
		{"whole lines are others' to tell", "grep", []string{"a"}, "a\n", "", false},
		{"all words on a line", "xargs", nil, "rm\n-rf /\n", "rm -rf /\n", true},
		{"some words on each", "xargs", []string{"-n2", "echo", "x"}, "a b c\n", "x a b\nx c\n", true},
		{"each line in a template", "xargs", []string{"-I{}", "echo", "rm", "{}/x"}, " a\nb\n", "rm a/x\nrm b/x\n", true},
		{"quotes", "xargs", nil, "'a b'\n", "", false},
		{"an option of echo", "xargs", nil, "-n a\n", "", false},
		{"another command", "xargs", []string{"ls"}, "a\n", "", false},
		{"no words", "xargs", nil, "\n", "", false},
		{"a text", "jq", []string{"-rn", `"a" + "b"`}, "", "ab\n", true},
		{"a text of its input", "jq", []string{"-r", `"a"`}, "", "", false},
		{"a text with more in it", "jq", []string{"-rn", `"a\(1)"`}, "", "", false},
		{"a file", "grep", []string{"-o", "a", "f"}, "a\n", "", false},
	} {
		f, found := Lookup(c.program)
		require.True(t, found, c.why)
		output, known := f.Output(Call{Args: c.args, Input: c.input, HasInput: f.Reads, Spend: func(int) bool { return true }})
		require.Equal(t, c.known, known, c.why)
		if known {
			require.Equal(t, c.output, output, c.why)
		}
	}
}
