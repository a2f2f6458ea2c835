package foreign

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// row is a configuration and what becomes of it.
type row struct {
	why, in string
	want    []string
	not     []string
	lost    int
}

// carries imports each row's configuration, and looks at what came of it. Every policy loads.
func carries(t *testing.T, name, from string, rows []row) {
	t.Helper()
	for _, tt := range rows {
		t.Run(tt.why, func(t *testing.T) {
			got, err := Import(name, []byte(tt.in), from)
			require.NoError(t, err)
			for _, want := range tt.want {
				assert.Contains(t, got.Policy, want)
			}
			for _, not := range tt.not {
				assert.NotContains(t, got.Policy, not)
			}
			assert.Len(t, got.Lost, tt.lost, "%s", got.Policy)
			load(t, got.Policy)
		})
	}
}

// load reads a policy as the user's.
func load(t *testing.T, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	require.NoError(t, err, "%s", text)
	return p
}

func TestSeedInTOML(t *testing.T) {
	carries(t, "uwsal.toml", "", []row{
		{
			"the same keys in TOML", "[security]\nprofile = 'team'\nblocked_paths = ['/data/x']\n[security.profiles.team]\npath_validation = true\nconfirm_tools = true\nblocked_network = true\naudit_log = true\n",
			[]string{"profile = 'team'", "[profiles.team]", "network = 'none'", "audit = 'detailed'", "'/data/x'", "# line 6, not carried over: confirm_tools"},
			nil, 1,
		},
	})
}

func TestValis(t *testing.T) {
	carries(t, "config.yaml", "", []row{
		{
			"all of it", "model: x\nsandbox:\n  enabled: true\n  allow_network_localhost: true\n  allowed_domains:\n    - github.com\n    - \"*.example.com\" # ours\n  additional_write_paths: [/data/out, '~/out']\n  additional_deny_read_paths:\n  - ~/letters\n",
			[]string{"mode = 'required'", "    # line 6, allowed_domains \"github.com\"\n    'github.com',", "'*.example.com',", "write = [\n", "'/data/out',", "'~/out',", "deny_read = [\n", "'~/letters',", "# line 1: \"model\" is not about"},
			nil, 0,
		},
		{"no host", "sandbox:\n  enabled: true\n", []string{"[network]\n", "mode = 'localhost'"}, nil, 0},
		{"no host, and not this machine", "sandbox:\n  allow_network_localhost: false\n", []string{"mode = 'none'"}, nil, 0},
		{"a list of which nothing is a host", "sandbox:\n  allowed_domains: ['a b']\n", []string{"mode = 'localhost'", "not carried over: allowed_domains \"a b\""}, nil, 1},
		{"off", "sandbox:\n  enabled: false\n", []string{"mode = 'required'", "the sandbox was off there"}, nil, 0},
		{"a system directory to write", "sandbox:\n  additional_write_paths: [/etc]\n", []string{"not carried over: additional_write_paths \"/etc\""}, []string{"write = ["}, 1},
		{"a key that nobody knows", "sandbox:\n  colour: red\n", []string{"\"colour\" of sandbox is not known here"}, nil, 1},
	})
}

func TestSafetyNet(t *testing.T) {
	carries(t, ".safety-net.json", "", []row{
		{
			"options and arguments", `{"version": 1, "rules": [{"name": "block-add-all", "command": "git", "subcommand": "add", "block_args": ["-A", "--all", "."], "reason": "name the files"}]}`,
			[]string{"id = 'safety-net.block-add-all'", "subcommand = ['add']", "any = ['-A', '--all']", "id = 'safety-net.block-add-all-argument'", "operand = ['.']", "\"safety-net.block-add-all\" = 'block'"},
			nil, 0,
		},
		{"a program without a grammar", `{"rules": [{"name": "x", "command": "frob", "subcommand": "prod", "block_args": ["--now"], "reason": "r"}]}`, []string{"program = 'frob'", "subcommand = ['prod']"}, nil, 0},
		{"a name twice", `{"rules": [{"name": "X y", "command": "frob", "block_args": ["-a"], "reason": "r"}, {"name": "x-y", "command": "frob", "block_args": ["-b"], "reason": "r"}]}`, []string{"safety-net.x-y'", "safety-net.x-y-2'"}, nil, 0},
		{"a path as the program", `{"rules": [{"name": "x", "command": "/bin/frob", "block_args": ["-a"], "reason": "r"}]}`, []string{"not carried over: rule \"x\""}, []string{"[[rule]]"}, 1},
		{"names of rulebooks", `{"rules": ["project-rules"]}`, []string{"only names rulebooks"}, nil, 1},
	})
}

// What has no meaning is an error of one line, with its line.
func TestWhatIsNoConfiguration(t *testing.T) {
	for _, tt := range []struct{ name, from, in, want string }{
		{"x.json", "", `{}`, "say --from"},
		{"x.json", "", `{"security": {}, "rules": []}`, "say --from"},
		{"x.json", "nobody", `{}`, `no kind of configuration "nobody"`},
		{"x.json", "", "{\"rules\": [\n{\"name\": 1}]}", `line 2: "name" is not a string`},
		{"x.json", "valis", `{"rules": []}`, `line 1: there is no "sandbox" in it`},
		{"x.json", "safety-net", "\n{}", `line 2: there is no "rules" in it`},
		{"x.json", "", `{"rules": {}}`, `"rules" is not a list of objects`},
		{"x.json", "", strings.Repeat(`{"a":`, 1000), "not JSON"},
		{"x.json", "", `{"rules": [` + strings.Repeat(`{},`, 200_000) + `{}]}`, "more values than settings have"},
		{"x.json", "", strings.Repeat(" ", 5<<20), "more than 4 MiB"},
		{"x.yaml", "", "a: 1\nsandbox: *a\n", "line 2: "},
		{"x.yaml", "", "sandbox:\n  enabled: true\n   deep: 1\n", "line 3: "},
		{"x.yaml", "", "sandbox:\n  enabled: perhaps\n", `line 2: "enabled" is not true or false`},
		{"x.yaml", "", "sandbox:\n  allowed_domains: github.com\n", `"allowed_domains" is not a list of strings`},
		{"x.yaml", "", "sandbox:\n  allowed_domains: [*.example.com]\n", "line 2: no value has this name; a text that begins with * needs quotes"},
		{"x.yaml", "", "sandbox:\n\tenabled: true\n", "line 2: a tab indents this line"},
		{"x.yaml", "", "sandbox: |\n  enabled\n", "line 1: \"sandbox\" is not an object"},
		{"x.yaml", "", "sandbox:\n  enabled: 'x\n", "line 2: a quote without its end"},
		{"x.toml", "", "[security\n", "line 2: "},
		{"x.toml", "", "a = 1\na = 2\n", "line 2: "},
	} {
		_, err := Import(tt.name, []byte(tt.in), tt.from)
		require.ErrorContains(t, err, tt.want, "%.60s", tt.in)
		assert.NotContains(t, err.Error(), "\n")
		assert.Less(t, len(err.Error()), 400)
	}
}

// Whatever comes in, what comes out loads, or there is an error of one line.
func holds(t *testing.T, name, from, in string) {
	t.Helper()
	got, err := Import(name, []byte(in), from)
	if err == nil {
		load(t, got.Policy)
		return
	}
	assert.NotContains(t, err.Error(), "does not load")
	assert.NotContains(t, err.Error(), "\n")
}

func FuzzValis(f *testing.F) {
	f.Add("sandbox:\n  enabled: true\n  allowed_domains: [a.b, '*.c']\n  additional_write_paths:\n  - /x\n")
	f.Add("sandbox:\n  a: \"\\x00\"\n  # b\n  c: 'd''e'\n")
	f.Fuzz(func(t *testing.T, in string) { holds(t, "config.yaml", "valis", in) })
}

func FuzzSafetyNet(f *testing.F) {
	f.Add(`{"version": 1, "rules": [{"name": "a", "command": "git", "subcommand": "stash drop", "block_args": ["-A", ".", "--x=y", "'"], "reason": "r"}]}`)
	f.Fuzz(func(t *testing.T, in string) { holds(t, "x.json", "safety-net", in) })
}
