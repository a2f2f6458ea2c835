package hook

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Verdict is what the agent must do. The zero Verdict refuses.
type Verdict uint8

// The verdicts, the strictest first.
const (
	Refuse Verdict = iota
	Ask            // the agent's user decides
	Pass           // no opinion: the agent goes on as without a hook
	Grant          // the agent need not ask its user
)

// Reply is what a hook prints and its exit status. The zero Reply is a passing answer, so
// take replies from Host.Reply alone.
type Reply struct {
	Stdout, Stderr string
	Exit           int
}

// refusedStatus is the one exit status that every agent takes for a refusal.
const refusedStatus = 2

// MaxReason is the length limit of a reason in bytes. A reason of two megabytes made an
// agent run the command.
const MaxReason = 1000

// Reply puts a verdict in the agent's own form. The reason is for the model and its user:
// one line of printable ASCII, cut at MaxReason. Pass and Grant do not use it.
func (h Host) Reply(v Verdict, reason string) Reply {
	reason = printable(reason)
	switch {
	case v == Pass, v == Grant && !h.Grants:
		return Reply{}
	case v == Grant:
		return Reply{Stdout: h.answer("allow", "read-only")}
	case v == Ask && h.Asks:
		return Reply{Stdout: h.answer("ask", reason), Stderr: reason + "\n"}
	case v == Ask:
		reason = printable("ask the user to run this, or to allow it: " + reason)
	}
	return Reply{Stdout: h.answer("deny", reason), Stderr: reason + "\n", Exit: refusedStatus}
}

// Tell adds a message for the agent's user to an empty passing answer, if the agent shows
// such messages. It changes no other answer: one more field could void it.
func (h Host) Tell(r Reply, words string) Reply {
	if !h.Messages || r != (Reply{}) {
		return r
	}
	text, err := json.Marshal(message{printable(words)})
	if err != nil { // cannot happen: it encodes a string
		return r
	}
	return Reply{Stdout: string(text) + "\n"}
}

// The answers. A field that the agent does not know voids an answer, so each form is a
// type of its own.
type (
	wrappedOutput struct {
		Output nestedOutput `json:"hookSpecificOutput"`
	}
	nestedOutput struct {
		Event    string `json:"hookEventName"`
		Decision string `json:"permissionDecision"`
		Reason   string `json:"permissionDecisionReason"`
	}
	flat struct {
		Decision string `json:"permissionDecision"`
		Reason   string `json:"permissionDecisionReason"`
	}
	decision struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}
	message struct {
		Text string `json:"systemMessage"`
	}
	permission struct {
		Permission string `json:"permission"`
		User       string `json:"user_message"`
		Agent      string `json:"agent_message"`
	}
)

// answer prints a decision in the agent's form, on one line.
func (h Host) answer(word, reason string) string {
	var v any
	switch h.Form {
	case Nested:
		v = wrappedOutput{nestedOutput{h.Event, word, reason}}
	case Flat:
		v = flat{word, reason}
	case Decision:
		v = decision{word, reason}
	case Permission:
		v = permission{word, reason, reason}
	default:
		return ""
	}
	text, err := json.Marshal(v)
	if err != nil { // cannot happen: it encodes strings
		return ""
	}
	return string(text) + "\n"
}

// printable makes a reason safe for every agent, and never empty: Codex runs a command
// that is refused without a reason.
func printable(reason string) string {
	var b strings.Builder
	for _, r := range reason {
		switch {
		case r >= ' ' && r < 0x7f:
			b.WriteRune(r)
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case r == utf8.RuneError:
			b.WriteByte('?')
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
		if b.Len() >= MaxReason {
			break
		}
	}
	text := strings.TrimSpace(b.String())
	if text == "" {
		return "refused by shimgen"
	}
	return text[:min(len(text), MaxReason)]
}
