package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// wire is one API from a client's side.
type wire struct {
	path, streamPath string
	tools            string // how it describes a shell tool; TOOL is its name
	body             string // of a request, with STREAM, TOOLS and RESULTS for their parts
	result           func(n int) string
	call, words      func(t *testing.T, answer map[string]any) string // the command that the answer calls; its text
	streamed         func(t *testing.T, events []map[string]any) map[string]any
	kinds            string // the types of a stream's events, in order
}

// get follows keys and indexes into a value.
func get(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, ok := v.(map[string]any)
			require.True(t, ok, "%v in %v", p, v)
			v = m[p]
		case int:
			l, ok := v.([]any)
			require.True(t, ok && p < len(l), "%v in %v", p, v)
			v = l[p]
		}
	}
	return v
}

func text(t *testing.T, v any, path ...any) string {
	t.Helper()
	s, ok := get(t, v, path...).(string)
	require.True(t, ok, "%v in %v", path, v)
	return s
}

// object parses JSON in a string.
func object(t *testing.T, s string) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(s), &v), s)
	return v
}

const shellSchema = `{"type":"object","properties":{"command":{"type":"string"},"description":{"type":"string"},"quiet":{"type":"boolean"}},"required":["command","description"]}`

var wires = map[string]wire{
	"anthropic": {
		path: "/v1/messages?beta=true", streamPath: "/v1/messages?beta=true",
		tools: `[{"name":"Read","input_schema":{"type":"object"}},{"name":"TOOL","input_schema":` + shellSchema + `}]`,
		body:  `{"model":"m","stream":STREAM,"messages":[{"role":"user","content":"go"},{"role":"user","content":[{"type":"text","text":"x"}RESULTS]}],"tools":TOOLS}`,
		result: func(n int) string {
			return fmt.Sprintf(`,{"type":"tool_result","content":[{"type":"text","text":"result %d"}]}`, n)
		},
		call: func(t *testing.T, a map[string]any) string {
			assert.Equal(t, "tool_use", a["stop_reason"])
			return text(t, a, "content", 0, "name") + " " + text(t, a, "content", 0, "input", "command")
		},
		words: func(t *testing.T, a map[string]any) string { return text(t, a, "content", 0, "text") },
		streamed: func(t *testing.T, events []map[string]any) map[string]any {
			m := get(t, events[0], "message").(map[string]any)
			block := get(t, events[1], "content_block").(map[string]any)
			if delta := get(t, events[2], "delta").(map[string]any); delta["type"] == "input_json_delta" {
				block["input"] = object(t, text(t, delta, "partial_json"))
			} else {
				block["text"] = delta["text"]
			}
			m["content"], m["stop_reason"] = []any{block}, get(t, events[4], "delta", "stop_reason")
			return m
		},
		kinds: "message_start content_block_start content_block_delta content_block_stop message_delta message_stop",
	},
	"responses": {
		path: "/v1/responses", streamPath: "/v1/responses",
		tools: `[{"type":"web_search"},{"type":"function","name":"TOOL","parameters":` + strings.ReplaceAll(shellSchema, `"command"`, `"cmd"`) + `}]`,
		body:  `{"model":"m","stream":STREAM,"input":[{"type":"message","content":[]}RESULTS],"tools":TOOLS}`,
		result: func(n int) string {
			return fmt.Sprintf(`,{"type":"function_call"},{"type":"function_call_output","call_id":"c","output":"result %d"}`, n)
		},
		call: func(t *testing.T, a map[string]any) string {
			item := get(t, a, "output", 0)
			assert.Equal(t, "function_call", text(t, item, "type"))
			return text(t, item, "name") + " " + text(t, object(t, text(t, item, "arguments")), "cmd")
		},
		words: func(t *testing.T, a map[string]any) string { return text(t, a, "output", 0, "content", 0, "text") },
		streamed: func(t *testing.T, events []map[string]any) map[string]any {
			r := get(t, events[3], "response").(map[string]any)
			assert.Equal(t, get(t, events[2], "item"), get(t, r, "output", 0))
			return r
		},
		kinds: "response.created response.output_item.added response.output_item.done response.completed",
	},
	"chat": {
		path: "/v1/chat/completions", streamPath: "/v1/chat/completions",
		tools: `[{"type":"function","function":{"name":"TOOL","parameters":` + shellSchema + `}}]`,
		body:  `{"model":"m","stream":STREAM,"messages":[{"role":"user","content":"go"}RESULTS],"tools":TOOLS}`,
		result: func(n int) string {
			return fmt.Sprintf(`,{"role":"assistant"},{"role":"tool","content":"result %d"}`, n)
		},
		call: func(t *testing.T, a map[string]any) string {
			assert.Equal(t, "tool_calls", get(t, a, "choices", 0, "finish_reason"))
			f := get(t, a, "choices", 0, "message", "tool_calls", 0, "function")
			return text(t, f, "name") + " " + text(t, object(t, text(t, f, "arguments")), "command")
		},
		words: func(t *testing.T, a map[string]any) string { return text(t, a, "choices", 0, "message", "content") },
		streamed: func(t *testing.T, events []map[string]any) map[string]any {
			assert.Empty(t, get(t, events[2], "choices"))
			return map[string]any{"choices": []any{map[string]any{
				"message": get(t, events[0], "choices", 0, "delta"), "finish_reason": get(t, events[1], "choices", 0, "finish_reason"),
			}}}
		},
	},
	"gemini": {
		path: "/v1beta/models/m:generateContent", streamPath: "/v1beta/models/m:streamGenerateContent?alt=sse",
		tools: `[{"functionDeclarations":[{"name":"TOOL","parametersJsonSchema":` + strings.ReplaceAll(shellSchema, `"string"`, `"STRING"`) + `}]}]`,
		body:  `{"contents":[{"role":"user","parts":[{"text":"go"}RESULTS]}],"tools":TOOLS}`,
		result: func(n int) string {
			return fmt.Sprintf(`,{"functionResponse":{"name":"x","response":{"output":"result %d"}}}`, n)
		},
		call: func(t *testing.T, a map[string]any) string {
			f := get(t, a, "candidates", 0, "content", "parts", 0, "functionCall")
			return text(t, f, "name") + " " + text(t, f, "args", "command")
		},
		words: func(t *testing.T, a map[string]any) string {
			return text(t, a, "candidates", 0, "content", "parts", 0, "text")
		},
		streamed: func(_ *testing.T, events []map[string]any) map[string]any { return events[0] },
	},
}

// ask sends a request with a number of results and returns the answer, streamed or not.
func (w wire) ask(t *testing.T, s *Server, stream bool, tool string, results int) map[string]any {
	t.Helper()
	tools, said := "[]", ""
	if tool != "" {
		tools = strings.ReplaceAll(w.tools, "TOOL", tool)
	}
	for n := range results {
		said += w.result(n + 1)
	}
	body := strings.NewReplacer("STREAM", fmt.Sprint(stream), "TOOLS", tools, "RESULTS", said).Replace(w.body)
	path := w.path
	if stream {
		path = w.streamPath
	}
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, path, strings.NewReader(body)))
	require.Equal(t, http.StatusOK, rec.Code, rec.Body)
	if !stream {
		assert.Equal(t, "application/json", rec.Header().Get("Content-Type"))
		return object(t, rec.Body.String())
	}
	assert.Equal(t, "text/event-stream", rec.Header().Get("Content-Type"))
	var events []map[string]any
	var kinds []string
	for block := range strings.SplitSeq(strings.TrimSuffix(rec.Body.String(), "\n\n"), "\n\n") {
		name, data, named := strings.Cut(block, "\n")
		if !named {
			name, data = "", block
		}
		data = strings.TrimPrefix(data, "data: ")
		if data == "[DONE]" {
			continue
		}
		e := object(t, data)
		if named {
			assert.Equal(t, "event: "+text(t, e, "type"), name)
			kinds = append(kinds, text(t, e, "type"))
		}
		events = append(events, e)
	}
	assert.Equal(t, w.kinds, strings.Join(kinds, " "))
	return w.streamed(t, events)
}

// Each API gets each step in its own form, by the number of results in the request.
func TestServerTellsTheNextStep(t *testing.T) {
	for name, w := range wires {
		for _, stream := range []bool{false, true} {
			s := &Server{Steps: []Step{{Command: "one"}, {Command: "two"}}, Last: "all"}
			about := fmt.Sprintf("%s, stream %v", name, stream)
			assert.Equal(t, "Bash one", w.call(t, w.ask(t, s, stream, "Bash", 0)), about)
			assert.Equal(t, "all", w.words(t, w.ask(t, s, stream, "Bash", 2)), about)
			assert.Equal(t, "exec_command two", w.call(t, w.ask(t, s, stream, "exec_command", 1)), about)
			assert.Equal(t, "all", w.words(t, w.ask(t, s, stream, "", 0)), "%s: no tool", about)
			assert.Equal(t, "all", w.words(t, w.ask(t, s, stream, "read_file", 1)), "%s: no shell", about)

			assert.Equal(t, []string{"result 1", "result 2"}, s.Heard(), about)
			var steps []int
			for _, r := range s.Requests() {
				steps = append(steps, r.Step)
				assert.Equal(t, name, r.API)
				assert.Equal(t, stream, r.Stream)
			}
			assert.Equal(t, []int{0, -1, 1, -1, -1}, steps, about)
		}
	}
}

func TestServerTellsBefore(t *testing.T) {
	told := ""
	s := &Server{Steps: []Step{{Command: "one", Before: func() { told += "1" }}, {Command: "two", Before: func() { told += "2" }}}}
	w := wires["chat"]
	w.ask(t, s, false, "bash", 0)
	w.ask(t, s, false, "bash", 1)
	w.ask(t, s, false, "bash", 2)
	w.ask(t, s, false, "", 0)
	assert.Equal(t, "12", told)
}

func TestServerRefusesWhatNoClientSends(t *testing.T) {
	s := &Server{}
	for _, tt := range []struct {
		method, path, body string
		status             int
	}{
		{http.MethodPost, "/v1/messages", "{", http.StatusBadRequest},
		{http.MethodPost, "/v1/responses", "[]", http.StatusBadRequest},
		{http.MethodPost, "/v1/chat/completions", "", http.StatusBadRequest},
		{http.MethodPost, "/v1beta/models/m:generateContent", "x", http.StatusBadRequest},
		{http.MethodGet, "/v1/messages", "", http.StatusNotFound},
		{http.MethodPost, "/v1/embeddings", "{}", http.StatusNotFound},
		{http.MethodPost, "/v1/messages/count_tokens", "{}", http.StatusOK},
		{http.MethodPost, "/v1beta/models/m:countTokens", "{}", http.StatusOK},
	} {
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, httptest.NewRequest(tt.method, tt.path, strings.NewReader(tt.body)))
		assert.Equal(t, tt.status, rec.Code, tt.path)
	}
	assert.Equal(t, []Request{{Path: "GET /v1/messages", Step: -1}, {Path: "POST /v1/embeddings", Step: -1}}, s.Requests())
}

// A call fills in what a shell tool requires besides the command.
func TestCallsFillTheSchema(t *testing.T) {
	for _, tt := range []struct {
		why, schema, want string
	}{
		{"nothing known", `{}`, `{"command":"ls"}`},
		{"another name", `{"properties":{"cmd":{"type":"string"}}}`, `{"cmd":"ls"}`},
		{"an argument vector", `{"properties":{"command":{"type":"array"}},"required":["command"]}`, `{"command":["bash","-lc","ls"]}`},
		{
			"all kinds", `{"properties":{"command":{"type":"STRING"},"a":{"type":"string"},"b":{"type":["boolean","null"]},"c":{"type":"number"},"d":{"type":"array"},"e":{"type":"object"},"f":{"enum":["x","y"]},"g":{"type":"string"}},"required":["a","b","c","d","e","f"]}`,
			`{"command":"ls","a":"a step of the script","b":false,"c":10000,"d":[],"e":{},"f":"x"}`,
		},
	} {
		var s schema
		require.NoError(t, json.Unmarshal([]byte(tt.schema), &s))
		name, args, ok := Step{Command: "ls"}.call([]tool{{name: "x"}, {name: "run_shell_command", schema: s}})
		require.True(t, ok)
		assert.Equal(t, "run_shell_command", name)
		got, err := json.Marshal(args)
		require.NoError(t, err)
		assert.JSONEq(t, tt.want, string(got), tt.why)
	}
	for _, step := range []Step{{Read: "/x"}, {Write: "/x"}} {
		var s schema
		require.NoError(t, json.Unmarshal([]byte(`{"properties":{"path":{},"file_text":{}}}`), &s))
		name, args, ok := step.call([]tool{{name: "view", schema: s}, {name: "create", schema: s}})
		require.True(t, ok)
		want := map[string]any{"path": "/x"}
		if name == "create" {
			want["file_text"] = "written by a tool\n"
		}
		assert.Equal(t, want, args)
		assert.Equal(t, step.Write != "", name == "create")
	}
	name, args, ok := Step{Tool: "Read", Arguments: map[string]any{"file_path": "/x"}}.call([]tool{{name: "Bash"}, {name: "Read"}})
	assert.True(t, ok)
	assert.Equal(t, "Read", name)
	assert.Equal(t, map[string]any{"file_path": "/x"}, args)
	step := Step{Arguments: map[string]any{"a": 1}, Numbers: map[string]string{"id": "session ID "}}
	assert.Equal(t, map[string]any{"a": 1, "id": 42}, step.filled(step.Arguments, "in session ID 42\nsession ID 7"))
	assert.Equal(t, map[string]any{"a": 1, "id": 0}, step.filled(step.Arguments, "none"))
	assert.NotContains(t, step.Arguments, "id")
	_, _, ok = Step{Tool: "Write"}.call([]tool{{name: "Read"}})
	assert.False(t, ok)
}

func TestTextIsFoundInResults(t *testing.T) {
	for in, want := range map[string]string{
		`"plain"`:                              "plain",
		`[{"type":"text","text":"a"},"b"]`:     "a\nb",
		`{"output":"o"}`:                       "o",
		`{"content":[{"text":"c"}]}`:           "c",
		`{"error":"refused"}`:                  "refused",
		`{"status":1}`:                         `{"status":1}`,
		`null`:                                 "",
		`{"output":{"content":"deep"},"x":[]}`: "deep",
	} {
		var v any
		require.NoError(t, json.Unmarshal([]byte(in), &v))
		assert.Equal(t, want, textOf(v), in)
	}
}
