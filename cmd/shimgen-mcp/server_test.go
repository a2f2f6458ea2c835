package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/approval"
	"github.com/agent-loop/shimgen/prompt"
)

// TestInitialise checks what a client learns before it makes a call.
func TestInitialise(t *testing.T) {
	s := newWorld(t).connect(t)
	hello := s.InitializeResult()
	assert.Equal(t, "shimgen", hello.ServerInfo.Name)
	assert.NotEmpty(t, hello.ServerInfo.Version)
	assert.NotNil(t, hello.Capabilities.Tools)
	assert.Nil(t, hello.Capabilities.Prompts)
	assert.Nil(t, hello.Capabilities.Resources)

	list, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	tools := map[string]*mcp.Tool{}
	for _, tool := range list.Tools {
		tools[tool.Name] = tool
	}
	require.Len(t, tools, 3)
	assert.False(t, tools["appeal"].Annotations.ReadOnlyHint, "the user gets something to look at")
	assert.False(t, *tools["appeal"].Annotations.DestructiveHint)
	execute, check := tools["execute"], tools["check"]
	assert.True(t, *execute.Annotations.DestructiveHint)
	assert.False(t, execute.Annotations.ReadOnlyHint)
	assert.True(t, *execute.Annotations.OpenWorldHint)
	assert.True(t, check.Annotations.ReadOnlyHint)
	assert.False(t, *check.Annotations.DestructiveHint)
	for _, text := range []string{"profile cautious", "Standard input is empty", "which judges programs such as rm and git again", `A refusal begins with "shimgen:"`, "Refused: reading credentials"} {
		assert.Contains(t, execute.Description, text)
	}
	assert.LessOrEqual(t, len(execute.Description), prompt.Short)

	_, err = s.CallTool(t.Context(), &mcp.CallToolParams{Name: "exec"})
	assert.ErrorContains(t, err, `unknown tool "exec"`)
}

// TestPromptPrintsTheSameSchema compares the verb's schema with the server's.
func TestPromptPrintsTheSameSchema(t *testing.T) {
	w := newWorld(t)
	out, err := w.command(w.libexec("shimgen"), "prompt", "--format", "mcp", "--timeout", "90s").Output()
	require.NoError(t, err)
	var printed struct{ InputSchema any }
	require.NoError(t, json.Unmarshal(out, &printed))
	list, err := w.connect(t, "--timeout", "90s").ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		if tool.Name == "execute" {
			assert.Equal(t, printed.InputSchema, tool.InputSchema)
		}
	}
}

// TestSchemasAreSchemas validates the schemas against the meta-schema of draft 2020-12,
// which comes with the validator's module, and checks that they accept what the tools
// accept.
func TestSchemasAreSchemas(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t, "--sandbox", "none")
	list, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	schema := map[string]*jsonschema.Resolved{}
	for _, tool := range list.Tools {
		schema[tool.Name] = resolved(t, tool.InputSchema)
	}
	out, err := w.command(w.libexec("shimgen"), "prompt", "--format", "json-schema").Output()
	require.NoError(t, err)
	var whole any
	require.NoError(t, json.Unmarshal(out, &whole))
	resolved(t, whole)

	for name, c := range map[string]struct {
		tool  string
		args  map[string]any
		valid bool
	}{
		"a command":              {"execute", map[string]any{"command": "true"}, true},
		"everything":             {"execute", map[string]any{"command": "true", "timeout": 5, "working_directory": ".", "sandbox": "none"}, true},
		"no command":             {"execute", map[string]any{}, false},
		"an empty command":       {"execute", map[string]any{"command": ""}, false},
		"a list as command":      {"execute", map[string]any{"command": []any{"ls"}}, false},
		"an unknown argument":    {"execute", map[string]any{"command": "true", "no_security": true}, false},
		"a long time":            {"execute", map[string]any{"command": "true", "timeout": 601}, false},
		"no time":                {"execute", map[string]any{"command": "true", "timeout": 0}, false},
		"half a second":          {"execute", map[string]any{"command": "true", "timeout": 1.5}, false},
		"an unknown sandbox":     {"execute", map[string]any{"command": "true", "sandbox": "jail"}, false},
		"a check":                {"check", map[string]any{"command": "true"}, true},
		"an appeal":              {"appeal", map[string]any{"command": "git reset --hard", "why": "to begin anew"}, true},
		"an appeal for nothing":  {"appeal", map[string]any{"command": "git reset --hard"}, false},
		"a check with a sandbox": {"check", map[string]any{"command": "true", "sandbox": "none"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.valid, schema[c.tool].Validate(roundTrip(t, c.args)) == nil, "what the schema says")
			r, err := tryCall(t.Context(), s, c.tool, c.args)
			require.NoError(t, err)
			assert.Equal(t, c.valid, !r.isError, "what the tool says: %s", r.text)
		})
	}
}

func roundTrip(t *testing.T, v any) (out any) {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &out))
	return out
}

// TestExecute is the table of calls and their results.
func TestExecute(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.Mkdir(filepath.Join(w.project, "sub"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(w.home, ".ssh"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(w.project, "file"), []byte("text\n"), 0o644))
	s := w.connect(t, "--sandbox", "none")
	for name, c := range map[string]struct {
		args    map[string]any
		isError bool
		text    string // exactly, or a part of it if it begins with …
		fields  map[string]any
	}{
		"allowed": {
			map[string]any{"command": "echo out; echo err >&2"},
			false, "out\n[standard error]\nerr\n",
			map[string]any{"ran": true, "action": "allow", "exit_code": 0.0, "stdout": "out\n", "stderr": "err\n", "timed_out": false, "left_out": 0.0},
		},
		"a status of its own": {
			map[string]any{"command": "echo x; exit 3"}, false, "x\n[exit status 3]\n", map[string]any{"exit_code": 3.0},
		},
		"nothing printed":   {map[string]any{"command": "true"}, false, "[exit status 0]\n", nil},
		"a missing program": {map[string]any{"command": "no-such-program"}, false, "…[exit status 127]\n", map[string]any{"exit_code": 127.0}},
		"warned of": {
			map[string]any{"command": "git push"},
			false, "…git [push]\n",
			map[string]any{"action": "warn", "ran": true, "warning": "warning: git push sends commits to a remote [git.push]"},
		},
		"refused": {
			map[string]any{"command": "echo begun; rm -rf /etc"},
			true, "…shimgen: blocked: rm -rf /etc ",
			map[string]any{"ran": false, "action": "block", "rule": "fs.rm-system", "class": "catastrophic"},
		},
		"to be asked about": {
			map[string]any{"command": "git reset --hard"},
			true, "…" + askUser,
			map[string]any{"ran": false, "action": "ask", "rule": "git.reset-hard"},
		},
		"not understood": {map[string]any{"command": "echo ("}, true, "…cannot parse", map[string]any{"ran": false, "action": "ask"}},
		"standard input is not the protocol's": {
			map[string]any{"command": "cat; read -r x; echo end"}, false, "end\n", map[string]any{"exit_code": 0.0},
		},
		"a directory of its own": {
			map[string]any{"command": "pwd", "working_directory": "sub"}, false, filepath.Join(w.project, "sub") + "\n", nil,
		},
		"a directory that is not there": {
			map[string]any{"command": "pwd", "working_directory": "none"},
			true, "shimgen: directory \"none\": no such file or directory\n",
			map[string]any{"ran": false},
		},
		"a file as directory":              {map[string]any{"command": "pwd", "working_directory": "file"}, true, "shimgen: directory \"file\": not a directory\n", nil},
		"a directory that is not allowed":  {map[string]any{"command": "pwd", "working_directory": "~/.ssh"}, true, "…secrets.read", nil},
		"no directory":                     {map[string]any{"command": "pwd", "working_directory": ""}, true, "…empty path", nil},
		"no command":                       {map[string]any{}, true, "shimgen: no command provided\n", map[string]any{"error": "no command provided"}},
		"a command of blanks":              {map[string]any{"command": " \n\t"}, true, "shimgen: no command provided\n", nil},
		"a number as command":              {map[string]any{"command": 1}, true, "shimgen: arguments: command is not a string\n", nil},
		"words as timeout":                 {map[string]any{"command": "true", "timeout": "long"}, true, "shimgen: arguments: timeout is not a number\n", nil},
		"an argument that there is not":    {map[string]any{"command": "true", "no_security": true}, true, "shimgen: arguments: unknown name \"no_security\"\n", nil},
		"a time over the limit":            {map[string]any{"command": "true", "timeout": 601}, true, "…not a whole number of seconds from 1 to 600", nil},
		"a negative time":                  {map[string]any{"command": "true", "timeout": -1}, true, "…not a whole number of seconds", nil},
		"a time beyond all numbers":        {map[string]any{"command": "true", "timeout": 1e300}, true, "…not a whole number of seconds", nil},
		"a sandbox that there is not":      {map[string]any{"command": "true", "sandbox": "jail"}, true, "…sandbox \"jail\": must be one of none, proot", nil},
		"no sandbox at all":                {map[string]any{"command": "echo x", "sandbox": "none"}, false, "x\n", nil},
		"null is not given":                {map[string]any{"command": "echo x", "sandbox": nil, "timeout": nil, "working_directory": nil}, false, "x\n", nil},
		"bytes that are no text":           {map[string]any{"command": `printf 'a\377\000b'`}, false, "a\uFFFD\x00b\n", nil},
		"what looks like an answer is not": {map[string]any{"command": `echo '{"jsonrpc":"2.0","id":1,"result":{}}'`}, false, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, s, "execute", c.args)
			assert.Equal(t, c.isError, r.isError, r.text)
			if part, ok := strings.CutPrefix(c.text, "…"); ok {
				assert.Contains(t, r.text, part)
			} else {
				assert.Equal(t, c.text, r.text)
			}
			for key, want := range c.fields {
				assert.Equal(t, want, r.fields[key], key)
			}
		})
	}
	ran, err := os.ReadFile(filepath.Join(w.project, "ran"))
	require.NoError(t, err)
	assert.Equal(t, "git\n", string(ran), "of the fakes, only the push was reached")
}

// TestShimsSeeWhatTheTextHides checks that a command runs under the shims.
func TestShimsSeeWhatTheTextHides(t *testing.T) {
	w := newWorld(t)
	require.NoError(t, os.WriteFile(filepath.Join(w.project, "names"), []byte("/etc\n"), 0o644))
	r := run1(t, w.connect(t), `echo begun; rm -rf "$(cat names)"; echo "status $?"`)
	assert.False(t, r.isError)
	assert.Equal(t, "begun\nstatus 126\n", r.fields["stdout"])
	assert.Contains(t, r.fields["stderr"], "shimgen: blocked: rm -rf /etc")
	assert.NoFileExists(t, filepath.Join(w.project, "ran"))
}

// TestCheck compares the tool with the verb.
func TestCheck(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t)
	for _, command := range []string{"ls", "git push", "git reset --hard", "rm -rf /etc; curl x | sh", "echo (", `eval "$X"`} {
		out, _ := w.command(w.libexec("shimgen"), "check", "--json", "--shims", filepath.Join(w.home, ".agent-loop", "bin"), "--", command).Output()
		var want map[string]any
		require.NoError(t, json.Unmarshal(out, &want), command)
		r := call(t, s, "check", map[string]any{"command": command})
		assert.False(t, r.isError, "a refusal is an answer here")
		assert.Equal(t, want, r.fields, command)
	}
	r := call(t, s, "check", map[string]any{"command": "rm -rf /etc"})
	assert.True(t, strings.HasPrefix(r.text, "shimgen: blocked: rm -rf /etc "), r.text)
	assert.True(t, call(t, s, "check", map[string]any{"command": ""}).isError)
	assert.True(t, call(t, s, "check", map[string]any{"command": "ls", "working_directory": "none"}).isError)
	assert.NoFileExists(t, filepath.Join(w.project, "ran"))
}

// TestNothingLoosens checks that the caller cannot loosen the policy.
func TestNothingLoosens(t *testing.T) {
	t.Run("the server's profile holds", func(t *testing.T) {
		w := newWorld(t)
		r := run1(t, w.connect(t, "--security-profile", "paranoid", "--sandbox", "proot"), "touch x")
		assert.True(t, r.isError)
		assert.Equal(t, "safe.unlisted", r.fields["rule"])
	})
	t.Run("the server's sandbox holds", func(t *testing.T) {
		w := newWorld(t)
		s := w.connect(t, "--proot")
		r := call(t, s, "execute", map[string]any{"command": "echo x", "sandbox": "none"})
		assert.True(t, r.isError)
		assert.Contains(t, r.text, `sandbox "none": must be one of proot, native, bwrap`)
	})
	t.Run("the policy's sandbox holds", func(t *testing.T) {
		w := newWorld(t)
		w.policy(t, "profile = \"guarded\"\n")
		s := w.connect(t)
		r := run1(t, s, "echo x; grep Seccomp: /proc/self/status")
		if r.isError { // it runs confined, or not at all
			assert.Regexp(t, "bwrap: not installed|the sandbox could not be set up", r.text)
		} else {
			assert.Contains(t, r.text, "x\nSeccomp:\t2")
		}
		assert.True(t, call(t, s, "execute", map[string]any{"command": "echo x", "sandbox": "none"}).isError)
	})
	t.Run("a directory does not become the work directory", func(t *testing.T) {
		w := newWorld(t)
		w.policy(t, "profile = \"guarded\"\n")
		other := filepath.Join(w.home, "other")
		require.NoError(t, os.Mkdir(other, 0o755))
		r := call(t, w.connect(t), "check", map[string]any{"command": "echo x > f", "working_directory": other})
		assert.Equal(t, "ask", r.fields["action"], r.text)
	})
	t.Run("exceptions do not go along into another directory", func(t *testing.T) {
		w := newWorld(t)
		w.policy(t, "profile = \"cautious\"\n[commands]\nallowed = [\"git reset --hard\"]\n")
		require.NoError(t, os.Mkdir(filepath.Join(w.project, "sub"), 0o755))
		s := w.connect(t)
		assert.Equal(t, "allow", call(t, s, "check", map[string]any{"command": "git reset --hard"}).fields["action"])
		r := call(t, s, "check", map[string]any{"command": "git reset --hard", "working_directory": "sub"})
		assert.Equal(t, "ask", r.fields["action"])
	})
}

// TestPolicyOfTheMoment checks that a running server follows policy changes.
func TestPolicyOfTheMoment(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t)
	assert.False(t, run1(t, s, "git push").isError)
	w.policy(t, "profile = \"cautious\"\n[actions]\n\"git.push\" = \"block\"\n")
	assert.True(t, run1(t, s, "git push").isError)
	list, err := s.ListTools(t.Context(), nil)
	require.NoError(t, err)
	assert.NotContains(t, list.Tools[1].Description, "Run, with a warning: sudo, su, doas; git push.")

	w.policy(t, "profle = \"open\"\n")
	r := run1(t, s, "echo x")
	assert.True(t, r.isError, "a policy that cannot be read refuses")
	assert.Contains(t, r.text, "profle")
	_, err = s.ListTools(t.Context(), nil)
	assert.NoError(t, err)
	w.policy(t, "profile = \"cautious\"\n")
	assert.False(t, run1(t, s, "echo x").isError)
}

// TestRecords checks the audit trail, and the source that each record names.
func TestRecords(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t)
	run1(t, s, "echo x; exit 2")
	run1(t, s, "git reset --hard")
	call(t, s, "check", map[string]any{"command": "ls"})
	days, err := filepath.Glob(filepath.Join(w.home, ".agent-loop", "audit", "*.jsonl"))
	require.NoError(t, err)
	require.Len(t, days, 1)
	data, err := os.ReadFile(days[0])
	require.NoError(t, err)
	var records []map[string]any
	for line := range strings.Lines(string(data)) {
		var r map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		records = append(records, r)
	}
	require.Len(t, records, 4)
	for i, want := range []map[string]any{
		{"event": "command", "command": "echo x; exit 2", "allowed": true, "agent": "test-agent"},
		{"event": "outcome", "exit": 2.0},
		{"event": "command", "command": "git reset --hard", "action": "ask", "allowed": false, "agent": "test-agent"},
		{"event": "command", "command": "ls", "allowed": true, "agent": "test-agent"},
	} {
		for key, value := range want {
			assert.Equal(t, value, records[i][key], "record %d: %s", i, key)
		}
	}
	assert.Equal(t, records[0]["id"], records[1]["id"])
}

// TestApprove checks that a command that asks waits under a code, and runs once after a
// person's yes to exactly this command.
func TestApprove(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t)
	r := run1(t, s, "git reset --hard")
	code, _ := r.fields["approve"].(string)
	require.True(t, approval.IsCode(code), "%v", r.fields)
	assert.Contains(t, r.text, "shimgen approve "+code)

	store := approval.In(filepath.Join(w.home, ".agent-loop"), os.Getuid())
	asked, err := store.Find(code)
	require.NoError(t, err)
	require.NoError(t, store.Add(approval.Grant{Code: code, What: asked.What, Asks: asked.Asks, Once: true, At: time.Now(), Until: time.Now().Add(time.Hour)}))
	r = run1(t, s, "git reset --hard; git clean -f")
	assert.Equal(t, false, r.fields["ran"], "another text")
	r = run1(t, s, "git reset --hard")
	assert.Equal(t, true, r.fields["ran"], r.text)
	r = run1(t, s, "git reset --hard")
	assert.Equal(t, false, r.fields["ran"], "spent")
}

// TestAppeal submits an appeal, which changes nothing, and none if nothing could be allowed.
func TestAppeal(t *testing.T) {
	w := newWorld(t)
	s := w.connect(t, "--sandbox", "none")
	force := map[string]any{"command": "git push --force origin wip", "why": "the branch is mine"}
	r := call(t, s, "appeal", force)
	require.False(t, r.isError, r.text)
	assert.Contains(t, r.text, "until the user has accepted it, the command stays refused")
	assert.Contains(t, r.fields["rules"], "git.push-force")
	out, err := w.command(w.libexec("shimgen"), "appeal", "list").Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), r.fields["code"])
	assert.Contains(t, string(out), "the branch is mine")
	assert.Equal(t, "ask", call(t, s, "check", map[string]any{"command": force["command"]}).fields["action"], "it allows nothing")

	for command, why := range map[string]string{
		"ls":              "it is not refused",
		"rm -rf /":        "no entry of the policy can allow it",
		"git reset; ls\n": "it is not refused",
	} {
		r := call(t, s, "appeal", map[string]any{"command": command, "why": "x"})
		assert.True(t, r.isError, command)
		assert.Contains(t, r.text, why, command)
	}
	r = call(t, s, "appeal", map[string]any{"command": "git push --force", "why": strings.Repeat("é", 300)})
	assert.True(t, r.isError)
	assert.Contains(t, r.text, "more than 500 bytes")
}
