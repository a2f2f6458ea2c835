package policy

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/rules/builtin"
)

// everyPath takes each path for one without links.
func everyPath(string) bool { return true }

// one loads a list as one layer, whose list is long.
func one(t *testing.T, key string, entries []string) *Policy {
	t.Helper()
	p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Data: listOf(key, entries), Direct: everyPath}}, Flags{})
	require.NoError(t, err)
	require.NotEmpty(t, p.long.all, "the list is long")
	return p
}

// several loads a list as layers that are each short.
func several(t *testing.T, key string, entries []string) *Policy {
	t.Helper()
	var layers []Layer
	for len(entries) > 0 {
		n := min(few, len(entries))
		layers = append(layers, Layer{Name: "policy.toml", Kind: User, Data: listOf(key, entries[:n]), Direct: everyPath})
		entries = entries[n:]
	}
	p, err := Load(layers, Flags{})
	require.NoError(t, err)
	require.Empty(t, p.long.all)
	return p
}

func listOf(key string, entries []string) []byte {
	section, name, _ := strings.Cut(key, ".")
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]\n%s = [", section, name)
	for _, e := range entries {
		fmt.Fprintf(&b, "%q,\n", e)
	}
	b.WriteString("]\n")
	return []byte(b.String())
}

// What a long list finds of a command is what its entries find one by one.
func TestLongListsOfCommandsFindTheSame(t *testing.T) {
	entries := []string{
		"systemctl *", "git push origin main", "git push --force *", "deploy now --hard", "./run.sh x", "/opt/tool *", "rm -rf ./build", "rm -rf /data/",
		"kubectl delete *", "tool a b c d e", "tool a b c d f", "tool", "cp a b", "docker run --rm x *", "curl -X POST *", "git", "re:frob.*hard", "make deploy", "npm publish",
	}
	commands := []string{
		"systemctl stop x", "systemctl", "git push origin main", "git push", "git push origin", "git push origin other", "git push -f origin main", "git push --force origin x",
		"git push origin main --force", "deploy now --hard", "deploy now", "deploy --hard now", "./run.sh x", "run.sh x", "/usr/bin/run.sh x", "tool -x", "/opt/tool y", "rm -rf build", "rm -rf ./build/",
		"rm -r -f build", "rm -rf /data", "rm -rf //data/.", "rm -rf $X", "rm -rf build other", "kubectl delete pod x", "kubectl get pod", "tool a b c d e", "tool a b c d f", "tool a b c d g", "tool a b c d",
		"tool a $X c d e", "tool $X", "tool $(x)", "tool", "cp a b", "cp b a", "cp ./a b", "cp $A b", "docker run --rm x y", "docker run x y", "curl -X POST u", "curl u",
		"git", "git status", "$X push origin main", "$X", "frob x --hard", "make deploy", "make $X", "npm publish", "sudo systemctl stop", "cd x; rm -rf build", "git push \"$A\" main", "git $A origin main", "xargs git push",
	}
	for _, e := range entries {
		if plain, more := strings.CutSuffix(e, " *"); !strings.HasPrefix(e, "re:") {
			commands = append(commands, plain, plain+" more", "sudo "+plain, plain+" $X", "env A=b "+strings.ReplaceAll(plain, " ", "  "))
			assert.True(t, more || plain == e)
		}
	}
	for _, key := range []string{"commands.blocked", "commands.allowed"} {
		entries := entries
		long, short := one(t, key, entries), several(t, key, entries)
		about := map[*Policy]func(*grammar.Invocation) []CommandEntry{long: long.BlockedCommands, short: short.BlockedCommands}
		if key == "commands.allowed" {
			about = map[*Policy]func(*grammar.Invocation) []CommandEntry{long: long.AllowedCommands, short: short.AllowedCommands}
		}
		for _, command := range commands {
			script, err := parser.Parse(command, parser.Options{})
			require.NoError(t, err, command)
			for v := range grammar.All(grammar.Read(script, parser.Options{})) {
				want, got := parser.No, parser.No
				for _, e := range about[short](v) {
					want = want.Or(e.Match(v))
				}
				for _, e := range about[long](v) {
					got = got.Or(e.Match(v))
				}
				assert.Equal(t, want, got, "%s: %s", key, command)
			}
		}
		require.NoError(t, long.Damage())
	}
	assert.Len(t, one(t, "commands.blocked", entries).AllBlockedCommands(), len(entries))
	assert.Len(t, one(t, "commands.allowed", entries).AllAllowedCommands(), len(entries))
}

func TestLongListsOfHosts(t *testing.T) {
	entries := []string{"github.com", "*.example.org", "a.b.example.com", "*.c.example.com", "10.0.0.1", "one.test", "two.test", "three.test", "four.test"}
	p := one(t, "network.allowed_domains", entries)
	for _, host := range []string{
		"github.com", "GitHub.com.", "x.github.com", "example.org", "x.example.org", "y.x.example.org", "xexample.org", "a.b.example.com", "b.example.com", "z.a.b.example.com",
		"c.example.com", "d.c.example.com", "10.0.0.1", "10.0.0.2", "one.test", "localhost", "five.test", "com", "",
	} {
		want := false
		if plain, ok := plainHost(host); ok {
			want = loopback(plain)
			for _, e := range entries {
				want = want || covers(e, plain)
			}
		}
		assert.Equal(t, want, p.HostAllowed(host), host)
	}
	assert.ElementsMatch(t, entries, p.AllowedDomains())
	narrowed, err := Load([]Layer{
		{Name: "policy.toml", Kind: User, Data: listOf("network.allowed_domains", entries)},
		{Name: ".agent-loop.toml", Kind: Project, Data: []byte("[network]\nallowed_domains = ['github.com', 'x.example.org', 'evil.test']\n")},
	}, Flags{})
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"github.com", "x.example.org"}, narrowed.AllowedDomains())
	assert.False(t, narrowed.HostAllowed("one.test"))
}

func TestLongListsOfPaths(t *testing.T) {
	entries := []string{"/data/a", "/data/b/c", "~/keep", "~/x/y", "/srv/Big", "/e", "/f/g/h/i", "/one", "/two", "relative/dir"}
	p := one(t, "paths.blocked", entries)
	assert.Len(t, p.Paths.Blocked, 1, "what depends on the directory is looked at each time")
	const home = "/home/u"
	within := func(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
	for _, name := range []string{
		"/", "/data", "/data/a", "/data/a/x", "/data/ab", "/data/b", "/data/b/c/d", "/home", "/home/u", "/home/u/keep", "/home/u/keep/z", "/home/u/keeper", "/home/u/x", "/home/u/x/y", "/home/user/keep",
		"/srv", "/srv/Big", "/srv/big", "/e/x", "/f/g/h", "/f/g/h/i", "/three",
	} {
		for _, tree := range []bool{false, true} {
			want := false
			for _, e := range entries[:9] {
				e = strings.Replace(e, "~", home, 1)
				want = want || within(name, e) || tree && (within(e, name) || name == "/")
			}
			assert.Equal(t, want, p.BlocksLong(name, home, tree), "%s, a tree: %v", name, tree)
		}
	}
	assert.Len(t, p.BlockedPaths(), len(entries))
	names, end := p.LongNames("/srv")
	assert.Equal(t, []string{"big"}, names, "patterns are compared in small letters")
	assert.False(t, end)
	_, end = p.LongNames("~/x/y")
	assert.True(t, end)

	layer := Layer{Name: "p", Kind: User, Data: listOf("paths.blocked", entries), Direct: func(path string) bool { return path != "/data/a" }}
	p, err := Load([]Layer{layer}, Flags{})
	require.NoError(t, err)
	assert.Contains(t, p.Paths.Blocked, PathEntry{Path: "/data/a", From: "p:2"}, "one behind a link is followed each time")
	assert.False(t, p.BlocksLong("/data/a", home, false))
}

// manyRules is a policy with rules for as many programs.
func manyRules(n int) []byte {
	var b strings.Builder
	b.WriteString("profile = 'guarded'\n")
	for i := range n {
		fmt.Fprintf(&b, "[[rule]]\nid='team.rule-%[1]d'\nprogram='tool%[1]d'\nany=['--polish']\nclass='destructive'\nreason='wipes'\nhits=['tool%[1]d --polish']\nmisses=['tool%[1]d']\n", i)
	}
	b.WriteString("[actions]\n'team.rule-3' = 'block'\n'team.*' = 'warn'\n")
	return []byte(b.String())
}

func TestLongListsOfRules(t *testing.T) {
	layer := Layer{Name: "policy.toml", Kind: User, Data: manyRules(50)}
	p, err := Load([]Layer{layer}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, builtin.Rules().Len()+50, p.Rules.Len())
	r := p.Rules.Find("team.rule-7")
	require.NotNil(t, r)
	assert.Equal(t, rules.Rule{
		ID: "team.rule-7", Class: rules.Destructive, Program: "tool7", Any: "--polish", Reason: "wipes", Hint: "ask the user",
		Hits: []string{"tool7 --polish"}, Misses: []string{"tool7"},
	}, *r)
	assert.Nil(t, p.Rules.Find("team.rule-77"))
	assert.Equal(t, rules.Block, p.Action(p.Rules.Find("team.rule-3")))
	assert.Equal(t, rules.Warn, p.Action(r))
	script, err := parser.Parse("tool9 --polish; tool8", parser.Options{})
	require.NoError(t, err)
	found := rules.Check(p.Rules, grammar.Read(script, parser.Options{}), rules.View{})
	require.Len(t, found, 1)
	assert.Equal(t, "team.rule-9", found[0].Rule.ID)
	n := 0
	for range p.Rules.All() {
		n++
	}
	assert.Equal(t, p.Rules.Len(), n)

	twice := Layer{Name: "system.toml", Kind: System, Data: manyRules(20)}
	_, err = Load([]Layer{layer, twice}, Flags{})
	assert.ErrorContains(t, err, "rule team.rule-0: there is a rule of that name already")
	project := Layer{Name: ".agent-loop.toml", Kind: Project, Data: []byte("[[rule]]\nid='team.rule-4'\nprogram='x'\nclass='destructive'\nreason='r'\nhits=['x']\nmisses=['ls']\n")}
	_, err = Load([]Layer{layer, project}, Flags{})
	assert.ErrorContains(t, err, ".agent-loop.toml:1: rule team.rule-4: there is a rule of that name already")
	_, err = Load([]Layer{{Name: "p", Kind: User, Data: append(manyRules(20), "'team.rule-20' = 'warn'\n"...)}}, Flags{})
	assert.ErrorContains(t, err, `unknown class or rule "team.rule-20"`)
	_, err = Load([]Layer{{Name: "p", Kind: User, Data: []byte(strings.Replace(string(manyRules(20)), "misses=['tool9']", "misses=['tool9 --polish']", 1))}}, Flags{})
	assert.ErrorContains(t, err, "misses: it finds", "the examples are judged")
}

// What rules on a long list find of a command is what they find one by one.
func TestLongListsOfRulesFindTheSame(t *testing.T) {
	var layers []Layer
	var all strings.Builder
	for i, what := range []string{
		"subcommand=['push']\noperand=['origin']", "any=['--force', '-x']", "subcommand=['push']\nany=['--force']\nnone=['--dry-run']", "operand=['main*']", "subcommand=['reset', 'clean']",
		"subcommand=['push']\noperand=['production', 'stage']", "any=['--author=me*']", "subcommand=['branch']\nany=['-D', '--delete']", "subcommand=['checkout']\noperand=['-', '.']", "any=['--no-verify']",
		"subcommand=['push']", "operand=['other']\nany=['--tags']",
	} {
		// of git, which has a grammar; each has an example that it finds
		hit := map[int]string{
			0: "git push origin", 1: "git push --force", 2: "git push --force", 3: "git push x main1", 4: "git reset", 5: "git push stage", 6: "git commit --author=mee", 7: "git branch -D x",
			8: "git checkout .", 9: "git commit --no-verify", 10: "git push", 11: "git push --tags other",
		}[i]
		rule := fmt.Sprintf("[[rule]]\nid='team.g%d'\nprogram='git'\n%s\nclass='destructive'\nreason='r'\nhits=['%s']\nmisses=['ls']\n", i, what, hit)
		all.WriteString(rule)
		layers = append(layers, Layer{Name: "p", Kind: User, Data: []byte(rule)})
	}
	for i := range 3 { // of one without
		rule := fmt.Sprintf("[[rule]]\nid='team.t%d'\nprogram='frob'\nany=['--w%d']\nclass='destructive'\nreason='r'\nhits=['frob --w%d']\nmisses=['ls']\n", i, i, i)
		all.WriteString(rule)
		layers = append(layers, Layer{Name: "p", Kind: User, Data: []byte(rule)})
	}
	short, err := Load(layers, Flags{})
	require.NoError(t, err)
	long, err := Load([]Layer{{Name: "p", Kind: User, Data: []byte(all.String())}}, Flags{})
	require.NoError(t, err)
	require.NotNil(t, long.IndexOf("p"))
	require.Nil(t, short.IndexOf("p"))
	for _, command := range []string{
		"git push origin main", "git push origin", "git push -f origin", "git push --force --dry-run stage", "git push $X", "git push $X main", "git $X", "git push production", "git push 'production'", "git push --for origin",
		"git commit --author=me -m x", "git commit --author=you", "git commit --author=$X", "git commit -n -m x", "git branch -D x", "git branch -dD x", "git branch --delete x", "git branch -d x", "git checkout -", "git checkout .", "git checkout ''",
		"git reset --hard", "git clean -fd", "git push --tags other", "git push other", "git -C x push origin", "git push -- origin", "git log", "sudo git push stage", "xargs git push", "$X push origin", "git push --unknown origin", "git push main1",
		"frob --w1", "frob --w1=3", "frob -w1", "frob $X", "frob", "git push \"$A\"/production", "git push {production,x}", "git push prod*",
	} {
		script, err := parser.Parse(command, parser.Options{})
		require.NoError(t, err)
		found := func(p *Policy) (found []string) {
			for _, f := range rules.Check(p.Rules, grammar.Read(script, parser.Options{}), rules.View{}) {
				if strings.HasPrefix(f.Rule.ID, "team.") {
					found = append(found, fmt.Sprint(f.Rule.ID, f.Truth))
				}
			}
			return found
		}
		assert.ElementsMatch(t, found(short), found(long), command)
	}
}

// An index counts for the very file and program that it was made of and by.
func TestIndexOfAnotherOrigin(t *testing.T) {
	of := Origin{Catalogue: [32]byte{1}, Source: gate.Source{Path: "/p", Ino: 7, Size: 9, Mtime: 1, UID: 1000, Mode: 0o600}}
	layer := Layer{Name: "policy.toml", Kind: User, Data: manyRules(20), Origin: of}
	ix, _, err := newIndex(layer)
	require.NoError(t, err)
	require.NotNil(t, ix)
	again, ok := OpenIndex(ix.Bytes(), of)
	require.True(t, ok)
	p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Index: again}}, Flags{})
	require.NoError(t, err)
	q, err := Load([]Layer{layer}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, q.Actions, p.Actions)
	assert.Equal(t, q.Profile, p.Profile)
	assert.Equal(t, q.Cause(p.Rules.Find("team.rule-3")), p.Cause(p.Rules.Find("team.rule-3")), "lines are those of the file")
	for _, other := range []Origin{{}, {Catalogue: of.Catalogue}, {Source: of.Source}} {
		_, ok := OpenIndex(ix.Bytes(), other)
		assert.False(t, ok)
	}
	short, err := Load([]Layer{{Name: "p", Kind: User, Data: manyRules(4), Origin: of}}, Flags{})
	require.NoError(t, err)
	assert.Nil(t, short.IndexOf("p"), "a short policy needs none")
	assert.Equal(t, ix.Bytes(), q.IndexOf("policy.toml").Bytes())
}

// Whatever byte of an index is another, it is not opened, or says that it is damaged
// before a decision counts, or finds what it found.
func TestDamagedIndex(t *testing.T) {
	layer := Layer{Name: "policy.toml", Kind: User, Data: manyRules(20)}
	ix, _, err := newIndex(layer)
	require.NoError(t, err)
	whole := ix.Bytes()
	for at := range whole {
		damaged := append([]byte(nil), whole...)
		damaged[at] ^= 0x10
		other, ok := OpenIndex(damaged, Origin{})
		if !ok {
			continue
		}
		p, err := Load([]Layer{{Name: "policy.toml", Kind: User, Index: other}}, Flags{})
		if err != nil {
			continue
		}
		for i := range 20 {
			r := p.Rules.Find(fmt.Sprintf("team.rule-%d", i))
			if p.Damage() == nil {
				require.NotNil(t, r, "byte %d", at)
				require.Equal(t, "wipes", r.Reason)
			}
		}
	}
}

func FuzzOpenIndex(f *testing.F) {
	ix, _, err := newIndex(Layer{Name: "p", Kind: User, Data: manyRules(12)})
	require.NoError(f, err)
	f.Add(ix.Bytes())
	f.Add([]byte(indexMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		ix, ok := OpenIndex(data, Origin{})
		if !ok {
			return
		}
		for i := range 12 {
			ix.findRule(fmt.Sprintf("team.rule-%d", i))
		}
		ix.allCommands(keyRefused)
		ix.lists("a.example.com")
		ix.blocks("/a/b", "/home/u", true)
	})
}
