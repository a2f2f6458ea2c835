package guard_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
)

// What the environment changes is judged for source as for an argument vector,
// and takes nothing from what the text itself is found to do.
func TestChangedVariablesAreJudgedOnBothFronts(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	m, req := guard.Model()
	req.Changed = []string{"BASH_ENV=/tmp/x"}
	argv, source, both := req, req, req
	argv.Argv = []string{"bash", "-c", "ls"}
	source.Source = "ls"
	both.Source = "git reset --hard"
	for _, r := range []guard.Request{argv, source} {
		d := guard.Judge(p, m, r)
		assert.Equal(t, rules.Ask, d.Action)
		f, ok := d.Worst()
		require.True(t, ok)
		assert.Equal(t, "run.environment", f.Rule.ID)
	}
	d := guard.Judge(p, m, both)
	var ids []string
	for _, f := range d.Findings {
		ids = append(ids, f.Rule.ID)
	}
	assert.Subset(t, ids, []string{"git.reset-hard", "run.environment"})

	source.Changed = nil
	assert.Equal(t, rules.Allow, guard.Judge(p, m, source).Action)
}

// Agents start what they run with settings for git that switch off what runs
// code. A shim meets them before every command, whatever it is.
func TestAgentsSettingsForGitAreJudgedAsItsOptions(t *testing.T) {
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	gemini := []string{
		"GH_PROMPT_DISABLED=1", "GIT_ASKPASS=", "GIT_CONFIG_COUNT=8", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_KEY_0=credential.helper",
		"GIT_CONFIG_KEY_1=core.fsmonitor", "GIT_CONFIG_KEY_2=core.hooksPath", "GIT_CONFIG_KEY_3=core.sshCommand", "GIT_CONFIG_KEY_4=core.pager",
		"GIT_CONFIG_KEY_5=core.editor", "GIT_CONFIG_KEY_6=sequence.editor", "GIT_CONFIG_KEY_7=diff.external", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_SYSTEM=/dev/null", "GIT_CONFIG_VALUE_0=", "GIT_CONFIG_VALUE_1=", "GIT_CONFIG_VALUE_2=", "GIT_CONFIG_VALUE_3=",
		"GIT_CONFIG_VALUE_4=cat", "GIT_CONFIG_VALUE_5=", "GIT_CONFIG_VALUE_6=", "GIT_CONFIG_VALUE_7=", "SSH_ASKPASS=",
	}
	copilot := []string{
		"GIT_ASKPASS=", "GIT_CONFIG_COUNT=3", "GIT_CONFIG_KEY_0=safe.bareRepository", "GIT_CONFIG_KEY_1=credential.interactive",
		"GIT_CONFIG_KEY_2=core.fsmonitor", "GIT_CONFIG_VALUE_0=explicit", "GIT_CONFIG_VALUE_1=never", "GIT_CONFIG_VALUE_2=false", "SSH_ASKPASS=",
	}
	claude := []string{
		"GIT_SSH_COMMAND=false",
		"GIT_CONFIG_PARAMETERS='alias.remote-none=version' 'alias.remote-none.command=version' 'alias.remote-/.command=version' 'fetch.bundleURI=' 'help.autocorrect=0'",
	}
	other := func(pairs []string, name, value string) []string {
		changed := slices.Clone(pairs)
		changed[slices.IndexFunc(changed, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })] = name + "=" + value
		return changed
	}
	for _, tt := range []struct {
		why     string
		changed []string
		rule    string // "" if it may run
	}{
		{"as Gemini CLI sets them", gemini, ""},
		{"as Copilot CLI sets them", copilot, ""},
		{"as Claude Code sets them", claude, ""},
		{"as git hands an alias on that is a command", other(claude, "GIT_CONFIG_PARAMETERS", "'alias.x'='!sh x'"), "git.alias"},
		{"settings that git would not read", other(claude, "GIT_CONFIG_PARAMETERS", "alias.x=y"), "run.environment"},
		{"another program for ssh", other(claude, "GIT_SSH_COMMAND", "./x"), "run.environment"},
		{"another program for one of them", other(gemini, "GIT_CONFIG_VALUE_1", "./x"), "git.config-code"},
		{"another setting", other(copilot, "GIT_CONFIG_KEY_2", "http.sslVerify"), "trust.git-tls"},
		{"more than they count, which git leaves", other(copilot, "GIT_CONFIG_COUNT", "2"), ""},
		{"none, as they count", other(other(copilot, "GIT_CONFIG_COUNT", "0"), "GIT_CONFIG_VALUE_2", "./x"), ""},
		{"no number", other(copilot, "GIT_CONFIG_COUNT", "3x"), "run.environment"},
		{"fewer than they count", other(copilot, "GIT_CONFIG_COUNT", "4"), "run.environment"},
		{"one alone: what install recorded is left out", []string{"GIT_CONFIG_VALUE_1=./x"}, "run.environment"},
	} {
		for _, argv := range [][]string{{"git", "status", "--short"}, {"rm", "-r", "build"}} {
			d := inheriting(p, nil, strings.Join(argv, " "), tt.changed...)
			if tt.rule == "" || argv[0] != "git" { // rm reads none of them
				assert.Equal(t, rules.Allow, d.Action, "%s: %v", tt.why, argv)
				continue
			}
			f, ok := d.Worst()
			require.True(t, ok, "%s: %v", tt.why, argv)
			assert.Equal(t, tt.rule, f.Rule.ID, "%s: %v", tt.why, argv)
			assert.Contains(t, f.Command.String(), strings.Join(argv, " "), "the command that was written")
		}
	}
}
