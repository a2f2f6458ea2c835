package hook

// Registration says in which file, and how, an agent's hook is registered.
type Registration struct {
	Agent string

	// As names the agent whose files this one reads too, so that it needs no hook of its
	// own.
	As string

	Home    string   // the directory of the agent's own files, below the user's home
	HomeVar string   // the variable that overrides Home
	User    string   // the user's file, below Home
	Project string   // a project's file, below its directory
	Events  []string // the lists below "hooks" that get the entry
	Entry   string   // the entry, as JSON; it holds the text COMMAND
	Rest    string   // what else a file must hold, as JSON
	Reader  Reader

	// Path says which PATH the agent's commands have.
	Path Path

	// Variable is an environment variable that the agent sets for its commands, and nobody
	// else; "" if none is known.
	Variable string

	Binary string // the agent's program on PATH
	Tools  string // the names a matcher may have for the tool that runs commands
	Shell  Shell  // what runs the registered line
	Call   string // what the agent sends about a command, as JSON with the texts COMMAND, NOTE and DIR

	// RuleForm is a rule in the agent's own settings that allows commands which begin
	// with the text WORDS. It goes into the list permissions.allow of the file; a plugin
	// adds it if its user has rules. "" if the agent has no such rules.
	RuleForm   string
	SimpleOnly bool // for such rules it only parses simple commands, one after the other
	BareName   bool // it asks its user about every program given by a path outside trusted folders

	Switch string // the key and value that turn hooks off: "disableAllHooks=true"
	Shared string // another file of a project that may hold Switch

	ThenConfined string // what the user has to know if the hook confines commands
	Then         string // what the user has to do or know after installing
	ThenProject  string // the same, after installing for a project
}

// Reader is what reads the file, which decides what the file may hold.
type Reader uint8

// The readers.
const (
	ByHand   Reader = iota // nothing known: the user registers the hook
	JSON                   // a program that, as far as is known, reads only JSON
	Expander               // JSON with comments; it replaces $NAME by variables, those of a project's .env too
	Embedded               // JSON with comments; a shell of its own without job control runs the command
	Plugin                 // a program that loads JavaScript
)

// Path says which PATH an agent's commands have.
type Path uint8

// The origins.
const (
	PathUnknown Path = iota
	PathStart        // the PATH that the agent was started with
	PathLogin        // the one that login shells' files set
)

// Shell is what runs the registered line for an agent.
type Shell uint8

// The shells.
const (
	PlainShell Shell = iota // sh -c
	Bash                    // bash -c
	UserShell               // the user's, with -c
)

// Wait is how many seconds the entries tell agents to wait for the line. An entry with
// another number than 30 counts in another unit.
const Wait = 30

// Limit is how many seconds shimgen may take under the registered line. It is less than
// Wait, since an agent that gives up on its hook runs the command.
const Limit = 20

// registrations is the table. The rows of agents that Hosts calls measured were tried
// with these versions; the others rest on documentation. The matchers cover every tool:
// other tools than the one that runs commands read and write files. Entries have no name,
// even where the agent allows one: a project could list that name among the hooks not to
// run.
var registrations = [...]Registration{
	{
		Agent: "claude", Home: ".claude", HomeVar: "CLAUDE_CONFIG_DIR", User: "settings.json", Project: ".claude/settings.local.json",
		Events: []string{"PreToolUse"}, Reader: JSON, Path: PathStart, Switch: "disableAllHooks=true", Shared: ".claude/settings.json",
		Entry:        `{"matcher":"*","hooks":[{"type":"command","command":"COMMAND","timeout":30,"onFailure":"block"}]}`,
		Then:         "sessions that already run may not see it: start claude anew; claude --bare runs no hooks",
		ThenConfined: "two rules in permissions.allow let claude ask about a command as it would without; its own sandbox (sandbox.enabled) must be off",
		Variable:     "CLAUDECODE", Binary: "claude", Tools: "Bash", RuleForm: "Bash(WORDS)",
		Call: `{"session_id":"shimgen-doctor","cwd":"DIR","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"COMMAND","description":"NOTE"},"tool_use_id":"shimgen-doctor"}`,
	},
	{
		Agent: "codex", Home: ".codex", HomeVar: "CODEX_HOME", User: "hooks.json", Project: ".codex/hooks.json",
		Events: []string{"PreToolUse"}, Reader: JSON, Path: PathLogin,
		Entry:        `{"matcher":"*","hooks":[{"type":"command","command":"COMMAND","timeout":30}]}`,
		Then:         "codex runs no hook before its user trusted it, and codex exec does not say so: start codex, give /hooks and trust this one; do it again whenever install changed it; what is typed into a running shell (write_stdin) reaches no hook",
		ThenProject:  "the project must be trusted by codex too",
		ThenConfined: "only where codex is started with --yolo, --dangerously-bypass-approvals-and-sandbox or -s danger-full-access: elsewhere commands are judged, and its own sandbox holds them",
		Variable:     "CODEX_CI", Binary: "codex", Tools: "Bash", Shell: UserShell, SimpleOnly: true,
		Call: `{"session_id":"shimgen-doctor","turn_id":"NOTE","cwd":"DIR","hook_event_name":"PreToolUse","model":"shimgen-doctor","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"COMMAND"},"tool_use_id":"shimgen-doctor"}`,
	},
	{
		Agent: "gemini", Home: ".gemini", User: "settings.json", Project: ".gemini/settings.json",
		Events: []string{"BeforeTool"}, Reader: Expander, Path: PathStart, Switch: "hooksConfig.enabled=false",
		Entry:        `{"matcher":"*","hooks":[{"type":"command","command":"COMMAND","timeout":30000}]}`,
		Then:         "if you turned folder trust on, gemini runs no hooks in a folder that it does not trust, yours neither",
		ThenConfined: "without --yolo, gemini asks about shimgen exec and exit too",
		Variable:     "GEMINI_CLI", Binary: "gemini", Tools: "run_shell_command", Shell: Bash,
		Call: `{"session_id":"shimgen-doctor","cwd":"DIR","hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"COMMAND","description":"NOTE"}}`,
	},
	{
		Agent: "copilot", Home: ".copilot", HomeVar: "COPILOT_HOME", User: "hooks/shimgen.json", Project: ".github/hooks/shimgen.json",
		Events: []string{"preToolUse"}, Reader: JSON, Path: PathLogin, Rest: `{"version":1}`,
		Entry:        `{"type":"command","bash":"COMMAND","timeoutSec":30}`,
		ThenProject:  "copilot ignores the hooks of a folder that it does not trust, and does not say so: trust it when copilot asks, or start copilot with --trust-folder",
		ThenConfined: "unless all tools are allowed, start copilot with --allow-tool 'shell(shimgen:*)' --allow-tool 'shell(exit)' --allow-tool 'shell(false)'",
		Variable:     "COPILOT_CLI", Binary: "copilot", Tools: "bash", Shell: Bash, BareName: true,
		Call: `{"sessionId":"shimgen-doctor","timestamp":1,"cwd":"DIR","toolName":"bash","toolArgs":{"command":"COMMAND","description":"NOTE"}}`,
	},
	{
		Agent: "qwen", Home: ".qwen", User: "settings.json", Project: ".qwen/settings.json",
		Events: []string{"PreToolUse"}, Reader: Expander, Path: PathStart, Switch: "disableAllHooks=true",
		Entry:       `{"matcher":"*","hooks":[{"type":"command","command":"COMMAND","timeout":30000}]}`,
		ThenProject: "qwen reads no settings of a folder that it does not trust",
		Variable:    "QWEN_CODE", Binary: "qwen", Tools: "run_shell_command Bash", Shell: Bash,
		Call: `{"session_id":"shimgen-doctor","cwd":"DIR","hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":"COMMAND","description":"NOTE"},"tool_use_id":"shimgen-doctor"}`,
	},
	{
		Agent: "opencode", Home: ".config", HomeVar: "XDG_CONFIG_HOME", User: "opencode/plugin/shimgen.js", Project: ".opencode/plugin/shimgen.js",
		Reader: Plugin, Path: PathStart,
		Then:     "start opencode anew; it drops a plugin that it cannot load and then runs everything, with no more than a line in its log: let it run cat ~/.ssh/no-such-key, which is refused",
		Variable: "OPENCODE", Binary: "opencode", Tools: "bash", RuleForm: "WORDS",
		Call: `{"tool_name":"bash","tool_input":{"command":"COMMAND","description":"NOTE"},"cwd":"DIR"}`,
	},
	{
		Agent: "cursor", Home: ".cursor", User: "hooks.json", Project: ".cursor/hooks.json",
		Events: []string{"beforeShellExecution", "preToolUse"}, Reader: JSON, Rest: `{"version":1}`,
		Entry:  `{"command":"COMMAND","timeout":30,"failClosed":true}`,
		Binary: "cursor",
		Call:   `{"conversation_id":"shimgen-doctor","hook_event_name":"beforeShellExecution","workspace_roots":["DIR"],"command":"COMMAND","note":"NOTE","cwd":"DIR"}`,
	},
	{
		Agent: "vscode", As: "claude",
		Then:   "VS Code runs the hooks of ~/.claude/settings.json and .claude/settings.local.json",
		Binary: "code",
	},
	{
		Agent: "windsurf", Home: ".codeium/windsurf", User: "hooks.json", Project: ".windsurf/hooks.json",
		Events: []string{"pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"}, Reader: JSON,
		Entry:  `{"command":"COMMAND","show_output":true}`,
		Binary: "windsurf",
		Call:   `{"agent_action_name":"pre_run_command","tool_info":{"command_line":"COMMAND","cwd":"DIR","note":"NOTE"}}`,
	},
	{
		Agent:  "kiro",
		Entry:  `{"matcher":"*","command":"COMMAND","timeout_ms":30000}`,
		Then:   `Kiro has hooks in its agents' files only: add the entry to the list "preToolUse" below "hooks" of each agent you use, in ~/.kiro/agents/NAME.json`,
		Binary: "kiro",
	},
	{
		Agent: "crush", Home: ".config", HomeVar: "XDG_CONFIG_HOME", User: "crush/crush.json", Project: "crush.json",
		Events: []string{"PreToolUse"}, Reader: Embedded,
		Entry:  `{"command":"COMMAND","timeout":30}`,
		Then:   "crush asks its hooks for its top agent's calls only: what a sub-agent runs reaches no hook",
		Binary: "crush", Tools: "bash",
		Call: `{"event":"PreToolUse","session_id":"shimgen-doctor","cwd":"DIR","tool_name":"bash","tool_input":{"command":"COMMAND","description":"NOTE"}}`,
	},
	{
		Agent: "grok", Home: ".grok", User: "hooks/shimgen.json", Project: ".grok/hooks/shimgen.json",
		Events: []string{"PreToolUse"}, Reader: JSON,
		Entry:       `{"hooks":[{"type":"command","command":"COMMAND","timeout":30}]}`,
		ThenProject: "grok runs no hooks of a project before its user trusted it: give /hooks-trust, or start grok with --trust",
		Binary:      "grok", Tools: "Bash",
		Call: `{"hookEventName":"PreToolUse","cwd":"DIR","toolName":"Bash","toolInput":{"command":"COMMAND","description":"NOTE"}}`,
	},
	{
		Agent: "generic", Variable: "AI_AGENT",
		Then: "register the line as the command that your agent runs before each tool, with the call as JSON on its input; it must take exit status 2 for a refusal, and allow the hook more than 20 seconds",
	},
}

// RegistrationOf returns the registration of the agent with that name.
func RegistrationOf(agent string) (Registration, bool) {
	for _, r := range registrations {
		if r.Agent == agent {
			return r, true
		}
	}
	return Registration{}, false
}

// CommandVariables returns the environment variables by which shells can tell that an
// agent started them: those of the table, and AI_AGENT, which any agent may set.
func CommandVariables() (names []string) {
	for _, r := range registrations {
		if r.Variable != "" {
			names = append(names, r.Variable)
		}
	}
	return names
}

// Line returns the command line to register. sh is the absolute path of a POSIX shell,
// program that of shimgen; flags go to the hook.
func (r Registration) Line(sh, program string, flags ...string) string {
	return r.written(sh, commandLine(Limit, program, append(append([]string{"hook", SealedFlag}, flags...), r.Agent)...))
}

// PortableLine returns a command line without paths of one machine, for plug-ins that many
// machines install. It runs the shimgen that is installed in the home of its user, or refuses.
func (r Registration) PortableLine() string {
	return r.written("/bin/sh", portableLine(Limit, "hook", SealedFlag, r.Agent))
}

// written returns a line of POSIX shell in the form that the agent's file needs.
func (r Registration) written(sh, line string) string {
	switch r.Reader {
	case Embedded:
		return quoted(sh) + " -c " + quoted(line)
	case Expander:
		return encoded(line)
	}
	return line
}
