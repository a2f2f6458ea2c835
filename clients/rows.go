package clients

import "github.com/agent-loop/shimgen/clients/cage"

// rows is the table. Versions are pinned: an observation of one version says nothing
// about another. docs/hosts.md has the observations.
var rows = [...]Client{
	{
		Name: "claude", Version: "2.1.329", Follows: true, Speaks: "Anthropic Messages",
		Packages: []string{"@anthropic-ai/claude-code-linux-ARCH@2.1.329"}, // the package without an architecture needs a newer node, or installs an older version
		Program:  "@anthropic-ai/claude-code-linux-ARCH/claude",
		Files: []File{
			{cage.Home + "/.claude.json", `{"hasCompletedOnboarding":true,"projects":{"` + Project + `":{"hasTrustDialogAccepted":true}}}`},
		},
		Env: []string{
			"ANTHROPIC_BASE_URL=http://" + cage.Address, "ANTHROPIC_API_KEY=sk-ant-fake",
			"DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "DISABLE_ERROR_REPORTING=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		},
		Args: []string{"-p", "PROMPT", "--output-format", "json", "--model", "claude-sonnet-4-5", "--permission-mode", "bypassPermissions"},
		Forbidding: &DenySetup{ // in a mode in which it asks about what it does not know to be harmless
			Args: []string{"-p", "PROMPT", "--output-format", "json", "--model", "claude-sonnet-4-5", "--permission-mode", "acceptEdits", "--disallowedTools", "Bash(touch:*)"},
		},
		Also: map[string][]string{
			"with allow rules": {"-p", "PROMPT", "--output-format", "json", "--model", "claude-sonnet-4-5", "--permission-mode", "default", "--allowedTools", "Bash"},
		},
	},
	{
		Name: "codex", Version: "0.169.0", Speaks: "OpenAI Responses", ShellOnly: true,
		Packages: []string{"@openai/codex@0.169.0-linux-ARCH"}, // without the architecture, an optional dependency brings it, and npm does not report a failure
		Program:  "@openai/codex/vendor/MACHINE-unknown-linux-musl/bin/codex",
		Files: []File{
			{cage.Home + "/.codex/config.toml", codexConfig},
		},
		Env:  []string{"MOCK_KEY=fake"},
		Args: []string{"exec", "--json", "--skip-git-repo-check", "-C", Project, "--dangerously-bypass-approvals-and-sandbox", "PROMPT"},
		Also: map[string][]string{
			"in its sandbox": {"exec", "--json", "--skip-git-repo-check", "-C", Project, "-s", "workspace-write", "PROMPT"},
		},
		Forbidding: &DenySetup{
			File: File{cage.Home + "/.codex/rules/default.rules", `prefix_rule(pattern=["touch"], decision="forbidden")` + "\n"},
		},
		Patching: &PatchSetup{
			Args:  []string{"exec", "--json", "--skip-git-repo-check", "-C", Project, "-m", "gpt-5.5", "--dangerously-bypass-approvals-and-sandbox", "PROMPT"},
			Shell: true, Blank: "\t",
		},
		Trust: &Trust{
			Args: []string{"app-server"},
			Input: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":{"name":"test","title":"test","version":"1"}}}` + "\n" +
				`{"jsonrpc":"2.0","method":"initialized"}` + "\n" +
				`{"jsonrpc":"2.0","id":2,"method":"hooks/list","params":{"cwds":["` + Project + `"]}}` + "\n",
			Until: `"id":2`,
		},
	},
}

// codexConfig sends Codex to the scripted model.
const codexConfig = `model = "mock-model"
model_provider = "mock"
check_for_update_on_startup = false
web_search = "disabled"

[analytics]
enabled = false

[otel]
exporter = "none"

[model_providers.mock]
name = "mock"
base_url = "http://` + cage.Address + `/v1"
wire_api = "responses"
env_key = "MOCK_KEY"
request_max_retries = 1
stream_max_retries = 1

[projects."` + Project + `"]
trust_level = "trusted"
`
