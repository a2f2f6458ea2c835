package model

import (
	"cmp"
	"encoding/json"
	"strings"
)

// chat is OpenAI's chat completions. A tool result is a message with a role of its own.
var chat = api{
	name: "chat",
	path: func(p string) bool { return strings.HasSuffix(p, "/chat/completions") },
	read: func(_ string, body []byte) (query, error) {
		var r struct {
			Model    string
			Stream   bool
			Messages []struct {
				Role    string
				Content any
			}
			Tools []struct {
				Function struct {
					Name       string
					Parameters schema
				}
				Custom struct{ Name string }
			}
		}
		if err := json.Unmarshal(body, &r); err != nil {
			return query{}, err
		}
		q := query{stream: r.Stream, model: r.Model}
		for _, t := range r.Tools {
			q.tools = append(q.tools, tool{cmp.Or(t.Function.Name, t.Custom.Name), t.Function.Parameters, t.Custom.Name != ""})
		}
		for _, m := range r.Messages {
			if m.Role == "tool" {
				q.results = append(q.results, textOf(m.Content))
			}
		}
		return q, nil
	},
	answer: func(q query, s answer) any {
		c := chatPart(q, "chat.completion", map[string]any{"message": chatMessage(s), "finish_reason": chatFinish(s)})
		c["usage"] = chatUsage
		return c
	},
	events: func(q query, s answer) []event {
		last := chatPart(q, "chat.completion.chunk", map[string]any{"delta": map[string]any{}, "finish_reason": chatFinish(s)})
		usage := chatPart(q, "chat.completion.chunk")
		usage["usage"] = chatUsage
		return []event{
			{"", chatPart(q, "chat.completion.chunk", map[string]any{"delta": chatMessage(s), "finish_reason": nil})},
			{"", last},
			{"", usage},
		}
	},
	end: "data: [DONE]\n\n",
}

var chatUsage = map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}

func chatPart(q query, object string, choices ...map[string]any) map[string]any {
	list := []any{}
	for i, c := range choices {
		c["index"] = i
		list = append(list, c)
	}
	return map[string]any{"id": "chatcmpl-1", "object": object, "created": 0, "model": q.model, "choices": list}
}

// chatMessage is a whole message and, with the index that only a stream has, also the
// only delta of a stream.
func chatMessage(s answer) map[string]any {
	if s.tool == "" {
		return map[string]any{"role": "assistant", "content": s.text}
	}
	if s.bare {
		return map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
			"index": 0, "id": s.id, "type": "custom", "custom": map[string]any{"name": s.tool, "input": s.args[bareText]},
		}}}
	}
	args, _ := json.Marshal(s.args) // made of JSON's own types
	return map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
		"index": 0, "id": s.id, "type": "function", "function": map[string]any{"name": s.tool, "arguments": string(args)},
	}}}
}

func chatFinish(s answer) string {
	if s.tool != "" {
		return "tool_calls"
	}
	return "stop"
}
