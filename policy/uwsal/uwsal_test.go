package uwsal

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// importJSON reads JSON and imports it.
func importJSON(name, text string) (draft.Result, error) {
	root, err := tree.Read([]byte(text), tree.JSON)
	if err != nil {
		return draft.Result{}, err
	}
	return Import(name, root)
}

// E9: each key becomes what means the same, or a comment that says why not.
func TestEachKeyIsCarriedOver_E9(t *testing.T) {
	for _, tt := range []struct {
		why, in string // the block's members
		want    []string
		lost    int
	}{
		{"a profile", `"profile": "guarded"`, []string{`profile = 'guarded'`}, 0},
		{"a profile that nobody defines", `"profile": "strict"`, []string{`# line 1: there is no profile "strict", which was taken for cautious.`, `profile = 'cautious'`}, 0},
		{"a path", `"blocked_paths": ["/data/x"]`, []string{"[paths]", "blocked = [\n    '/data/x',\n]"}, 0},
		{"a path from home", `"blocked_paths": ["~/x"]`, []string{`"~/x": ~ was the name of a directory`, `'~/x'`}, 0},
		{"a relative path", `"blocked_paths": ["./x"]`, []string{`"./x": was seen from where the agent was started`, `'./x'`}, 0},
		{"a pattern where a path belongs", `"blocked_paths": ["/x/*", "/y"]`, []string{`# line 1, not carried over: blocked_paths "/x/*": `, "a path entry has no patterns", `'/y'`}, 1},
		{"prefixes and names below a home", `"blocked_path_prefixes": ["/a/"], "blocked_home_patterns": [".b/"]`, []string{"blocked_path_prefixes = [\n    '/a/',", "blocked_home_patterns = [\n    '.b/',"}, 0},
		{"an exception", `"allowed_paths": ["/etc/nginx"]`, []string{"allowed = [\n    '/etc/nginx',", "credentials stay blocked"}, 0},
		{"an exception for credentials", `"allowed_paths": ["~/.ssh"]`, []string{`not carried over: allowed_paths "~/.ssh": "~/.ssh" holds credentials`}, 1},
		{"an expression ignores case", `"blocked_commands": ["drop\\s+table"]`, []string{`blocked = [`, `'re:(?i)drop\s+table'`, "these ignored case"}, 0},
		{"an expression with Python's spelling", `"blocked_commands": ["x{,3}\\Z"]`, []string{`'re:(?i)x{0,3}\z'`, `are written`}, 0},
		{"an expression with look-ahead", `"blocked_commands": ["find (?!-x)"]`, []string{`not carried over: blocked_commands "find (?!-x)": RE2 has no such expression`}, 1},
		{"an expression with a reference", `"blocked_commands": ["(a)\\1"]`, []string{`not carried over: blocked_commands "(a)\\1": RE2 has`}, 1},
		{"no expression", `"blocked_commands": ["("]`, []string{`not carried over: blocked_commands "(": is no expression`}, 1},
		{"an expression over a pipe", `"blocked_commands": ["curl.*\\|\\s*sh", "&\\s*$", "[^;|&]x"]`, []string{"looks at more than one command", `'re:(?i)[^;|&]x'`}, 2},
		{"an exception that matched anywhere", `"allowed_commands": ["^make( test)?$"]`, []string{`allowed = [`, `'re:(?i)^make( test)?$'`, "here one must match a whole command"}, 0},
		{"a quote in an expression", `"blocked_commands": ["say 'a\\."]`, []string{`"re:(?i)say 'a\\."`}, 0},
		{"shims", `"path_proxying": true`, []string{`not carried over: path_proxying is none of a policy's: shims are made by "shimgen install"`}, 1},
		{"no shims", `"path_proxying": false`, []string{`# line 1: path_proxying is off, and nothing is lost`}, 0},
		{"a sandbox", `"proot_sandbox": true`, []string{"[sandbox]", `mode = 'required'`, "without one a command ran all the same"}, 0},
		{"no sandbox", `"proot_sandbox": false`, []string{`mode = 'none'`}, 0},
		{"directories of the sandbox", `"proot_allowed_dirs": ["/x"]`, []string{"exec takes --proot-allow-dir"}, 1},
		{"the trail's place", `"audit_log_dir": "/x"`, []string{"AGENT_LOOP_AUDIT_LOG adds a copy"}, 1},
		{"a key that nobody knows", `"colour": 1`, []string{`not carried over: "colour" is no setting of a policy`}, 1},
		{
			"a profile of one's own", `"profiles": {"team x": {"path_validation": true, "sandbox": "proot", "confirm_tools": true, "allowed_paths": ["./"], "blocked_network": true, "audit_log": true}}, "profile": "team x"`,
			[]string{"profile = 'team-x'", "[profiles.team-x]\nbase = 'cautious'", "sandbox = 'required'", "network = 'none'", "audit = 'detailed'", "not carried over: confirm_tools", "allowed_paths = ['./']"},
			1,
		},
		{
			"a built-in one anew", `"profiles": {"guarded": {"sandbox": "none", "audit_log": false, "x": 1}}, "profile": "guarded"`,
			[]string{"profile = 'own-guarded'", "[profiles.own-guarded]\nbase = 'guarded'\nsandbox = 'none'\naudit = 'off'", `"x" is no setting of a profile`},
			1,
		},
		{"one without rules", `"profiles": {"a": {"path_validation": false, "command_blocklist": false}}`, []string{"base = 'open'"}, 0},
		{"one with half of them", `"profiles": {"a": {"path_validation": false}}`, []string{"base = 'cautious'", "neither is switched off alone"}, 0},
		{"a comment that would end itself", `"a\nprofile = 'open'": 1`, []string{`# line 1, not carried over: "a\nprofile`}, 1},
	} {
		t.Run(tt.why, func(t *testing.T) {
			got, err := importJSON("uwsal.json", `{"security": {`+tt.in+`}}`)
			require.NoError(t, err)
			for _, want := range tt.want {
				assert.Contains(t, got.Policy, want)
			}
			assert.Len(t, got.Lost, tt.lost, "%s", got.Policy)
			_, err = policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(got.Policy)}}, policy.Flags{})
			require.NoError(t, err)
		})
	}
}

// What has no meaning at all is an error with its line.
func TestWhatIsNoConfiguration_E9(t *testing.T) {
	for in, want := range map[string]string{
		"":                                      "line 1: not JSON",
		"{":                                     "line 1: not JSON",
		`{"security": 1}`:                       `no object "security"`,
		`{}`:                                    `no object "security"`,
		`{"security": {}} 1`:                    "more than one value",
		"{\"security\": {\n\"profile\": 1}}":    `line 2: "profile" is not a string`,
		`{"security": {"blocked_paths": "/x"}}`: `"blocked_paths" is not a list of strings`,
		`{"security": {"blocked_paths": ["/x", 1]}}`:   `"blocked_paths" is not a list of strings`,
		`{"security": {"proot_sandbox": "yes"}}`:       `"proot_sandbox" is not true or false`,
		`{"security": {"profiles": []}}`:               `"profiles" is not an object`,
		`{"security": {"profiles": {"a": 1}}}`:         `"a" is not an object`,
		`{"security": {"profile": "a", "profile": 1}}`: `"profile" comes twice`,
		strings.Repeat("[", 1000):                      "not JSON",
	} {
		_, err := importJSON("uwsal.json", in)
		require.ErrorContains(t, err, want, in)
	}
}

// Whatever comes in, what comes out loads, or there is an error.
func FuzzImport(f *testing.F) {
	f.Add(`{"security": {"profile": "a", "blocked_commands": ["x", "("], "allowed_paths": ["./", "~"], "profiles": {"a": {"sandbox": "proot"}}}}`)
	f.Add(`{"security": {"blocked_home_patterns": ["'", "\u0000"], "x\ny": [], "profiles": {"": {}, "é": {"description": "\\'"}}}}`)
	f.Fuzz(func(t *testing.T, in string) {
		got, err := importJSON("x", in)
		if err == nil {
			_, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(got.Policy)}}, policy.Flags{})
			require.NoError(t, err, "%s", got.Policy)
		} else {
			assert.NotContains(t, err.Error(), "does not load")
		}
	})
}
