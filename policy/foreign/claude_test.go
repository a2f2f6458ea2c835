package foreign

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// settings is a settings.json with lists of rules.
func settings(lists string) string { return `{"permissions": {` + lists + `}}` }

func TestClaudeCommands(t *testing.T) {
	carries(t, "settings.json", "", []row{
		{"a prefix that is refused", settings(`"deny": ["Bash(frob push:*)"]`), []string{"[commands]\nblocked = [\n    # line 1, deny \"Bash(frob push:*)\"\n    'frob push *',\n]"}, nil, 0},
		{"a whole command", settings(`"deny": ["Bash(frob --now)"]`), []string{"'frob --now',"}, nil, 0},
		{"a * behind a blank", settings(`"deny": ["Bash(frob push *)"]`), []string{"'frob push *',"}, nil, 0},
		{"a * without a blank", settings(`"deny": ["Bash(frob*)"]`), []string{`'re:(?s)^frob.*$',`}, nil, 0},
		{"a * in the middle", settings(`"deny": ["Bash(frob * main)"]`), []string{`'re:(?s)^frob .* main$',`}, nil, 0},
		{"more than one command", settings(`"deny": ["Bash(frob * | sh)"]`), []string{"looks at more than one command"}, []string{"blocked"}, 1},
		{"every command", settings(`"deny": ["Bash"]`), []string{"'re:.',"}, nil, 0},
		{"every command with a star", settings(`"deny": ["Bash(*)"]`), []string{"'re:.',"}, nil, 0},
		{"a prefix that is asked about", settings(`"ask": ["Bash(git push:*)"]`), []string{"\"claude.git-push\" = 'ask'", "subcommand = ['push']", "# line 1, ask \"Bash(git push:*)\""}, nil, 0},
		{"two words of a subcommand", settings(`"ask": ["Bash(git stash drop:*)"]`), []string{"subcommand = ['stash/drop']"}, nil, 0},
		{"an option that is asked about", settings(`"ask": ["Bash(git push --force *)"]`), []string{"subcommand = ['push']\nany = ['--force']"}, nil, 0},
		{"a program that is asked about", settings(`"ask": ["Bash(frob:*)"]`), []string{"program = 'frob'"}, nil, 0},
		{"a whole command that is asked about", settings(`"ask": ["Bash(frob --now)"]`), []string{"not carried over"}, []string{"[[rule]]"}, 1},
		{"a pattern that is asked about", settings(`"ask": ["Bash(frob * main)"]`), []string{"not carried over"}, []string{"[[rule]]"}, 1},
		{"a whole command that is allowed", settings(`"allow": ["Bash(frob deploy)"]`), []string{"allowed = [\n    # line 1, allow \"Bash(frob deploy)\"\n    'frob deploy',"}, nil, 0},
		{"a prefix that is allowed", settings(`"allow": ["Bash(frob deploy:*)"]`), []string{"'frob deploy *',"}, nil, 0},
		{"two words of one that runs others", settings(`"allow": ["Bash(npm run test:*)"]`), []string{"'npm run test *',"}, nil, 0},
		{"quotes and a tilde", settings(`"deny": ["Bash(frob \"a b\" ~/x:*)"], "allow": ["Bash(grob \"a b\":*)"]`), []string{`'re:(?s)^frob "a b" ~/x( .*)?$',`, `'grob "a b" *',`}, nil, 0},
		{"quotes hide no word", settings(`"deny": ["Bash(frob push:*)"], "allow": ["Bash(frob \"push\" x)"]`), []string{"exceptions come first here"}, []string{"allowed ="}, 1},
		{"an option of what runs others", settings(`"allow": ["Bash(bash -c:*)"]`), nil, []string{"allowed ="}, 1},
		{"what runs others", settings(`"allow": ["Bash(sudo:*)", "Bash(/bin/sh *)", "Bash(npx *)"]`), []string{"sudo runs other programs"}, []string{"allowed"}, 3},
		{"everything is allowed", settings(`"allow": ["Bash", "Bash(*)", "Bash(:*)", "Bash(* --version)"]`), nil, []string{"allowed"}, 4},
		{"a * in the middle that is allowed", settings(`"allow": ["Bash(frob * main)", "Bash(frob*)"]`), nil, []string{"allowed"}, 2},
		{"a second command that is allowed", settings(`"allow": ["Bash(frob && true)", "Bash(frob > x)", "Bash(frob $X)", "Bash(X=1 frob)"]`), nil, []string{"allowed"}, 4},
		// exceptions come first here, and last there
		{"an exception for what is refused", settings(`"allow": ["Bash(frob:*)"], "deny": ["Bash(frob push:*)"]`), []string{"exceptions come first here", "'frob push *',"}, []string{"allowed ="}, 1},
		{"an exception beside what is refused", settings(`"allow": ["Bash(frob status:*)"], "deny": ["Bash(frob push:*)"]`), []string{"'frob status *',", "'frob push *',"}, nil, 0},
		{"an exception for what is asked", settings(`"allow": ["Bash(git push origin main)"], "ask": ["Bash(git push:*)"]`), []string{"exceptions come first here"}, []string{"allowed ="}, 1},
		{"an exception for a pattern", settings(`"allow": ["Bash(frob status)"], "deny": ["Bash(frob * x)"]`), []string{"exceptions come first here"}, []string{"allowed ="}, 1},
		{"an exception for any command", settings(`"allow": ["Bash(frob status)"], "deny": ["Bash(* x)"]`), nil, []string{"allowed ="}, 1},
		{"an option in another order", settings(`"allow": ["Bash(frob -a -b)"], "deny": ["Bash(frob -b:*)"]`), nil, []string{"allowed ="}, 1},
		// an exception for a command is one from paths, too
		{"an exception that may open a path", settings(`"allow": ["Bash(cat:*)", "Bash(cat letters)", "Bash(cat ./letters/a)", "Bash(frob deploy)"], "deny": ["Read(./letters/**)"]`), []string{"'./letters',", "'frob deploy',", "for the path of line 1, too"}, []string{"'cat"}, 3},
		{"an exception beside what nobody may write", `{"permissions": {"allow": ["Bash(tee:*)"]}, "sandbox": {"filesystem": {"denyWrite": ["/data/x"]}}}`, []string{"'/data/x',"}, []string{"allowed ="}, 1},
		{"an exception beside credentials", settings(`"allow": ["Bash(cat:*)", "Bash(cat notes)", "Bash(frob x:*)"], "deny": ["Read(./.env)", "Read(.env)"]`), []string{"'cat notes',", "for the path of line 1, too"}, []string{"'cat *',", "'frob x *',"}, 2},
		{"an exception that would open credentials", settings(`"allow": ["Bash(cat:*)", "Bash(git diff:*)", "Bash(curl -s:*)", "Bash(tar -czf x.tgz:*)", "Bash(vault:*)", "Bash(gpg:*)", "Bash(dd:*)"]`), []string{"would be an exception for credentials, too: cat ~/.ssh/id_rsa"}, []string{"allowed ="}, 7},
		{"an exception that opens none", settings(`"allow": ["Bash(git clean:*)", "Bash(mkdir:*)", "Bash(frob:*)", "Bash(cat .env)"]`), []string{"'git clean *',", "'mkdir *',", "'frob *',", "'cat .env',"}, nil, 0},
		{"a program whose name begins as an expression does", settings(`"allow": ["Bash(re:.+)", "Bash(re:frob x:*)"], "deny": ["Bash(re:x)"]`), []string{`'\re:frob x *',`, `'\re:x',`}, []string{"'re:"}, 0},
		{"tools that run nothing", settings(`"allow": ["WebSearch", "mcp__x__y", "Agent(Explore)", "Task"]`), nil, nil, 4},
	})
}

func TestClaudePaths(t *testing.T) {
	carries(t, "settings.json", "", []row{
		{"absolute, home and project", settings(`"deny": ["Read(//data/x/**)", "Read(~/letters)", "Read(/src/gen)", "Read(./a/b)"]`), []string{"'/data/x',", "'~/letters',", "'./src/gen',", "'./a/b',", "with the directory itself"}, nil, 0},
		{"writing", settings(`"deny": ["Edit(./gen/**)"]`), []string{"'./gen',", "reading is blocked, too"}, nil, 0},
		{"credentials at any depth", settings(`"deny": ["Read(.env)", "Read(**/.env)", "Read(./.env)"]`), []string{"is among the credentials"}, []string{"blocked ="}, 0},
		{"a name at any depth", settings(`"deny": ["Read(notes.txt)"]`), []string{"'./notes.txt',", "in the work directory alone"}, nil, 1},
		{"a pattern", settings(`"deny": ["Read(**/*.pem)", "Read(./.env.*)"]`), []string{"a path entry has no patterns", "in every profile but open, templates such as .env.example excepted"}, []string{"blocked"}, 1},
		{"every file", settings(`"deny": ["Edit", "Read(**)"]`), []string{"no policy speaks of all files"}, nil, 2},
		{"a question", settings(`"ask": ["Edit(./x)"]`), []string{"not by its name"}, nil, 1},
		{"what needs no exception", settings(`"allow": ["Read(//etc/hosts)", "Edit(src/**)", "Read"]`), []string{"is read without a question", "files of the work directory"}, []string{"allowed ="}, 0},
		{"credentials", settings(`"allow": ["Read(~/.ssh/id_rsa)"]`), []string{"holds credentials"}, []string{"allowed ="}, 1},
		{"writing elsewhere", settings(`"allow": ["Edit(//data/x/**)"], "additionalDirectories": ["../docs", "/data/y"]`), []string{"[sandbox]\n", "write = [", "'/data/x',", "'/data/y',", `"../docs" is too much`}, []string{"allowed ="}, 1},
		{"writing to the system", settings(`"allow": ["Edit(//etc/**)"], "additionalDirectories": ["/"]`), []string{"is the system's"}, []string{"write ="}, 2},
		{"modes", settings(`"defaultMode": "acceptEdits", "disableBypassPermissionsMode": "disable"`), []string{"stays where it is"}, nil, 0},
		{"no rules at all", settings(`"defaultMode": "bypassPermissions"`), []string{"profile = 'cautious'", "no import switches rules off"}, nil, 1},
	})
}

func TestClaudeSandbox(t *testing.T) {
	carries(t, "settings.json", "", []row{
		{
			"all of it", `{"hooks": {}, "sandbox": {"enabled": true, "failIfUnavailable": true, "autoAllowBashIfSandboxed": true, "allowUnsandboxedCommands": false,
			"filesystem": {"allowWrite": ["/data/out"], "denyWrite": ["/data/in"], "denyRead": ["~/letters/**"], "allowRead": ["~/.config/gh"]},
			"network": {"allowedDomains": ["github.com", "*.example.com"], "allowUnixSockets": ["/run/x.sock"], "allowLocalBinding": true}}}`,
			[]string{"mode = 'required'", "write = [", "'/data/out',", "'/data/in',", "deny_read = [", "'~/letters',", "read = [", "'~/.config/gh',", "allowed_domains = [", "'*.example.com',", "sockets = [", "\"hooks\" is not about"},
			nil, 0,
		},
		{"none is made, none is there", `{"sandbox": {"enabled": true}}`, []string{"mode = 'auto'", "mode = 'localhost'"}, nil, 0},
		{"off", `{"sandbox": {"enabled": false}}`, []string{"the sandbox was off there"}, []string{"mode ="}, 0},
		{"commands outside", `{"sandbox": {"excludedCommands": ["docker"]}}`, []string{"exec --sandbox none"}, nil, 1},
		{"hosts of rules", `{"sandbox": {"enabled": true}, "permissions": {"allow": ["WebFetch(domain:github.com)"]}}`, []string{"allowed_domains = ["}, nil, 0},
		{"hosts of rules without a sandbox", settings(`"allow": ["WebFetch(domain:github.com)"], "deny": ["WebFetch(domain:x.org)", "WebFetch"]`), nil, []string{"[network]\nallowed"}, 3},
		{"a denied host among allowed ones", `{"sandbox": {"network": {"allowedDomains": ["*.example.com", "a.org"], "deniedDomains": ["x.example.com"]}}}`, []string{"'a.org',", `"x.example.com", is among them`}, []string{"'*.example.com',"}, 1},
		{"an empty list", `{"sandbox": {"network": {"allowedDomains": []}}}`, []string{"mode = 'localhost'"}, nil, 0},
		{"every host", `{"sandbox": {"network": {"allowedDomains": ["*"]}}}`, []string{"mode = 'localhost'"}, nil, 1},
		{"the system to write", `{"sandbox": {"filesystem": {"allowWrite": ["/", "/etc", "~/.ssh", "~/.bashrc"]}}}`, nil, []string{"write ="}, 4},
		{"keys that nobody knows", `{"sandbox": {"x": 1, "network": {"httpProxyPort": 1}}, "permissions": {"y": 1}}`, nil, nil, 3},
	})
}

// An exception that is carried over is not one for a second command.
func TestClaudeExceptionIsNarrow(t *testing.T) {
	got, err := Import("settings.json", []byte(settings(`"allow": ["Bash(frob x:*)"]`)), "")
	require.NoError(t, err)
	p := load(t, got.Policy)
	require.Len(t, p.Commands.Allowed, 1)
	assert.Equal(t, "frob x *", p.Commands.Allowed[0].Text)
	assert.False(t, p.Commands.Allowed[0].Override)
}

func TestClaudeWrongTypes(t *testing.T) {
	for in, want := range map[string]string{
		settings(`"deny": "Bash"`):                                   `"deny" is not a list of strings`,
		"{\"permissions\": {\n\"allow\": [1]}}":                      `line 2: "allow" is not a list of strings`,
		`{"permissions": []}`:                                        `"permissions" is not an object`,
		`{"sandbox": true}`:                                          `"sandbox" is not an object`,
		`{"sandbox": {"enabled": "yes"}}`:                            `"enabled" is not true or false`,
		`{"sandbox": {"network": {"allowedDomains": {}}}}`:           `"allowedDomains" is not a list of strings`,
		`{"sandbox": {"filesystem": "x"}}`:                           `"filesystem" is not an object`,
		settings(`"defaultMode": 1`):                                 `"defaultMode" is not a string`,
		settings(`"deny": [` + strings.Repeat(`["x",`, 100) + `1]]`): "not JSON",
	} {
		_, err := Import("settings.json", []byte(in), "claude")
		require.ErrorContains(t, err, want, in)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func FuzzClaude(f *testing.F) {
	f.Add(`{"permissions": {"deny": ["Bash(a * b)", "Read(**/x)", "Bash"], "ask": ["Bash(git push --force:*)"], "allow": ["Bash(x:*)", "Edit(//a/**)", "WebFetch(domain:a.b)"], "defaultMode": "plan"}}`)
	f.Add(`{"sandbox": {"enabled": true, "filesystem": {"denyRead": ["~"], "allowWrite": ["é"]}, "network": {"allowedDomains": ["*.a"], "deniedDomains": ["*"]}}}`)
	f.Fuzz(func(t *testing.T, in string) { holds(t, "settings.json", "claude", in) })
}
