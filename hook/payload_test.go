package hook

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

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
			Call{Tool: "apply_patch", Dir: "/w", Writes: []string{"a.go", "/etc/x", "c"}, Deletes: []string{"b", "/etc/x"}},
		},
		{
			"OpenCode's patches, under a name of its own",
			`{"cwd":"/w","tool":"apply_patch","args":{"patchText":"*** Begin Patch\n \t*** Add File: .git/hooks/pre-commit\n+x\n*** End Patch"}}`,
			Call{Tool: "apply_patch", Dir: "/w", Writes: []string{".git/hooks/pre-commit"}},
		},
		{
			"a patch in the marks of a here-document",
			`{"tool_name":"apply_patch","tool_input":{"input":"<<'EOF'\n*** Begin Patch\n*** Delete File: .env\n*** End Patch\nEOF"}}`,
			Call{Tool: "apply_patch", Deletes: []string{".env"}},
		},
		{
			"a patch as bare text",
			`{"tool_name":"apply_patch","tool_input":"*** Begin Patch\n*** Add File: a\n*** End Patch"}`,
			Call{Tool: "apply_patch", Writes: []string{"a"}},
		},
		{
			"a diff",
			`{"tool_name":"mcp__x__patch_file","tool_input":{"diff":"--- a/x\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+y\n"}}`,
			Call{Tool: "mcp__x__patch_file", Writes: []string{".git/hooks/x"}},
		},
		{
			"a diff under a key that nobody knows",
			`{"tool_name":"mcp__x__y","tool_input":{"changes":"--- a/x\n+++ b/.git/hooks/x\n@@ -0,0 +1 @@\n+y\n"}}`,
			Call{Tool: "mcp__x__y", Writes: []string{".git/hooks/x"}},
		},
		{
			"a patch typed into a shell, which the shell's grammar reads",
			`{"tool_name":"Bash","tool_input":{"command":"cd x && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n*** End Patch\nEOF"}}`,
			Call{Tool: "Bash", Sources: []string{"cd x && apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n*** End Patch\nEOF"}},
		},
		{
			"the agent's session, for what is said once in it",
			`{"session_id":"abc","tool_name":"Bash","tool_input":{"command":"ls","session_id":"other"}}`,
			Call{Tool: "Bash", Session: "abc", Sources: []string{"ls"}},
		},
		{
			"Gemini CLI's directory",
			`{"cwd":"/w","tool_name":"run_shell_command","tool_input":{"command":"echo x > tasks.json","dir_path":".vscode"}}`,
			Call{Tool: "run_shell_command", Dir: "/w/.vscode", Sources: []string{"echo x > tasks.json"}},
		},
		{
			"how Gemini CLI started a server is nothing that the call does",
			`{"cwd":"/w","tool_name":"mcp_x_y","tool_input":{"path":"a"},"mcp_context":{"server_name":"x","command":"python3","args":["s.py"]}}`,
			Call{Tool: "mcp_x_y", Dir: "/w", Reads: []string{"a"}},
		},
		{
			"a name for a path that nobody knows",
			`{"tool_name":"mcp__fs__write","tool_input":{"target":".git/hooks/pre-commit","data":"x"}}`,
			Call{Tool: "mcp__fs__write", Writes: []string{".git/hooks/pre-commit"}},
		},
		{
			"a path with content, of a tool that says no verb",
			`{"tool_name":"mcp__x__y","tool_input":{"filename":".bashrc","blob":"x"}}`,
			Call{Tool: "mcp__x__y", Writes: []string{".bashrc"}},
		},
		{
			"a path by its form alone",
			`{"tool_name":"mcp__x__y","tool_input":{"a":"~/.ssh/config","b":"x"}}`,
			Call{Tool: "mcp__x__y", Writes: []string{"~/.ssh/config"}},
		},
		{
			"paths in a list in a list",
			`{"tool_name":"mcp__fs__remove","tool_input":{"what":{"targets":["/etc/hosts","~/x"]}}}`,
			Call{Tool: "mcp__fs__remove", Deletes: []string{"/etc/hosts", "~/x"}},
		},
		{
			"a longer name for a deleter",
			`{"tool_name":"mcp__fs__delete_file_permanently","tool_input":{"path":"a"}}`,
			Call{Tool: "mcp__fs__delete_file_permanently", Deletes: []string{"a"}},
		},
		{
			"a move",
			`{"tool_name":"mcp__fs__move_file","tool_input":{"source":".env","destination":"/tmp/x"}}`,
			Call{Tool: "mcp__fs__move_file", Writes: []string{"/tmp/x"}, Deletes: []string{".env"}},
		},
		{
			"code in a language that the tool says",
			`{"tool_name":"mcp__x__run_python","tool_input":{"code":"import os"}}`,
			Call{Tool: "mcp__x__run_python", Codes: []Code{{[]string{"python3", "-c"}, "import os"}}},
		},
		{
			"code in a language that an argument says",
			`{"tool_name":"mcp__x__y","tool_input":{"snippet":"1","language":"javascript"}}`,
			Call{Tool: "mcp__x__y", Codes: []Code{{[]string{"node", "-e"}, "1"}}},
		},
		{
			"code in a language that nobody says",
			`{"tool_name":"mcp__x__y","tool_input":{"target":"prod","code":"rm -rf ~"}}`,
			Call{Tool: "mcp__x__y", Writes: []string{"prod"}, Codes: []Code{{nil, "rm -rf ~"}}},
		},
		{
			"what nobody here can read",
			`{"tool_name":"mcp__x__y","tool_input":{"thing":"a b c d e f"}}`,
			Call{Tool: "mcp__x__y", Unparsed: true},
		},
		{
			"Claude Code's workflows are JavaScript",
			`{"tool_name":"Workflow","tool_input":{"script":"const a = 1"}}`,
			Call{Tool: "Workflow", Codes: []Code{{[]string{"node", "-e"}, "const a = 1"}}},
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
		if tt.want.Session == "" { // most rows test what a call does
			got.Session = ""
		}
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
		{"more behind it", `{"tool_name":"x"} {"tool_name":"y"}`, "text after"},
		{"bytes that are no UTF-8", "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls \xff\"}}", "UTF-8"},
		{"an empty object", "{}", "names no tool"},
		{"a shell without arguments", `{"tool_name":"Bash"}`, "without one"},
		{"a shell with other arguments", `{"tool_name":"Bash","tool_input":{"kommand":"ls"}}`, "without one"},
		{"a shell whose command is a number", `{"tool_name":"Bash","tool_input":{"command":5}}`, "without one"},
		{"a shell whose arguments are broken JSON", `{"toolName":"bash","toolArgs":"{\"command\":"}`, ""},
		{"a shell with an empty vector", `{"tool_name":"shell","tool_input":{"command":[]}}`, "without one"},
		{"a vector with something else in it", `{"tool_name":"shell","tool_input":{"command":["ls",5]}}`, "without one"},
		{"a patch that names no file", `{"tool_name":"apply_patch","tool_input":{"input":"*** Begin Patch\n*** End Patch"}}`, "one that can be read"},
		{"a patch in a form that nobody knows", `{"tool":"apply_patch","args":{"patchText":"[[x]]"}}`, "one that can be read"},
		{"a patch tool without anything", `{"tool_name":"apply_patch","tool_input":{}}`, "one that can be read"},
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

// A payload that would need many times its length in memory is refused before that,
// whatever its form.
func TestReadIsBounded(t *testing.T) {
	many := func(item string) string { return strings.Repeat(item+",", 8<<20/(len(item)+1)) + item }
	quoted := func(s string) string { return strings.ReplaceAll(s, `"`, `\"`) }
	for why, payload := range map[string]string{
		"numbers":                       `{"tool_name":"x","a":[` + many("0") + `]}`,
		"lists":                         `{"tool_name":"x","a":[` + many("[]") + `]}`,
		"objects":                       `{"tool_name":"x","a":[` + many("{}") + `]}`,
		"texts":                         `{"tool_name":"Read","tool_input":{"paths":[` + many(`"a"`) + `]}}`,
		"keys":                          `{"tool_name":"x","tool_input":{` + many(`"a":0`) + `}}`,
		"the same key again":            `{"tool_name":"x",` + many(`"tool_input":{}`) + `}`,
		"numbers in a text":             `{"toolName":"x","toolArgs":"{` + quoted(`"a":[`) + many("0") + `]}"}`,
		"texts that hold a little each": `{"toolName":"x",` + many(`"toolArgs":"{`+quoted(`"a":[0,0,0,0,0,0]`)+`}"`) + `}`,
	} {
		data := []byte(payload)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Read(data)
		runtime.ReadMemStats(&after)
		assert.ErrorContains(t, err, "more than", why)
		assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(200), "%s: MiB allocated", why)
	}
	_, err := Read([]byte(`{"tool_name":"Read","tool_input":{"paths":["a"` + strings.Repeat(`,"a"`, maxUses) + `]}}`))
	assert.ErrorIs(t, err, ErrMany)
	assert.ErrorContains(t, ErrMany, strconv.Itoa(maxUses))
	assert.ErrorContains(t, errMany, strconv.Itoa(maxValues))
}

// However many keys an object has, each one is examined only a few times.
func TestReadTakesManyKeysInTime(t *testing.T) {
	for _, item := range []string{
		`"path":""`, `"x":"y z"`, `"src":"a"`, `"command":"a"`, `"command":"a","args":["a"]`, `"args":["a"]`, `"diff":"x"`, `"content":""`, `"from":"x","to":"y"`, `"args":"{}"`,
	} {
		for _, form := range []string{`{"tool_name":"move_x","tool_input":{%}}`, `{%}`} {
			from := time.Now()
			_, _ = Read([]byte(strings.Replace(form, "%", strings.Repeat(item+",", 40000)+item, 1)))
			assert.Less(t, time.Since(from), 20*time.Second, item) // scanning all keys for each of them takes minutes
		}
	}
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
