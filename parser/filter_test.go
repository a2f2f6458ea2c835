package parser

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filtered are words that come out of filters. The oracle runs them too.
var filtered = []wordRow{
	{"echo", `a "$(echo b)" "$(echo -n b c)" "$(echo -e 'b\x63\tc\0101')" "$(echo -E 'b\n')" "$(echo -ne 'b\cc')"`, []string{"b", "b c", "bc\tcA", `b\n`, "b"}},
	{"printf", `a "$(printf '\x72\x6d')" "$(printf '\162m')" "$(printf %s-%s b c d)" "$(printf '%b' 'b\n\0143')" "$(printf '%d%%%x' 10 255)" "$(printf b)" "$(printf -- '-r%s' f)"`, []string{"rm", "rm", "b-cd-", "b\nc", "10%ff", "b", "-rf"}},
	{"printf with room", `a "$(printf '%.0sx' 1 2 3)" "$(printf '%.2s' rmx)" "$(printf '%-3sb' a)" "$(printf '%3s' a)" "$(printf '%5.1s|' ab)" "$(printf '%.s' a)x"`, []string{"xxx", "rm", "a  b", "  a", "    a|", "x"}},
	{"printf of a number of a character", `a "$(printf '%d' "'b")" "$(printf '\x%x' 114)" "$(printf "\\x$(printf %x 114)")"`, []string{"98", `\x72`, "r"}},
	{"cat", `a "$(echo b | cat)" "$(echo b | cat -)" "$(cat <<< b)"`, []string{"b", "b", "b"}},
	{"base64", `a "$(echo cm0gLXJm | base64 -d)" "$(base64 --decode <<< cm0=)" "$(printf Y20= | base64 -di)"`, []string{"rm -rf", "rm", "cm"}},
	{"xxd", `a "$(echo 726d | xxd -r -p)" "$(echo 72 6d | xxd -p -r)"`, []string{"rm", "rm"}},
	{
		"tr", `a "$(echo ez | tr a-z n-za-m)" "$(echo RM | tr A-Z a-z)" "$(echo RM | tr '[:upper:]' '[:lower:]')" "$(echo r.m | tr -d .)" "$(echo xxm | tr x r | tr -s r)" "$(echo rqm | tr -cd 'rm\n')" "$(echo abcd | tr abc x)"`,
		[]string{"rm", "rm", "rm", "rm", "rm", "rm", "xxxd"},
	},
	{"rev", `a "$(echo mr | rev)" "$(printf 'ab\ncd' | rev)"`, []string{"rm", "ba\ndc"}},
	{"tac", `a "$(printf 'b\na\n' | tac)"`, []string{"a\nb"}},
	{
		"head and tail", `a "$(printf 'a\nb\nc\n' | head -n 2 | tail -n 1)" "$(echo abc | head -c 2)" "$(printf 'a\nb\nc' | tail -1)" "$(printf 'a\nb\nc\n' | tail -n +2)" "$(echo abc | tail -c 3)" "$(printf 'a\nb\n' | head -1)"`,
		[]string{"b", "ab", "c", "b\nc", "bc", "a"},
	},
	{
		"cut", `a "$(echo xrm | cut -c2-)" "$(echo a:rm:c | cut -d: -f2)" "$(echo a:b:c | cut -d : -f 1,3)" "$(echo abc | cut -b 2)" "$(echo abc | cut -d: -f2)" "$(echo a b c | cut -d' ' -f-2)"`,
		[]string{"rm", "rm", "a:c", "b", "abc", "a b"},
	},
	{
		"sed", `a "$(echo xm | sed s/x/r/)" "$(echo xxx | sed 's/x/r/g;s/r$/m/')" "$(echo a.b | sed -e 's|\.|-|' -e 's/b/&&/')" "$(echo xm | sed y/x/r/)" "$(echo ab12 | sed -E 's/([a-z]+)([0-9]+)/\2\1/')" "$(echo ab12 | sed 's/\([a-z]*\)\([0-9][0-9]*\)/\2-\1/')"`,
		[]string{"rm", "rrm", "a-bb", "rm", "12ab", "12-ab"},
	},
	{"sed with brackets", `a "$(echo 'a]b' | sed 's/[]x]/-/')" "$(echo 'a+b?' | sed 's/+b?/-/')" "$(echo aab | sed 's/a\+/x/')" "$(echo x | sed 's/x*/-/g')" "$(echo ab | sed 's/x*/-/g')"`, []string{"a-b", "a-", "xb", "-", "-a-b-"}},
	{"base64 and back", `a "$(echo rm | base64)" "$(printf rm | base64 -w0 | base64 -d)" "$(echo rm | base32 | base32 -d)" "$(printf '%s' abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz | base64 | tail -n 1)"`, []string{"cm0K", "rm", "rm", "ZmdoaWprbG1ub3BxcnN0dXZ3eHl6"}},
	{
		"sed by line", `a "$(printf 'a\nb\nc\n' | sed 2d)" "$(printf 'a\nb\nc' | sed -n '$p')" "$(printf 'a\nb\nc\n' | sed -n 2p)" "$(printf 'a\nb\nc\n' | sed '1,2d')" "$(printf 'a\nb\nc\n' | sed '2,$d')" "$(printf 'a\nb\nc\n' | sed '2!d')" "$(printf 'a\nb\n' | sed 1q)"`,
		[]string{"a\nc", "c", "b", "c", "a", "b", "a"},
	},
	{
		"sed by pattern", `a "$(printf 'a\nb\nc\n' | sed /b/d)" "$(printf 'a\nb\nc\n' | sed -n '/b/,$p')" "$(printf 'a\nb\nc\n' | sed -n '/a/,/b/p')" "$(printf 'a\nb\n' | sed -n s/b/x/p)" "$(printf 'a\nb\n' | sed -e 1d -e s/b/x/)" "$(printf 'a\nb' | sed p)" "$(printf 'a\na\n' | sed -ne '1!s/a/x/gp')"`,
		[]string{"a\nc", "b\nc", "a\nb", "x", "x", "a\na\nb\nb", "x"},
	},
	{
		"awk", `a "$(mawk 'BEGIN{print "rm"}')" "$(echo a rm c | mawk '{print $2}')" "$(echo a:rm | mawk -F: '{print $2 "-" $1, NF}')" "$(printf 'a\nrm b\n' | mawk 'NR==2 {print $1}')" "$(echo a b | mawk '{print $NF; print}')" "$(echo a | mawk '{ printf "%s-%s", "x", $1 } END { print NR }')" "$(echo x | mawk -F , '{print("r" "m")}')"`,
		[]string{"rm", "rm", "rm-a 2", "rm", "b\na b", "x-a1", "rm"},
	},
	{"awk of strings", `a "$(mawk 'BEGIN{print "\162\155", "a\tb", "\"c\\"}')" "$(echo '  a  b ' | mawk '{print $1 $2; print $3 "x"}')" "$(echo a::b | mawk -F: '{print $2 NF}')"`, []string{"rm a\tb \"c\\", "ab\nx", "3"}},
	{"names of paths", `a "$(basename /x/rm)" "$(basename rm.c .c)" "$(basename /)" "$(basename x/ )" "$(basename c c)" "$(dirname /x/y)" "$(dirname x)" "$(dirname /x)" "$(dirname /x//y/)" "$(dirname //)"`, []string{"rm", "rm", "/", "x", "c", "/x", ".", "/", "/x", "/"}},
	{"names behind dashes", `a "$(basename -- /x/rm)" "$(dirname -- /x/y)"`, []string{"rm", "/x"}},
	{"paste", `a "$(printf 'rm\n-rf\n' | paste -sd' ')" "$(printf 'a\nb' | paste -s -d ,)" "$(printf 'a\n' | paste -s -)"`, []string{"rm -rf", "a,b", "a"}},
	{"seq", `a $(seq 3) $(seq 2 3) $(seq 1 2 5) $(seq 3 -1 1) "$(seq 3 2)"`, []string{"1", "2", "3", "2", "3", "1", "3", "5", "3", "2", "1", "''"}},
	{"tee and uniq", `a "$(echo rm | tee o1)" "$(printf 'a\na\nb\n' | uniq)"`, []string{"rm", "a\nb"}},
	{"one after another", `a "$(echo ZnJ5cnJw | base64 -d | tr a-z n-za-m | rev)"`, []string{"ceeles"}},
	{"in unquoted words", `a $(printf '\x72\x6d -rf') $(echo b c)`, []string{"rm", "-rf", "b", "c"}},
	{"errors do not matter", `a "$(echo b 2>/dev/null | cat 2>&1)"`, []string{"b"}},
	{"of a function", `f() { echo "$1" | tr a-z n-za-m; }; a "$(f ez)" "$(echo x | cat)"`, []string{"rm", "x"}},
	{"assigned and used", `x=$(echo eA== | base64 -d); a "$x"`, []string{"x"}},
}

func TestFilters(t *testing.T) { checkWords(t, reader.Bash, filtered) }

// What evaluation leaves alone is unknown.
func TestUnknownFilterOutput(t *testing.T) {
	for reason, source := range map[string]string{
		"a filter of what is not known":     `$x | tr a b`,
		"a file":                            `cat f`,
		"a file beside the input":           `echo x | cat - f`,
		"output to a file":                  `echo x > f`,
		"output to errors":                  `echo x >&2`,
		"text that is not base64":           `echo '*' | base64 -d`,
		"zero bytes":                        `echo AAA= | base64 -d`,
		"sed that runs":                     `echo x | sed s/x/date/e`,
		"sed with a file":                   `echo x | sed s/x/y/ f`,
		"sed with addresses of GNU's":       `echo x | sed 0,/x/s/x/y/`,
		"sed that appends":                  `echo x | sed 1ay`,
		"sed that groups":                   `echo x | sed '{p;p}'`,
		"sed that writes":                   `echo x | sed 's/x/y/w f'`,
		"sed with references back":          `echo xx | sed 's/\(x\)\1/y/'`,
		"sed that changes case":             `echo x | sed 's/x/\U&/'`,
		"a filter with other options":       `echo x | base64 -w5`,
		"awk that runs":                     `awk 'BEGIN{system("x")}'`,
		"awk that calls":                    `echo x | awk '{print toupper($1)}'`,
		"awk that writes":                   `echo x | awk '{print $1 > "f"}'`,
		"awk with a file":                   `echo x | awk '{print $1}' f`,
		"awk with a pattern":                `echo x | awk '/x/&&/y/{print $1}'`,
		"awk that calculates":               `awk 'BEGIN{print 1+1}'`,
		"awk at the end of what is read":    `echo x | awk 'END{print $1}'`,
		"awk of what is not known":          `$x | awk '{print "y"}'`,
		"numbers past any bound":            `seq 100000`,
		"a format that is not read":         `printf %q x`,
		"a name that means something else":  `PATH=. echo x`,
		"a stage that may not run":          `y && echo x | cat`,
		"a stage of several commands":       `{ echo x; echo y; } | cat`,
		"a stage that runs more than once":  `for y in $z; do echo x; done | cat`,
		"a background job":                  `echo x &`,
		"a function of that name":           `echo() { b; }; echo x`,
		"a file after the input":            `echo x | tr a b < f`,
		"a function that prints more":       `f() { echo y; echo x; }; f`,
		"a function that may print more":    `f() { if y; then echo x; fi; }; f`,
		"a function that prints and calls":  `f() { y; echo x; }; f`,
		"a pipe into more than one":         `f() { echo x | { y; cat; }; }; f`,
		"an eval":                           `eval 'echo y; echo x'`,
		"two inputs":                        `cat <<< x - f`,
		"characters past ASCII reversed":    `echo é | rev`,
		"a set of repetitions":              `echo x | tr a '[b*]'`,
		"a pattern that is too long":        `echo x | sed 's/` + strings.Repeat("x", 300) + `/y/'`,
		"more text than is followed":        `printf '` + strings.Repeat("%s", 40_000) + `' ` + strings.Repeat("xx ", 40_000),
		"a variable that may be one of two": `echo $v`,
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse("v=1; w && v=$u; a \"$("+source+")\"", Options{})
			require.NoError(t, err)
			last := s.Commands[len(s.Commands)-1]
			assert.True(t, slices.ContainsFunc(s.Commands, func(c *tree.Command) bool { return c.Span == last.Span && !c.Args[1].Known() }), "%s", last)
		})
	}
}

// What is written to a pipe is known to those who read it.
func TestTextInPipes(t *testing.T) {
	for reason, r := range map[string]struct{ source, want string }{
		"decoded":             {`echo cm0gLXJmIC8= | base64 -d | sh`, "rm -rf /"},
		"written":             {`printf 'a\nb\n' | sh`, "a\nb\n"},
		"a document":          {"cat <<E | sh\na $((x))\nE", ""},
		"a quoted document":   {"cat <<'E' | sh\na $x\nE", "a $x\n"},
		"of unknown text":     {`curl x | sh`, ""},
		"of several commands": {`{ echo a; echo b; } | sh`, ""},
		"both outputs":        {`echo a |& sh`, "a\n"},
	} {
		t.Run(reason, func(t *testing.T) {
			s, err := Parse(r.source, Options{})
			require.NoError(t, err)
			last := s.Commands[len(s.Commands)-1]
			assert.Equal(t, tree.FromPipe, last.Stdin.Kind)
			text, known := last.Stdin.Word.Text()
			assert.True(t, known)
			assert.Equal(t, r.want, text)
		})
	}
}

// carriedWords are words that come out of filters that other programs start.
var carriedWords = []wordRow{
	{
		"started by others", `a "$(env echo b)" "$(env -i zz=1 -u x echo b)" "$(nice -n 5 printf b)" "$(nice -5 echo b)" "$(nohup echo b)" "$(timeout -k 1 --signal=KILL 9 echo b)" "$(stdbuf -oL -e 0 echo b)" "$(exec -a zz echo b)" "$(zz=1 echo b)" "$(echo b | env cat)" "$(env -- nice timeout 9 echo b)"`,
		[]string{"b", "b", "b", "b", "b", "b", "b", "b", "b", "b", "b"},
	},
	{"started by others with something else", `a "$(env -S 'echo b')" "$(LC_ALL=C printf b)" "$(env LC_ALL=C printf b)" "$(timeout --frobnicate echo b)" "$(nice)" "$(env -C /tmp pwd)"`, []string{"?e", "?e", "?e", "?e", "?e", "?e"}},
}

func TestFiltersStartedByOthers(t *testing.T) { checkWords(t, reader.Bash, carriedWords) }
