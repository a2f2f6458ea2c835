package hook

import (
	"slices"
	"strings"
)

// Form is the JSON in which an agent expects its answer.
type Form uint8

// The forms. The zero Form prints nothing: the exit status alone says it.
const (
	Silent     Form = iota
	Nested          // {"hookSpecificOutput":{"hookEventName","permissionDecision","permissionDecisionReason"}}
	Flat            // {"permissionDecision","permissionDecisionReason"}
	Decision        // {"decision","reason"}
	Permission      // {"permission","user_message","agent_message"}
)

// Host is an agent that asks before it runs a tool.
type Host struct {
	Name  string // as it is named on the command line
	Title string // as people call it
	Form  Form
	Event string // the event's name, where the form carries it

	// Asks says that the agent asks its user when told to, and that where nobody
	// can be asked it does not run the tool.
	Asks bool

	// Modes are those in which it does, by the names that its payloads give them, if
	// it does not in every one. Claude Code in bypassPermissions writes a file
	// although its hook asks, if it would have asked about that file itself.
	Modes string

	// Grants says that it knows an explicit allow, which spares its user a
	// question.
	Grants bool

	// Messages says that what it passes may come with words for its user, which the
	// model is not told.
	Messages bool

	// Rewrite is how it runs another command than the one it asked about.
	Rewrite Rewrite

	// Measured is the version the row was measured with, or "" for one that
	// rests on documentation.
	Measured string
}

// hosts is the table. What each does with every kind of answer is written down
// with the tests, as a model that the golden replies are held against.
var hosts = [...]Host{
	{Name: "claude", Title: "Claude Code", Form: Nested, Event: "PreToolUse", Asks: true, Modes: "default acceptEdits plan dontAsk", Grants: true, Messages: true, Rewrite: UpdatedInput, Measured: "2.1.329"},
	{Name: "codex", Title: "Codex CLI", Form: Nested, Event: "PreToolUse", Messages: true, Rewrite: AllowedInput, Measured: "0.169.0"},
	{Name: "gemini", Title: "Gemini CLI", Form: Decision, Event: "BeforeTool", Grants: true, Messages: true, Rewrite: ToolInput, Measured: "0.61.0"},
	{Name: "copilot", Title: "GitHub Copilot CLI", Form: Flat, Asks: true, Grants: true, Rewrite: ModifiedArgs, Measured: "1.0.102"},
	{Name: "qwen", Title: "Qwen Code", Form: Nested, Event: "PreToolUse", Asks: true, Grants: true, Messages: true, Measured: "0.24.4"},
	{Name: "opencode", Title: "OpenCode", Rewrite: PluginCommand, Measured: "1.18.33"}, // through a plugin of ours, which throws
	{Name: "cursor", Title: "Cursor", Form: Permission, Asks: true, Grants: true},
	{Name: "vscode", Title: "VS Code", Form: Nested, Event: "PreToolUse", Asks: true, Grants: true, Messages: true},
	{Name: "windsurf", Title: "Windsurf"},
	{Name: "kiro", Title: "Kiro"},
	{Name: "crush", Title: "Crush"},
	{Name: "grok", Title: "Grok Build", Form: Decision},
	{Name: "generic", Title: "any agent that takes exit status 2 for a refusal"},
}

// In returns the agent as it is in a mode that a payload names, "" if it names none.
// What it does in a mode that is not known is not to be relied on.
func (h Host) In(mode string) Host {
	h.Asks = h.Asks && (mode == "" || h.Modes == "" || slices.Contains(strings.Fields(h.Modes), mode))
	return h
}

// Hosts returns every agent there is a row for, the measured ones first.
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
