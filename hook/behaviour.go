package hook

import (
	"encoding/json"
	"strings"
)

// Ending is how a hook ended, as its agent sees it.
type Ending struct {
	Reply
	Killed       bool // by a signal: there is no exit status
	TimedOut     bool // after the agent's time limit: the agent gave up on it
	InputIgnored bool // before it had read the whole payload
}

// Outcome is what an agent does with a tool call after its hook has ended. The zero
// Outcome refuses.
type Outcome uint8

// The outcomes, the strictest first.
const (
	Refuses Outcome = iota
	AsksUser
	Runs
)

// Does predicts what the agent does after its hook ended like e. closed says that the
// entry has the key that makes a failure a refusal: onFailure in Claude Code, failClosed
// in Cursor.
//
// Each case holds what the measured version of that agent did; for agents nobody
// measured, what their documentation says. An agent that waits for ever counts as one
// that runs the tool.
func (h Host) Does(e Ending, closed bool) Outcome {
	word, event, extra := decisionIn(h.Form, e.Stdout)
	failed := e.Killed || e.TimedOut || e.Exit != 0
	said := e.Stderr != ""
	answers := !e.Killed && !e.TimedOut
	refused, asked := false, false
	switch h.Name {
	case "claude":
		known := answers && event == h.Event
		refused = answers && e.Exit == refusedStatus || known && word == "deny" || closed && (failed || event != "" && event != h.Event && word == "deny")
		asked = known && word == "ask"
	case "codex":
		answers = answers && !e.InputIgnored
		refused = answers && (e.Exit == refusedStatus && said || e.Exit == 0 && event == h.Event && word == "deny" && !extra)
	case "gemini":
		refused = answers && (word == "deny" || word == "" && e.Exit >= refusedStatus && said)
	case "copilot":
		refused = !e.TimedOut && (failed || word == "deny")
		asked = answers && word == "ask"
	case "qwen":
		refused = answers && (e.Exit == refusedStatus && said || e.Exit == 0 && word == "deny")
		asked = answers && e.Exit == 0 && word == "ask"
	case "opencode": // the plugin throws unless the hook exits with 0 and prints nothing, or another command
		refused = failed || e.Stdout != "" && !isRewrite(e.Stdout)
	default:
		refused = answers && (e.Exit == refusedStatus || word == "deny") || closed && failed
		asked = answers && word == "ask" && h.Asks
	}
	switch {
	case refused:
		return Refuses
	case asked:
		return AsksUser
	}
	return Runs
}

// decisionIn parses an answer as its agent does: the whole of standard output must be one
// JSON object of its form. extra reports keys that the form does not have.
func decisionIn(f Form, stdout string) (word, event string, extra bool) {
	var nest wrappedOutput
	var flat flat
	var dec decision
	var perm permission
	var v any
	switch f {
	case Nested:
		v = &nest
	case Flat:
		v = &flat
	case Decision:
		v = &dec
	case Permission:
		v = &perm
	}
	if v == nil || json.Unmarshal([]byte(stdout), v) != nil {
		return "", "", false
	}
	strict := json.NewDecoder(strings.NewReader(stdout))
	strict.DisallowUnknownFields()
	extra = strict.Decode(v) != nil
	return nest.Output.Decision + flat.Decision + dec.Decision + perm.Permission, nest.Output.Event, extra
}

// isRewrite reports whether our plugin accepts an answer as a command to run instead.
func isRewrite(stdout string) bool {
	var v pluginRewrite
	strict := json.NewDecoder(strings.NewReader(stdout))
	strict.DisallowUnknownFields()
	return strict.Decode(&v) == nil && v.Command != ""
}
