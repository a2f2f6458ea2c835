package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/prompt"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/verdict"
)

// executeArgs are the arguments of execute. A missing argument and null mean the same.
type executeArgs struct {
	command string
	timeout *float64 // whole seconds
	dir     *string
	sandbox *string
}

// checkArgs are the arguments of check.
type checkArgs struct {
	command string
	dir     *string
}

// appealArgs are the arguments of appeal.
type appealArgs struct {
	command, why string
	dir          *string
}

// read decodes the named arguments. An unknown one is an error: otherwise a misspelled
// "sandbox" would mean no sandbox.
func read(req *mcp.CallToolRequest, into map[string]any) error {
	var given map[string]json.RawMessage
	if len(req.Params.Arguments) == 0 {
		return errors.New("no arguments")
	}
	if json.Unmarshal(req.Params.Arguments, &given) != nil {
		return errors.New("arguments: not an object")
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value, known := into[name]
		if !known {
			return fmt.Errorf("arguments: unknown name %q", name)
		}
		if json.Unmarshal(given[name], value) != nil {
			kind := "string"
			if _, number := value.(**float64); number {
				kind = "number"
			}
			return fmt.Errorf("arguments: %s is not a %s", name, kind)
		}
	}
	return nil
}

// execute runs a command if the policy allows it.
func (s *server) execute(ctx context.Context, req *mcp.CallToolRequest) *mcp.CallToolResult {
	var args executeArgs
	names := map[string]any{"command": &args.command, "timeout": &args.timeout, "working_directory": &args.dir, "sandbox": &args.sandbox}
	if err := read(req, names); err != nil {
		return failed(err)
	}
	session, err := s.enter(req, args.command, args.dir)
	if err != nil {
		return failed(err)
	}
	call := runner.Call{Source: args.command, Limit: s.keep}
	if call.Sandbox, err = s.confinement(session, args.sandbox); err == nil {
		call.Named = s.sandbox != "" || call.Sandbox != session.Confine("")
		call.Timeout, err = timeout(args.timeout, session.Longest(s.longest))
	}
	if err != nil {
		return failed(err)
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return failed(ctx.Err())
	}
	a, err := session.Do(ctx, call)
	s.notices(session.Notices())
	if err != nil {
		return failed(err)
	}
	return answered(a, call.Timeout)
}

// check judges a command as execute would.
func (s *server) check(_ context.Context, req *mcp.CallToolRequest) *mcp.CallToolResult {
	var args checkArgs
	if err := read(req, map[string]any{"command": &args.command, "working_directory": &args.dir}); err != nil {
		return failed(err)
	}
	session, err := s.enter(req, args.command, args.dir)
	if err != nil {
		return failed(err)
	}
	in := runner.NoSandbox
	if may := session.Sandboxes(s.sandbox); len(may) > 0 {
		in = runner.Sandbox(may[0]) // the weakest that execute would accept
	}
	d, err := session.Judge(args.command, in)
	s.notices(session.Notices())
	if err != nil {
		return failed(err)
	}
	said, hint := verdict.Say(d)
	return judged(verdict.New(args.command, d), said, hint)
}

// appeal submits an appeal against a refusal, for the user to decide.
func (s *server) appeal(_ context.Context, req *mcp.CallToolRequest) *mcp.CallToolResult {
	var args appealArgs
	if err := read(req, map[string]any{"command": &args.command, "why": &args.why, "working_directory": &args.dir}); err != nil {
		return failed(err)
	}
	session, err := s.enter(req, args.command, args.dir)
	if err != nil {
		return failed(err)
	}
	found, err := session.Appealable(guard.Request{Source: args.command})
	if err == nil {
		var code string
		if code, err = session.Appeal(found, args.why); err == nil {
			s.notices(session.Notices())
			return submitted(code, found)
		}
	}
	s.notices(session.Notices())
	return failed(fmt.Errorf("no appeal: %w", err))
}

// enter opens the policy for a command that starts in a directory.
func (s *server) enter(req *mcp.CallToolRequest, command string, dir *string) (*runner.Session, error) {
	if strings.TrimSpace(command) == "" {
		return nil, errors.New("no command provided")
	}
	session, err := s.open(req)
	if err != nil || dir == nil {
		return session, err
	}
	return session, session.Enter(*dir)
}

// confinement returns the sandbox that a call requests: the server's own, or a stronger one.
func (s *server) confinement(session *runner.Session, asked *string) (runner.Sandbox, error) {
	if asked == nil {
		return session.Confine(s.sandbox), nil
	}
	may := session.Sandboxes(s.sandbox)
	if !slices.Contains(may, *asked) {
		return "", fmt.Errorf("sandbox %q: must be one of %s", *asked, strings.Join(may, ", "))
	}
	return runner.Sandbox(*asked), nil
}

// timeout returns the time limit that a call requests, up to the longest permitted.
func timeout(asked *float64, longest time.Duration) (time.Duration, error) {
	if asked == nil {
		return min(runner.UsualTimeout, longest), nil
	}
	most := prompt.Seconds(longest)
	if *asked != math.Trunc(*asked) || *asked < 1 || *asked > float64(most) {
		return 0, fmt.Errorf("timeout %v: not a whole number of seconds from 1 to %d", *asked, most)
	}
	return time.Duration(*asked) * time.Second, nil
}
