package model

import (
	"slices"
	"strings"
)

// tool is one that an agent offers.
type tool struct {
	name   string
	schema schema
}

// schema is as much of a JSON schema as a call needs.
type schema struct {
	Type       any               `json:"type"` // a text, or a list of them
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Enum       []any             `json:"enum"`
}

// shells are the names of the tools that run a command, by which each agent's is
// found.
var shells = [...]string{"Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "run_terminal_cmd"}

// commands are the names of the argument that is the command.
var commands = [...]string{"command", "cmd", "script"}

// call returns the tool of a step and its arguments, unless it is not offered.
func (s Step) call(offered []tool) (string, map[string]any, bool) {
	find := func(name string) (tool, bool) {
		i := slices.IndexFunc(offered, func(t tool) bool { return t.name == name })
		if i < 0 {
			return tool{}, false
		}
		return offered[i], true
	}
	if s.Tool != "" {
		_, ok := find(s.Tool)
		return s.Tool, s.Arguments, ok
	}
	for _, name := range shells {
		if t, ok := find(name); ok {
			return name, t.schema.run(s.Command), true
		}
	}
	return "", nil, false
}

// run returns the arguments with which a shell tool of this schema runs a command.
func (s schema) run(command string) map[string]any {
	args := map[string]any{}
	for _, name := range s.Required {
		args[name] = s.Properties[name].anything()
	}
	for _, name := range commands {
		p, known := s.Properties[name]
		if !known {
			continue
		}
		args[name] = command
		if p.kind() == "array" {
			args[name] = []string{"bash", "-lc", command}
		}
		return args
	}
	args[commands[0]] = command
	return args
}

// anything is a value that the schema takes.
func (s schema) anything() any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.kind() {
	case "boolean":
		return false
	case "integer", "number":
		return 10000 // most often a time limit, in milliseconds
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return "a step of the script"
}

// kind is the type, in small letters: Gemini writes them large.
func (s schema) kind() string {
	text, _ := s.Type.(string)
	if list, ok := s.Type.([]any); ok && len(list) > 0 {
		text, _ = list[0].(string)
	}
	return strings.ToLower(text)
}
