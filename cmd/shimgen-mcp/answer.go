package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// ran is the structured answer for a command that was run.
type ran struct {
	Ran      bool   `json:"ran"` // true
	Action   string `json:"action"`
	Exit     int    `json:"exit_status"` // 128 and the signal's number if one ended it
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	LeftOut  int64  `json:"left_out"` // bytes of both streams together
	TimedOut bool   `json:"timed_out"`
	Warning  string `json:"warning,omitempty"`
}

// refused is the structured answer for a command that was not.
type refused struct {
	Ran    bool   `json:"ran"` // false
	Action string `json:"action"`
	Rule   string `json:"rule,omitempty"`
	Class  string `json:"class,omitempty"`
	Reason string `json:"reason"`
	Hint   string `json:"hint,omitempty"`
}

// failure is the structured answer for a call that could not be served.
type failure struct {
	Ran   bool   `json:"ran"` // false
	Error string `json:"error"`
	Hint  string `json:"hint,omitempty"`
}

// askUser is what a model is told of a question that nobody can be asked here.
const askUser = "shimgen: ask the user: only they can run this, or allow it in their policy\n"

// result makes an answer of text and structure.
func result(text string, structure any, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: structure, IsError: isError}
}

// failed is the answer for a call that could not be served: nothing ran, or
// nobody knows how it ended.
func failed(err error) *mcp.CallToolResult {
	f := failure{Error: verdict.Line(err.Error())}
	text := "shimgen: " + f.Error + "\n"
	var missing runner.Missing
	if errors.As(err, &missing) && missing.Hint != "" {
		f.Hint = verdict.Line(missing.Hint)
		text += "shimgen: hint: " + f.Hint + "\n"
	}
	return result(text, f, true)
}

// answered is the answer for a command that was decided about.
func answered(a runner.Answer, limit time.Duration) *mcp.CallToolResult {
	said, hint := verdict.Say(a.Decision)
	text := ""
	if said != "" {
		text = "shimgen: " + said + "\n"
	}
	if hint != "" {
		text += "shimgen: hint: " + hint + "\n"
	}
	action := a.Decision.Action.String()
	if !a.Ran {
		r := refused{Action: action, Reason: "cannot be understood", Hint: hint}
		if a.Decision.Err != nil {
			r.Reason = verdict.Line(a.Decision.Err.Error())
		} else if f, ok := a.Decision.Worst(); ok {
			r.Rule, r.Class, r.Reason = f.Rule.ID, string(f.Rule.Class), verdict.Line(f.Rule.Reason)
		}
		if action == "ask" {
			text += askUser
		}
		return result(text, r, true)
	}
	r := ran{
		Ran: true, Action: action, Exit: a.Exit, Stdout: a.Stdout, Stderr: a.Stderr,
		LeftOut: a.Left, TimedOut: a.TimedOut, Warning: said,
	}
	return result(text+printed(r, limit), r, r.TimedOut)
}

// printed is what a command printed and how it ended, to be read.
func printed(r ran, limit time.Duration) string {
	var out strings.Builder
	out.WriteString(line(r.Stdout))
	if r.Stderr != "" {
		out.WriteString("[standard error]\n" + line(r.Stderr))
	}
	switch {
	case r.TimedOut:
		fmt.Fprintf(&out, "[ended after %s, its time was up, with all it had started]\n", limit)
	case r.Exit != 0 || out.Len() == 0:
		fmt.Fprintf(&out, "[exit status %d]\n", r.Exit)
	}
	return out.String()
}

// line is text that ends in a line break, unless it is empty.
func line(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// judged is the answer of check: the object that "shimgen check --json" prints,
// and what it says in words.
func judged(v verdict.Verdict, said, hint string) *mcp.CallToolResult {
	text := "shimgen: " + said + "\n"
	if said == "" {
		text = "shimgen: allowed\n"
	}
	if hint != "" {
		text += "shimgen: hint: " + hint + "\n"
	}
	object, err := json.Marshal(v)
	if err != nil {
		return failed(err)
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: text}, &mcp.TextContent{Text: string(object)}},
		StructuredContent: json.RawMessage(object),
	}
}
