package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/parser"
)

// TestMentions holds the words that a client of a service may send, although its grammar gives them no role,
// and the parts of words that an unknown program may read.
func TestMentions(t *testing.T) {
	for _, c := range []struct {
		why, source string
		kind        Kind
		want        string
	}{
		{"an option that the grammar lists without a role", "netlify deploy --dir=/a", Mentions, "/a"},
		{"one that it does not list", "wrangler deploy --assets /a", Mentions, "/a"},
		{"an operand", "vercel blob put .env.all", Mentions, ".env.all"},
		{"a word in the place of a subcommand", "vercel /a --prod", Mentions, "/a"},
		{"a third word", "wrangler pages deploy /a", Mentions, "/a"},
		{"a file with a label", "gh release create v1 /a#key", Mentions, "/a /a#key"},
		{"a name in a directory that the text chose", "cd /a && vercel blob put b", Mentions, "b"},
		{"a subcommand that takes", "vercel env pull .env.local", Mentions, ""},
		{"a product whose name takes, with a verb that gives", "gcloud run deploy x --source /a", Mentions, "/a"},
		{"a store of secrets", "netlify env:import .env", Mentions, ""},
		{"a file that the program reads for itself", "wrangler deploy --env-file .env", Mentions, ""},
		{"text", "gh pr create --title 'in .env'", Mentions, ""},
		{"an address", "gsutil ls gs://b/.env", Mentions, ""},
		{"a program of no service", "echo /a", Mentions, ""},
		{"a letter before the path", "frob push -f/a", Reads, "/a"},
		{"a scheme", "frob copy dir:/a x", Reads, "dir:/a /a"},
		{"a type", "frob push /a:text", Reads, "/a:text /a"},
		{"the sign of a file", "frob -x @/a", Reads, "@/a /a"},
		{"a server of files in its directory", "dufs -A", Reads, "."},
		{"one of another directory", "dufs -A /a", Reads, "/a"},
	} {
		script, err := parser.Parse(c.source, parser.Options{})
		require.NoError(t, err)
		var words []string
		for _, v := range Read(script, parser.Options{}) {
			for _, e := range v.Effects {
				if e.Kind == c.kind {
					words = append(words, e.Word.String())
				}
			}
		}
		assert.Equal(t, c.want, strings.Join(words, " "), "%s: %s", c.why, c.source)
	}
}
