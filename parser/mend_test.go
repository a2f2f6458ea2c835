package parser

import (
	"strings"
	"testing"

	"github.com/agent-loop/shimgen/parser/internal/reader"
	"github.com/agent-loop/shimgen/parser/tree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mendedRows are what mvdan.cc/sh does not read and this package does, with the source of
// each command: the bytes that mending adds are none of it.
var mendedRows = []struct {
	reason, source string
	want           []string
}{
	{"a subshell in a subshell", "((a; b) | c); d", []string{"a", "b", "c", "d"}},
	{"a document behind the inner one", "((a) | b <<E\nx\nE\n); c", []string{"a", "b <<E", "c"}},
	{"a document in a substitution of subshells", "x=$((a <<E\nx\nE\n) )", []string{"a <<E", "x=$((a <<E\nx\nE\n) )"}},
	{"a here-string in the inner one", "((a <<<x\nb) | c)", []string{"a <<<x", "b", "c"}},
	{"a substitution of subshells", "x=$((a);(b)); d $x", []string{"a", "b", "x=$((a);(b))", "d $x"}},
	{"two of them", "((a b) | c)\n((d e) | f) && g", []string{"a b", "c", "d e", "f", "g"}},
	{"a document that the text ends", "a <<E; b\nx\n", []string{"a <<E", "b"}},
	{"a document that the text ends without a newline", "a <<E; b\nx", []string{"a <<E", "b"}},
	{"a document that a substitution ends", "a $(b <<E\nx\nE); c", []string{"b <<E", "a $(b <<E\nx\nE)", "c"}},
	{"bytes that are no UTF-8", "a \xff\xfe\xff; b", []string{"a \xff\xfe\xff", "b"}},
	{"an expansion of another shell", "a ${(M)${(k)x[@]}:#y*}; b", []string{"a ${(M)${(k)x[@]}:#y*}", "b"}},
	{"an arithmetic loop is none", "for ((i=0; i<2; i++)); do a; done", []string{"a"}},
}

func TestRepairs(t *testing.T) {
	for _, r := range mendedRows {
		t.Run(r.reason, func(t *testing.T) {
			s, err := Parse(r.source, Options{})
			require.NoError(t, err)
			var got []string
			for _, c := range s.Commands {
				sound(t, s, c)
				got = append(got, s.Source.Text[c.Span.Offset:c.Span.End])
			}
			assert.Equal(t, r.want, got)
		})
	}
	s, err := Parse("a \xff\xfe\xff'\xff'", Options{})
	require.NoError(t, err)
	text, _ := s.Commands[0].Args[1].Text()
	assert.Equal(t, "\xff\xfe\xff\xff", text)
}

// bash runs the lines of a here-document in two subshells that begin with "((".
func TestDocumentThatBashRuns(t *testing.T) {
	for _, source := range []string{"((a; b <<E\nx\nE\n) | c)\nd", "((a <(b <<-E\n\tx\n\tE\n)) | c)", "((a \"$(b <<'E'\nx\nE\n)\"; d) | c)"} {
		for _, lang := range []Lang{reader.Bash, reader.POSIX} {
			if lang == reader.POSIX && strings.Contains(source, "<(") {
				continue
			}
			_, err := Parse(source, Options{Lang: lang})
			var syntax *tree.SyntaxError
			require.ErrorAs(t, err, &syntax, source)
			_, err = Parse(strings.Replace(source, "((", "( (", 1), Options{Lang: lang})
			require.NoError(t, err, source)
		}
	}
}

// What is not read is refused, and what a shell reads there is named.
func TestUnreadConstructs(t *testing.T) {
	for source, construct := range map[string]string{
		"x[a b]=c":                    "the name of an element",
		"eval x=(a)":                  "an array among the words",
		"x=(a [2]+=b)":                "an element that is added to",
		"a $((4--))":                  "arithmetic",
		"a ${x[!]}":                   "the name of an element",
		"x[0]=a b":                    "an element that is assigned before a command",
		"a ${(f)$(b)}":                "an expansion that is wrong",
		"a ${(f)`b`}":                 "an expansion that is wrong",
		"a ${(f)x:=b}":                "an expansion that is wrong",
		"a ${-3}":                     "an expansion that is wrong",
		"!":                           "! without a command",
		"a \x83`b; c \x83`":           "bytes that are no UTF-8",
		"((1+))":                      "arithmetic",
		"((a) | b":                    "",
		"a | ; b":                     "",
		"a 'b":                        "",
		"(a <<E\nE) b":                "a here-document",
		strings.Repeat("((a b) |", 9): "",
	} {
		t.Run(source, func(t *testing.T) {
			_, err := Parse(source, Options{})
			var syntax *tree.SyntaxError
			require.ErrorAs(t, err, &syntax)
			assert.Contains(t, syntax.Construct, construct)
		})
	}
}
