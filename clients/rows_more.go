package clients

import (
	"strings"

	"github.com/agent-loop/shimgen/clients/cage"
)

// ownNode is the node for clients for which the one on PATH may be too old.
const ownNode = "node-linux-ARCH@22.23.3"

// moreRows are the clients with other APIs than those of rows.
var moreRows = [...]Client{
	{
		Name: "gemini", Version: "0.61.0", Speaks: "Gemini",
		Packages: []string{"@google/gemini-cli@0.61.0"},
		Program:  "@google/gemini-cli/bundle/gemini.js",
		Node:     ownNode,
		Files: []File{
			{cage.Home + "/.gemini/settings.json", geminiSettings},
		},
		Forbidding: &DenySetup{
			File: File{cage.Home + "/.gemini/policies/user.toml", "[[rule]]\ntoolName = \"run_shell_command\"\ncommandPrefix = \"touch\"\ndecision = \"deny\"\npriority = 900\n"},
		},
		Env: []string{"GEMINI_API_KEY=fake", "GOOGLE_GEMINI_BASE_URL=http://" + cage.Address},
		// It offers no shell without --yolo, and runs no hooks in a folder it does not trust.
		Args: []string{"-p", "PROMPT", "--output-format", "json", "-m", "gemini-2.5-flash", "--skip-trust", "--yolo"},
	},
	{
		Name: "copilot", Version: "1.0.102", Mum: true, Speaks: "OpenAI Chat Completions",
		Packages: []string{"@github/copilot-linux-ARCH@1.0.102"},
		Program:  "@github/copilot-linux-ARCH/copilot",
		Env: []string{
			"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false", "COPILOT_MODEL=gpt-4.1",
			"COPILOT_PROVIDER_BASE_URL=http://" + cage.Address + "/v1", "COPILOT_PROVIDER_API_KEY=fake",
		},
		Args: []string{"-p", "PROMPT", "--trust-folder", "--allow-all-tools", "--disable-client-telemetry", "--no-auto-update"},
		Forbidding: &DenySetup{
			Args: []string{"-p", "PROMPT", "--trust-folder", "--allow-all-tools", "--deny-tool", "shell(touch)", "--disable-client-telemetry", "--no-auto-update"},
		},
		Patching: &PatchSetup{Env: []string{"COPILOT_MODEL=gpt-5.5"}},
	},
	{
		Name: "opencode", Version: "1.18.33", NoStatus: true, Speaks: "OpenAI Chat Completions",
		Packages: []string{"opencode-linux-ARCH@1.18.33"},
		Program:  "opencode-linux-ARCH/bin/opencode",
		Files: []File{
			{cage.Home + "/.npmrc", "fetch-retries=0\n"}, // it tries to install a module for plugins, which ours does not load
			{cage.Home + "/.config/opencode/opencode.json", opencodeConfig},
		},
		Env:  []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"},
		Args: []string{"run", "--format", "json", "--print-logs", "-m", "mock/mock-model", "PROMPT"},
		Forbidding: &DenySetup{ // and only what is named is allowed
			File: File{cage.Home + "/.config/opencode/opencode.json", strings.Replace(opencodeConfig, `"permission": {`, `"permission": {"bash": {"*": "deny", "ls *": "allow", "ls": "allow", "sleep *": "allow", "echo *": "allow"}, `, 1)},
		},
		Patching: &PatchSetup{
			Args: []string{"run", "--format", "json", "--print-logs", "-m", "mock/gpt-5.5", "PROMPT"},
		},
	},
	{
		Name: "qwen", Version: "0.24.4", Speaks: "OpenAI Chat Completions",
		Packages: []string{"@qwen-code/qwen-code@0.24.4"},
		Program:  "@qwen-code/qwen-code/cli.js",
		Node:     ownNode, // 22 or newer; with an older one npm silently takes an older version of the client
		Files: []File{
			{cage.Home + "/.qwen/settings.json", qwenSettings},
		},
		Env:  []string{"OPENAI_API_KEY=fake", "OPENAI_BASE_URL=http://" + cage.Address + "/v1", "OPENAI_MODEL=mock-model"},
		Args: []string{"-p", "PROMPT", "--output-format", "json", "--yolo"},
	},
}

// geminiSettings are a user's settings, with a comment, which the client can read.
const geminiSettings = `{
  // an account that is none
  "security": {"auth": {"selectedType": "gemini-api-key"}},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false}
}
`

// qwenSettings are the same for Qwen Code, Gemini CLI's descendant.
const qwenSettings = `{
  // an account that is none
  "security": {"auth": {"selectedType": "openai"}},
  "general": {"enableAutoUpdate": false},
  "privacy": {"usageStatisticsEnabled": false},
  "telemetry": {"enabled": false}
}
`

// opencodeConfig sends OpenCode to the scripted model. It allows what OpenCode would ask
// about by itself: only shimgen shall refuse.
const opencodeConfig = `{
  "autoupdate": false,
  "share": "disabled",
  "model": "mock/mock-model",
  "small_model": "mock/mock-model",
  "permission": {"external_directory": "allow"},
  "provider": {
    "mock": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "mock",
      "options": {"baseURL": "http://` + cage.Address + `/v1", "apiKey": "fake"},
      "models": {
        "mock-model": {"name": "mock", "tool_call": true, "limit": {"context": 100000, "output": 8000}},
        "gpt-5.5": {"name": "gpt-5.5", "tool_call": true, "limit": {"context": 100000, "output": 8000}}
      }
    }
  }
}
`
