package hook

import (
	"encoding/json"
	"strings"
)

// Ending is how a hook ended, as its agent sees it.
type Ending struct {
	Reply
	Killed bool // by a signal: there is no exit status
	Late   bool // after what the agent allows: it was given up
	Unread bool // before it had read what the agent wrote
}

// Outcome is what an agent does about a tool after its hook has ended. The zero
// Outcome refuses.
type Outcome uint8

// The outcomes, from the strictest.
const (
	Refuses Outcome = iota
	AsksUser
	Runs
)

// Does says what the agent does after a hook's ending. closed is whether the entry
// has the key that makes a refusal of a failure, which Claude Code calls onFailure
// and Cursor failClosed.
//
// It is what the measured versions were seen to do, one case an agent; for those
// that were not measured, what their documentation says. Where an agent waits for
// ever, that counts as running.
func (h Host) Does(e Ending, closed bool) Outcome {
	word, event, extra := decisionIn(h.Form, e.Stdout)
	failed := e.Killed || e.Late || e.Exit != 0
	said := e.Stderr != ""
	answers := !e.Killed && !e.Late
	refused, asked := false, false
	switch h.Name {
	case "claude":
		known := answers && event == h.Event
		refused = answers && e.Exit == refusedStatus || known && word == "deny" || closed && (failed || event != "" && event != h.Event && word == "deny")
		asked = known && word == "ask"
	case "codex":
		answers = answers && !e.Unread
		refused = answers && (e.Exit == refusedStatus && said || e.Exit == 0 && event == h.Event && word == "deny" && !extra)
	case "gemini":
		refused = answers && (word == "deny" || word == "" && e.Exit >= refusedStatus && said)
	case "copilot":
		refused = !e.Late && (failed || word == "deny")
		asked = answers && word == "ask"
	case "qwen":
		refused = answers && (e.Exit == refusedStatus && said || e.Exit == 0 && word == "deny")
		asked = answers && e.Exit == 0 && word == "ask"
	case "opencode": // the plugin throws unless the hook ends with 0, in silence or with another command
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

// decisionIn reads an answer as its agent does: the whole of standard output must
// be one JSON object of its form. extra says that it holds keys besides.
func decisionIn(f Form, stdout string) (word, event string, extra bool) {
	var nest nested
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

// isRewrite reports whether a plugin of ours takes an answer for a command.
func isRewrite(stdout string) bool {
	var v pluginRewrite
	strict := json.NewDecoder(strings.NewReader(stdout))
	strict.DisallowUnknownFields()
	return strict.Decode(&v) == nil && v.Command != ""
}
