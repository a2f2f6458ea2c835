package policy

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// broken are files with an error each, and the one line it gives.
var broken = []struct {
	name, text, want string
}{
	{"unknown section", "[pathz]", `policy.toml:1: unknown key "pathz" (did you mean "paths"?)`},
	{"A13 blanks alone, as a file has that was cut off", "\n \n", `policy.toml:1: says nothing: a policy has at least a profile, as shimgen policy init prints it`},
	{"A13 comments alone", "# profile = \"guarded\"\n", `policy.toml:1: says nothing: a policy has at least a profile, as shimgen policy init prints it`},
	{"A13 names of sections alone, as a file has that was cut off", "[paths]\n[audit]\n", `policy.toml:1: says nothing: a policy has at least a profile, as shimgen policy init prints it`},
	{"unknown key, on its own line", "\n[paths]\n\n# here\nblocke = []", `policy.toml:5: unknown key "blocke" (did you mean "blocked"?)`},
	{"unknown key that is like none", "zzzzzzzzz = 1", `policy.toml:1: unknown key "zzzzzzzzz"`},
	{"a key in capitals is another key", "Profile = \"open\"", `policy.toml:1: unknown key "Profile" (did you mean "profile"?)`},
	{"a section in capitals", "[Network]\nmode = \"none\"", `policy.toml:1: unknown key "Network" (did you mean "network"?)`},
	{"a key with a control character", "\"x\\u0000profile\" = \"open\"", `policy.toml:1: unknown key "x\x00profile" (did you mean "profile"?)`},
	{"unknown key of an exception", "[commands]\nallowed = [{ command = \"ls\", overide = true }]", `policy.toml:2: unknown key "overide" (did you mean "override"?)`},
	{"unknown key of a rule", "[[rule]]\nid = \"a.b\"\n[[rule]]\nprogramm = \"x\"", `policy.toml:1: rule a.b: program is missing`},
	{"unknown key of the second rule", rule("", "") + "[[rule]]\nid = \"a.c\"\nprogramm = \"x\"", `policy.toml:11: unknown key "programm" (did you mean "program"?)`},
	{"profile of the wrong type", "profile = 3", `policy.toml:1: profile must be a string, not a number`},
	{"paths of the wrong type", "paths = [\"x\"]", `policy.toml:1: paths must be a table, not an array`},
	{"list of the wrong type", "[paths]\nblocked = \"x\"", `policy.toml:2: blocked must be an array, not a string`},
	{"element of the wrong type", "[paths]\nblocked = [\n  \"a\",\n  true,\n]", `policy.toml:4: blocked must be a string, not true or false`},
	{"date", "[audit]\nrequired = 2020-01-01", `policy.toml:2: required must be true or false, not a date or time`},
	{"override of the wrong type", "[commands]\nallowed = [{ command = \"ls\", override = \"yes\" }]", `policy.toml:2: override must be true or false, not a string`},
	{"rules that are no array", "[rule]\nid = \"a.b\"", `policy.toml:1: rule must be an array of tables, not a table`},
	{"bad profile", "profile = \"cautios\"", `policy.toml:1: unknown profile "cautios" (did you mean "cautious"?): use open, container, cautious, guarded, paranoid, recoverable, observe`},
	{"bad action", "[actions]\nhygiene = \"deny\"", `policy.toml:2: unknown action "deny": use block, ask, warn, allow, trash`},
	{"bad class", "[actions]\nhygene = \"block\"", `policy.toml:2: unknown class or rule "hygene" (did you mean "hygiene"?)`},
	{"bad rule name", "[actions]\n\"git.pusch\" = \"block\"", `policy.toml:2: unknown class or rule "git.pusch" (did you mean "git.push"?)`},
	{"rule name without quotes", "[actions]\ngit.push = \"block\"", `policy.toml:2: "git": write the name of a rule or pack in quotes, as "git.push" or "git.*"`},
	{"the tool's own rules", "[actions]\n\"self.*\" = \"ask\"", `policy.toml:2: "self.*": what protects the tool itself cannot be loosened`},
	{"one of the tool's own rules", "[actions]\n\"self.write\" = \"allow\"", `policy.toml:2: "self.write": what protects the tool itself cannot be loosened`},
	{"bad mode", "[network]\nmode = \"allow-list\"", `policy.toml:2: unknown network mode "allow-list" (did you mean "allowlist"?): use none, localhost, allowlist, full`},
	{"less than nothing of the trail", "[audit]\nkeep_days = -1", `policy.toml:2: keep_days must be a whole number from 0, which is no bound, to 1048576`},
	{"half a MiB of the trail", "[audit]\nkeep_mib = 0.5", `policy.toml:2: keep_mib must be a whole number from 0, which is no bound, to 1048576`},
	{"bad level", "[audit]\nlevel = \"detail\"", `policy.toml:2: unknown audit level "detail" (did you mean "detailed"?): use forensic, detailed, basic, off`},
	{"bad sandbox", "[sandbox]\nmode = \"\"", `policy.toml:2: unknown sandbox mode "": use required, auto, none`},
	{"bad reads", "[sandbox]\nreads = \"list\"", `policy.toml:2: unknown setting for reads "list" (did you mean "listed"?): use listed, all`},
	{"bad caches", "[sandbox]\ncaches = \"share\"", `policy.toml:2: unknown setting for caches "share" (did you mean "shared"?): use none, private, shared`},
	{"a key of the sandbox that there is not", "[sandbox]\nwrites = []", `policy.toml:2: unknown key "writes" (did you mean "write"?)`},
	{"all of home to be written", "[sandbox]\nwrite = [\"~/x\",\n\"~\"]", `policy.toml:3: "~" is too much: name a directory in it`},
	{"the system to be written", "[sandbox]\nwrite = [\"/usr/local/lib\"]", `policy.toml:2: "/usr/local/lib" is the system's: to allow it all the same, write { path = "/usr/local/lib", override = true }`},
	{"credentials to be written", "[sandbox]\nwrite = [\"~/.ssh\"]", `policy.toml:2: "~/.ssh" holds credentials: to allow it all the same, write { path = "~/.ssh", override = true }`},
	{"what runs later to be written", "[sandbox]\nwrite = [\"~/.codex\"]", `policy.toml:2: "~/.codex" holds what others run or load later: to allow it all the same, write { path = "~/.codex", override = true }`},
	{"all of the system's to be read", "[sandbox]\nread = [{ path = \"/etc\", override = true }]", `policy.toml:2: "/etc" is the system's`},
	{"no variable", "[sandbox]\nenv = [\"A-B\"]", `policy.toml:2: "A-B" is no name of a variable: write NAME, or NAME* for all that begin so`},
	{"every variable", "[sandbox]\nenv = [\"*\"]", `policy.toml:2: "*" is no name of a variable: write NAME, or NAME* for all that begin so`},
	{"a socket that there is not", "[sandbox]\nsockets = [\"sshagent\"]", `policy.toml:2: "sshagent" is no socket (did you mean "ssh-agent"?): use a path, or ssh-agent, gpg-agent, dbus, docker, podman, x11, wayland, pulse, postgres, mysql`},
	{"time to judge of the wrong type", "[judge]\ncpu_ms = \"500\"", `policy.toml:2: cpu_ms must be a number, not a string`},
	{"no end of a question", "[ask]\ntimeout = 0", `policy.toml:2: timeout must be from 1s to 24h0m0s`},
	{"a question's time that is none", "[ask]\ntimeout = \"soon\"", `policy.toml:2: timeout must be a time as "90s" or "5m", or a number of seconds`},
	{"more time to judge than there is", "[judge]\ncpu_ms = 5000", `policy.toml:2: cpu_ms must be from 50 to 2000`},
	{"lock in a user's file", "lock = []", `policy.toml:1: lock is for the system's file alone`},
	{"E5 bad expression", "[commands]\nblocked = [\"ls\",\n\"re:(\"]", "policy.toml:3: \"re:(\": bad expression: missing closing ): `(`"},
	{"E5 expression of another language", "[commands]\nallowed = ['re:find (?!-exec)']", "policy.toml:2: \"re:find (?!-exec)\": bad expression: invalid or unsupported Perl syntax: `(?!`"},
	{"E8 two commands in an entry", "[commands]\nallowed = [\"rm -rf ./build; ls\"]", `policy.toml:2: "rm -rf ./build; ls": not one simple command`},
	{"pipeline in an entry", "[commands]\nallowed = [\"a | b\"]", `policy.toml:2: "a | b": not one simple command`},
	{"nothing in an entry", "[commands]\nblocked = [\" \"]", `policy.toml:2: " ": no command provided`},
	{"redirection in an entry", "[commands]\nallowed = [\"a > b\"]", `policy.toml:2: "a > b": an entry is a program with its arguments alone: no assignments, redirections, & or functions`},
	{"assignment in an entry", "[commands]\nallowed = [\"A=b c\"]", `policy.toml:2: "A=b c": an entry is a program with its arguments alone: no assignments, redirections, & or functions`},
	{"background in an entry", "[commands]\nallowed = [\"a &\"]", `policy.toml:2: "a &": an entry is a program with its arguments alone: no assignments, redirections, & or functions`},
	{"variable in an entry", "[commands]\nallowed = [\"rm $x\"]", `policy.toml:2: "rm $x": "?" is not known before the command runs: write it out, quote it, or use an expression (re:)`},
	{"pattern in an entry", "[commands]\nallowed = [\"rm build/* x\"]", `policy.toml:2: "rm build/* x": "build/*" is not known before the command runs: write it out, quote it, or use an expression (re:)`},
	{"home in an entry", "[commands]\nallowed = [\"rm ~/x\"]", `policy.toml:2: "rm ~/x": "?/x" is not known before the command runs: write it out, quote it, or use an expression (re:)`},
	{"empty path", "[paths]\nblocked = [\"\"]", `policy.toml:2: an empty path`},
	{"pattern in a path", "[paths]\nallowed = [\"/x/*\"]", `policy.toml:2: "/x/*": a path entry has no patterns: name a directory`},
	{"another user's home", "[paths]\nallowed = [\"~bob\"]", `policy.toml:2: "~bob": write the home directory of another user out`},
	{"out of the home", "[paths]\nallowed = [\"~/..\"]", `policy.toml:2: "~/..": leads out of the home directory: write it out`},
	{"H5 credentials", "[paths]\nallowed = [\"~/.ssh/\"]", `policy.toml:2: "~/.ssh/" holds credentials: to allow it all the same, write { path = "~/.ssh/", override = true }`},
	{"H5 D4 credentials of a project", "[paths]\nallowed = [{ path = \"./p/.env\", override = false }]", `policy.toml:2: "./p/.env" holds credentials: to allow it all the same, write { path = "./p/.env", override = true }`},
	{"control character", "[paths]\nallowed = [\"/x\\u001b\"]", `policy.toml:2: allowed: control character in "/x\x1b"`},
	{"K1 a URL for a host", "[network]\nallowed_domains = [\"https://example.com\"]", `policy.toml:2: "https://example.com" is no host: write a name as example.com, *.example.com for all below it, or an address, with :PORT where it is none of 22, 80 and 443; ASCII, without scheme or path`},
	{"K1 every host", "[network]\nallowed_domains = [\"*\"]", `policy.toml:2: "*" is no host: write a name as example.com, *.example.com for all below it, or an address, with :PORT where it is none of 22, 80 and 443; ASCII, without scheme or path`},
	{"K1 host that is not ASCII", "[network]\nallowed_domains = [\"ex\u00e4mple.com\"]", "policy.toml:2: \"ex\u00e4mple.com\" is no host: write a name as example.com, *.example.com for all below it, or an address, with :PORT where it is none of 22, 80 and 443; ASCII, without scheme or path"},
	{"rule without an id", strings.ReplaceAll(rule("", ""), "id = ", "# "), `policy.toml:1: rule: id is missing`},
	{"rule without a class", strings.ReplaceAll(rule("", ""), "class", "hint"), `policy.toml:1: rule team.x: class is missing`},
	{"rule without a reason", strings.ReplaceAll(rule("", ""), "reason", "hint"), `policy.toml:1: rule team.x: reason is missing`},
	{"rule without hits", strings.ReplaceAll(rule("", ""), "hits = [\"x y\"]", ""), `policy.toml:1: rule team.x: hits is missing`},
	{"rule without misses", strings.ReplaceAll(rule("", ""), "misses = [\"x z\"]", "misses = []"), `policy.toml:1: rule team.x: misses is missing`},
	{"rule without a program", strings.ReplaceAll(rule("", ""), "program", "hint"), `policy.toml:1: rule team.x: program is missing`},
	{"rule whose hit is not found", rule("x z", "x z"), `policy.toml:1: rule team.x: hits: it does not find "x z"`},
	{"rule whose miss is found", rule("x y", "x y"), `policy.toml:1: rule team.x: misses: it finds "x y"`},
	{"rule whose example does not parse", rule("x y", "x '"), `policy.toml:1: rule team.x: misses: "x '": 1:3: reached EOF without closing quote ` + "`'`"},
	{"rule without a dot", strings.ReplaceAll(rule("", ""), "team.x", "x"), `policy.toml:2: rule id "x": write PACK.NAME in small letters, digits and hyphens`},
	{"rule that looks like the tool's own", strings.ReplaceAll(rule("", ""), "team.x", "self.x"), `policy.toml:2: rule id "self.x": the pack "self.*" is the tool's own`},
	{"rule of a built-in one's name", strings.ReplaceAll(rule("", ""), "team.x", "git.push"), `policy.toml:1: rule git.push: there is a rule of that name already`},
	{"two rules of one name", rule("", "") + rule("", ""), `policy.toml:9: rule team.x: there is a rule of that name already`},
	{"class that is none", strings.ReplaceAll(rule("", ""), "hygiene", "higiene"), `policy.toml:4: unknown class "higiene" (did you mean "hygiene"?): use ` + strings.Join(classNames(), ", ")},
	{"program by path", strings.ReplaceAll(rule("", ""), "program = \"x\"", "program = \"/bin/x\""), `policy.toml:3: program "/bin/x": write one program's name, without a path`},
	{"two words in one", strings.ReplaceAll(rule("", ""), "operand = [\"y\"]", "any = [\"-a -b\"]"), `policy.toml:6: any: "-a -b": write one word in each string; of a subcommand's own one, stash/drop`},
	{"no value", "profile =", `policy.toml:1: unexpected EOF; expected value`},
	{"no quotes", "\n\nprofile = open", `policy.toml:3: expected value but found "open" instead`},
	{"key twice", "profile = \"open\"\nprofile = \"paranoid\"", `policy.toml:2: Key 'profile' has already been defined.`},
	{"string without an end", "profile = \"open", `policy.toml:1: unexpected EOF; expected '"'`},
	{"section without an end", "[paths", `policy.toml:1: expected '.' or ']' to end table name, but got '\x00' instead`},
	{"two on a line", "[paths] [network]", `policy.toml:1: expected a top-level item to end with a newline, comment, or EOF, but got '[' instead`},
	{"not UTF-8", "profile = \"\xff\"", `policy.toml:1: not UTF-8`},
	{"brackets without end", "\na = " + strings.Repeat("[", 1000), `policy.toml:2: more than 8 brackets in one another`},
	{"dots without end", strings.Repeat("a.", 100000) + "a = 1", `policy.toml:1: a key of more than 8 parts`},
	{"brackets behind an error", "a = @" + strings.Repeat("[", 1000), `policy.toml:1: expected value but found '@' instead`},
	{"more expressions than one can afford", "[commands]\nblocked = [" + strings.Repeat("'re:\\pL{99}',\n", 2000) + "]", `policy.toml:1640: more than 16384 bytes of expressions in one file`},
	{"too long", strings.Repeat("#", maxFile+1), `policy.toml:1: more than 16777216 bytes`},
}

// rule is a rule in order, of eight lines, or one with other examples.
func rule(hit, miss string) string {
	if hit == "" {
		hit, miss = "x y", "x z"
	}
	return "[[rule]]\nid = \"team.x\"\nprogram = \"x\"\nclass = \"hygiene\"\nreason = \"r\"\noperand = [\"y\"]\n" +
		"hits = [\"" + hit + "\"]\nmisses = [\"" + miss + "\"]\n"
}

func TestE5ErrorsNameFileAndLine(t *testing.T) {
	for _, c := range broken {
		t.Run(c.name, func(t *testing.T) {
			p, err := Load([]Layer{user(c.text)}, Flags{})
			require.Error(t, err)
			assert.Equal(t, c.want, err.Error())
			assert.Nil(t, p)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestLocksThatAreWrong(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown", `lock = ["profil"]`, `/etc/agent-loop/policy.toml:1: unknown setting "profil" (did you mean "profile"?)`},
		{"a lock without a value holds nothing", "\nlock = [\"profile\"]", `/etc/agent-loop/policy.toml:2: lock: "profile" is not set in this file`},
		{"a class without a value", `lock = ["actions.secrets"]`, `/etc/agent-loop/policy.toml:1: lock: "actions.secrets" is not set in this file`},
		{"a rule without a value", `lock = ["actions.git.push"]`, `/etc/agent-loop/policy.toml:1: lock: "actions.git.push" is not set in this file`},
		{"wrong type", `lock = [1]`, `/etc/agent-loop/policy.toml:1: lock must be a string, not a number`},
		{"no array", `lock = "profile"`, `/etc/agent-loop/policy.toml:1: lock must be an array, not a string`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load([]Layer{system(c.text)}, Flags{})
			assert.EqualError(t, err, c.want)
		})
	}
}

func TestLayerOfNoKindIsRefused(t *testing.T) {
	_, err := Load([]Layer{{Name: "x", Kind: System + 1}}, Flags{})
	assert.EqualError(t, err, "x: a layer of no known kind")
}

func TestLinesOfKeysAndElements(t *testing.T) {
	text := `# comment with [ and "
a = "x"      # a
b.c = [ # list
  "one", # [
  """two
  lines""",
  '''three''', [ 1,
  2 ] ]
[t."k.1"]
  d = { e = 1, f = [
  3 ] }
[[r]]
x = 1
[[r]]
x = '\'
y = "\"]"
[o.p]
q.r = 1
`
	want := map[string]int{
		"a": 2, "b": 3, "b/c": 3, "b/c/#0": 4, "b/c/#1": 5, "b/c/#2": 7, "b/c/#3": 7, "b/c/#3/#0": 7, "b/c/#3/#1": 8,
		"t": 9, "t/k.1": 9, "t/k.1/d": 10, "t/k.1/d/e": 10, "t/k.1/d/f": 10, "t/k.1/d/f/#0": 11,
		"r": 12, "r/#0": 12, "r/#0/x": 13, "r/#1": 14, "r/#1/x": 15, "r/#1/y": 16,
		"o": 17, "o/p": 17, "o/p/q": 18, "o/p/q/r": 18,
	}
	lines, _, err := locate(text)
	require.NoError(t, err)
	got := map[string]int{}
	for path, line := range lines {
		got[strings.ReplaceAll(path, between, "/")] = line
	}
	assert.Equal(t, want, got)
}

// A13: a file that was cut off to nothing is no policy, and least of all the default
// one. A project's can only tighten, and none at all is as good.
func TestAnEmptyFileIsNoPolicy(t *testing.T) {
	for _, kind := range []LayerKind{User, System} {
		_, err := Load([]Layer{{Name: "policy.toml", Kind: kind}}, Flags{})
		assert.ErrorContains(t, err, "policy.toml:1: says nothing", kind)
	}
	_, err := Load([]Layer{{Name: "policy.toml", Kind: Project}}, Flags{})
	assert.NoError(t, err)
}
