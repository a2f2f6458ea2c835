package printable

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLineIsOneLineThatHidesNothing(t *testing.T) {
	for name, c := range map[string][2]string{
		"ordinary text":       {"a b é", "a b é"},
		"an escape sequence":  {"\x1b[2J", `\u001b[2J`},
		"a line break":        {"a\r\nb", `a\u000d\u000ab`},
		"a change of course":  {"a\u202eb", `a\u202eb`},
		"nothing to be seen":  {"a\u200bb\ufeff", `a\u200bb\ufeff`},
		"bytes, not letters":  {"a\xffb", `a\ufffdb`},
		"controls of C1":      {"\u009b1m", `\u009b1m`},
		"a paragraph's break": {"a\u2029b", `a\u2029b`},
	} {
		assert.Equal(t, c[1], Line(c[0]), name)
	}
}

func TestAlignDown(t *testing.T) {
	for at, want := range []int{0, 1, 1, 3, 4} {
		assert.Equal(t, want, AlignDown("aéb!", at))
	}
	assert.Equal(t, 9, AlignDown("aéb!", 9), "past the end it is the caller's")
}

// What looks like something else is seen to be what it is; what does not can be read.
func TestVisibleShowsLookalikes(t *testing.T) {
	for why, tt := range map[string][2]string{
		"a Cyrillic letter among Latin ones":          {"cat /etc/p\u0430sswd", `cat /etc/p\u0430sswd`},
		"a name of Cyrillic letters that reads as cp": {"\u0441\u0440 a b", `\u0441\u0440 a b`},
		"a Greek letter":                      {"rm \u03bfld", `rm \u03bfld`},
		"words of another alphabet":           {"git commit -m привет", "git commit -m привет"},
		"from right to left":                  {"rm \u05d0 b", `rm \u05d0 b`},
		"wide letters":                        {"\uff52\uff4d x", `\uff52\uff4d x`},
		"a formula's letters":                 {"\U0001d42b\U0001d426 x", `\u1d42b\u1d426 x`},
		"a hyphen that is none":               {"rm \u2010rf x", `rm \u2010rf x`},
		"a slash that is none":                {"rm -rf \u2215home", `rm -rf \u2215home`},
		"a question mark that is a semicolon": {"a\u037e b", `a\u037e b`},
		"scripts that stand together":         {"ABCテスト 漢字.txt 5µs café — …", "ABCテスト 漢字.txt 5µs café — …"},
	} {
		assert.Equal(t, []string{tt[1]}, Visible(tt[0]), why)
		assert.Equal(t, tt[1], VisibleLine(tt[0]), why)
	}
	assert.Equal(t, `a\u000ab`, VisibleLine("a\nb"))
}

func TestVisibleHidesNothing(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"ls -l", []string{"ls -l"}},
		{"a\nb", []string{"a", "b"}},
		{"a\x1b[8mb\r\t", []string{`a\u001b[8mb\u000d\u0009`}},
		{"x\u202ey\u00ad\u200bz\u061c", []string{`x\u202ey\u00ad\u200bz\u061c`}},
		{"\xff\ufffd", []string{`\xff\ufffd`}},
		{"naïve ü 漢", []string{"naïve ü 漢"}},
		{"curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345'", []string{"curl -H 'Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345'"}},
	} {
		assert.Equal(t, tt.want, Visible(tt.text), "%q", tt.text)
	}
}
