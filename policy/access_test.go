package policy

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Who may loosen says what a confined command may touch, the system's file may lock that,
// and a project can only take away.
func TestAccessOfLayers(t *testing.T) {
	paths := func(list []PathEntry) (names []string) {
		for _, e := range list {
			names = append(names, e.Path)
		}
		return names
	}
	system := func(text string) Layer { return Layer{Name: "system", Kind: System, Data: []byte(text)} }
	user := func(text string) Layer {
		return Layer{Name: "user", Kind: User, Data: []byte("profile = \"guarded\"\n[sandbox]\n" + text)}
	}
	project := func(text string) Layer {
		return Layer{Name: "project", Kind: Project, Data: []byte("[sandbox]\n" + text)}
	}
	locked := system("lock = [\"sandbox.write\", \"sandbox.read\", \"sandbox.env\", \"sandbox.sockets\", \"sandbox.caches\", \"sandbox.reads\"]\n[sandbox]\nwrite = [\"/srv/x\"]\ncaches = \"none\"\nreads = \"listed\"\n")
	all := "write = [\"~/w\"]\nread = [\"~/.aws\"]\nenv = [\"X_TOKEN\"]\nsockets = [\"dbus\"]\ncaches = \"shared\"\ndeny_read = [\"~/d\"]\n"
	for name, c := range map[string]struct {
		layers  []Layer
		flags   Flags
		write   string
		read    string
		rest    string // of Env and Sockets
		caches  Caches
		hidden  string
		notices int
		err     string
	}{
		"what nobody says":           {layers: []Layer{user("")}, caches: CachesPrivate},
		"a user's":                   {layers: []Layer{user(all)}, write: "~/w", read: "~/.aws", rest: "X_TOKEN dbus", caches: CachesShared, hidden: "~/d"},
		"a user's beside what is":    {layers: []Layer{locked, user(all)}, write: "/srv/x", caches: CachesKept, hidden: "~/d", notices: 5},
		"a project's":                {layers: []Layer{user(""), project(all)}, caches: CachesPrivate, hidden: "~/d", notices: 5},
		"a project's that is less":   {layers: []Layer{user(all), project("caches = \"none\"\n")}, write: "~/w", read: "~/.aws", rest: "X_TOKEN dbus", caches: CachesKept, hidden: "~/d"},
		"flags":                      {layers: []Layer{user("")}, flags: Flags{AllowWrites: []string{"/srv/y"}, AllowReads: []string{"/srv/z"}}, write: "/srv/y", read: "/srv/z", caches: CachesPrivate},
		"a flag to write, locked":    {layers: []Layer{locked, user("")}, flags: Flags{AllowWrites: []string{"/srv/y"}}, err: `--allow-write: "sandbox.write" is locked by system`},
		"a flag to read, locked":     {layers: []Layer{locked, user("")}, flags: Flags{AllowReads: []string{"/srv/y"}}, err: `--allow-read: "sandbox.read" is locked by system`},
		"credentials with override":  {layers: []Layer{user("write = [{ path = \"~/.codex\", override = true }]\n")}, write: "~/.codex", caches: CachesPrivate},
		"a flag and its own profile": {layers: []Layer{user("")}, flags: Flags{Profile: Open}, caches: CachesShared},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := Load(c.layers, c.flags)
			if c.err != "" {
				require.ErrorContains(t, err, c.err)
				return
			}
			require.NoError(t, err)
			r := p.Access
			assert.Equal(t, c.write, strings.Join(paths(r.Write), " "))
			assert.Equal(t, c.read, strings.Join(paths(r.Read), " "))
			assert.Equal(t, c.hidden, strings.Join(paths(r.Hidden), " "))
			assert.Equal(t, c.rest, strings.Join(append(r.Env, r.Sockets...), " "))
			assert.Equal(t, c.caches, r.Caches)
			assert.Len(t, p.Notices, c.notices, "%q", p.Notices)
		})
	}
}

// No key of a project's file lets a confined command touch more.
func TestProjectsNeverWidenReach(t *testing.T) {
	for _, mode := range []string{"none", "auto"} {
		p, err := Load([]Layer{
			{Name: "user", Kind: User, Data: []byte(`profile = "guarded"`)},
			{Name: "project", Kind: Project, Data: []byte("[sandbox]\nmode = \"" + mode + "\"\n")},
		}, Flags{})
		require.NoError(t, err)
		assert.Equal(t, Required, p.Sandbox)
		assert.Len(t, p.Notices, 1)
	}
}

// The caches are named once each, below home, and none is what runs later or a credential.
func TestCachesAreCaches(t *testing.T) {
	var seen []string
	for _, c := range CacheDirs() {
		assert.NotContains(t, seen, c.Path)
		seen = append(seen, c.Path)
		assert.NotEmpty(t, c.Reason, c.Path)
		assert.False(t, strings.HasPrefix(c.Path, "/"), c.Path)
		assert.Empty(t, mayWrite("~/"+c.Path), c.Path)
	}
}

func TestVariablesThatPass(t *testing.T) {
	guarded, err := Builtin(Guarded)
	require.NoError(t, err)
	cautious, err := Builtin(Cautious)
	require.NoError(t, err)
	guarded.Access.Env = []string{"CI_JOB_TOKEN", "ACME_*"}
	kept := []string{
		"PATH=/bin", "HOME=/home/me", "TERM=xterm", "LANG=C", "LC_ALL=C.UTF-8", "TZ=UTC", "https_proxy=http://me:secret@proxy:3128", "NO_PROXY=localhost",
		"EDITOR=vi", "GOFLAGS=-mod=mod", "CC=gcc", "XDG_RUNTIME_DIR=/run/user/1000", "SSH_AUTH_SOCK=/tmp/agent", "VIRTUAL_ENV=/x", "NODE_ENV=test",
		"CI_JOB_TOKEN=x", "ACME_SECRET=x", "GIT_ASKPASS=/bin/true", "DEPLOY_PUBLIC_KEY=x", "KEYBOARD=de", "MONKEY=1", "GPG_TTY=/dev/pts/0", "LS_COLORS=di=01;34:*.key=1",
		"AGENT_LOOP_PROXY_MODE=strict", "PYTHONPATH=x", "BASH_FUNC_f%%=() { :; }", "COMPOSER_HOME=x", "PS1=\\u@\\h:\\w\\$ ",
	}
	left := []string{
		"AWS_ACCESS_KEY_ID=x", "AWS_PROFILE=x", "GITHUB_TOKEN=x", "NPM_TOKEN=x", "OPENAI_API_KEY=x", "CLIENT_SECRET=x", "PGPASSWORD=x", "DB_PASSWORD=x", "MYSQL_PWD=x",
		"GOOGLE_APPLICATION_CREDENTIALS=/x", "github_token=x", "DATABASE_URL=x", "SENTRY_DSN=x", "SSHPASS=x", "KUBECONFIG=/x", "SECRET_KEY_BASE=x", "GPG_PASSPHRASE=x",
		"NOTE=ghp_abcdefghijklmnopqrstuvwxyz0123456789", "SLACK_WEBHOOK_URL=x", "ACMEX_SECRET=x",
	}
	for _, pair := range slices.Concat(kept, left) {
		_, passes := cautious.Passes(pair)
		assert.True(t, passes, pair)
		why, passes := guarded.Passes(pair)
		assert.Equal(t, slices.Contains(kept, pair), passes, pair)
		assert.Equal(t, passes, why == "", pair)
	}
	for _, c := range CredentialVariables() {
		assert.NotEmpty(t, c.Reason, c.Name)
		assert.Equal(t, strings.ToUpper(c.Name), c.Name)
	}
}
