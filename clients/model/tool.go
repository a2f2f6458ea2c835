package model

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// tool is a tool that an agent offers.
type tool struct {
	name   string
	schema schema
	bare   bool // it takes a text instead of arguments
}

// bareText is the argument name for such a text.
const bareText = "input"

// isBare reports whether a tool takes a text instead of arguments.
func isBare(offered []tool, name string) bool {
	t, ok := find(offered, name)
	return ok && t.bare
}

// schema is the part of a JSON schema that a call needs.
type schema struct {
	Type       any               `json:"type"` // a text, or a list of them
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Enum       []any             `json:"enum"`
}

// shells are the names of the agents' tools that run a command.
var shells = [...]string{"Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "run_terminal_cmd"}

// commands are the names of the command argument.
var commands = [...]string{"command", "cmd", "script"}

// The same for the tools that read and write a whole file.
var (
	readers  = [...]string{"Read", "read_file", "read", "view"}
	writers  = [...]string{"Write", "write_file", "write", "create"}
	paths    = [...]string{"file_path", "filePath", "absolute_path", "path"}
	contents = [...]string{"content", "file_text"}
	patchers = [...]string{"apply_patch"}
	patches  = [...]string{bareText, "patchText", "patch"}
)

// call returns the tool of a step and its arguments; false if it is not offered.
func (s Step) call(offered []tool) (string, map[string]any, bool) {
	switch {
	case s.Tool != "":
		_, ok := find(offered, s.Tool)
		return s.Tool, s.Arguments, ok
	case s.Read != "":
		t, ok := find(offered, readers[:]...)
		return t.name, t.schema.with(paths[:], s.Read, nil, ""), ok
	case s.Patch != "":
		t, ok := find(offered, patchers[:]...)
		return t.name, t.schema.with(patches[:], s.Patch, nil, ""), ok
	case s.Write != "":
		t, ok := find(offered, writers[:]...)
		return t.name, t.schema.with(paths[:], s.Write, contents[:], "written by a tool\n"), ok
	}
	t, ok := find(offered, shells[:]...)
	return t.name, t.schema.with(commands[:], s.Command, nil, ""), ok
}

// filled returns the arguments with those that come from a result.
func (s Step) filled(args map[string]any, result string) map[string]any {
	args = maps.Clone(args)
	for name, before := range s.Numbers {
		_, rest, _ := strings.Cut(result, before)
		end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
		if end < 0 {
			end = len(rest)
		}
		args[name], _ = strconv.Atoi(rest[:end]) // 0 if there is none
	}
	return args
}

// find returns the first of these tools that is offered.
func find(offered []tool, names ...string) (tool, bool) {
	for _, name := range names {
		if i := slices.IndexFunc(offered, func(t tool) bool { return t.name == name }); i >= 0 {
			return offered[i], true
		}
	}
	return tool{}, false
}

// with returns the arguments of a call: whatever is required, and two values under the
// first of their names that the schema has. For a list argument it builds the argv that
// runs a shell.
func (s schema) with(names []string, value string, more []string, other string) map[string]any {
	args := map[string]any{}
	for _, name := range s.Required {
		args[name] = s.Properties[name].anything()
	}
	if name, ok := s.known(more); ok {
		args[name] = other
	}
	name, _ := s.known(names)
	args[name] = value
	if s.Properties[name].kind() == "array" {
		args[name] = []string{"bash", "-lc", value}
	}
	return args
}

// known returns the first of these names that the schema has, or else the first.
func (s schema) known(names []string) (string, bool) {
	for _, name := range names {
		if _, ok := s.Properties[name]; ok {
			return name, true
		}
	}
	if len(names) == 0 {
		return "", false
	}
	return names[0], true
}

// anything is a value that the schema accepts.
func (s schema) anything() any {
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.kind() {
	case "boolean":
		return false
	case "integer", "number":
		return 10000 // usually a time limit in milliseconds
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return "a step of the script"
}

// kind is the type in lower case: Gemini uses capitals.
func (s schema) kind() string {
	text, _ := s.Type.(string)
	if list, ok := s.Type.([]any); ok && len(list) > 0 {
		text, _ = list[0].(string)
	}
	return strings.ToLower(text)
}
