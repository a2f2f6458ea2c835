package guard_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// blockedPaths loads a policy that blocks paths, in layers of so many each.
func blockedPaths(t *testing.T, paths []string, each int) *policy.Policy {
	t.Helper()
	var layers []policy.Layer
	for len(paths) > 0 {
		n := min(each, len(paths))
		layers = append(layers, policy.Layer{
			Name: "policy.toml", Kind: policy.User, Data: []byte("[paths]\nblocked = ['" + strings.Join(paths[:n], "', '") + "']"),
			Direct: func(string) bool { return true },
		})
		paths = paths[n:]
	}
	p, err := policy.Load(layers, policy.Flags{})
	require.NoError(t, err)
	return p
}

// A path on a long list is blocked in whatever way a command comes to it, as one on a
// short list is.
func TestLongListsDecideTheSame(t *testing.T) {
	paths := []string{
		"/data/production", "/data/stage/db", "~/keep", "~/projects/x/secret", "/srv/Big/one", "/srv/big/two", "/x", "/home/agent/work/vendor/lib", "/home/agent/work/.state", "/mnt/a/b/c/d", "/opt/z",
	}
	long, short := blockedPaths(t, paths, len(paths)), blockedPaths(t, paths, 4)
	require.True(t, long.HasLongPaths())
	require.False(t, short.HasLongPaths())
	names := []string{
		"/data/production", "/data/production/", "/data/production/x/y", "/data/prod", "/data/prod*", "/data/*", "/data", "/data/stage", "/data/stage/*", "/data/*/db", "/data/$X", `"$X"/production`, "/data/production/../stage/db",
		"~/keep", "~/ke*", "~/k?ep/a", "~/*", "~", "~/projects", "~/projects/x", "~/projects/*/secret", "~/projects/$(ls)/secret", "/home/*/keep", "/home/agent/keep", "/home/ag*/projects/x/sec*", "/home/$U/keep",
		"/srv/Big/one", "/srv/big/one", "/srv/B*/one", "/srv/big/*", "/srv/*/two", "/x", "/x*", "/?", "/*", "vendor", "vendor/lib", "vendor/l*", "./vendor/lib/a.c", "../work/vendor/lib", ".state", ".st*", "*", ".*",
		"/mnt", "/mnt/*", "/mnt/a/*/c/d/e", "/mnt/a/b/c", "/mnt/[a-c]/b/c/d", "/opt/z", "/opt/[a-z]", "/opt", "/tmp/x", "main.go", "$Y", "$Y/db", "/data/{production,other}/x",
	}
	found := 0
	for _, form := range []string{"cat %s", "rm %s", "rm -rf %s", "cp main.go %s", "echo x > %s", "chmod -R 700 %s", "cd /data && rm -rf %s", "for f in %s; do rm -f \"$f\"; done", "find %s -name '*.o' -delete"} {
		for _, name := range names {
			command := fmt.Sprintf(form, name)
			want, got := check(short, command), check(long, command)
			require.Equal(t, want.Action.String(), got.Action.String(), command)
			require.ElementsMatch(t, ids(want.Findings), ids(got.Findings), command)
			require.ElementsMatch(t, ids(want.Deferred), ids(got.Deferred), command)
			if strings.Contains(strings.Join(ids(got.Findings), " "), "path.blocked") {
				found++
			}
		}
	}
	assert.Positive(t, found)
	require.NoError(t, long.Damage())
}

// everyKind is a policy with so many entries of each kind.
func everyKind(n int) []byte {
	var b strings.Builder
	list := func(section, key, form string) {
		fmt.Fprintf(&b, "[%s]\n%s = [\n", section, key)
		for i := range n {
			fmt.Fprintf(&b, form+",\n", i)
		}
		b.WriteString("]\n")
	}
	list("paths", "blocked", "'/data/production/store%d'")
	list("commands", "blocked", "'deploy%d push --now *'")
	fmt.Fprintf(&b, "allowed = [")
	for i := range n {
		fmt.Fprintf(&b, "'release%d --dry-run',", i)
	}
	b.WriteString("]\n[network]\nallowed_domains = ['github.com',\n")
	for i := range n {
		fmt.Fprintf(&b, "'host%d.example.com',", i)
	}
	b.WriteString("]\n")
	for i := range n {
		fmt.Fprintf(&b, "[[rule]]\nid='team.rule-%[1]d'\nprogram='tool%[1]d'\nany=['--wipe']\nclass='destructive'\nreason='wipes'\nhits=['tool%[1]d --wipe']\nmisses=['tool%[1]d']\n", i)
	}
	return []byte(b.String())
}

func withEveryKind(t testing.TB, n int) *policy.Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: everyKind(n), Direct: func(string) bool { return true }}}, policy.Flags{})
	require.NoError(t, err)
	return p
}

// asked are commands that meet every kind of entry, and none of them, and the typical.
var asked = append([]string{
	"git status && ls -la src", "rm -rf build/* && mkdir -p build", "curl -sS https://github.com/x -o x.tgz", "git reset --hard", "deploy7 push x", "cat /data/production/store7/x", "tool7 --wipe", "curl https://host7.example.com/x",
}, typical...)

// What a decision takes does not grow with the policy: it allocates no more than 1.3 of
// what it does where the policy has one entry of each kind.
func TestDecisionsDoNotGrowWithThePolicy(t *testing.T) {
	few, many := withEveryKind(t, 1), withEveryKind(t, 2000)
	for _, command := range asked {
		judge := func(p *policy.Policy) func() time.Duration {
			once := turn([]string{command}, func(s string) { check(p, s) })
			once() // what is made once
			return once
		}
		before, _ := allocated(judge(few))
		after, _ := allocated(judge(many))
		if command != "deploy7 push x" && !strings.Contains(command, "7") { // those are found in one alone
			assert.LessOrEqual(t, after, 1.3*before+20, command)
		}
	}
	for command, rule := range map[string]string{
		"deploy7 push --now x": "command.blocked", "cat /data/production/store7/x": "path.blocked", "tool7 --wipe": "team.rule-7", "curl https://elsewhere.test/x": "net.host",
	} {
		assert.Contains(t, ids(check(many, command).Findings), rule, command)
	}
	assert.NotContains(t, ids(check(many, "curl https://host7.example.com/x").Findings), "net.host")
}

// BenchmarkLongPolicy reports what a decision takes under a policy with ten thousand
// entries of each kind, as a ratio to one with none.
func BenchmarkLongPolicy(b *testing.B) {
	none, many := layered(b, "profile = 'cautious'\n[network]\nallowed_domains = ['github.com']"), withEveryKind(b, 10_000)
	for _, sources := range [][]string{typical, asked[:1], asked[1:2], asked[2:3], asked[3:4]} {
		b.Run(strings.Fields(sources[0])[0], func(b *testing.B) {
			defer debug.SetGCPercent(debug.SetGCPercent(-1))
			with := turn(sources, func(s string) { check(many, s) })
			without := turn(sources, func(s string) { check(none, s) })
			with()
			without()
			least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				runtime.GC()
				without() // so that memory and caches are as they are in a process at work
				with()
				least[0], least[1] = min(least[0], without()), min(least[1], with())
			}
			b.ReportMetric(least[1].Seconds()/least[0].Seconds(), "x-none")
			b.ReportMetric(0, "ns/op")
		})
	}
}
