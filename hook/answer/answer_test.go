package answer_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/answer"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/runner"
)

func TestVerdict(t *testing.T) {
	for _, tt := range []struct {
		why   string
		d     guard.Decision
		grant bool
		want  hook.Verdict
	}{
		{"a decision nobody made", guard.Decision{}, true, hook.Refuse},
		{"block", guard.Decision{Action: rules.Block}, true, hook.Refuse},
		{"ask", guard.Decision{Action: rules.Ask}, true, hook.Ask},
		{"warn", guard.Decision{Action: rules.Warn, ReadOnly: true}, true, hook.Pass},
		{"allow", guard.Decision{Action: rules.Allow}, true, hook.Pass},
		{"what only reads", guard.Decision{Action: rules.Allow, ReadOnly: true}, true, hook.Grant},
		{"the same, where nobody opted in", guard.Decision{Action: rules.Allow, ReadOnly: true}, false, hook.Pass},
	} {
		assert.Equal(t, tt.want, answer.Verdict(tt.d, tt.grant), tt.why)
	}
}

// model opens a session on the machine of the examples, which records nothing.
func model(t *testing.T) func() (*runner.Session, error) {
	t.Helper()
	p, err := policy.Load([]policy.Layer{{Name: "policy.toml", Kind: policy.User, Data: []byte("[audit]\nlevel = \"off\"\n")}}, policy.Flags{})
	require.NoError(t, err)
	m, req := guard.Model()
	return func() (*runner.Session, error) {
		return &runner.Session{Policy: p, Machine: m, Dir: req.Dir, Work: req.Work}, nil
	}
}

// The worst part of a call decides, and what fails is refused.
func TestCall(t *testing.T) {
	agent, _ := hook.Lookup("claude")
	broken := func() (*runner.Session, error) { return nil, errors.New("policy.toml: line 3: no such key") }
	for _, tt := range []struct {
		why, payload, stdout, stderr string
		open                         func() (*runner.Session, error)
		exit                         int
	}{
		{"allowed", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, "", "", model(t), 0},
		{"asked about", `{"tool_name":"Bash","tool_input":{"command":"git reset --hard"}}`, `"ask"`, "", model(t), 0},
		{"blocked", `{"tool_name":"Bash","tool_input":{"command":"ls; rm -rf /"}}`, `"deny"`, "[fs.rm-root]", model(t), 2},
		{"one of two files", `{"tool_name":"Edit","tool_input":{"edits":[{"file_path":"a"},{"file_path":"~/.ssh/authorized_keys"}]}}`, `"ask"`, "", model(t), 0},
		{"no payload", `{"tool_name":`, `"deny"`, "empty or cut off", model(t), 2},
		{"no policy", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, `"deny"`, "no such key", broken, 2},
		{"a crash", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, `"deny"`, "shimgen: failed, so it refuses", nil, 2},
	} {
		reply := answer.Call(answer.Options{Agent: agent, Open: tt.open}, strings.NewReader(tt.payload))
		assert.Equal(t, tt.exit, reply.Exit, tt.why)
		assert.Contains(t, reply.Stdout, tt.stdout, tt.why)
		assert.Contains(t, reply.Stderr, tt.stderr, tt.why)
		if tt.stdout == "" {
			assert.Empty(t, reply.Stdout, tt.why)
		}
	}
}
