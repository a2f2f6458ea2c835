package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// system, user and project make one layer each.

func system(text string) Layer {
	return Layer{Name: "/etc/agent-loop/policy.toml", Kind: System, Data: []byte(text)}
}

// user is a user's file; one that changes nothing has an empty list.
func user(text string) Layer {
	if text == "" {
		text = "[paths]\nblocked = []"
	}
	return Layer{Name: "policy.toml", Kind: User, Data: []byte(text)}
}

func project(text string) Layer {
	return Layer{Name: "./.agent-loop.toml", Kind: Project, Data: []byte(text)}
}

// action is what a policy does about a built-in rule, or about a class.
func action(t *testing.T, p *Policy, id string) string {
	t.Helper()
	if r := p.Rules.Find(id); r != nil {
		return p.Action(r).String()
	}
	require.Contains(t, classNames(), id)
	return p.Action(&rules.Rule{ID: "none.such", Class: rules.Class(id)}).String()
}

// load loads layers that must be in order.
func load(t *testing.T, flags Flags, layers ...Layer) *Policy {
	t.Helper()
	p, err := Load(layers, flags)
	require.NoError(t, err)
	return p
}

func TestE2StrongerLayersWin(t *testing.T) {
	for _, c := range []struct {
		name   string
		layers []Layer
		flags  Flags
		want   map[string]string // by profile, rule or class
	}{
		{
			"nothing said: the default profile", nil,
			Flags{},
			map[string]string{"profile": Cautious, "git.push": "warn", "git.reset-hard": "ask", "fs.rm-root": "block"},
		},
		{
			"the system's file over the profile",
			[]Layer{system("[actions]\ndestructive = \"block\"")},
			Flags{},
			map[string]string{"profile": Cautious, "git.reset-hard": "block"},
		},
		{
			"the user's file over the system's, in whatever order they come",
			[]Layer{user("profile = \"guarded\"\n[actions]\nhygiene = \"allow\""), system("profile = \"paranoid\"\n[actions]\nhygiene = \"block\"")},
			Flags{},
			map[string]string{"profile": Guarded, "git.push": "allow"},
		},
		{
			"flags over files, and files over the profile that a flag names",
			[]Layer{user("profile = \"paranoid\"\n[actions]\ndestructive = \"warn\"")},
			Flags{Profile: Guarded},
			map[string]string{"profile": Guarded, "git.reset-hard": "warn", "persistence.write": "block"},
		},
		{
			"--no-security over everything",
			[]Layer{system("profile = \"paranoid\""), user("[actions]\ndestructive = \"block\""), project("profile = \"paranoid\"")},
			Flags{NoSecurity: true, Profile: Paranoid},
			map[string]string{"profile": Open, "git.reset-hard": "allow", "fs.rm-root": "allow", "fs.rm-empty": "allow"},
		},
		{
			"a rule over its pack, and its pack over its class, in whatever layer",
			[]Layer{system("[actions]\n\"git.push\" = \"allow\"\n\"git.*\" = \"ask\""), user("[actions]\nhygiene = \"block\"\ndestructive = \"block\"")},
			Flags{},
			map[string]string{"git.push": "allow", "git.pull": "ask", "git.reset-hard": "ask", "run.nohup": "block"},
		},
		{
			"a floor holds against every layer",
			[]Layer{user("[actions]\nopaque = \"allow\"\nescape = \"allow\"\n\"ssh.command\" = \"allow\"")},
			Flags{},
			map[string]string{"fs.rm-empty": "ask", "ssh.command": "block", "run.opaque": "allow", "self.write": "block"},
		},
		{
			"a flag's profile over a stricter one of the project",
			[]Layer{project("profile = \"paranoid\"")},
			Flags{Profile: Cautious},
			map[string]string{"profile": Cautious},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, c.flags, c.layers...)
			for key, want := range c.want {
				if key == "profile" {
					assert.Equal(t, want, p.Profile)
				} else {
					assert.Equal(t, want, action(t, p, key), key)
				}
			}
		})
	}
}

func TestEverySettingIsTaken(t *testing.T) {
	p := load(t, Flags{
		BlockedPaths: []string{"secret/"}, AllowedPaths: []string{"/data/x/"}, AllowDirs: []string{"../other"},
	}, system("profile = \"guarded\""), user(`
[paths]
blocked = ["/data/production/"]
allowed = ["~/notes", { path = "~/.ssh/id_rsa", override = true }]
[commands]
blocked = ["systemctl *"]
allowed = ["rm -rf ./build", { command = "rm -rf /x", override = true }]
[network]
mode = "allowlist"
allowed_domains = ["GitHub.com.", "*.example.org", "::1"]
[audit]
level = "basic"
required = true
keep_days = 90
keep_mib = 0
[sandbox]
mode = "none"
`[1:]), project("[paths]\nblocked = [\"sub\"]"))
	assert.Equal(t, []PathEntry{{Path: "/data/production", From: "policy.toml:2"}, {Path: "sub", From: "./.agent-loop.toml:2"}, {Path: "secret", From: "--security-blocked-path"}}, p.Paths.Blocked)
	assert.Equal(t, []PathEntry{
		{Path: "~/notes", From: "policy.toml:3"},
		{Path: "~/.ssh/id_rsa", Override: true, From: "policy.toml:3"},
		{Path: "/data/x", From: "--security-allowed-path"},
		{Path: "../other", From: "--allow-dir"},
	}, p.Paths.Allowed)
	assert.Equal(t, "systemctl *", p.Commands.Blocked[0].Text)
	assert.Equal(t, []string{"rm -rf ./build", "rm -rf /x"}, []string{p.Commands.Allowed[0].Text, p.Commands.Allowed[1].Text})
	assert.True(t, p.Commands.Allowed[1].Override)
	assert.Equal(t, Network{Mode: AllowList, Domains: []string{"github.com", "*.example.org", "::1"}}, p.Network)
	assert.Equal(t, Audit{Level: gate.Basic, Required: true, KeepDays: 90}, p.Audit)
	assert.Equal(t, Unconfined, p.Sandbox)
	assert.Equal(t, []Source{{"/etc/agent-loop/policy.toml", System, false}, {"policy.toml", User, false}, {"./.agent-loop.toml", Project, false}}, p.Sources)
	assert.Empty(t, p.Notices)
}

func TestE7ProjectFilesOnlyTighten(t *testing.T) {
	const cannot = ` (a project's file that is not trusted cannot loosen)`
	for _, c := range []struct {
		name, user, project string
		want                map[string]string
		notices             []string
	}{
		{
			"a looser profile is ignored", "", `profile = "open"`,
			map[string]string{"git.reset-hard": "ask"},
			[]string{`./.agent-loop.toml:1: ignored: profile = "open"` + cannot},
		},
		{"a stricter profile is taken", "", `profile = "guarded"`, map[string]string{"git.reset-hard": "block", "persistence.write": "block"}, nil},
		{
			"and leaves the user's own exceptions", "[actions]\n\"git.push\" = \"allow\"", `profile = "paranoid"`,
			map[string]string{"git.push": "allow", "git.pull": "block"},
			nil,
		},
		{
			"a looser action is ignored, a stricter one taken", "", "[actions]\ndestructive = \"warn\"\nhygiene = \"ask\"",
			map[string]string{"git.reset-hard": "ask", "git.push": "ask"},
			[]string{`./.agent-loop.toml:2: ignored: "destructive" = "warn"` + cannot},
		},
		{
			"a stricter class holds for what the user allowed by name", "[actions]\n\"git.push\" = \"allow\"", "[actions]\nhygiene = \"block\"",
			map[string]string{"git.push": "block", "hygiene": "block"},
			nil,
		},
		{
			"a pack is taken rule by rule", "", "[actions]\n\"git.*\" = \"ask\"",
			map[string]string{"git.push": "ask", "git.reset-hard": "ask", "hygiene": "warn"},
			nil,
		},
		{
			"and loosens no rule of the pack", "[actions]\ndestructive = \"block\"", "[actions]\n\"git.*\" = \"ask\"",
			map[string]string{"git.push": "ask", "git.reset-hard": "block"},
			[]string{`./.agent-loop.toml:2: ignored: "git.*" = "ask"` + cannot},
		},
		{
			"the tool's own rules stay", "", "[actions]\n\"self.write\" = \"allow\"\nescape = \"ask\"",
			map[string]string{"self.write": "block", "fs.setid": "ask"},
			[]string{`./.agent-loop.toml:2: ignored: "self.write" = "allow"` + cannot},
		},
		{
			"exceptions are ignored", "",
			"[paths]\nallowed = [\n  \"/etc\",\n]\n[commands]\nallowed = [{ command = \"rm -rf /\", override = true }]",
			map[string]string{"fs.rm-root": "block"},
			[]string{
				`./.agent-loop.toml:3: ignored: paths.allowed "/etc"` + cannot,
				`./.agent-loop.toml:6: ignored: commands.allowed "rm -rf /"` + cannot,
			},
		},
		{
			"less audit and no sandbox are ignored", "[audit]\nrequired = true\nlevel = \"detailed\"\n[sandbox]\nmode = \"required\"",
			"[audit]\nrequired = false\nlevel = \"off\"\n[sandbox]\nmode = \"none\"", nil,
			[]string{
				`./.agent-loop.toml:3: ignored: audit.level = off` + cannot,
				`./.agent-loop.toml:5: ignored: sandbox.mode = none` + cannot,
				`./.agent-loop.toml:2: ignored: audit.required = false` + cannot,
			},
		},
		{
			"more time to judge is ignored", "[judge]\ncpu_ms = 500", "[judge]\ncpu_ms = 600", nil,
			[]string{`./.agent-loop.toml:2: ignored: judge.cpu_ms = 600` + cannot},
		},
		{
			"more time to answer is ignored", "[ask]\ntimeout = \"10s\"", "[ask]\ntimeout = 11", nil,
			[]string{`./.agent-loop.toml:2: ignored: ask.timeout = 11` + cannot},
		},
		{
			"how long the trail of all projects is kept is none of one's business", "", "[audit]\nkeep_days = 1\nkeep_mib = 0", nil,
			[]string{
				`./.agent-loop.toml:2: ignored: audit.keep_days = 1` + cannot,
				`./.agent-loop.toml:3: ignored: audit.keep_mib = 0` + cannot,
			},
		},
		{
			"a wider network is ignored", "[network]\nmode = \"localhost\"", "[network]\nmode = \"full\"",
			map[string]string{"network": "block"},
			[]string{`./.agent-loop.toml:2: ignored: network.mode = full` + cannot},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := load(t, Flags{}, user(c.user), project(c.project))
			for key, want := range c.want {
				assert.Equal(t, want, action(t, p, key), key)
			}
			assert.Equal(t, c.notices, p.Notices)
			assert.Empty(t, p.Paths.Allowed)
			assert.Empty(t, p.Commands.Allowed)
		})
	}
}

func TestE7StricterSettingsOfProjectsAreTaken(t *testing.T) {
	p := load(t, Flags{}, project("[audit]\nlevel = \"forensic\"\nrequired = true\n[sandbox]\nmode = \"required\"\n[network]\nmode = \"none\""))
	assert.Equal(t, Audit{Level: gate.Forensic, Required: true, KeepDays: DefaultKeepDays, KeepMiB: DefaultKeepMiB}, p.Audit)
	assert.Equal(t, Required, p.Sandbox)
	assert.Equal(t, Offline, p.Network.Mode)
	assert.Equal(t, "block", action(t, p, "network"))
	assert.Empty(t, p.Notices)
}

func TestLocksBeatLaterLayers(t *testing.T) {
	const file = "/etc/agent-loop/policy.toml"
	locked := system(`
profile = "guarded"
lock = ["profile", "actions.secrets", "actions.git.*", "paths.allowed", "commands.allowed", "network.mode", "audit.level", "audit.keep_days", "audit.keep_mib"]
[actions]
secrets = "block"
"git.*" = "ask"
"git.push" = "warn"
[paths]
allowed = ["/srv/one"]
[network]
mode = "localhost"
[audit]
level = "forensic"
keep_days = 365
keep_mib = 0
`[1:])
	p := load(t, Flags{BlockedPaths: []string{"x"}}, locked, user(`
profile = "open"
[actions]
secrets = "allow"
"secrets.read" = "allow"
"git.push" = "allow"
destructive = "allow"
hygiene = "allow"
[paths]
allowed = ["/srv/two"]
blocked = ["/srv/three"]
[commands]
allowed = ["ls"]
[network]
mode = "full"
[audit]
level = "off"
keep_days = 1
keep_mib = 1
`[1:]), project(`profile = "paranoid"`))
	assert.Equal(t, Audit{Level: gate.Forensic, KeepDays: 365}, p.Audit)
	assert.Equal(t, Guarded, p.Profile)
	for key, want := range map[string]string{
		"secrets.read": "block", "secrets": "block",
		"git.push": "warn", "git.pull": "ask", "git.reset-hard": "ask", // as the system's file has them
		"destructive": "allow", "run.nohup": "allow", // not locked
	} {
		assert.Equal(t, want, action(t, p, key), key)
	}
	assert.Equal(t, []PathEntry{{Path: "/srv/one", From: "/etc/agent-loop/policy.toml:8"}}, p.Paths.Allowed)
	assert.Equal(t, []PathEntry{{Path: "/srv/three", From: "policy.toml:10"}, {Path: "x", From: "--security-blocked-path"}}, p.Paths.Blocked)
	assert.Empty(t, p.Commands.Allowed)
	assert.Equal(t, Localhost, p.Network.Mode)
	assert.Equal(t, gate.Forensic, p.Audit.Level)
	assert.Equal(t, []string{
		`policy.toml:1: ignored: profile = "open": locked by ` + file,
		`./.agent-loop.toml:1: ignored: profile = "paranoid": locked by ` + file,
		`policy.toml:3: ignored: secrets: allow: locked by ` + file,
		`policy.toml:4: ignored: secrets.read: allow: locked by ` + file,
		`policy.toml:5: ignored: git.push: allow: locked by ` + file,
		`policy.toml:9: ignored: allowed: /srv/two: locked by ` + file,
		`policy.toml:12: ignored: allowed: ls: locked by ` + file,
		`policy.toml:14: ignored: mode: full: locked by ` + file,
		`policy.toml:16: ignored: level: off: locked by ` + file,
		`policy.toml:17: ignored: keep_days: 1: locked by ` + file,
		`policy.toml:18: ignored: keep_mib: 1: locked by ` + file,
	}, p.Notices)
}

func TestLocksBeatFlags(t *testing.T) {
	for _, c := range []struct {
		name, system string
		flags        Flags
		want         string
	}{
		{
			"another profile", "profile = \"guarded\"\nlock = [\"profile\"]",
			Flags{Profile: Open},
			`--security-profile open: "profile" is locked by /etc/agent-loop/policy.toml`,
		},
		{
			"no security, whatever is locked", "lock = [\"actions.secrets\"]\n[actions]\nsecrets = \"block\"",
			Flags{NoSecurity: true},
			`--no-security: "actions.secrets" is locked by /etc/agent-loop/policy.toml`,
		},
		{
			"no check, whatever is locked", "lock = [\"network.mode\"]\n[network]\nmode = \"localhost\"",
			Flags{NoCheck: true},
			`--no-check: "network.mode" is locked by /etc/agent-loop/policy.toml`,
		},
		{
			"an allowed path", `lock = ["paths.allowed"]`,
			Flags{AllowedPaths: []string{"/x"}},
			`--security-allowed-path: "paths.allowed" is locked by /etc/agent-loop/policy.toml`,
		},
		{
			"a directory to write to", `lock = ["paths.allowed"]`,
			Flags{AllowDirs: []string{"/x"}},
			`--allow-dir: "paths.allowed" is locked by /etc/agent-loop/policy.toml`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := Load([]Layer{system(c.system)}, c.flags)
			assert.EqualError(t, err, c.want)
			assert.Nil(t, p)
		})
	}
	p := load(t, Flags{Profile: Guarded}, system("profile = \"guarded\"\nlock = [\"profile\"]"))
	assert.Equal(t, Guarded, p.Profile, "the profile that is locked may be named")
}

func TestFlagsThatAreWrong(t *testing.T) {
	for _, c := range []struct {
		name  string
		flags Flags
		want  string
	}{
		{"unknown profile", Flags{Profile: "guardd"}, `--security-profile: unknown profile "guardd" (did you mean "guarded"?): the profiles are open, container, cautious, guarded, paranoid, recoverable, observe`},
		{"credentials", Flags{AllowedPaths: []string{"~/.ssh"}}, `--security-allowed-path: "~/.ssh" holds credentials: to allow it all the same, write { path = "~/.ssh", override = true }`},
		{"pattern", Flags{BlockedPaths: []string{"/a/*"}}, `--security-blocked-path: "/a/*": a path entry has no patterns: name a directory`},
		{"empty", Flags{AllowDirs: []string{""}}, `--allow-dir: an empty path`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Load(nil, c.flags)
			assert.EqualError(t, err, c.want)
		})
	}
}

// What install writes is nobody's wish, and no reason for a word at each command.
func TestALockedProfileIsQuietAboutTheDefault(t *testing.T) {
	system := Layer{Name: "/etc/agent-loop/policy.toml", Kind: System, Data: []byte("profile = \"guarded\"\nlock = [\"profile\"]\n")}
	p, err := Load([]Layer{system, {Name: "policy.toml", Kind: User, Data: []byte(Template(Default))}}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, Guarded, p.Profile)
	assert.Empty(t, p.Notices)
	p, err = Load([]Layer{system, {Name: "policy.toml", Kind: User, Data: []byte("profile = \"open\"\n")}}, Flags{})
	require.NoError(t, err)
	assert.Equal(t, Guarded, p.Profile)
	assert.Len(t, p.Notices, 1)
}
