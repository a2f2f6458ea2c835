package compile

import (
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/rules"
)

// shimmed are the programs of the tests' installation.
var shimmed = strings.Fields("rm curl wget git python python3 ssh scp nc netcat ncat true grm grep cp mv mount sudo bash env xargs find sed dd tar unheard-of")

// ground is a home with a work directory, for a gate to look at.
type ground struct {
	home, work string
	spec       gate.Spec
	checker    *gate.Checker
}

// compiled compiles a profile with a user's layer.
func compiled(t testing.TB, profile, text string) ground {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(home+"/work/sub", 0o700))
	require.NoError(t, os.Symlink("sub", home+"/work/link"))
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte("profile = '" + profile + "'\n" + text)}}, policy.Flags{})
	require.NoError(t, err)
	g := ground{home: home, work: home + "/work"}
	g.spec, err = Policy(p, Machine{
		Names: shimmed, Root: home + "/.agent-loop", Homes: []string{home}, Temps: []string{"/var/tmp"}, Canonical: canonical,
	})
	require.NoError(t, err)
	table, err := gate.Encode(g.spec)
	require.NoError(t, err)
	g.checker, err = gate.NewChecker(table, gate.Identity{Root: home + "/.agent-loop", Home: home})
	require.NoError(t, err)
	return g
}

// canonical follows links; what does not exist stays.
func canonical(name string) (string, error) {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real, nil
	}
	return name, nil
}

func (g ground) clear(line string) bool {
	return g.checker.Check(strings.Fields(line), nil, g.work) == gate.Clear
}

func TestCompileFindsWhatNoRuleMentions(t *testing.T) {
	g := compiled(t, policy.Cautious, "")
	for _, line := range []string{
		"git status", "git status --short -b", "git diff --cached", "git log --oneline -10", "git log -n 3 --format=%h", "git -C sub status",
		"git add -A", "git add sub/x", "git commit -m x", "git commit -am x", "git commit --amend --no-edit", "git --no-pager log", "git show", "git show HEAD~1",
		"git branch -a", "git checkout -b topic", "git switch -c topic", "git stash", "git stash list", "git remote -v", "git fetch", "git reset HEAD~1",
		"git clone https://example.com/x", "curl -sS -H Accept:json http://localhost:8080/x", "git rev-parse --show-toplevel", "git rm x", "git mv x y",
		"rm x", "rm -rf sub/build", "rm -f -- -x", "grm x", "curl --version", "true", "grep -rn x sub", "mv x y", "find .", "find sub -name x ! -newer y", "sed -n 1p x",
		"sed -i -e s/a/b/ x", "grep -e x y", "python3 --version", "tar --version",
		"git show HEAD:x", "git rev-list --count HEAD", "git merge-base --is-ancestor a b", "git ls-tree -r --name-only HEAD", "git for-each-ref --format=%(refname) refs/heads",
		"git config --list", "git config user.name x", "git config --get user.name", "git -c core.abbrev=12 log", "git symbolic-ref HEAD",
		"python3", "python3 -u -", "env true", "env -u X rm x", "xargs grep", "xargs -0 -n1 grep x", "xargs -I {} grep x {}", "find . -exec sed -n 1p {} ;", "find sub -name x -exec grep y {} +",
	} {
		assert.True(t, g.clear(line), line)
	}
	for _, line := range []string{
		"git push", "git pull", "git merge x", "git reset --hard", "git clean -fd", "git checkout -- x", "git checkout .", "git checkout main x", "git restore x",
		"git stash drop", "git branch -D x", "git branch -f x", "git switch -f x", "git -c a=b log", "git --git-dir=x status", "git --work-tree x status",
		"git --exec-path=x status", "git show HEAD:.env", "git show HEAD:../.ssh/id_rsa", "git fetch --upload-pack=x", "git clone ext::x", "git log --output=/etc/x", "git diff --no-index a b", "git config --edit",
		"git config core.pager x", "git config Filter.x.Clean x", "git config --get set x", "git config set user.name x", "git -c core.pager=x log", "git submodule foreach ls", "git bisect run x", "git unheard-of", "git stat",
		"rm -rf .", "rm ../x", "rm .git", "rm -r .git/hooks", "rm --recur x", "rm link", "curl -O https://example.com/x", "curl -d @x https://example.com/",
		"curl -H @f https://example.com/", "curl -T x https://example.com/", "curl -K x", "curl -o .git/hooks/x https://example.com/", "curl -x p https://example.com/",
		"curl file:///etc/passwd", "curl example.com", "curl --no-such x", "wget --post-file=x https://example.com/", "wget -i x", "wget -q https://example.com/x",
		"python3 x.py", "python3 -c 1", "python3 - x", "python -m http.server", "ssh h", "ssh -V", "scp a h:", "nc h 1", "ncat h 1", "sudo ls", "bash x", "env rm ../x", "env A=b true", "env unheard-of",
		"mount a sub", "xargs rm", "xargs -I {} rm {}", "find . -exec rm {} ;", "find . -execdir grep x {} ;", "find . -name .env -exec grep x {} ;", "find . -delete", "sed -i 1ecmd y", "sed -i p .git/config", "sed -f x y", "dd of=x", "tar xf x", "unheard-of", "grep -f /etc/shadow x",
	} {
		assert.False(t, g.clear(line), line)
	}
}

func TestCompileFollowsThePolicy(t *testing.T) {
	tests := []struct {
		why, profile, layer string
		clear, not          string // commands, separated by semicolons
	}{
		{"open finds nothing", policy.Open, "", "git push;git push -f;git merge x;git checkout -f;git stash drop", "rm -rf /;bash x;ssh h;git -c a=b log"},
		{"guarded has no network", policy.Guarded, "", "git status;rm x;curl --version", "curl https://example.com/;git fetch;git clone https://example.com/x"},
		{"paranoid reads alone", policy.Paranoid, "", "", "git status;rm x;true"},
		{"a blocked entry is about its program", policy.Cautious, "[commands]\nblocked = ['git push --tags']", "rm x", "git status;git push"},
		{"by any of its names", policy.Cautious, "[commands]\nblocked = ['grm x']", "git status", "rm x;grm y"},
		{"a blocked expression may be about any", policy.Cautious, "[commands]\nblocked = ['re:x']", "", "git status;true;rm y"},
		{"exceptions loosen nothing here", policy.Cautious, "[commands]\nallowed = ['git push *']\n[paths]\nallowed = ['/opt/x']", "git status", "git push;rm /opt/x/y"},
		{"a rule that is switched off", policy.Cautious, "[actions]\n'git.push' = 'allow'", "git push;git push -q", "git push -f;git push origin x"},
		{"a class that is switched off", policy.Cautious, "[actions]\nhygiene = 'allow'\ndestructive = 'allow'", "git merge x;git reset --hard;git stash drop", "git clone ext::x"},
		{
			"an own rule is about its subcommand", policy.Cautious,
			"[[rule]]\nid='t.x'\nprogram='git'\nsubcommand=['log']\noperand=['z']\nclass='secrets'\nreason='r'\nhits=['git log z']\nmisses=['git log']",
			"git status;git show", "git log;git log --oneline",
		},
		{
			"or about its program", policy.Cautious,
			"[[rule]]\nid='t.x'\nprogram='git'\nany=['-q']\nclass='secrets'\nreason='r'\nhits=['git add -q']\nmisses=['git log']", "rm x", "git status;git log",
		},
		{
			"but not if it is switched off", policy.Cautious,
			"[[rule]]\nid='t.x'\nprogram='git'\nclass='secrets'\nreason='r'\nhits=['git add']\nmisses=['rm x']\n[actions]\n't.x'='allow'", "git status", "git push",
		},
		{"a blocked path", policy.Cautious, "[paths]\nblocked = ['/opt/data', '~/work/sub']", "rm x;grep a /opt/x", "grep a /opt/data/x;rm sub/x;rm -r sub"},
		{"a blocked path that depends on the work directory", policy.Cautious, "[paths]\nblocked = ['data']", "git status;git log", "rm x;mv x y;git -C sub status;find ."},
		{"a blocked path behind a link", policy.Cautious, "[paths]\nblocked = ['~/work/link']", "git status", "rm x;mv x y"},
		{
			"no rule about the text of URLs", policy.Cautious, "[actions]\n'http.delete-by-query' = 'allow'",
			"curl https://example.com/;curl -fsSL -o x https://example.com/",
			"curl -o ../x https://example.com/;curl -X POST https://example.com/;curl http://10.0.0.1/;curl file:///x",
		},
		{"an allow-list", policy.Cautious, "[network]\nallowed_domains = ['example.com']", "curl --version", "curl https://example.com/;git fetch"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			g := compiled(t, tt.profile, tt.layer)
			for _, line := range strings.Split(tt.clear, ";") {
				assert.True(t, line == "" || g.clear(line), line)
			}
			for _, line := range strings.Split(tt.not, ";") {
				assert.False(t, g.clear(line), line)
			}
		})
	}
}

func TestCompileSaysWhichProgramsLookForThemselves(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	spec, err := Policy(p, Machine{Names: []string{"git", "pg_restore", "createdb"}, Root: "/home/u/.agent-loop", Homes: []string{"/home/u"}})
	require.NoError(t, err)
	found := map[string]bool{}
	for _, c := range spec.Commands {
		found[c.Names[0]] = c.FindsItself
	}
	assert.Equal(t, map[string]bool{"createdb": true, "git": false, "pg_restore": true}, found)
}

func TestCompileStrictIsEmpty(t *testing.T) {
	p, err := policy.Builtin(policy.Open)
	require.NoError(t, err)
	p.Strict = true
	spec, err := Policy(p, Machine{Names: shimmed, Root: "/r", Homes: []string{"/h"}})
	require.NoError(t, err)
	assert.Empty(t, spec.Commands)
}

func TestCompileSaysHowToAudit(t *testing.T) {
	g := compiled(t, policy.Guarded, "[audit]\nlevel = 'basic'\nrequired = true")
	assert.Equal(t, gate.Audit{Level: gate.Basic, Required: true, Dir: g.home + "/.agent-loop/audit", Profile: policy.Guarded}, g.spec.Audit)
	g = compiled(t, policy.Cautious, "[audit]\nlevel = 'off'\nrequired = true")
	assert.False(t, g.spec.Audit.Required, "a line that is never written cannot be required")
}

func TestCompileRefusesPathsThatAreNone(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	for _, m := range []Machine{
		{},
		{Root: "/r"},
		{Root: "/", Homes: []string{"/h"}},
		{Root: "r", Homes: []string{"/h"}},
		{Root: "/r", Homes: []string{"h"}},
		{Root: "/r", Homes: []string{"/h/"}},
		{Root: "/r", Homes: []string{"/h"}, Temps: []string{"../tmp"}},
	} {
		_, err := Policy(p, m)
		assert.Error(t, err, "%+v", m)
	}
}

// Every place of the policy is protected, from reading where it is a secret.
func TestCompileProtectsEveryPlace(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	homes := []string{"/home/u", "/data/u"}
	spec, err := Policy(p, Machine{Root: "/home/u/.agent-loop", Homes: homes})
	require.NoError(t, err)
	secrets, _ := place.Secrets()
	for access, patterns := range map[gate.Access][]place.Pattern{gate.Any: secrets, gate.Writes: slices.Concat(place.Persistent(), place.Disks(), secrets)} {
		for _, pattern := range patterns {
			for _, name := range examplesOf(pattern, homes) {
				assert.True(t, protects(spec.Zones, name, access), "%s as %s", pattern.Path, name)
			}
		}
	}
	for _, dir := range place.SystemDirs() {
		assert.Contains(t, spec.Zones.System, dir)
		assert.True(t, protects(spec.Zones, dir+"/x", gate.Writes), dir)
	}
	assert.True(t, protects(spec.Zones, "/work/.git/x", gate.Writes))
	assert.False(t, protects(spec.Zones, "/work/.git/x", gate.Any))
	assert.False(t, protects(spec.Zones, "/work/src/x.go", gate.Writes))
}

// examplesOf returns paths at a place: patterns stand for a letter of theirs.
func examplesOf(p place.Pattern, homes []string) []string {
	parts := p.Components()
	for i, part := range parts {
		for strings.Contains(part, "[") {
			from, to := strings.Index(part, "["), strings.Index(part, "]")
			part = part[:from] + part[from+1:from+2] + part[to+1:]
		}
		parts[i] = strings.NewReplacer("*", "x", "?", " ").Replace(part)
	}
	rest := strings.Join(parts, "/")
	if p.Tree {
		rest += "/below"
	}
	switch p.Path[0] {
	case '/':
		return []string{"/" + rest}
	case '~':
		return []string{homes[0] + "/" + rest, homes[1] + "/" + rest}
	}
	return []string{"/work/" + rest, "/work/sub/" + rest, homes[0] + "/" + rest}
}

func fitsPattern(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// protects is the gate's own reading of its zones, written anew.
func protects(z gate.Zones, name string, access gate.Access) bool {
	for dir := name; dir != "/"; dir = path.Dir(dir) {
		if slices.Contains([]string{"/proc", "/sys", "/dev"}, dir) {
			return true
		}
		for _, p := range z.Paths {
			if rest, own := strings.CutPrefix(p.Path, "~"); p.Access <= access && (fitsPattern(p.Path, dir) || own && slices.ContainsFunc(z.Homes, func(home string) bool {
				return fitsPattern(home+rest, dir)
			})) {
				return true
			}
		}
		part := path.Base(dir)
		for _, n := range z.Names {
			fits := n.Match == gate.Whole && part == n.Text || n.Match == gate.Prefix && strings.HasPrefix(part, n.Text) ||
				n.Match == gate.Suffix && strings.HasSuffix(part, n.Text)
			if fits && n.Access <= access {
				return true
			}
		}
	}
	return false
}

func TestCompileHomesAndSystemDirectories(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	zones := func(m Machine) gate.Zones {
		m.Root = "/x/.agent-loop"
		spec, err := Policy(p, m)
		require.NoError(t, err)
		return spec.Zones
	}
	z := zones(Machine{Homes: []string{"/root"}, Temps: []string{"/tmp", "/var/tmp"}})
	assert.NotContains(t, z.System, "/root", "root works at home")
	assert.False(t, protects(z, "/root/work/x", gate.Writes))
	assert.True(t, protects(z, "/root/.ssh/x", gate.Any))
	assert.Equal(t, []string{"/tmp"}, z.Temps, "/var is protected as a whole")

	z = zones(Machine{Homes: []string{"/var/lib/ci"}, Temps: []string{"/tmp"}})
	assert.Contains(t, z.System, "/var", "a home in a system directory is left to the judge")

	z = zones(Machine{Homes: []string{"/data/data/t/files/home"}, Prefix: "/data/data/t/files/usr", Temps: []string{"/data/data/t/files/usr/tmp"}})
	assert.Empty(t, z.Temps)
	assert.Contains(t, z.System, "/data/data/t/files/usr")

	z = zones(Machine{Homes: []string{"/"}})
	assert.Empty(t, z.Homes)
	assert.True(t, protects(z, "/.ssh/x", gate.Any))
	for _, link := range []string{"/dev/stdout", "/dev/stdin", "/dev/ptmx"} {
		assert.NotContains(t, z.Free, link, "where it leads is the caller's choice")
	}
	assert.Contains(t, z.Free, "/dev/null")
}

// What stands in the table of frequent commands is in the grammars, or it is a
// slip of the pen.
func TestFrequentCommandsAreInTheGrammar(t *testing.T) {
	for _, f := range frequent {
		words := strings.Fields(f.command)
		program := grammar.Lookup(words[0])
		require.NotNil(t, program, f.command)
		syntax := &program.Syntax
		for _, name := range words[1:] {
			sub := syntax.Subcommand(name)
			require.NotNil(t, sub, f.command)
			assert.Equal(t, name, sub.Name(), "%s: by its canonical name", f.command)
			syntax = syntax.Of(sub)
		}
		s := clearSyntax{Syntax: syntax}
		for name := range strings.FieldsSeq(f.options) {
			known := slices.ContainsFunc(syntax.Options, func(o spec.Option) bool { return wordlist.Among(name, o.Names) })
			assert.True(t, known || s.negation(name), "%s %s", f.command, name)
		}
	}
}

// Each field of the grammar and of the rules may make something of a command
// that was not there before. A new one must be looked at by the compiler first.
func TestCompilerKnowsEveryField(t *testing.T) {
	known := map[reflect.Type]string{
		reflect.TypeFor[spec.Syntax]():   "Style Traits Options Operands Cases Subs Lists SubStyle Levels Own Lang Stdin StdinWith Shells Feeds Replace Recursive Narrow Naming Widen Follows DryRun Lands Away Start AwayWith Privilege Clears Unsets Passes Ends Named Held Codes options undashed oneDash", // an argument vector comes with no variables that its source sets
		reflect.TypeFor[spec.Option]():   "Names Arg Role Lang Last Here Lines",
		reflect.TypeFor[spec.Case]():     "With And Operands NoStdin Values As Lang",
		reflect.TypeFor[spec.Operands](): "First Rest Last HasLast Dot Method",
		reflect.TypeFor[rules.Rule](): "ID Former Class Reason Hint Program Except Sub Any None Role Operand NotOperand First Count Unnamed Dashes Mode ForkBomb Background Unwatched StdinFrom NotLeftovers Restores EveryProcess EndlessInput GlobProgram NoGrammar Says Beside NotBeside NotForTests NotLocal NotContained EveryRow Exempt StripStrings LoggedIn NotBuiltHere Certain " +
			"ExceptSub PossibleIn ExceptPicked OutputSeen OutputSent OutputPosted OutputUnkept Variable Verbs Effect Tree Lang Zone From Name Value Not Incomplete Floored Least Mild Strict Local Hits Misses NotMadeHere NotMade NotStashed InRepository Undone lists",
	}
	for typ, names := range known {
		for i := range typ.NumField() {
			assert.True(t, wordlist.Among(typ.Field(i).Name, names), "%s.%s: look at syntax.go, then list it here", typ, typ.Field(i).Name)
		}
	}
}

// What counts for all programs and the page of the one at hand are read at every
// start of a shim, the pages of the others are not.
func TestTableStaysSmall(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	var all []string
	for row := range grammar.Programs() {
		for name := range strings.FieldsSeq(row.Names) {
			if !strings.Contains(name, "*") {
				all = append(all, name)
			}
		}
	}
	for _, tt := range []struct {
		why   string
		names []string
		limit int
	}{
		{"the default", strings.Fields("rm curl wget python python3 git ssh scp nc netcat ncat"), 34 << 10},
		{"every program with a grammar", all, 88 << 10},
	} {
		t.Run(tt.why, func(t *testing.T) {
			spec, err := Policy(p, Machine{Names: tt.names, Root: "/home/user/.agent-loop", Homes: []string{"/home/user"}, Temps: []string{"/tmp"}})
			require.NoError(t, err)
			commands := spec.Commands
			spec.Commands = nil
			common := encoded(t, spec)
			most := 0
			for _, c := range commands {
				spec.Commands = []gate.Command{c}
				size := encoded(t, spec)
				if size-common > most {
					most = size - common
					t.Log(c.Names, most)
				}
			}
			for i := range commands {
				commands[i].Syntax, commands[i].Settings = gate.Syntax{}, nil // counted above
			}
			spec.Commands = commands
			common = encoded(t, spec) - len(commands)*emptyPage
			t.Logf("%d programs: %d for all, at most %d for one", len(commands), common, most)
			assert.Less(t, common+most, tt.limit)
		})
	}
}

// emptyPage is the size of a page that says nothing.
const emptyPage = 184 + 32

func encoded(t *testing.T, spec gate.Spec) int {
	table, err := gate.Encode(spec)
	require.NoError(t, err)
	return len(table)
}

// TestEveryProgramHasAPage holds that whatever program is given a shim, alone or with
// all others, a table can say what is clear of it: a grammar's row never costs more
// than its own speed.
func TestEveryProgramHasAPage(t *testing.T) {
	var all []string
	for row := range grammar.Programs() {
		for name := range strings.FieldsSeq(row.Names) {
			all = append(all, strings.ReplaceAll(name, "*", "11"))
		}
	}
	for _, profile := range []string{policy.Open, policy.Cautious, policy.Guarded, policy.Paranoid} {
		p, err := policy.Builtin(profile)
		require.NoError(t, err)
		spec, err := Policy(p, Machine{Names: all, Root: "/home/u/.agent-loop", Homes: []string{"/home/u"}, Temps: []string{"/tmp"}})
		require.NoError(t, err)
		table, left, err := gate.EncodeEach(spec)
		require.NoError(t, err)
		assert.Empty(t, left, "a program without its page is always judged")
		assert.Less(t, len(table), 512<<10)
		commands := spec.Commands
		for i := range commands {
			spec.Commands = commands[i : i+1]
			_, err := gate.Encode(spec)
			assert.NoError(t, err, commands[i].Names)
		}
	}
}

// The gate looks at a variable only for a program that reads it, and only if a
// rule is about it: anything else would send every command of an ordinary
// session to the judge.
func TestVariablesMatterToTheProgramsThatReadThem(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	spec, err := Policy(p, Machine{Names: []string{"git", "rm", "curl", "ls"}, Root: "/h/.agent-loop", Homes: []string{"/h"}})
	require.NoError(t, err)
	lists := map[string][]gate.Variable{"": spec.Variables}
	for _, c := range spec.Commands {
		lists[c.Names[0]] = c.Variables
	}
	for _, c := range []struct{ name, readers string }{
		{"LD_PRELOAD", "git rm curl"},
		{"LD_LIBRARY_PATH", "git rm curl"},
		{"GIT_SSH_COMMAND", "git"},
		{"GIT_CONFIG_KEY_7", "git"},
		{"EDITOR", "git"},
		{"LESSOPEN", "git"},
		{"CURL_HOME", "curl"},
		{"https_proxy", "git curl"},
		{"BASH_ENV", ""},
		{"BASH_FUNC_ls%%", ""},
		{"PYTHONSTARTUP", ""},
		{"GIT_AUTHOR_NAME", ""},
		{"TERMINFO", ""},
		{"PATH", ""},
		{"HOME", ""},
		{"AGENT_LOOP_AUDIT_LOG", ""},
	} {
		for _, program := range []string{"git", "rm", "curl"} {
			matters := slices.ContainsFunc(slices.Concat(lists[""], lists[program]), func(v gate.Variable) bool {
				return c.name == v.Name || v.Prefix && strings.HasPrefix(c.name, v.Name)
			})
			assert.Equal(t, wordlist.Among(program, c.readers), matters, "%s of %s", c.name, program)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(b, err)
	m := Machine{Names: shimmed, Root: "/home/u/.agent-loop", Homes: []string{"/home/u"}, Temps: []string{"/tmp"}}
	for b.Loop() {
		spec, err := Policy(p, m)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := gate.Encode(spec); err != nil {
			b.Fatal(err)
		}
	}
}
