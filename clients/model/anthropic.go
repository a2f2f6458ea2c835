package model

import (
	"encoding/json"
	"strings"
)

// anthropic is the Messages API. A tool result is a block in a user's message.
var anthropic = api{
	name: "anthropic",
	path: func(p string) bool { return p == "/v1/messages" },
	read: func(_ string, body []byte) (query, error) {
		var r struct {
			Model    string
			Stream   bool
			Messages []struct{ Content any }
			Tools    []struct {
				Name   string
				Schema schema `json:"input_schema"`
			}
		}
		if err := json.Unmarshal(body, &r); err != nil {
			return query{}, err
		}
		q := query{stream: r.Stream, model: r.Model}
		for _, t := range r.Tools {
			q.tools = append(q.tools, tool{name: t.Name, schema: t.Schema})
		}
		for _, m := range r.Messages {
			blocks, _ := m.Content.([]any)
			for _, b := range blocks {
				if block, ok := b.(map[string]any); ok && block["type"] == "tool_result" {
					q.results = append(q.results, textOf(block["content"]))
				}
			}
		}
		return q, nil
	},
	answer: func(q query, s answer) any {
		m := anthropicMessage(q)
		m["content"], m["stop_reason"] = []any{anthropicBlock(s, true)}, anthropicStop(s)
		return m
	},
	events: func(q query, s answer) []event {
		m := anthropicMessage(q)
		m["content"], m["stop_reason"] = []any{}, nil
		delta := map[string]any{"type": "text_delta", "text": s.text}
		if s.tool != "" {
			args, _ := json.Marshal(s.args) // made of JSON's own types
			delta = map[string]any{"type": "input_json_delta", "partial_json": string(args)}
		}
		return []event{
			{"message_start", map[string]any{"type": "message_start", "message": m}},
			{"content_block_start", map[string]any{"type": "content_block_start", "index": 0, "content_block": anthropicBlock(s, false)}},
			{"content_block_delta", map[string]any{"type": "content_block_delta", "index": 0, "delta": delta}},
			{"content_block_stop", map[string]any{"type": "content_block_stop", "index": 0}},
			{"message_delta", map[string]any{
				"type": "message_delta", "delta": map[string]any{"stop_reason": anthropicStop(s), "stop_sequence": nil},
				"usage": map[string]any{"output_tokens": 1},
			}},
			{"message_stop", map[string]any{"type": "message_stop"}},
		}
	},
	count: func(p string) (string, bool) {
		return `{"input_tokens":1}`, strings.HasSuffix(p, "/messages/count_tokens")
	},
}

func anthropicMessage(q query) map[string]any {
	return map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": q.model, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": 1, "output_tokens": 1},
	}
}

func anthropicStop(s answer) string {
	if s.tool != "" {
		return "tool_use"
	}
	return "end_turn"
}

// anthropicBlock is the only block of an answer; in a stream it begins empty.
func anthropicBlock(s answer, whole bool) map[string]any {
	text, args := "", map[string]any{}
	if whole {
		text, args = s.text, s.args
	}
	if s.tool == "" {
		return map[string]any{"type": "text", "text": text}
	}
	return map[string]any{"type": "tool_use", "id": "toolu_" + s.id, "name": s.tool, "input": args}
}
