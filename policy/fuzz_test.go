package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// looser returns what one policy allows more than another, or "".
func looser(than, p *Policy) string {
	for r := range than.Rules.All() {
		if p.Action(r) > than.Action(r) {
			return r.ID
		}
	}
	for _, c := range classNames() {
		if p.Actions[c] > than.Actions[c] {
			return c
		}
	}
	for _, host := range []string{"localhost", "example.com", "a.example.org", "api.openai.com", "evil.com"} {
		if p.HostAllowed(host) && !than.HostAllowed(host) {
			return host
		}
	}
	switch {
	case len(p.Paths.Allowed) > len(than.Paths.Allowed), len(p.Commands.Allowed) > len(than.Commands.Allowed):
		return "an exception"
	case p.Sandbox > than.Sandbox, p.Audit.Level > than.Audit.Level, than.Audit.Required && !p.Audit.Required:
		return "sandbox or audit"
	case p.ParseError > than.ParseError, than.SafeOnly && !p.SafeOnly, p.ScriptsByName && !than.ScriptsByName:
		return "profile"
	case p.Rules.Len() < than.Rules.Len(), len(p.Paths.Blocked) < len(than.Paths.Blocked), len(p.Commands.Blocked) < len(than.Commands.Blocked):
		return "something blocked"
	}
	return ""
}

// users are policies of users that a project's file meets.
var users = []string{
	"",
	"profile = \"open\"",
	"profile = \"guarded\"\n[actions]\n\"git.push\" = \"allow\"\n\"fs.*\" = \"warn\"",
	"[network]\nallowed_domains = [\"example.com\", \"*.example.org\"]\n[audit]\nrequired = true\n[paths]\nblocked = [\"x\"]\nallowed = [\"y\"]",
	"profile = \"paranoid\"\n[network]\nmode = \"allowlist\"\n[sandbox]\nmode = \"none\"\n[commands]\nallowed = [\"rm -rf ./build\"]\nblocked = [\"ls\"]",
}

// FuzzLoad holds that no text in a project's file loosens anything, and that
// no text in any file breaks the loader or gives an error of more than a line.
func FuzzLoad(f *testing.F) {
	for _, c := range broken {
		if len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	for _, u := range users {
		f.Add(u)
	}
	f.Add(strings.ReplaceAll(Template(Paranoid), "\n#:", "\n"))
	for _, mode := range modes {
		f.Add("[network]\nmode = \"" + mode + "\"\nallowed_domains = [\"*.org\", \"localhost\", \"evil.com\"]")
	}
	for _, c := range append(classNames(), "git.*", "git.push", "self.*") {
		f.Add(fmt.Sprintf("[actions]\n%q = \"allow\"", c))
		f.Add(fmt.Sprintf("profile = \"guarded\"\n[actions]\n%q = \"ask\"", c))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range []Layer{user(text), system(text)} {
			if p, err := Load([]Layer{l}, Flags{}); err != nil {
				assert.Nil(t, p)
				assert.NotContains(t, err.Error(), "\n")
				assert.Regexp(t, `^[^:]+:[0-9]+: `, err.Error())
			}
		}
		for _, u := range users {
			without, err := Load([]Layer{user(u)}, Flags{})
			require.NoError(t, err)
			with, err := Load([]Layer{user(u), project(text)}, Flags{})
			if err == nil {
				assert.Empty(t, looser(without, with), u)
			}
		}
	})
}

// FuzzLocate holds that the locator ends, that its lines are lines of the
// text, and that it reads the same shape as the decoder.
func FuzzLocate(f *testing.F) {
	for _, c := range broken {
		if len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, at, err := locate(text)
		assert.LessOrEqual(t, at, len(text))
		for _, n := range lines {
			assert.LessOrEqual(t, n, 1+strings.Count(text, "\n"))
		}
		var tree map[string]any
		if err != nil || toml.Unmarshal([]byte(text), &tree) != nil {
			return
		}
		assert.LessOrEqual(t, depth(tree), 3*maxDepth, "what the decoder sees is as flat as the locator says")
		for key := range tree {
			assert.Contains(t, lines, key)
		}
	})
}

// FuzzBare holds that a text without its comments means the same, and that what is
// wrong with it is wrong in the same line.
func FuzzBare(f *testing.F) {
	for _, c := range broken {
		if len(c.text) < 1000 {
			f.Add(c.text)
		}
	}
	for _, text := range []string{"# a\nb = 1\n  # c\n[d]\n", "a = [ # b\n# c\n1,\n#d\n]", "a = 'x\n# b\n'", "a = \"\"\"\n# b\n\"\"\"", "# a\x00\nb = 1", "# \xc3\xa4\r\n#", Template("cautious")} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var want, got map[string]any
		_, wrong := toml.Decode(text, &want)
		_, err := toml.Decode(bare(text), &got)
		assert.Equal(t, want, got)
		if wrong == nil {
			require.NoError(t, err)
			return
		}
		require.Error(t, err) // decode says where: it reads the whole text then
	})
}

// depth counts the tables and arrays in one another.
func depth(data any) int {
	deepest := 0
	visit := func(in any) { deepest = max(deepest, depth(in)) }
	switch data := data.(type) {
	case map[string]any:
		for _, in := range data {
			visit(in)
		}
	case []map[string]any:
		for _, in := range data {
			visit(in)
		}
	case []any:
		for _, in := range data {
			visit(in)
		}
	default:
		return 0
	}
	return deepest + 1
}

func BenchmarkLoad(b *testing.B) {
	text := strings.ReplaceAll(Template(Guarded), "\n#:", "\n")
	for b.Loop() {
		if _, err := Load([]Layer{user(text)}, Flags{}); err != nil {
			b.Fatal(err)
		}
	}
}
