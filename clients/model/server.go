package model

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Step is one thing that the model does.
type Step struct {
	Command string // run by the agent's shell tool
	Read    string // or the path of a file that another tool reads
	Write   string // or writes
	Patch   string // or a patch for the tool that applies one

	Tool      string         // or the name of any tool
	Arguments map[string]any // and what it is called with

	// Numbers are arguments taken from the last result: the number behind a text in it.
	Numbers map[string]string

	Before func() // runs before each answer with this step
}

// Request is an agent's request.
type Request struct {
	API     string // "" for a path that no API has
	Path    string
	Stream  bool
	Tools   []string // the names of the offered tools
	Results []string // the text of each tool result in it, in order
	Step    int      // the number of the step in the answer; -1 for text
}

// Server is the model. It is an http.Handler; its zero value has no steps.
type Server struct {
	Steps []Step
	Last  string // its text after the last step

	mu       sync.Mutex
	requests []Request
}

// maxBody exceeds any request of an agent with a short conversation, in bytes.
const maxBody = 64 << 20

// api is one wire API.
type api struct {
	name   string
	path   func(string) bool
	read   func(path string, body []byte) (query, error)
	answer func(query, answer) any          // one object
	events func(query, answer) []event      // a stream
	end    string                           // ends a stream, if anything does
	count  func(path string) (string, bool) // the answer to a token count request
}

// query is a request reduced to what all APIs have.
type query struct {
	stream  bool
	model   string
	tools   []tool
	results []string
}

// answer is what the model says: a call, or text if it has no tool.
type answer struct {
	text string
	id   string // of the call
	tool string
	args map[string]any
	bare bool // the tool takes a text instead of arguments
}

// event is a stream event; an empty name is not sent.
type event struct {
	name string
	data any
}

var apis = [...]api{anthropic, responses, chat, gemini}

// ServeHTTP answers a request of any of the APIs, and keeps it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, a := range apis {
		if a.count != nil {
			if text, ok := a.count(r.URL.Path); ok {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, text)
				return
			}
		}
		if r.Method == http.MethodPost && a.path(r.URL.Path) {
			s.serve(w, a, r.URL.Path, body)
			return
		}
	}
	s.keep(Request{Path: r.Method + " " + r.URL.Path, Step: -1})
	http.NotFound(w, r)
}

// serve answers in one API.
func (s *Server) serve(w http.ResponseWriter, a api, path string, body []byte) {
	q, err := a.read(path, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	reply, step := s.next(q)
	req := Request{API: a.name, Path: path, Stream: q.stream, Results: q.results, Step: step}
	for _, t := range q.tools {
		req.Tools = append(req.Tools, t.name)
	}
	s.keep(req)
	if !q.stream {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(a.answer(q, reply)) // the client went away
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range a.events(q, reply) {
		if e.name != "" {
			fmt.Fprintf(w, "event: %s\n", e.name)
		}
		data, err := json.Marshal(e.data)
		if err != nil {
			return
		}
		fmt.Fprintf(w, "data: %s\n\n", data)
	}
	fmt.Fprint(w, a.end)
}

// next decides what to answer: the current step, if the tool for it is offered.
func (s *Server) next(q query) (answer, int) {
	n := len(q.results)
	if n >= len(s.Steps) || len(q.tools) == 0 {
		return answer{text: s.closing()}, -1
	}
	step := s.Steps[n]
	tool, args, ok := step.call(q.tools)
	if n > 0 {
		args = step.filled(args, q.results[n-1])
	}
	if !ok {
		return answer{text: s.closing()}, -1
	}
	if step.Before != nil {
		s.mu.Lock() // an agent may send two requests at once
		defer s.mu.Unlock()
		step.Before()
	}
	return answer{id: fmt.Sprintf("call_%d", n+1), tool: tool, args: args, bare: isBare(q.tools, tool)}, n
}

func (s *Server) closing() string {
	if s.Last != "" {
		return s.Last
	}
	return "Done."
}

func (s *Server) keep(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
}

// Requests returns all requests, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Heard returns the text of the tool results that reached the model, one per step, from
// the longest conversation.
func (s *Server) Heard() []string {
	var longest []string
	for _, r := range s.Requests() {
		if len(r.Results) > len(longest) {
			longest = r.Results
		}
	}
	return longest
}

// textOf returns all text in a value: a string, or a list or object that holds strings
// under one of the APIs' names for them.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, textOf(e))
		}
		return strings.Join(parts, "\n")
	case map[string]any:
		for _, key := range []string{"text", "output", "content", "error"} {
			if inner, ok := v[key]; ok {
				return textOf(inner)
			}
		}
		text, _ := json.Marshal(v)
		return string(text)
	}
	return ""
}
