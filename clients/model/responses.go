package model

import (
	"encoding/json"
	"strings"
)

// responses is OpenAI's Responses API. The conversation is a flat list of items; a tool
// result is an item.
var responses = api{
	name: "responses",
	path: func(p string) bool { return strings.HasSuffix(p, "/responses") },
	read: func(_ string, body []byte) (query, error) {
		var r struct {
			Model  string
			Stream bool
			Input  any
			Tools  []struct {
				Type, Name string
				Parameters schema
			}
		}
		if err := json.Unmarshal(body, &r); err != nil {
			return query{}, err
		}
		q := query{stream: r.Stream, model: r.Model}
		for _, t := range r.Tools {
			if t.Type == "function" || t.Type == "custom" {
				q.tools = append(q.tools, tool{t.Name, t.Parameters, t.Type == "custom"})
			}
		}
		items, _ := r.Input.([]any)
		for _, i := range items {
			item, _ := i.(map[string]any)
			if kind, _ := item["type"].(string); strings.HasSuffix(kind, "_call_output") {
				q.results = append(q.results, textOf(item["output"]))
			}
		}
		return q, nil
	},
	answer: func(q query, s answer) any { return response(q, "completed", responseItem(s)) },
	events: func(q query, s answer) []event {
		item := responseItem(s)
		return []event{
			{"response.created", map[string]any{"type": "response.created", "response": response(q, "in_progress")}},
			{"response.output_item.added", map[string]any{"type": "response.output_item.added", "output_index": 0, "item": item}},
			{"response.output_item.done", map[string]any{"type": "response.output_item.done", "output_index": 0, "item": item}},
			{"response.completed", map[string]any{"type": "response.completed", "response": response(q, "completed", item)}},
		}
	},
}

func response(q query, status string, items ...any) map[string]any {
	if items == nil {
		items = []any{}
	}
	return map[string]any{
		"id": "resp_1", "object": "response", "created_at": 0, "model": q.model, "status": status, "output": items,
		"usage": map[string]any{
			"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
			"input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens_details": map[string]any{"reasoning_tokens": 0},
		},
	}
}

func responseItem(s answer) any {
	if s.tool == "" {
		return map[string]any{
			"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": s.text, "annotations": []any{}}},
		}
	}
	if s.bare {
		return map[string]any{
			"type": "custom_tool_call", "id": "ctc_" + s.id, "call_id": s.id, "name": s.tool, "input": s.args[bareText], "status": "completed",
		}
	}
	args, _ := json.Marshal(s.args) // made of JSON's own types
	return map[string]any{
		"type": "function_call", "id": "fc_" + s.id, "call_id": s.id, "name": s.tool, "arguments": string(args), "status": "completed",
	}
}
