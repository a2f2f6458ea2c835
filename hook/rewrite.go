package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
)

// Rewrite is how a hook makes an agent run another command than the one it asked about.
// The zero Rewrite means that it cannot.
type Rewrite uint8

// The ways. docs/hosts.md says whether each agent applies its own rules before or after
// the rewrite.
const (
	NoRewrite     Rewrite = iota
	UpdatedInput          // {"hookSpecificOutput":{"hookEventName","updatedInput"}}
	AllowedInput          // the same, only with "permissionDecision":"allow"
	ToolInput             // {"hookSpecificOutput":{"hookEventName","tool_input"}}
	ModifiedArgs          // {"modifiedArgs"}
	PluginCommand         // {"command"}, for our plugin
)

// DecisionFlag is the flag of shimgen exec that names a hook's decision.
const DecisionFlag = "--decision"

// Confine and NoConfine are the flags of a registered hook that say whether it confines
// commands.
const (
	Confine   = "--confine"
	NoConfine = "--no-confine"
)

// frame is the text around the original command, behind the line that carries the
// decision out. The shell exits with that line, so it never runs the original. The
// original stays in the text for the agent, which applies its own and its user's rules to
// the text and shows it. Besides the exit, "if false" skips it where the agent can parse
// that: somebody may have defined a function named exit.
type frame struct{ begin, middle, end string }

var (
	endsShell     = frame{"", "; exit\nif false; then\n", "\nfi"}
	replacesShell = frame{"exec ", "\n", ""} // for agents that parse only simple commands
)

func (r Registration) frame() frame {
	if r.SimpleOnly {
		return replacesShell
	}
	return endsShell
}

// ConfinedCommand returns the command that makes the installed shimgen carry out a decision
// about command.
func (r Registration) ConfinedCommand(program, claim, command string) string {
	f := r.frame()
	return f.begin + begun(program) + claim + f.middle + command + f.end
}

// begun returns the beginning of the line that carries a decision out.
func begun(program string) string { return quoted(program) + " exec " + DecisionFlag + " " }

// ConfinedBy returns the id of the decision that a command carries out, if ConfinedCommand
// could have returned that command.
func (r Registration) ConfinedBy(program, command string) (claim string, ok bool) {
	f := r.frame()
	rest, ok := strings.CutPrefix(command, f.begin+begun(program))
	claim, _, cut := strings.Cut(rest, f.middle)
	return claim, ok && cut
}

// OwnRules are the rules with which the agent asks about a confined command what it would have
// asked about the original. They loosen nothing: exec carries out only what a hook has judged,
// and only once.
func (r Registration) OwnRules(program string) []string {
	if r.RuleForm == "" {
		return nil
	}
	form := func(words string) string { return strings.ReplaceAll(r.RuleForm, "WORDS", words) }
	own := []string{form(begun(program) + "*"), form("exit")}
	if r.Reader == Plugin {
		own = append(own, form("false")) // other agents know that false is harmless
	}
	return own
}

// Program returns the shimgen that the agent's commands name, in the installation at
// root. An agent that asks about each path outside its trusted folders gets a bare name,
// which PATH resolves among the shims.
func (r Registration) Program(root string) string {
	if r.BareName {
		return "shimgen"
	}
	return filepath.Join(root, "libexec", "shimgen")
}

// The reasons not to rewrite a call although its agent runs rewritten commands.
var (
	ErrShape    = errors.New("the command is not in the field that the agent's shell tool uses")
	errNoObject = errors.New("the tool's arguments are not an object")
)

// Runs reports whether a call is one of the agent's shell tool.
func (r Registration) Runs(c Call) bool { return slices.Contains(strings.Fields(r.Tools), c.Tool) }

// Rewritten returns the answer that makes the agent run instead in place of command, the
// command in the payload, with all other arguments unchanged. With a reason the answer
// asks the user. It is an error if the payload holds more than that command where the
// agent's shell tool has it.
func (h Host) Rewritten(payload []byte, command, instead, reason string) (Reply, error) {
	input, err := withCommand(payload, command, instead)
	if err != nil {
		return Reply{}, err
	}
	word, stderr := "", ""
	if reason != "" {
		reason = printable(reason)
		word, stderr = "ask", reason+"\n"
	}
	var v any
	switch h.Rewrite {
	case UpdatedInput:
		v = nestedRewrite{nestedRewriteOutput{Event: h.Event, Decision: word, Reason: reason, Updated: input}}
	case AllowedInput:
		v = nestedRewrite{nestedRewriteOutput{Event: h.Event, Decision: "allow", Updated: input}}
	case ToolInput:
		v = nestedRewrite{nestedRewriteOutput{Event: h.Event, Tool: input}}
	case ModifiedArgs:
		v = flatRewrite{word, reason, input}
	case PluginCommand:
		v = pluginRewrite{instead}
	default:
		return Reply{}, ErrShape
	}
	text, err := compact(v)
	return Reply{Stdout: text, Stderr: stderr}, err
}

// The answers that rewrite.
type (
	nestedRewrite struct {
		Output nestedRewriteOutput `json:"hookSpecificOutput"`
	}
	nestedRewriteOutput struct {
		Event    string          `json:"hookEventName"`
		Decision string          `json:"permissionDecision,omitempty"`
		Reason   string          `json:"permissionDecisionReason,omitempty"`
		Updated  json.RawMessage `json:"updatedInput,omitempty"`
		Tool     json.RawMessage `json:"tool_input,omitempty"`
	}
	flatRewrite struct {
		Decision string          `json:"permissionDecision,omitempty"`
		Reason   string          `json:"permissionDecisionReason,omitempty"`
		Modified json.RawMessage `json:"modifiedArgs"`
	}
	pluginRewrite struct {
		Command string `json:"command"`
	}
)

// compact encodes a value on one line of ASCII: the registered line's shell holds the
// answer in a variable, and its locale may change other bytes.
func compact(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r < 0x7f:
			b.WriteRune(r)
		case r > 0xffff:
			r -= 0x10000
			escape(&b, 0xd800+r>>10)
			escape(&b, 0xdc00+r&0x3ff)
		default:
			escape(&b, r)
		}
	}
	return b.String() + "\n", nil
}

func escape(b *strings.Builder, r rune) {
	const digits = "0123456789abcdef"
	b.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		b.WriteByte(digits[r>>shift&15])
	}
}

// withCommand returns the arguments in a payload with another command.
func withCommand(payload []byte, command, instead string) (json.RawMessage, error) {
	var top map[string]json.RawMessage
	if err := json.Unmarshal(payload, &top); err != nil {
		return nil, err
	}
	found := json.RawMessage(nil)
	for _, key := range inputKeys {
		if v, ok := top[key]; ok && found == nil {
			found = v
		}
	}
	var text string
	if json.Unmarshal(found, &text) == nil {
		found = json.RawMessage(text) // JSON in a string
	}
	var input map[string]json.RawMessage
	if err := json.Unmarshal(found, &input); err != nil {
		return nil, errNoObject
	}
	var said string
	if json.Unmarshal(input["command"], &said) != nil || said != command {
		return nil, ErrShape
	}
	quoted, err := json.Marshal(instead)
	if err != nil {
		return nil, err
	}
	input["command"] = quoted
	all, err := json.Marshal(input)
	return bytes.TrimSpace(all), err
}

// notesDir is the text that Claude Code appends to a command, before the name of the file
// to which its shell writes the working directory.
const notesDir = "' < /dev/null && pwd -P >| "

// NotesDir returns the file to which Claude Code's shell would write its directory at the
// end of text.
func NotesDir(text string) (file string, ok bool) {
	at := strings.LastIndex(text, notesDir)
	if at < 0 {
		return "", false
	}
	file = text[at+len(notesDir):]
	name, isNote := strings.CutPrefix(filepath.Base(file), "claude-")
	name, ends := strings.CutSuffix(name, "-cwd")
	return file, isNote && ends && strings.Trim(name, "0123456789abcdef") == "" && filepath.IsAbs(file) && quoted(filepath.Clean(file)) == file
}

// CodexUnconfined reports whether Codex' arguments turn its sandbox off for the whole
// session.
func CodexUnconfined(args []string) bool {
	off := false
	for i, arg := range args {
		value, isSandbox := strings.CutPrefix(arg, "--sandbox=")
		if (arg == "-s" || arg == "--sandbox") && i+1 < len(args) {
			value, isSandbox = args[i+1], true
		}
		switch {
		case arg == "--dangerously-bypass-approvals-and-sandbox", arg == "--yolo":
			return true
		case isSandbox:
			off = value == "danger-full-access"
		}
	}
	return off
}
