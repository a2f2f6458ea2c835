package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agent-loop/shimgen/appeal"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// askUser explains to a model that the server cannot ask anybody.
const askUser = "shimgen: ask the user: only they can run this, or allow it in their policy\n"

// result returns an answer of text and structured content.
func result(text string, structure any, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, StructuredContent: structure, IsError: isError}
}

// failed returns the answer for a call that could not be served: nothing ran, or nobody
// knows how it ended.
func failed(err error) *mcp.CallToolResult {
	r := runner.FailedResult(err)
	text := "shimgen: " + r.Error + "\n"
	if r.Hint != "" {
		text += "shimgen: hint: " + r.Hint + "\n"
	}
	return result(text, r, true)
}

// answered returns the answer for a command after its decision: the object that exec --json
// prints, and the same as text.
func answered(a runner.Answer, limit time.Duration) *mcp.CallToolResult {
	said, hint := verdict.Say(a.Decision)
	text := ""
	if said != "" {
		text = "shimgen: " + said + "\n"
	}
	if hint != "" {
		text += "shimgen: hint: " + hint + "\n"
	}
	r := a.Result()
	if r.Ran {
		return result(text+printed(r, limit), r, r.Limit != "")
	}
	if r.Action == "ask" {
		text += askUser
		if later := runner.Later(r.Approve); later != "" {
			text += "shimgen: " + later + "\n"
		}
	}
	return result(text, r, true)
}

// printed formats a command's output and how it ended.
func printed(r runner.Result, limit time.Duration) string {
	var out strings.Builder
	out.WriteString(line(r.Stdout))
	if r.Stderr != "" {
		out.WriteString("[standard error]\n" + line(r.Stderr))
	}
	for _, v := range r.Violations {
		out.WriteString(v.Text())
	}
	switch {
	case r.TimedOut:
		fmt.Fprintf(&out, "[timed out after %s: ended with everything it had started]\n", limit)
	case r.Limit != "":
		fmt.Fprintf(&out, "[exit status %d: %s]\n", r.ExitCode, r.Limit)
	case r.ExitCode != 0 || out.Len() == 0:
		fmt.Fprintf(&out, "[exit status %d]\n", r.ExitCode)
	}
	return out.String()
}

// line returns text with a final line break, unless it is empty.
func line(s string) string {
	if s == "" || strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

// judged returns the answer of check: the object that "shimgen check --json" prints, and the
// same as text.
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

// submitted returns the answer for an appeal that waits for its user. The appellant cannot
// accept it with its code: that needs a terminal that is not below this process.
func submitted(code string, a appeal.Appeal) *mcp.CallToolResult {
	text := "shimgen: submitted as " + code + "; until the user has accepted it, the command stays refused\n"
	return result(text, struct {
		Code    string   `json:"code"`
		Command string   `json:"command"`
		Dir     string   `json:"dir"`
		Rules   []string `json:"rules"`
	}{code, a.Command, a.Dir, a.Rules}, false)
}
