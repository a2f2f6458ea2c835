package guard_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/zone"
)

// inheritance is a variable that a shim finds in its environment, and what the
// judge makes of it before a command.
type inheritance struct {
	why      string
	variable string
	command  string
	rule     string       // "" if nothing is found
	action   rules.Action // of the decision in cautious
}

var inheritances = []inheritance{
	{"a program of the system's", "EDITOR=/usr/bin/nano", "git commit", "", rules.Allow},
	{"with options", "VISUAL=emacsclient -t", "git commit", "", rules.Allow},
	{"a program that no grammar knows", "GIT_ASKPASS=/usr/lib/git-core/git-gui--askpass", "git fetch", "", rules.Allow},
	{"less' filter as distributions set it", "LESSOPEN=| /usr/bin/lesspipe %s", "git log", "", rules.Allow},
	{"with two bars and a dash", "LESSOPEN=||-/usr/bin/lesspipe.sh %s", "less f", "", rules.Allow},
	{"git's own directory of programs", "GIT_EXEC_PATH=/usr/lib/git-core", "git status", "", rules.Allow},
	{"an editor's script in the home", "GIT_ASKPASS=/home/agent/.editor-server/askpass.sh", "git fetch", "run.environment", rules.Warn},
	{"a library of the system's", "LD_PRELOAD=/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", "ls", "", rules.Allow},
	{"a library by name alone, which the loader finds", "LD_PRELOAD=libfakeroot-sysv.so", "ls", "", rules.Allow},
	{"where modules keep libraries", "LD_LIBRARY_PATH=/usr/lib/x:/home/agent/opt/lib", "ls", "run.library-path", rules.Warn},
	{"a start file of the system's", "BASH_ENV=/usr/share/lmod/lmod/init/bash", "bash -c ls", "", rules.Allow},
	{"the settings of a user, which are protected", "npm_config_userconfig=/home/agent/.npmrc", "npm ls", "", rules.Allow},
	{"a repository, as git sets it for its hooks", "GIT_DIR=/home/agent/project/.git", "git status", "", rules.Allow},
	{"a repository elsewhere: git -C goes there too", "GIT_DIR=/tmp/x", "git status", "", rules.Allow},
	{"another machine's daemon", "DOCKER_HOST=tcp://docker:2375", "docker ps", "", rules.Allow},
	{"make's options for the makes below", "MAKEFLAGS= -j8 --jobserver-auth=fifo:/tmp/GMfifo1 -- SHELL=/bin/bash", "make all", "", rules.Allow},
	{"options that load nothing", "RUBYOPT=-W:no-deprecated", "ruby x.rb", "", rules.Allow},

	{"a program of the work directory", "GIT_EDITOR=./no-such-program", "git commit", "run.environment-pager", rules.Ask},
	{"of temp", "GIT_ASKPASS=/tmp/x", "git fetch", "run.environment", rules.Ask},
	{"a shell that runs what it is given", "EDITOR=sh", "git commit", "run.environment-pager", rules.Ask},
	{"a system's program that runs others", "GIT_SSH_COMMAND=/usr/bin/env ./x", "git fetch", "run.environment", rules.Ask},
	{"a command that is refused by itself", "PAGER=less; rm -rf /", "git log", "fs.rm-root", rules.Block},
	{"a library of the work directory", "LD_PRELOAD=./x.so", "ls", "run.environment", rules.Ask},
	{"one of shared memory", "LD_PRELOAD=/dev/shm/x.so", "ls", "run.environment", rules.Ask},
	{"settings of the work directory", "CURL_HOME=/home/agent/work", "curl https://example.com", "run.environment", rules.Ask},
	{"a start file of temp", "BASH_ENV=/tmp/x", "bash -c ls", "run.environment", rules.Ask},
	{"through the parent", "GIT_EXEC_PATH=/usr/../tmp/x", "git status", "run.environment", rules.Ask},

	{"a function that takes the name of a guarded program", "BASH_FUNC_rm%%=() { x;}", "bash -c ls", "run.environment", rules.Ask},
	{"a function that comes with its program", `BASH_FUNC_scl%%=() { if [ "$1" = load -o "$1" = unload ]; then eval "module $@"; else /usr/bin/scl "$@"; fi; }`, "bash -c ls", "", rules.Allow},
	{"one of that name that does harm", "BASH_FUNC_scl%%=() { rm -rf /;}", "bash -c ls", "fs.rm-root", rules.Block},
	{"a function that does harm", "BASH_FUNC_m%%=() { rm -rf /;}", "bash -c ls", "fs.rm-root", rules.Block},
	{"no function at all", "BASH_FUNC_m%%=rm (", "bash -c ls", "run.environment", rules.Ask},
	{"options of the shell that run what PS4 holds", "SHELLOPTS=xtrace", "bash -c ls", "run.shell-options", rules.Ask},
	{"a function of modules", "BASH_FUNC_ml%%=() { eval \"$($LMOD_DIR/ml_cmd \"$@\")\";}", "bash -c ls", "", rules.Allow},
	{"a setting whose section has the sign that ends keys", "GIT_CONFIG_PARAMETERS='key.a=b.c'='value'", "git status", "", rules.Allow},
	{"what new repositories are made from", "GIT_TEMPLATE_DIR=/home/agent/work/templates", "git status", "", rules.Allow},
	{"settings of git that its parent handed on", "GIT_CONFIG_PARAMETERS='core.editor'='/usr/bin/vim'", "git status", "", rules.Allow},

	{"an editor for git, where it opens none", "GIT_EDITOR=./x", "git init a", "", rules.Allow},
	{"nor here", "EDITOR=./x", "git checkout main", "", rules.Allow},
	{"nor with the message given", "EDITOR=./x", "git commit -am x", "", rules.Allow},
	{"nor for what is no list to edit", "GIT_SEQUENCE_EDITOR=./x", "git rebase main", "", rules.Allow},
	{"but for such a list", "GIT_SEQUENCE_EDITOR=./x", "git rebase -i main", "run.environment-pager", rules.Ask},
	{"nor for a name alone", "EDITOR=./x", "git tag v1", "", rules.Allow},
	{"but for one with a message", "EDITOR=./x", "git tag -a v1", "run.environment-pager", rules.Ask},
	{"but where an option has it open one all the same", "EDITOR=./x", "git commit -m x -e", "run.environment-pager", rules.Ask},
	{"or another", "EDITOR=./x", "git commit -m x -c HEAD", "run.environment-pager", rules.Ask},
	{"but where an option has it open one", "EDITOR=./x", "git branch --edit-description", "run.environment-pager", rules.Ask},
	{"and for a name that may be an alias", "EDITOR=./x", "git ci", "run.environment-pager", rules.Ask},
	{"not for a program that does not read it", "GIT_SSH_COMMAND=sh x", "rm -r build", "", rules.Allow},
	{"nor an exported function", "BASH_FUNC_which%%=() { evil; }", "git --version", "", rules.Allow},
	{"nor a start file", "BASH_ENV=/tmp/x", "git status", "", rules.Allow},
	{"nor git's directory, for the ssh that it starts", "GIT_EXEC_PATH=/tmp/x", "ssh h true", "", rules.Allow},
	{"but for one that starts such a program", "GIT_SSH_COMMAND=sh x", "nice git fetch", "run.environment", rules.Ask},
}

func TestInheritedVariablesAreJudgedByWhatTheyWouldRun(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	for _, c := range inheritances {
		t.Run(c.variable+" "+c.command, func(t *testing.T) {
			d := inheriting(p, nil, c.command, c.variable)
			require.NoError(t, d.Err)
			var found []string
			for _, f := range d.Findings {
				found = append(found, f.Rule.ID)
				name, value, _ := strings.Cut(c.variable, "=")
				assert.NotContains(t, f.Command.String(), value, "the value is nobody's business")
				assert.Contains(t, f.Command.String(), name)
				assert.Contains(t, f.Command.String(), c.command)
			}
			if c.rule == "" {
				assert.Empty(t, found, c.why)
			} else {
				assert.Contains(t, found, c.rule, c.why)
			}
			assert.Equal(t, c.action, d.Action, c.why)
		})
	}
}

// Git starts every program in the top of the work tree.
func TestProgramsThatVariablesNameAreReadWhereGitStartsThem(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	const isHarmless, harm = "#!/bin/sh\ncat \"$2\"\n", "#!/bin/sh\nrm -rf /\n"
	for _, c := range []struct{ why, top, sub, command, rule string }{
		{"below the top", isHarmless, "", "git diff", ""},
		{"one that nobody would run below", isHarmless, harm, "git diff", ""},
		{"one that hides another", harm, isHarmless, "git diff", "fs.rm-root"},
		{"where -C leads", harm, isHarmless, "git -C deep diff", "fs.rm-root"},
		{"not a commit's name", isHarmless, harm, "git commit -C ../../other", ""},
		{"one that holds what is not known before it runs", "#!/bin/sh\nfor l in $LINES; do sed -n \"${l}p\" f; done\n", "", "git diff", "run.inline-dynamic"},
		{"none at the top", "", isHarmless, "git diff", "run.environment"},
	} {
		m, req := guard.Model()
		files := maps.Clone(m.Files.(zone.Tree))
		for _, dir := range []string{".git", ".git/objects", ".git/refs", "sub", "sub/deep", "sub/.git", "sub/deep/.git"} {
			files["/home/agent/work/"+dir] = ""
		}
		files["/home/agent/work/.git/HEAD"] = zone.Text("ref: refs/heads/main\n")
		for name, text := range map[string]string{"x": c.top, "sub/x": c.sub, "sub/deep/x": c.sub} {
			if text != "" {
				files["/home/agent/work/"+name] = zone.Text(text)
			}
		}
		m.Files, req.Dir = files, "/home/agent/work/sub"
		req.Argv, req.Changed = strings.Fields(c.command), []string{"GIT_EXTERNAL_DIFF=./x", "GIT_EDITOR=./x"}
		var found []string
		for _, f := range guard.Judge(p, m, req).Findings {
			found = append(found, f.Rule.ID)
		}
		if c.rule == "" {
			assert.Empty(t, found, c.why)
		} else {
			assert.Contains(t, found, c.rule, c.why)
		}
		if c.rule != "run.environment" {
			assert.NotContains(t, found, "run.environment", c.why)
		}
	}
}

// Settings that a variable gives git in a file are judged as those behind its -c.
func TestFilesOfSettingsForGitAreRead(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	for _, c := range []struct{ why, variable, file, text, command, rule string }{
		{"harmless ones", "GIT_CONFIG_GLOBAL=/home/agent/work/c", "/home/agent/work/c", "[user]\n\tname = x\n[core]\n\tpager = less -R\n", "git log", ""},
		{"no such file", "GIT_CONFIG_GLOBAL=/home/agent/work/none/c", "", "", "git log", ""},
		{"where they are anyway", "XDG_CONFIG_HOME=/home/agent/.config", "", "", "curl https://example.com", ""},
		{"below the directory of settings", "XDG_CONFIG_HOME=/home/agent/work", "/home/agent/work/git/config", "[core]\n\tbare = false\n", "git log", ""},
		{"one that runs code", "GIT_CONFIG_GLOBAL=/home/agent/work/c", "/home/agent/work/c", "[core]\n\tfsmonitor = ./x\n", "git log", "git.config-code"},
		{"one that reads more of them", "GIT_CONFIG_SYSTEM=/home/agent/work/c", "/home/agent/work/c", "[include]\n\tpath = extra\n", "git log", "git.config-code"},
		{"an alias that is a command", "GIT_CONFIG_GLOBAL=/home/agent/work/c", "/home/agent/work/c", "[alias]\n\tx = !sh y\n", "git log", "git.alias"},
		{"what cannot be read for certain", "GIT_CONFIG_GLOBAL=/home/agent/work/c", "/home/agent/work/c", "[core] pager = x # y\n", "git log", "run.environment"},
	} {
		files := map[string]string{"/home/agent/work/git": ""}
		if c.file != "" {
			files[c.file] = zone.Text(c.text)
		}
		variables := []string{c.variable, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_SYSTEM=/dev/null"}
		if strings.HasPrefix(c.variable, "GIT_CONFIG_SYSTEM") {
			variables = variables[:1]
		}
		d := inheriting(p, files, c.command, variables...)
		if c.rule == "" {
			assert.Empty(t, d.Findings, c.why)
			continue
		}
		f, ok := d.Worst()
		require.True(t, ok, c.why)
		assert.Equal(t, c.rule, f.Rule.ID, c.why)
		assert.Equal(t, rules.Ask, d.Action, c.why)
	}
}

func TestBareLibrariesAreTheSystemsUnlessTheyAreLookedForElsewhere(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	assert.Equal(t, rules.Ask, inheriting(p, nil, "ls", "LD_PRELOAD=libx.so", "LD_LIBRARY_PATH=/home/agent/work").Action)
	assert.Equal(t, rules.Allow, inheriting(p, nil, "ls", "LD_PRELOAD=libx.so").Action)
}

// Git writes to where the objects are: a directory of the system's is no place for them.
func TestRepositoriesInTheSystemsDirectoriesAreAskedAbout(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	m, req := guard.Model()
	req.Source = "GIT_OBJECT_DIRECTORY=/etc git gc"
	assert.Equal(t, rules.Ask, guard.Judge(p, m, req).Action)
}
