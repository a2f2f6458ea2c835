package foreign

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCodex(t *testing.T) {
	carries(t, "config.toml", "", []row{
		{
			"a sandbox", "model = 'x'\napproval_policy = 'on-request'\nsandbox_mode = 'workspace-write'\n[sandbox_workspace_write]\nwritable_roots = ['/data/out']\nnetwork_access = false\n",
			[]string{"profile = 'cautious'", "mode = 'required'", "write = [", "'/data/out',", "[network]\n# line 6, network_access\nmode = 'none'", "\"model\" is not about"},
			nil, 0,
		},
		{"no network by default", "sandbox_mode = 'workspace-write'\n", []string{"mode = 'none'"}, nil, 0},
		{"a network", "sandbox_mode = 'workspace-write'\nsandbox_workspace_write.network_access = true\n", []string{"network_access is on"}, []string{"mode = 'none'"}, 0},
		{"nothing is written", "sandbox_mode = 'read-only'\n", []string{"profile = 'paranoid'", "mode = 'required'"}, []string{"'cautious'"}, 0},
		{"no mode, which is no less", "approval_policy = 'on-request'\n", []string{"sandbox_mode is not set", "mode = 'required'", "[network]\n", "mode = 'none'"}, nil, 0},
		{"no mode, but a network", "sandbox_workspace_write = { network_access = true }\n", []string{"mode = 'required'", "network_access is on"}, []string{"mode = 'none'"}, 0},
		{"the profile that holds", "profile = 'strict'\nsandbox_mode = 'danger-full-access'\n[profiles.strict]\nsandbox_mode = 'read-only'\n", []string{"profile = 'paranoid'", "mode = 'required'"}, []string{"'cautious'"}, 0},
		{"a profile that is not there", "profile = 'x'\nsandbox_mode = 'workspace-write'\n", []string{"mode = 'required'"}, nil, 1},
		{"no sandbox", "sandbox_mode = 'danger-full-access'\napproval_policy = 'never'\n", []string{"no import switches the sandbox off"}, []string{"\nmode ="}, 2},
		{"the system to write", "sandbox_workspace_write = { writable_roots = ['/', '/etc'], exclude_slash_tmp = true }\n", nil, []string{"write ="}, 3},
		{"what is not read", "default_permissions = 'x'\n[permissions.x]\n[profiles.y]\nsandbox_mode = 'read-only'\n[shell_environment_policy]\ninherit = 'all'\n", nil, []string{"paranoid'"}, 4},
		{"questions as a table", "approval_policy = { granular = { rules = true } }\n", nil, nil, 1},
	})
}

func TestCodexRules(t *testing.T) {
	carries(t, "default.rules", "", []row{
		{
			"the three decisions", "# ours\nprefix_rule(\n    pattern = [\"git\", \"push\"],\n    decision = \"prompt\",\n    justification = \"ask first\",\n)\n" +
				"prefix_rule(pattern=['frob', ['a', 'b c']], decision='forbidden', match=['frob a', ['frob', 'b']])\nprefix_rule(pattern=[\"grob\", \"x\"])\n",
			[]string{"\"codex.git-push\" = 'ask'", "reason = 'is against an imported rule: ask first'", "# line 7, prefix_rule \"frob a\" forbidden", "'frob a *',", `"frob 'b c' *",`, "'grob x *',"},
			nil, 0,
		},
		{"an exception for what is refused", `prefix_rule(pattern=["frob"]) prefix_rule(pattern=["frob", "x"], decision="forbidden")`, []string{"exceptions come first here"}, []string{"allowed ="}, 1},
		{"an exception beside what is refused", `prefix_rule(pattern=["frob", "y"]) prefix_rule(pattern=["frob", "x"], decision="forbidden")`, []string{"'frob y *',"}, nil, 0},
		{"what runs others", `prefix_rule(pattern=["bash", "-lc"]) prefix_rule(pattern=["python3"])`, nil, []string{"allowed ="}, 2},
		{"a pattern that is none here", `prefix_rule(pattern=["frob", "*"], decision="forbidden")`, []string{`"frob '*' *",`}, nil, 0},
		{"a decision that nobody knows", `prefix_rule(pattern=["frob"], decision="maybe") prefix_rule(pattern=["frob", "x"])`, nil, []string{"allowed ="}, 2},
		{"no prefix", `prefix_rule(pattern=[]) prefix_rule(pattern=[[]]) prefix_rule(decision="allow")`, nil, nil, 3},
		{"too many", `prefix_rule(pattern=[["a","b","c","d","e"],["a","b","c","d"],["a","b","c","d"]], decision="forbidden") prefix_rule(pattern=["frob"])`, nil, []string{"allowed ="}, 2},
		{"other calls", `host_executable(name="git", paths=["/usr/bin/git"]) network_rule(host="x.org", protocol="https", decision="allow") f()`, []string{"host_executable has nothing to say"}, nil, 2},
		{"strings", "prefix_rule(pattern=[\"\"\"frob\"\"\", 'a\\'b', \"c\\u0041\"], decision=\"forbidden\")", []string{`"frob 'a'\\''b' cA *",`}, nil, 0},
	})
}

func TestDCG(t *testing.T) {
	carries(t, "config.toml", "", []row{
		{
			"the usual", "[packs]\nenabled = ['containers.docker']\ndisabled = ['kubernetes.helm']\n[policy]\ndefault_mode = 'deny'\n[overrides]\nblock = ['frob\\s+--now', { pattern = 'grob', reason = 'no' }]\n",
			[]string{"destructive = 'block'", `'re:frob\s+--now',`, "'re:grob',", "no packs are switched on", "# line 3, not carried over: pack \"kubernetes.helm\""},
			nil, 1,
		},
		{"exceptions", "[overrides]\nallow = ['frob .*', { pattern = 'x', when = 'CI' }]\n", []string{"allowed = [", "'re:frob .*',"}, nil, 1},
		{"exceptions beside blocks", "[overrides]\nallow = ['frob .*']\nblock = ['frob x']\n", nil, []string{"allowed ="}, 1},
		{"what looks at two commands, and what RE2 has not", "[overrides]\nblock = ['a.*\\|\\s*sh', 'a(?!b)', '(']\n", nil, []string{"blocked ="}, 3},
		{"looser modes", "[policy]\ndefault_mode = 'warn'\n[policy.rules]\n'core.git:push' = 'log'\n[policy.packs]\n'core' = 'deny'\n", nil, []string{"destructive ="}, 3},
		{
			"a list of exceptions", "[[allow]]\nrule = 'core.git:reset-hard'\nreason = 'x'\n[[allow]]\nexact_command = 'frob --now'\nreason = 'x'\n[[allow]]\ncommand_prefix = 'frob deploy'\nreason = 'x'\n[[allow]]\nexact_command = 'frob'\nreason = 'x'\nexpires_at = '2027-01-01'\n[[allow]]\ncommand_prefix = 'bash'\nreason = 'x'\n",
			[]string{"# line 5, exact_command \"frob --now\"\n    'frob --now',", "'frob deploy *',", "one here has no such condition"},
			[]string{"'frob',"},
			3,
		},
		{"exceptions beside what is blocked", "[[allow]]\ncommand_prefix = 'terraform'\n[[allow]]\nexact_command = 'frob'\n[[allow]]\npattern = 'grob .*'\n[overrides]\nblock = ['terraform destroy']\n", []string{"'re:terraform destroy',", "exceptions come first here"}, []string{"allowed ="}, 3},
		{"a * is no wider than it was", "[[allow]]\nexact_command = 'rm -rf *'\n[[allow]]\nexact_command = 'frob *;'\n[[allow]]\ncommand_prefix = 'rm -rf * #'\n[[allow]]\nexact_command = 're:.+'\n", []string{`'\re:.+',`}, []string{"'rm", "'frob", "'re:"}, 3},
		{"expressions that would open credentials", "[[allow]]\npattern = 'cat .*'\n[[allow]]\npattern = '.*'\n[[allow]]\npattern = 'git (log|show) .*'\n", []string{"would be an exception for credentials, too"}, []string{"allowed ="}, 3},
		{"agents", "[agents.unknown]\ntrust_level = 'low'\n", nil, nil, 1},
	})
}

func TestCodexAndDCGWrongTypes(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"c.toml", "sandbox_mode = 1\n", `line 1: "sandbox_mode" is not a string`},
		{"c.toml", "sandbox_mode = 'read-only'\nsandbox_workspace_write = 1\n", `line 2: "sandbox_workspace_write" is not an object`},
		{"c.toml", "sandbox_workspace_write.writable_roots = 'x'\n", `"writable_roots" is not a list of strings`},
		{"c.toml", "sandbox_workspace_write.network_access = 'no'\n", `"network_access" is not true or false`},
		{"d.toml", "packs = 1\n", `"packs" is not an object`},
		{"d.toml", "[overrides]\nblock = 'x'\n", `line 2: "block" is not a list`},
		{"d.toml", "[overrides]\nblock = [1]\n", `is not a string`},
		{"d.toml", "[[allow]]\nexact_command = 1\n", `"exact_command" is not a string`},
		{"d.toml", "allow = 1\n", `"allow" is not a list of objects`},
		{"r.rules", "prefix_rule(pattern=\"x\")", `"pattern" is not a list`},
		{"r.rules", "prefix_rule(pattern=[1])", `"pattern" is not a list of words`},
		{"r.rules", "\nx = 1\n", "line 2: not a call"},
		{"r.rules", "prefix_rule([\"x\"])", "line 1: not a call"},
		{"r.rules", "prefix_rule(pattern=[\"x\"], pattern=[])", "comes twice"},
		{"r.rules", "prefix_rule(pattern=[\"x\n", "does not end on its line"},
		{"r.rules", "prefix_rule(pattern=['\\q'])", "no string has"},
		{"r.rules", "prefix_rule(pattern=f(\"x\"))", "not a call"},
		{"r.rules", "prefix_rule(pattern=", "not a call"},
	} {
		_, err := Import(tt.name, []byte(tt.in), "")
		require.ErrorContains(t, err, tt.want, tt.in)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func FuzzCodex(f *testing.F) {
	f.Add("sandbox_mode = 'read-only'\napproval_policy = 'x'\n[sandbox_workspace_write]\nwritable_roots = ['/x']\n")
	f.Fuzz(func(t *testing.T, in string) { holds(t, "config.toml", "codex", in) })
}

func FuzzCodexRules(f *testing.F) {
	f.Add("prefix_rule(pattern=['a', ['b', \"c\\n\"]], decision='prompt', match=[]) # x\nhost_executable(name=None, n=1, t=True,)")
	f.Fuzz(func(t *testing.T, in string) { holds(t, "x.rules", "codex-rules", in) })
}

func FuzzDCG(f *testing.F) {
	f.Add("[overrides]\nallow = ['a', {pattern = 'b'}]\n[[allow]]\ncommand_prefix = \"x 'y\"\n[packs]\ndisabled = ['z']\n")
	f.Fuzz(func(t *testing.T, in string) { holds(t, "config.toml", "dcg", in) })
}
