package hook

import (
	"slices"
	"strings"
)

// Form is the JSON form of an agent's answers.
type Form uint8

// The forms. The zero Form prints nothing: the exit status is the answer.
const (
	Silent     Form = iota
	Nested          // {"hookSpecificOutput":{"hookEventName","permissionDecision","permissionDecisionReason"}}
	Flat            // {"permissionDecision","permissionDecisionReason"}
	Decision        // {"decision","reason"}
	Permission      // {"permission","user_message","agent_message"}
)

// Host is an agent that asks before it runs a tool.
type Host struct {
	Name  string // its name on the command line
	Title string // the name people use
	Form  Form
	Event string // the event's name, if the form carries it

	// Asks says that the agent asks its user when the answer is "ask", and does not run
	// the tool where nobody can be asked.
	Asks bool

	// Modes are the permission modes in which Asks holds, by the names in the agent's
	// payloads; "" means all of them. In bypassPermissions Claude Code writes a file
	// although the hook asked, if Claude Code itself would have asked about that file.
	Modes string

	// Grants says that the agent knows an explicit allow, which saves its user a
	// question.
	Grants bool

	// Messages says that a passing answer may carry a message for the user, which the
	// model does not see.
	Messages bool

	// Rewrite is how a hook makes the agent run another command.
	Rewrite Rewrite

	// Measured is the version the row was measured with; "" if it rests on documentation.
	Measured string
}

// hosts is the table. The tests hold a model of what each agent does with every kind of
// answer, and check the golden replies against it.
var hosts = [...]Host{
	{Name: "claude", Title: "Claude Code", Form: Nested, Event: "PreToolUse", Asks: true, Modes: "default acceptEdits plan dontAsk", Grants: true, Messages: true, Rewrite: UpdatedInput, Measured: "2.1.329"},
	{Name: "codex", Title: "Codex CLI", Form: Nested, Event: "PreToolUse", Messages: true, Rewrite: AllowedInput, Measured: "0.169.0"},
	{Name: "gemini", Title: "Gemini CLI", Form: Decision, Event: "BeforeTool", Grants: true, Messages: true, Rewrite: ToolInput, Measured: "0.61.0"},
	{Name: "copilot", Title: "GitHub Copilot CLI", Form: Flat, Asks: true, Grants: true, Rewrite: ModifiedArgs, Measured: "1.0.102"},
	{Name: "qwen", Title: "Qwen Code", Form: Nested, Event: "PreToolUse", Asks: true, Grants: true, Messages: true, Measured: "0.24.4"},
	{Name: "opencode", Title: "OpenCode", Rewrite: PluginCommand, Measured: "1.18.33"}, // our plugin throws to refuse
	{Name: "cursor", Title: "Cursor", Form: Permission, Asks: true, Grants: true},
	{Name: "vscode", Title: "VS Code", Form: Nested, Event: "PreToolUse", Asks: true, Grants: true, Messages: true},
	{Name: "windsurf", Title: "Windsurf"},
	{Name: "kiro", Title: "Kiro"},
	{Name: "crush", Title: "Crush"},
	{Name: "grok", Title: "Grok Build", Form: Decision},
	{Name: "generic", Title: "any agent that takes exit status 2 for a refusal"},
}

// In returns the agent as it behaves in the permission mode that a payload names, "" if
// it names none. In a mode that the row does not list, the agent is not trusted to ask.
func (h Host) In(mode string) Host {
	h.Asks = h.Asks && (mode == "" || h.Modes == "" || slices.Contains(strings.Fields(h.Modes), mode))
	return h
}

// Hosts returns every agent in the table, the measured ones first.
func Hosts() []Host { return hosts[:] }

// Lookup returns the agent of that name.
func Lookup(name string) (Host, bool) {
	for _, h := range hosts {
		if h.Name == name {
			return h, true
		}
	}
	return Host{}, false
}
