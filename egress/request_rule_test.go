package egress

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPathsOfRequests(t *testing.T) {
	for _, c := range []struct {
		pattern, target string
		want            bool
		why             string
	}{
		{"/repos/**", "/repos/a/b", true, "segments below"},
		{"/repos/**", "/repos", true, "none below"},
		{"/repos/**", "/repos/", true, "an empty one"},
		{"/repos/**", "/repository", false, "another segment"},
		{"/repos/*/pulls", "/repos/a/pulls", true, "one segment"},
		{"/repos/*/pulls", "/repos/a/b/pulls", false, "two segments"},
		{"/a/**/z", "/a/z", true, "none between"},
		{"/a/**/z", "/a/b/c/z", true, "some between"},
		{"/a/**/z", "/a/b/c/y", false, "another end"},
		{"/v*/x-*.json", "/v2/x-1.json", true, "parts of segments"},
		{"/v*/x-*.json", "/v2/x-1.jsonp", false, "more at the end"},
		{"/a b", "/a%20b", true, "an escape that is no sign of its own"},
		{"/**", "/", true, "the root"},
		{"/", "/", true, "the root alone"},
		{"/", "/x", false, "something below the root"},
		{"/**", "/a/../b", false, "dots that lead up"},
		{"/**", "/a/%2e%2e/b", false, "escaped dots"},
		{"/**", "/a%2fb", false, "an escaped slash"},
		{"/**", "/a//b", false, "an empty segment"},
		{"/**", "/a/./b", false, "a segment that is none"},
		{"/**", "/a%252fb", false, "escaped twice"},
		{"/**", "/a;b/c", false, "parameters of a segment"},
		{"/**", "/a\\b", false, "the other slash"},
		{"/**", "/a%zz", false, "no escape"},
		{"/open/*/read", "/open/a#/read", false, "a fragment, which a server may leave out"},
		{"/open/**", "/open/c%23", true, "the sign of a fragment that is none"},
		{"/**", "/a%c0%af..", false, "a slash that is no text"},
		{"/**", "/a%0d%0ab", false, "the end of a line"},
		{"/**/**/a/**/**/b/**", "/a/c/b", true, "stars one after another"},
		{"/*a*b*", "/xaxbx", true, "several stars"},
		{"/*a*b", "/ab/b", false, "a star ends with its segment"},
		{"/**/a*/**/c", "/x/ab/ac/d/c", true, "a star that takes more"},
		{strings.Repeat("/**/a", 30) + "/z", strings.Repeat("/a", 3000), false, "stars that could take a long time"},
		{"/" + strings.Repeat("*a", 30) + "z", "/" + strings.Repeat("a", 5000), false, "stars in a segment that could"},
	} {
		plain, err := plainPath(c.target)
		got := err == nil && matchPath(strings.Split(c.pattern, "/"), strings.Split(plain, "/"))
		assert.Equal(t, c.want, got, "%s: %s %s", c.why, c.pattern, c.target)
	}
}

func TestQueriesOfGraphQL(t *testing.T) {
	for why, c := range map[string]struct {
		document string
		want     bool
	}{
		"an anonymous query":           {`{ viewer { login } }`, true},
		"a named query":                {`query Q($n: Int = 1) @d { a(first: $n) { b } }`, true},
		"with a fragment":              {`query { ...F } fragment F on User { login }`, true},
		"a mutation":                   {`mutation { addStar(input: {id: 1}) { id } }`, false},
		"a mutation behind a query":    {`query A { a } mutation B { b }`, false},
		"behind a comment":             {"query A { a } # }\nmutation B { b }", false},
		"a subscription":               {`subscription { a }`, false},
		"the word in a string":         {`{ search(text: "mutation {") { id } }`, true},
		"the word in a block":          {`{ search(text: """ " mutation { \""" """) { id } }`, true},
		"the word in a comment":        {"# mutation\n{ a }", true},
		"the word as a field":          {`{ mutation { id } }`, true},
		"behind a string that escapes": {`{ a(x: "\"") } mutation { b }`, false},
		"braces that close too early":  {`} mutation { a } {`, false},
		"nothing":                      {``, false},
		"a fragment alone":             {`fragment F on User { login }`, true},
		"braces that do not close":     {`{ a { b }`, false},
		"a string that does not close": {`{ a(x: "b) } `, false},
	} {
		assert.Equal(t, c.want, isQuery(c.document), why)
	}
}
