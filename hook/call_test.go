package hook

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadFindsWhatThereIsToJudge(t *testing.T) {
	for _, tt := range []struct {
		why     string
		payload string
		want    Call
	}{
		{
			"Claude Code's shell",
			`{"session_id":"s","transcript_path":"/t","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","description":"x","timeout":5},"tool_use_id":"u"}`,
			Call{Tool: "Bash", Mode: "default", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"Codex's, whose cwd is the call's own",
			`{"session_id":"s","turn_id":"t","cwd":"/tmp","hook_event_name":"PreToolUse","model":"m","permission_mode":"bypassPermissions","tool_name":"Bash","tool_input":{"command":"touch x"},"tool_use_id":"u"}`,
			Call{Tool: "Bash", Mode: "bypassPermissions", Dir: "/tmp", Sources: []string{"touch x"}},
		},
		{
			"Codex's patches",
			`{"cwd":"/w","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** Delete File: b\n*** Add File: /etc/x\n*** Move to: c\n*** End Patch\n"}}`,
			Call{Tool: "apply_patch", Dir: "/w", Writes: []string{"a.go", "/etc/x", "c"}, Deletes: []string{"b"}},
		},
		{
			"Gemini CLI's shell",
			`{"session_id":"s","cwd":"/w","hook_event_name":"BeforeTool","timestamp":"x","tool_name":"run_shell_command","tool_input":{"command":"ls","description":"d","directory":"sub"}}`,
			Call{Tool: "run_shell_command", Dir: "/w/sub", Sources: []string{"ls"}},
		},
		{
			"Copilot CLI's, arguments as an object",
			`{"sessionId":"s","timestamp":1,"cwd":"/w","toolName":"bash","toolArgs":{"command":"ls","description":"d"}}`,
			Call{Tool: "bash", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"Copilot CLI's, arguments as a text that holds JSON",
			`{"timestamp":1,"cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}`,
			Call{Tool: "bash", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"Cursor's, side by side with the rest",
			`{"conversation_id":"c","hook_event_name":"beforeShellExecution","workspace_roots":["/w"],"command":"ls","cwd":""}`,
			Call{Tool: "beforeShellExecution", Sources: []string{"ls"}},
		},
		{
			"Windsurf's",
			`{"agent_action_name":"pre_run_command","tool_info":{"command_line":"ls","cwd":"/w"}}`,
			Call{Tool: "pre_run_command", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"OpenCode's, as the plugin sends it",
			`{"tool":"bash","sessionID":"s","callID":"c","cwd":"/w","args":{"command":"ls"}}`,
			Call{Tool: "bash", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"Grok's camel case",
			`{"hookEventName":"PreToolUse","cwd":"/w","toolName":"Bash","toolInput":{"command":"ls"}}`,
			Call{Tool: "Bash", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"VS Code's other names",
			`{"cwd":"/w","hookEventName":"PreToolUse","tool_name":"runTerminalCommand","tool_input":{"command":"ls","isBackground":false}}`,
			Call{Tool: "runTerminalCommand", Dir: "/w", Sources: []string{"ls"}},
		},
		{
			"an argument vector",
			`{"tool_name":"shell","tool_input":{"command":["bash","-lc","ls"],"workdir":"/x"},"cwd":"/w"}`,
			Call{Tool: "shell", Dir: "/x", Argvs: [][]string{{"bash", "-lc", "ls"}}},
		},
		{
			"a program and its arguments apart",
			`{"tool_name":"mcp__x__run","tool_input":{"command":"rm","args":["-rf","/"]}}`,
			Call{Tool: "mcp__x__run", Sources: []string{"rm"}, Argvs: [][]string{{"rm", "-rf", "/"}}},
		},
		{
			"a tool nobody knows, with a command deep inside",
			`{"tool_name":"mcp__x__y","tool_input":{"job":{"steps":[{"cmd":"a"},{"script":"b"}]}}}`,
			Call{Tool: "mcp__x__y", Sources: []string{"a", "b"}},
		},
		{
			"several commands",
			`{"tool_name":"x","tool_input":{"commands":["a","b"]}}`,
			Call{Tool: "x", Sources: []string{"a", "b"}},
		},
		{
			"a key that is there twice",
			`{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm x"}}`,
			Call{Tool: "Bash", Sources: []string{"ls", "rm x"}},
		},
		{
			"what is typed into a shell that runs already",
			`{"tool_name":"write_stdin","tool_input":{"session_id":1,"chars":"rm x\n"}}`,
			Call{Tool: "write_stdin", Sources: []string{"rm x\n"}},
		},
		{
			"a tool without a name",
			`{"tool_input":{"command":"ls"}}`,
			Call{Sources: []string{"ls"}},
		},
		{
			"a tool that writes a file",
			`{"cwd":"/w","tool_name":"Write","tool_input":{"file_path":"/w/a","content":"{\"command\":\"rm\"}"}}`,
			Call{Tool: "Write", Dir: "/w", Writes: []string{"/w/a"}},
		},
		{
			"a tool that edits one",
			`{"cwd":"/w","tool_name":"Edit","tool_input":{"file_path":"a","old_string":"x","new_string":"y"}}`,
			Call{Tool: "Edit", Dir: "/w", Writes: []string{"a"}},
		},
		{
			"an editing tool whose command is a word of its own",
			`{"tool_name":"fs_write","tool_input":{"command":"create","path":"a","file_text":"x"}}`,
			Call{Tool: "fs_write", Writes: []string{"a"}},
		},
		{
			"the same tool looking",
			`{"tool_name":"str_replace_based_edit_tool","tool_input":{"command":"view","path":"a"}}`,
			Call{Tool: "str_replace_based_edit_tool", Reads: []string{"a"}},
		},
		{
			"a tool that reads",
			`{"tool_name":"Read","tool_input":{"file_path":"/w/a"}}`,
			Call{Tool: "Read", Reads: []string{"/w/a"}},
		},
		{
			"a tool that deletes",
			`{"tool_name":"delete_file","tool_input":{"target_file":"a"}}`,
			Call{Tool: "delete_file", Deletes: []string{"a"}},
		},
		{
			"a tool that fetches",
			`{"tool_name":"WebFetch","tool_input":{"url":"https://example.com/","prompt":"x"}}`,
			Call{Tool: "WebFetch", URLs: []string{"https://example.com/"}},
		},
		{
			"a file as a URL",
			`{"tool_name":"open","tool_input":{"uri":"FILE:///etc/shadow"}}`,
			Call{Tool: "open", Reads: []string{"/etc/shadow"}},
		},
		{
			"a tool that does nothing we judge",
			`{"tool_name":"TodoWrite","tool_input":{"todos":[{"content":"rm -rf /","status":"x"}]}}`,
			Call{Tool: "TodoWrite"},
		},
	} {
		got, err := Read([]byte(tt.payload))
		if assert.NoError(t, err, tt.why) {
			assert.Equal(t, tt.want, got, tt.why)
		}
	}
}

func TestReadRefusesWhatItCannotTell(t *testing.T) {
	for _, tt := range []struct {
		why, payload string
		want         string
	}{
		{"nothing at all", "", "empty"},
		{"blanks", " \n", "empty"},
		{"half of it", `{"tool_name":"Bash","tool_input":{"comm`, "cut off"},
		{"no JSON", "ls", "not JSON"},
		{"a list", "[]", "not an object"},
		{"null", "null", "not an object"},
		{"more behind it", `{"tool_name":"x"} {"tool_name":"y"}`, "behind its end"},
		{"bytes that are no UTF-8", "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls \xff\"}}", "UTF-8"},
		{"an empty object", "{}", "names no tool"},
		{"a shell without arguments", `{"tool_name":"Bash"}`, "without one"},
		{"a shell with other arguments", `{"tool_name":"Bash","tool_input":{"kommand":"ls"}}`, "without one"},
		{"a shell whose command is a number", `{"tool_name":"Bash","tool_input":{"command":5}}`, "without one"},
		{"a shell whose arguments are broken JSON", `{"toolName":"bash","toolArgs":"{\"command\":"}`, ""},
		{"a shell with an empty vector", `{"tool_name":"shell","tool_input":{"command":[]}}`, "without one"},
		{"a vector with something else in it", `{"tool_name":"shell","tool_input":{"command":["ls",5]}}`, "without one"},
		{"endless nesting", `{"tool_name":"x","a":` + strings.Repeat("[", 500) + strings.Repeat("]", 500) + "}", "deeply"},
		{"too much", `{"tool_name":"` + strings.Repeat("x", MaxPayload) + `"}`, fmt.Sprintf("longer than %d MiB", MaxPayload>>20)},
	} {
		c, err := Read([]byte(tt.payload))
		if tt.want == "" { // the text itself is what would be run
			assert.NoError(t, err, tt.why)
			assert.NotEmpty(t, c.Sources, tt.why)
			continue
		}
		assert.ErrorContains(t, err, tt.want, tt.why)
	}
}

func TestReadTakesTenMebibytes(t *testing.T) {
	big := strings.Repeat("x", 10<<20)
	c, err := Read([]byte(`{"tool_name":"Write","tool_input":{"file_path":"a","content":"` + big + `"}}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"a"}, c.Writes)
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		`{"tool_name":"Bash","tool_input":{"command":"ls"}}`, `{"toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}`, `{"a":[{"b":{}}]}`, `{"command":["x"]}`, "", "[",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		c, err := Read(payload)
		if err == nil && c.Tool == "" && c.empty() {
			t.Fatal("nothing to judge, and no error")
		}
		if errors.Is(err, ErrNothing) && c.Tool == "" {
			t.Fatal("a tool without a name runs commands")
		}
	})
}
