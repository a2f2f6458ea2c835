package e2e_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/gate/compile"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/parser"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/variables"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// shims are the programs that get a shim by default, and some that a user may
// have added.
var shims = strings.Fields("rm curl wget git python python3 ssh scp nc netcat ncat " +
	"true false ls cat cp mv mkdir touch chmod ln grep find tar tee sort env sudo xargs bash sed awk dd " +
	"test [ echo printf gcc make node perl head tail cut uniq rmdir install gzip diff less")

// layers are user policies; HOME in them is the home of the test's tree.
var layers = []struct{ name, text string }{
	{"none", ""},
	{"blocked commands", "[commands]\nblocked = ['git push *', 'rm -r *', 'curl -L *']"},
	{"a blocked expression", "[commands]\nblocked = ['re:secret']"},
	{"blocked paths", "[paths]\nblocked = ['HOME/work/sub', '~/notes', '/mnt/data']"},
	{"a blocked path below the work directory", "[paths]\nblocked = ['sub']"},
	{"a blocked path behind a link", "[paths]\nblocked = ['HOME/work/tolinked']"},
	{"no network", "[network]\nmode = 'none'"},
	{"an allow-list", "[network]\nallowed_domains = ['example.org']"},
	{"loosened", "[actions]\n'git.push' = 'allow'\ndestructive = 'allow'\n[paths]\nallowed = ['~/other']"},
	{"a rule of its own", "[[rule]]\nid = 'team.no-log'\nprogram = 'git'\nsubcommand = ['log']\noperand = ['secret']\nclass = 'secrets'\n" +
		"reason = 'no'\nhits = ['git log secret']\nmisses = ['git log']"},
	{"a rule about a program without a grammar of it", "[[rule]]\nid = 'team.no-true'\nprogram = 'true'\noperand = ['x']\nclass = 'destructive'\n" +
		"reason = 'no'\nhits = ['true x']\nmisses = ['true']"},
}

// tree is a machine's files for real, below a directory of the test's own.
type tree struct {
	top, home, work, temp string
	dirs                  []string // to start commands in
	env                   []string
	machine               zone.Machine
	id                    gate.Identity
}

// newTree makes homes, a repository, credentials, and links between all of them.
func newTree(t *testing.T) *tree {
	top, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := &tree{top: top, home: top + "/home/u", work: top + "/home/u/work", temp: top + "/tmp"}
	for _, dir := range []string{
		"work/.git/hooks", "work/.git/modules/m/hooks", "work/sub/deep", "work/.husky", "work/.claude", "work/build", "other/src", "other/.git/hooks", "notes",
		".ssh", ".aws", "dotfiles/config/gcloud", ".agent-loop/bin", ".cache", "bin",
	} {
		require.NoError(t, os.MkdirAll(w.home+"/"+dir, 0o700))
	}
	for _, dir := range []string{"tmp/a/b/c", "mnt"} {
		require.NoError(t, os.MkdirAll(top+"/"+dir, 0o700))
	}
	for _, file := range []string{
		"work/file", "work/-rf", "work/--hard", "work/sp ace", "work/.env", "work/.env.local", "work/.git/config", "work/.git/hooks/pre-commit",
		"work/sub/x", "work/sub/id_rsa", "work/build/a.o", ".ssh/id_rsa", ".ssh/config", ".aws/credentials", ".bashrc", ".netrc", "notes/n",
		"dotfiles/config/gcloud/token", ".agent-loop/policy.toml", "other/src/f",
	} {
		require.NoError(t, os.WriteFile(w.home+"/"+file, []byte("x"), 0o600))
	}
	hook := w.home + "/other/.git/hooks/post-checkout"
	require.NoError(t, os.WriteFile(hook, []byte("#!/bin/sh\nrm -rf /etc\n"), 0o700))
	for name, target := range map[string]string{
		"home/u/work/link": "file", "home/u/work/tosecret": "../.ssh/id_rsa", "home/u/work/tossh": "../.ssh", "home/u/work/toetc": "/etc",
		"home/u/work/tohosts": "/etc/hosts", "home/u/work/totmp": "../../../tmp/a/b", "home/u/work/dangling": "nowhere", "home/u/work/loop": "loop",
		"home/u/work/toroot": "/", "home/u/work/tohome": "..", "home/u/work/toenv": ".env", "home/u/work/sub/up": "..", "home/u/work/tohooks": ".git/hooks",
		"home/u/work/tolinked": "../other", "home/u/.ssh/out": "../work/file", "home/u/.ssh/tosub": "../work/sub", "home/u/.config": "dotfiles/config",
		"home/u/bin/w": "../work", "tmp/towork": "../home/u/work", "tmp/a/toown": "../../home/u/.agent-loop", "home/u/dangrc": ".bashrc",
		"home/u/work/newrc": "../.zshrc", "home/u/work/null": "/dev/null",
	} {
		require.NoError(t, os.Symlink(target, top+"/"+name))
	}
	w.dirs = []string{
		w.work, w.work, w.work, w.work + "/sub", w.work + "/.git", w.home, w.home + "/.ssh", w.home + "/dotfiles/config", w.home + "/other",
		w.temp, w.temp + "/a/b", top, "/", "/etc", w.home + "/.agent-loop",
	}
	w.env = []string{"HOME=" + w.home, "PATH=/usr/bin:/bin", "TERM=dumb", "LANG=C", "EDITOR=ed", "HTTPS_PROXY=http://proxy.example.com:1"}
	w.machine = zone.Machine{Files: host.FS{}, Homes: []string{w.home}, Own: w.home + "/.agent-loop", Temp: []string{w.temp}}
	w.id = gate.Identity{Root: w.machine.Own, Home: w.home, UID: uint32(os.Getuid()), Recorded: variables.Snapshot(w.env)}
	return w
}

// policy loads a profile with one layer.
func (w *tree) policy(t *testing.T, profile, text string) *policy.Policy {
	text = "profile = '" + profile + "'\n" + strings.ReplaceAll(text, "HOME", w.home)
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err)
	return p
}

// checker compiles a policy into a gate for some shims.
func (w *tree) checker(t *testing.T, p *policy.Policy, names []string) *gate.Checker {
	c, err := gate.NewChecker(w.table(t, p, names), w.id)
	require.NoError(t, err)
	return c
}

// table compiles a policy into the table of some programs.
func (w *tree) table(t *testing.T, p *policy.Policy, names []string) []byte {
	spec, err := compile.Policy(p, compile.Machine{
		Names: names, Root: w.machine.Own, Homes: w.machine.Homes, Temps: w.machine.Temp, Canonical: host.Canonical,
	})
	require.NoError(t, err)
	table, err := gate.Encode(spec)
	require.NoError(t, err)
	return table
}

// judge returns the judge's objection to a command that a shim got, or "".
func (w *tree) judge(p *policy.Policy, argv, env []string, dir string) string {
	req := guard.Request{Argv: slices.Clone(argv), Dir: dir, Work: dir, Changed: variables.Differences(env, w.id.Recorded)}
	req.Argv[0] = path.Base(argv[0])
	machine := w.machine
	for _, pair := range env {
		if home, ok := strings.CutPrefix(pair, "HOME="); ok && path.IsAbs(home) {
			all := append(slices.Clone(machine.Homes), path.Clean(home))
			if real, err := host.Canonical(home); err == nil {
				all = append(all, real)
			}
			machine.Homes, machine.Made = host.MadeHomes(all, w.machine.Homes, dir)
		}
	}
	d := guard.Judge(p, machine, req)
	switch {
	case d.Err != nil:
		return d.Err.Error()
	case d.Action != rules.Allow || len(d.Findings)+len(d.Deferred) > 0:
		why := d.Action.String()
		for _, f := range slices.Concat(d.Findings, d.Deferred) {
			why += fmt.Sprintf(" %s (%s)", f.Rule.ID, f.Word)
		}
		return why
	}
	return ""
}

// TestGateIsSound checks the gate's only promise: the judge allows, without a finding,
// whatever the gate clears. It makes commands from the grammars, with options in every
// form and operands that lead everywhere, and from slightly changed ordinary ones.
func TestGateIsSound(t *testing.T) {
	w := newTree(t)
	profiles := []string{policy.Open, policy.Cautious, policy.Guarded, policy.Paranoid}
	want := 200_000
	if testing.Short() {
		want = 20_000
	}
	each := want/(len(profiles)*len(layers)) + 1
	total := tally{clear: map[string]int{}, made: map[string]int{}}
	var mu sync.Mutex
	t.Run("shards", func(t *testing.T) {
		for i, profile := range profiles {
			for j, layer := range layers {
				t.Run(profile+"/"+layer.name, func(t *testing.T) {
					t.Parallel()
					g := generator{Rand: rand.New(rand.NewPCG(uint64(i), uint64(j))), tree: w, shims: shims}
					got := w.compare(t, &g, w.policy(t, profile, layer.text), each)
					mu.Lock()
					defer mu.Unlock()
					total.add(got)
				})
			}
		}
	})
	assert.GreaterOrEqual(t, total.count, want)
	t.Logf("%d commands, %d clear: %s", total.count, total.all(), total.shares())
}

// TestGateIsSoundForEveryProgram is the same with a shim for every program that has a
// grammar, as install --all makes them; each gets the same number of commands.
func TestGateIsSoundForEveryProgram(t *testing.T) {
	w := newTree(t)
	each := 100
	if testing.Short() {
		each = 10
	}
	var all []string
	for row := range grammar.Programs() {
		for _, name := range strings.Fields(row.Names) {
			if !strings.ContainsAny(name, "*/") {
				all = append(all, name)
			}
		}
	}
	for i, profile := range []string{policy.Open, policy.Cautious} {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			g := generator{Rand: rand.New(rand.NewPCG(7, uint64(i))), tree: w, shims: all, even: true}
			got := w.compare(t, &g, w.policy(t, profile, ""), each*len(all))
			t.Logf("%d commands, %d clear", got.count, got.all())
		})
	}
}

// compare makes commands and asks the judge about each clear one.
func (w *tree) compare(t *testing.T, g *generator, p *policy.Policy, n int) tally {
	c := w.checker(t, p, g.shims)
	got := tally{clear: map[string]int{}, made: map[string]int{}}
	unsound := 0
	for range n {
		argv, env, dir := g.command(), g.env(), g.pick(w.dirs)
		got.count++
		got.made[path.Base(argv[0])]++
		if c.Check(argv, env, dir) != gate.Clear {
			continue
		}
		got.clear[path.Base(argv[0])]++
		if why := w.judge(p, argv, env, dir); why != "" {
			if unsound++; unsound <= 5 {
				t.Errorf("clear, but %s: %q in %s with %q", why, argv, dir, variables.Differences(env, w.id.Recorded))
			}
		}
	}
	assert.Zero(t, unsound)
	return got
}

// tally counts commands by program.
type tally struct {
	count       int
	clear, made map[string]int
}

func (a *tally) add(b tally) {
	a.count += b.count
	for name, n := range b.made {
		a.made[name] += n
		a.clear[name] += b.clear[name]
	}
}

func (a *tally) all() (n int) {
	for _, clear := range a.clear {
		n += clear
	}
	return n
}

func (a *tally) shares() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(a.made)) {
		fmt.Fprintf(&b, "%s %d/%d, ", name, a.clear[name], a.made[name])
	}
	return strings.TrimSuffix(b.String(), ", ")
}

// argvOf returns the arguments of a command if all of them are known.
func argvOf(c *parser.Command) (argv []string, known bool) {
	for _, w := range c.Args {
		text, ok := w.Text()
		if !ok {
			return nil, false
		}
		argv = append(argv, text)
	}
	return argv, len(argv) > 0
}
