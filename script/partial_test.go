package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is known of a text stands around what is not.
func TestPartial(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       Arg
	}{
		{"nothing", "x", Arg{}},
		{"the beginning", "'a' + x", Arg{Text: "a"}},
		{"the end", "x + 'a'", Arg{Rest: []string{"a"}}},
		{"both", "'a' + x + 'b'", Arg{Text: "a", Rest: []string{"b"}}},
		{"two unknown", "'a' + x + 'b' + y + 'c'", Arg{Text: "a", Rest: []string{"b", "c"}}},
		{"the second at the end", "'a' + x + 'b' + y", Arg{Text: "a", Rest: []string{"b", ""}}},
		{"two side by side", "'a' + x + y + 'c'", Arg{Text: "a", Rest: []string{"c"}}},
		{"with a name that is drawn", "x + '/' + str(len(y)) + '/b'", Arg{Rest: []string{"/", "/b"}}},
		{"many pieces", "x" + strings.Repeat("+'a'+x", 40) + "+'b'", Arg{Rest: append(strings.Split(strings.Repeat("a", 15), ""), "b")}},
		{"a format", "f'a{x}b{y}c'", Arg{Text: "a", Rest: []string{"b", "c"}}},
		{"a verb", "'a%sb' % x", Arg{Text: "a", Rest: []string{"b"}}},
		{"joined", "'/'.join(['a', x, 'b'])", Arg{Text: "a/", Rest: []string{"/b"}}},
	} {
		acts, err := Read("python", "x=input()\ny=input()\nopen("+c.code+")")
		require.NoError(t, err)
		require.Len(t, acts, 1, c.name)
		assert.Equal(t, c.want, acts[0].Args[0], c.name)
	}
}

// The operands of the command line are what the code finds in its argument vector.
func TestOperands(t *testing.T) {
	given := CommandLine{Args: []Arg{{Text: "a", Known: true}, {Text: "b"}}}
	for _, c := range []struct{ lang, code, want string }{
		{"python", "import sys; open(sys.argv[1])", `reads open "a"`},
		{"python", "import sys; open(sys.argv[2])", `reads open b…`},
		{"python", "import sys; open(sys.argv[-2])", `reads open "a"`},
		{"python", "import sys; [open(x) for x in sys.argv[1:2]]", `reads open "a"`},
		{"python", "from sys import argv; open(argv[1])", `reads open "a"`},
		{"javascript", "const [, x] = process.argv; fs.readFileSync(x)", `reads fs.readFile "a"`},
		{"php", "readfile($argv[1]);", `reads readfile "a"`},
		{"ruby", "File.read(ARGV[0])", `reads File.read "a"`},
		{"perl", "open(F, '<', $ARGV[0])", `reads open "a"`},
	} {
		acts, err := ReadWith(c.lang, c.code, given)
		require.NoError(t, err)
		assert.Contains(t, show(acts), c.want, c.lang+" "+c.code)
	}
}
