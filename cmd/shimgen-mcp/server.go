package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/prompt"
	"github.com/agent-loop/shimgen/runner"
)

// atOnce is how many commands run concurrently; others wait for their turn.
const atOnce = 16

// server answers calls. Each call opens the policy again, so a change of the policy applies
// from the next call on.
type server struct {
	options
	settled bool // the first session has resolved flags
	slots   chan struct{}
	calls   sync.WaitGroup

	mu sync.Mutex // guards stderr
}

// serve answers one client. It returns when the client has gone away and everything started
// for it has ended.
func serve(ctx context.Context, o options) error {
	if err := runner.CheckIndexes(); err != nil { // it may have been built separately from the installer
		return err
	}
	s := &server{options: o, slots: make(chan struct{}, atOnce)}
	tools, err := s.tools()
	if err != nil {
		return err
	}
	m := mcp.NewServer(&mcp.Implementation{Name: "shimgen", Title: "shimgen", Version: release()}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	for i, answer := range []func(context.Context, *mcp.CallToolRequest) *mcp.CallToolResult{s.execute, s.check, s.appeal} {
		m.AddTool(tools[i], s.guarded(ctx, answer))
	}
	m.AddReceivingMiddleware(s.upToDate)
	err = m.Run(ctx, stdio())
	s.calls.Wait()
	return err
}

// release returns the version, or else the module's version that the toolchain recorded.
func release() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(unknown)"
}

// guarded wraps a handler. It counts the call, and ends the call with the server, whose
// connection waits for its calls. It turns a panic of ours into a refusal, so that other
// calls continue.
func (s *server) guarded(end context.Context, answer func(context.Context, *mcp.CallToolRequest) *mcp.CallToolResult) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (result *mcp.CallToolResult, err error) {
		s.calls.Add(1)
		defer s.calls.Done()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(end, cancel)()
		defer func() {
			if r := recover(); r != nil {
				result = failed(fmt.Errorf("failed, so it refuses: %v", r))
			}
		}()
		return answer(ctx, req), nil
	}
}

// open loads the policy in force.
func (s *server) open(req *mcp.CallToolRequest) (*runner.Session, error) {
	return runner.Open(runner.Options{
		Flags: s.flags, Settled: s.settled, Env: s.env, AuditRequired: s.required, Agent: agent(req), Source: "mcp",
	})
}

// agent returns the client's name for itself, if a record can hold it. The client may lie,
// so nothing depends on it.
func agent(req *mcp.CallToolRequest) string {
	if req == nil || req.Session == nil {
		return ""
	}
	p := req.Session.InitializeParams()
	if p == nil || p.ClientInfo == nil || len(p.ClientInfo.Name) > 64 {
		return ""
	}
	for _, r := range p.ClientInfo.Name {
		if r < ' ' || r > '~' {
			return ""
		}
	}
	return p.ClientInfo.Name
}

// tools describes execute, check and appeal under the policy in force.
func (s *server) tools() ([]*mcp.Tool, error) {
	session, err := s.open(nil)
	if err != nil {
		return nil, err
	}
	if !s.settled { // before any calls: a call could change a link and so redirect a flag
		s.flags, s.settled = session.Flags, true
	}
	s.notices(session.Notices())
	loop := session.Loop(s.sandbox, s.longest, true)
	var tools []*mcp.Tool
	for _, t := range []prompt.Tool{loop.Execute(prompt.MCP.Limit()), loop.Check(), loop.Appeal()} {
		schema, err := json.Marshal(t.Schema)
		if err != nil {
			return nil, err
		}
		tools = append(tools, &mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: json.RawMessage(schema),
			Annotations: &mcp.ToolAnnotations{
				Title: t.Title, ReadOnlyHint: t.ReadOnly, IdempotentHint: t.ReadOnly,
				DestructiveHint: &t.Destructive, OpenWorldHint: &t.OpenWorld,
			},
		})
	}
	return tools, nil
}

// upToDate describes the tools again each time a client lists them, since the policy may
// have changed. If the policy cannot be read, the old list stays, and each call says why it
// is refused.
func (s *server) upToDate(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		result, err := next(ctx, method, req)
		if list, ok := result.(*mcp.ListToolsResult); ok && err == nil {
			if tools, err := s.tools(); err == nil {
				list.Tools = tools
			}
		}
		return result, err
	}
}

// notices prints messages for the user, to the log where the client writes its servers'
// messages.
func (s *server) notices(lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range lines {
		fmt.Fprintf(s.stderr, "shimgen: %s\n", printable.Line(n))
	}
}
