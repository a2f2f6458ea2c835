package quote

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestUnescape(t *testing.T) {
	for _, c := range []struct{ reason, text, special, want string }{
		{"nothing", "", "", ""},
		{"no backslash", "a b", "", "a b"},
		{"any byte outside quotes", `r\m\ \-f`, "", "rm -f"},
		{"a backslash", `a\\b`, "", `a\b`},
		{"one at the end quotes nothing", `a\`, "", `a\`},
		{"two at the end", `a\\`, "", `a\`},
		{"a line that goes on", "r\\\nm", "", "rm"},
		{"nothing but a line that goes on", "\\\n", "", ""},
		{"a special byte within quotes", `\$x\"`, "$\"", `$x"`},
		{"any other byte within quotes keeps it", `\a\$`, "$", `\a$`},
		{"a line goes on within quotes too", "a\\\nb", "$", "ab"},
		{"a backslash that is not special within quotes", `a\\b`, "$", `a\\b`},
		{"one byte of a rune", "\\é", "", "é"},
	} {
		assert.Equal(t, c.want, Unescape(c.text, c.special), c.reason)
	}
}

// What is escaped is what double quotes give again.
func TestEscape(t *testing.T) {
	for _, text := range []string{"", "a b", "$x", "`a`", `\`, `\$x`, `"'`} {
		assert.Equal(t, text, Unescape(Escape(text), "$`\\"), text)
	}
	assert.Equal(t, "\\$(a)", Escape("$(a)"))
}

// What is read within $' ' as bash(1) has it.
func TestANSIC(t *testing.T) {
	for _, c := range []struct{ reason, text, want string }{
		{"nothing", "", ""},
		{"no escape", "a b", "a b"},
		{"letters", `\a\b\e\E\f\n\r\t\v`, "\a\b\x1b\x1b\f\n\r\t\v"},
		{"what stands for itself", `\\\'\"\?`, `\'"?`},
		{"an octal byte", `\162m`, "rm"},
		{"one of three digits at most", `\0601`, "01"},
		{"one of fewer digits", `\7z`, "\az"},
		{"8 is no octal digit", `\08`, ""}, // the NUL before it ends the text
		{"an octal number keeps its last eight bits", `\562`, "r"},
		{"a byte by two digits", `\x72m`, "rm"},
		{"of two at most", `\x721`, "r1"},
		{"of one", `\x9g`, "\tg"},
		{"none", `\xg`, `\xg`},
		{"none at the end", `\x`, `\x`},
		{"a rune by four digits", `\u00e9\u0072`, "ér"},
		{"of four at most", `\u00e91`, "é1"},
		{"by eight", `\U0001f600`, "😀"},
		{"none by number", `\uz\U`, `\uz\U`},
		{"a control character", `\cA\cj`, "\x01\n"},
		{"of nothing", `\c`, `\c`},
		{"NUL ends the text", `a\0b`, "a"},
		{"and so does one of zero in any base", `a\x00b`, "a"},
		{"an escape that is none", `\q\-`, `\q\-`},
		{"a backslash at the end", `a\`, `a\`},
	} {
		assert.Equal(t, c.want, ANSIC(c.text), c.reason)
	}
}

func TestANSIEscape(t *testing.T) {
	for _, c := range []struct {
		reason, text, want string
		taken              int
	}{
		{"a letter", "nab", "\n", 1},
		{"digits up to three", "1234", "S", 3},
		{"x and two digits", "x41b", "A", 3},
		{"u and four digits", "u00412", "A", 5},
		{"c and a byte", "cAB", "\x01", 2},
		{"what is no escape takes one byte and keeps the backslash", "qr", `\q`, 1},
		{"x without digits too", "xyz", `\x`, 1},
	} {
		got, n := ANSIEscape(c.text)
		assert.Equal(t, c.want, got, c.reason)
		assert.Equal(t, c.taken, n, c.reason)
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		reason, text string
		limit, base  int
		n            int
		code         int64
	}{
		{"nothing", "", 3, 8, 0, 0},
		{"none", "x", 3, 8, 0, 0},
		{"no more than the limit", "1234", 3, 8, 3, 0o123},
		{"up to what is no digit", "1g", 2, 16, 1, 1},
		{"either case", "aF", 2, 16, 2, 0xaf},
		{"8 is not octal", "18", 3, 8, 1, 1},
		{"a sign is no digit", "-1", 3, 8, 0, 0},
		{"an underscore is no digit", "1_1", 3, 8, 1, 1},
		{"eight digits of a rune", "ffffffff", 8, 16, 8, 0xffffffff},
		{"no limit, no digits", "1", 0, 8, 0, 0},
	} {
		n, code := Digits(c.text, c.limit, c.base)
		assert.Equal(t, c.n, n, c.reason)
		assert.Equal(t, c.code, code, c.reason)
	}
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct{ reason, text, want string }{
		{"nothing", "", ""},
		{"no escape", "$(a) $", "$(a) $"},
		{"a backslash, which a shell reads again", `\\$(a)`, `\$(a)`},
		{"a line", `a\nb`, "a\nb"},
		{"what is not printed is left out", `\[a\]`, "a"},
		{"a byte by number", `\044\1411`, "$a1"},
		{"by one digit", `\7x`, "\ax"},
		{"by digits at the end", `\44`, "$"},
		{"a name, a directory: stay as they are", `\u@\h:\w\$ `, `\u@\h:\w\$ `},
		{"a backslash at the end", `a\`, `a\`},
		{"what only looks like an escape after a backslash", `\\n`, `\n`},
	} {
		assert.Equal(t, c.want, Prompt(c.text), c.reason)
	}
}
