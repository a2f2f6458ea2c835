package prompt

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Format is a format for describing a tool.
type Format string

// The formats.
const (
	Text       Format = "text"        // for a system prompt
	JSONSchema Format = "json-schema" // the parameters alone, draft 2020-12
	OpenAI     Format = "openai"      // a function tool of chat completions
	Anthropic  Format = "anthropic"   // a tool of messages
	MCP        Format = "mcp"         // a tool as tools/list has it
)

// Formats returns all of them.
func Formats() []Format { return []Format{Text, JSONSchema, OpenAI, Anthropic, MCP} }

// Limit is the length limit of a description in this format, in bytes.
func (f Format) Limit() int {
	if f == OpenAI || f == MCP {
		return Short
	}
	return Long
}

// Tool describes one tool to a model.
type Tool struct {
	Name, Title string
	Description string
	Schema      Schema

	// MCP's annotations; see ToolAnnotations in its specification.
	ReadOnly, Destructive, OpenWorld bool
}

// Schema is the JSON Schema of a tool's parameters. Its properties keep the order of
// Properties' fields.
type Schema struct {
	Dialect     string     `json:"$schema,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Type        string     `json:"type"`
	Properties  Properties `json:"properties"`
	Required    []string   `json:"required"`
	Additional  bool       `json:"additionalProperties"` // always false: an unknown parameter is an error
}

// Properties are the parameters of a tool. A nil one is left out.
type Properties struct {
	Command *Property `json:"command,omitempty"`
	Why     *Property `json:"why,omitempty"`
	Timeout *Property `json:"timeout,omitempty"`
	Dir     *Property `json:"working_directory,omitempty"`
	Sandbox *Property `json:"sandbox,omitempty"`
}

// Property is the schema of one parameter.
type Property struct {
	Type        string   `json:"type"`
	Description string   `json:"description"`
	Enum        []string `json:"enum,omitempty"`
	Minimum     int      `json:"minimum,omitempty"`
	Maximum     int      `json:"maximum,omitempty"`
	MinLength   int      `json:"minLength,omitempty"`
	MaxLength   int      `json:"maxLength,omitempty"`
	Default     any      `json:"default,omitempty"`
}

// The limits of the parameters. A longer command is refused before it is parsed.
const (
	maxCommand   = 1 << 20
	maxWhy       = 500 // as package appeal has it
	maxDirectory = 4096
)

// Execute is the tool that runs commands, described in at most limit bytes.
func (l Loop) Execute(limit int) Tool {
	t := Tool{
		Name: "execute", Title: "Run a shell command", Description: l.Describe(limit), Destructive: true, OpenWorld: true,
		Schema: schema(Properties{
			Command: command(),
			Timeout: &Property{
				Type: "integer", Minimum: 1, Maximum: Seconds(l.Longest), Default: Seconds(l.Timeout),
				Description: "Seconds after which the command is ended with what it started.",
			},
			Dir: l.directory(), Sandbox: l.sandbox(),
		}),
	}
	if l.named() {
		t.Schema.Required = append(t.Schema.Required, "sandbox")
	}
	return t
}

// Check is the tool that judges commands without running them.
func (l Loop) Check() Tool {
	return Tool{
		Name: "check", Title: "Judge a shell command",
		Description: "Judges a command as execute would, and runs nothing. Returns action (allow, warn, ask or block: " +
			"only the first two would run), and the findings with rule, reason and hint.",
		Schema: schema(Properties{Command: command(), Dir: l.directory()}), ReadOnly: true,
	}
}

// Appeal is the tool that asks the user to allow a refused command from now on.
func (l Loop) Appeal() Tool {
	why := &Property{Type: "string", MinLength: 1, MaxLength: maxWhy, Description: "Why the command is needed, for the user to read."}
	s := schema(Properties{Command: command(), Why: why, Dir: l.directory()})
	s.Required = append(s.Required, "why")
	return Tool{
		Name: "appeal", Title: "Ask the user to allow a command",
		Description: "Asks the user to allow a refused command in its directory from now on, and runs nothing. It allows nothing by itself: " +
			"the user sees the command, the reason and the narrowest change of the policy, and decides later. Until then the command stays refused.",
		Schema: s,
	}
}

func schema(p Properties) Schema {
	return Schema{Type: "object", Properties: p, Required: []string{"command"}}
}

func command() *Property {
	return &Property{Type: "string", MinLength: 1, MaxLength: maxCommand, Description: "Shell source for bash."}
}

func (l Loop) directory() *Property {
	work := "the work directory"
	if len(l.Work) <= maxPath {
		work = shown(l.Work)
	}
	return &Property{
		Type: "string", MinLength: 1, MaxLength: maxDirectory,
		Description: "An existing directory to start in, relative to " + work + ", which is the default. It changes nothing about where files may be written.",
	}
}

// confines says what each sandbox means for a command.
var confines = [...]struct{ sandbox, text string }{
	{"proot", "proot shows it the working directory and a system without the user's files; it is best effort."},
	{"native", "native lets it write to the work directory and to a /tmp of its own alone, hides credentials, and ends what it leaves running."},
	{"bwrap", "bwrap holds the same by another program."},
}

// sandbox lets the model choose more confinement, never less.
func (l Loop) sandbox() *Property {
	text := []string{"What confines the command."}
	for _, row := range confines {
		if slices.Contains(l.Sandboxes, row.sandbox) {
			text = append(text, row.text)
		}
	}
	p := &Property{Type: "string", Enum: l.Sandboxes, Description: strings.Join(text, " ")}
	if !l.named() {
		p.Default = l.Default
	}
	return p
}

// Seconds is a duration in whole seconds, rounded down, but at least one.
func Seconds(d time.Duration) int { return int(min(max(d/time.Second, 1), math.MaxInt32)) }

// Print returns the tool in a format, as text that ends in a newline.
func (t Tool) Print(f Format) (string, error) {
	switch f {
	case Text:
		return t.text(), nil
	case JSONSchema:
		s := t.Schema
		s.Dialect, s.Title, s.Description = "https://json-schema.org/draft/2020-12/schema", t.Name, t.Description
		return printed(s)
	case OpenAI:
		return printed(function{Type: "function", Function: functionSchema{t.Name, t.Description, t.Schema}})
	case Anthropic:
		return printed(custom{t.Name, t.Description, t.Schema})
	case MCP:
		return printed(serverTool{
			t.Name, t.Title, t.Description, t.Schema,
			annotations{t.Title, t.ReadOnly, t.Destructive, t.ReadOnly, t.OpenWorld},
		})
	}
	return "", fmt.Errorf("unknown format %q", f)
}

// The tool in the form of each interface.
type (
	function struct {
		Type     string         `json:"type"`
		Function functionSchema `json:"function"`
	}
	functionSchema struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Parameters  Schema `json:"parameters"`
	}
	custom struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		InputSchema Schema `json:"input_schema"`
	}
	serverTool struct {
		Name        string      `json:"name"`
		Title       string      `json:"title"`
		Description string      `json:"description"`
		InputSchema Schema      `json:"inputSchema"`
		Annotations annotations `json:"annotations"`
	}
	annotations struct {
		Title       string `json:"title"`
		ReadOnly    bool   `json:"readOnlyHint"`
		Destructive bool   `json:"destructiveHint"`
		Idempotent  bool   `json:"idempotentHint"`
		OpenWorld   bool   `json:"openWorldHint"`
	}
)

// printed encodes v as JSON, which is ASCII as all its values are.
func printed(v any) (string, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return string(text) + "\n", err
}

// text formats the description with its parameters.
func (t Tool) text() string {
	var out strings.Builder
	out.WriteString(t.Description + "\n\nParameters:\n")
	p := t.Schema.Properties
	for _, row := range []struct {
		name string
		p    *Property
	}{{"command", p.Command}, {"timeout", p.Timeout}, {"working_directory", p.Dir}, {"sandbox", p.Sandbox}} {
		if row.p != nil {
			fmt.Fprintf(&out, "- %s (%s): %s\n", row.name, row.p.kind(t.Schema.requires(row.name)), row.p.Description)
		}
	}
	return out.String()
}

func (s Schema) requires(name string) bool {
	for _, r := range s.Required {
		if r == name {
			return true
		}
	}
	return false
}

// kind describes a parameter's type and limits.
func (p *Property) kind(required bool) string {
	words := []string{p.Type}
	if len(p.Enum) > 0 {
		words = []string{strings.Join(p.Enum, " or ")}
	}
	if p.Maximum > 0 {
		words = append(words, fmt.Sprintf("%d to %d", p.Minimum, p.Maximum))
	}
	switch {
	case required:
		words = append(words, "required")
	case p.Default != nil:
		words = append(words, fmt.Sprintf("default %v", p.Default))
	}
	return strings.Join(words, ", ")
}
