package parser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/require"
)

// places are where a command may stand; each keeps what it would run.
var places = []string{
	"%s", "{ %s; }", "(%s)", "! %s", "time %s", "%s &", "b; %s", "b && %s", "b || %s", "b | %s", "%s | b", "%s > /dev/null", "> /dev/null %s",
	"if b; then %s; fi", "if %s; then b; fi", "if b; then :; else %s; fi", "while b; do %s; done", "until %s; do b; done", "for i in 1; do %s; done",
	"for ((;;)); do %s; done", "select i in 1; do %s; done", "case b in c) %s;; esac", "f() { %s; }; f", "f() { %s; }", "coproc %s", "b $(%s)", "b \"$(%s)\"",
	"x=$(%s)", "x=(1 $(%s))", "b <(%s)", "b >(%s)", "b <<E\n$(%s)\nE", "b <<< $(%s)", "b > $(%s)", "[[ -n $(%s) ]]", "(( $(%s) ))", "b ${x:-$(%s)}", "b ${x[$(%s)]}",
	"export x=$(%s)", "# b\n%s # c", "b\n%s\nc", "\\\n%s", "x=1 %s", "command %s",
}

// spell writes a text in bash's ways of quoting, one for each byte of how.
func spell(text, how string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		way := byte(0)
		if how != "" {
			way = how[i%len(how)]
		}
		switch {
		case way%6 == 0 && strings.IndexByte(tree.NameBytes, c) >= 0:
			b.WriteByte(c)
		case way%6 == 1 && c != '\n':
			b.WriteString(`\` + string([]byte{c}))
		case way%6 == 2 && strings.IndexByte("$`\"\\!", c) < 0:
			b.WriteString(`"` + string([]byte{c}) + `"`)
		case way%6 == 3:
			fmt.Fprintf(&b, `$'\x%02x'`, c)
		case way%6 == 4:
			fmt.Fprintf(&b, `$'\%03o'`, c)
		case c != '\'':
			b.WriteString(`'` + string([]byte{c}) + `'''`)
		default:
			b.WriteString(`\'`)
		}
	}
	return b.String() + "''"
}

// FuzzSpelling holds that neither how words are spelled nor where a command
// stands changes what it is.
func FuzzSpelling(f *testing.F) {
	for i := range places {
		f.Add("rm", "-rf", "/x y", "\x00\x01\x02\x03\x04\x05", uint8(i))
	}
	f.Add("a", "$(b)", "'`\"\\", "\x05\x01", uint8(3))
	f.Fuzz(func(t *testing.T, program, first, second, how string, place uint8) {
		if program == "" || len(program)+len(first)+len(second) > 200 || strings.ContainsAny(program+first+second, "\x00\r") {
			t.Skip()
		}
		words := []string{program, first, second}
		spelled := make([]string, len(words))
		for i, w := range words {
			spelled[i] = spell(w, how)
		}
		source := strings.ReplaceAll(places[int(place)%len(places)], "%s", strings.Join(spelled, " "))
		s, err := Parse(source, Options{})
		if err != nil {
			t.Skip() // past the limits
		}
		for _, c := range s.Commands {
			args := c.Args
			if len(args) == len(words)+1 && args[0].Is("command") == tree.Yes {
				args = args[1:]
			}
			if len(args) == len(words) && args[0].Is(words[0]) == tree.Yes && args[1].Is(words[1]) == tree.Yes && args[2].Is(words[2]) == tree.Yes {
				return
			}
		}
		require.Fail(t, "not listed", "%q in %s", words, source)
	})
}
