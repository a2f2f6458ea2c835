package model

import (
	"encoding/json"
	"strings"
)

// gemini is generateContent. The path names the model and says whether to stream; a tool
// result is a part of a user's content.
var gemini = api{
	name: "gemini",
	path: func(p string) bool {
		return strings.HasSuffix(p, ":generateContent") || strings.HasSuffix(p, ":streamGenerateContent")
	},
	read: func(path string, body []byte) (query, error) {
		var r struct {
			Contents []struct {
				Parts []struct {
					Response *struct{ Response any } `json:"functionResponse"`
				}
			}
			Tools []struct {
				Functions []struct {
					Name       string
					Parameters schema
					JSONSchema schema `json:"parametersJsonSchema"`
				} `json:"functionDeclarations"`
			}
		}
		if err := json.Unmarshal(body, &r); err != nil {
			return query{}, err
		}
		q := query{stream: strings.HasSuffix(path, ":streamGenerateContent"), model: path}
		for _, t := range r.Tools {
			for _, f := range t.Functions {
				if f.Parameters.Properties == nil {
					f.Parameters = f.JSONSchema
				}
				q.tools = append(q.tools, tool{name: f.Name, schema: f.Parameters})
			}
		}
		for _, c := range r.Contents {
			for _, p := range c.Parts {
				if p.Response != nil {
					q.results = append(q.results, textOf(p.Response.Response))
				}
			}
		}
		return q, nil
	},
	answer: func(_ query, s answer) any { return geminiContent(s) },
	events: func(_ query, s answer) []event { return []event{{"", geminiContent(s)}} },
	count: func(p string) (string, bool) {
		return `{"totalTokens":1}`, strings.HasSuffix(p, ":countTokens")
	},
}

func geminiContent(s answer) any {
	part := map[string]any{"text": s.text}
	if s.tool != "" {
		part = map[string]any{"functionCall": map[string]any{"id": s.id, "name": s.tool, "args": s.args}}
	}
	return map[string]any{
		"candidates": []any{map[string]any{
			"index": 0, "finishReason": "STOP", "content": map[string]any{"role": "model", "parts": []any{part}},
		}},
		"usageMetadata": map[string]any{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
	}
}
