package snippet

import (
	"github.com/agent-loop/shimgen/internal/excerpt"
	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// readAgent reads the settings of an agent: the commands of its hooks, those that start
// its tool servers, and others that it runs by itself. The agents' files have these
// names in common.
func readAgent(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	return settingsBelow("", n, 0), nil
}

// maxSettings bounds how deep settings are looked at.
const maxSettings = 8

// settingsBelow are the commands of settings, below a name.
func settingsBelow(name string, n *yaml.Node, depth int) []Snippet {
	if depth > maxSettings {
		return nil
	}
	var found []Snippet
	keys, values := n.Pairs()
	for i, v := range values {
		key := keys[i].Text.String
		at := key
		if name != "" {
			at = join(name, key)
		}
		switch {
		case wordlist.Among(key, "mcpServers mcp_servers servers"):
			found = append(found, servers(at, v)...)
		case v.IsScalar() && wordlist.Among(key, "command bash linux osx apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh otelHeadersHelper discoveryCommand callCommand toolDiscoveryCommand toolCallCommand"):
			found = append(found, Snippet{Name: at, Text: lineOf(v, n.Get("args")), Lang: "sh"})
		case v.Kind == yaml.Sequence && key == "command":
			found = append(found, Snippet{Name: at, Text: commandOf(v, n.Get("args")), Lang: "sh"})
		case v.Kind == yaml.Mapping:
			found = append(found, settingsBelow(at, v, depth+1)...)
		case v.Kind == yaml.Sequence:
			for j, item := range v.Items {
				found = append(found, settingsBelow(join(at, nth(j)), item, depth+1)...)
			}
		}
	}
	return found
}

// servers are the commands that start tool servers, without a shell.
func servers(name string, n *yaml.Node) []Snippet {
	var found []Snippet
	names, values := n.Pairs()
	for i, v := range values {
		if command := v.Get("command"); command != nil && command.Kind != yaml.Null {
			found = append(found, Snippet{Name: join(name, names[i].Text.String, "command"), Text: commandOf(command, v.Get("args")), Lang: "sh"})
		}
	}
	return found
}

// readTasks reads the tasks of an editor.
func readTasks(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	var found []Snippet
	add := func(name string, task *yaml.Node, kind string) {
		if shell := task.Get("options", "shell"); shell.Get("args") != nil {
			c := Snippet{Name: join(name, "options.shell"), Text: commandOf(shell.Get("executable"), shell.Get("args")), Lang: "sh"}
			if shell.Get("executable") == nil {
				c.Text = lineOf(&yaml.Node{Text: excerpt.Whole("sh")}, shell.Get("args"))
			}
			found = append(found, c)
		}
		command := task.Get("command")
		if value := command.Get("value"); value != nil {
			command = value
		}
		if !command.IsScalar() {
			return
		}
		c := Snippet{Name: join(name, "command"), Text: lineOf(command, task.Get("args")), Lang: "sh"}
		if kind == "process" {
			c.Text = commandOf(command, task.Get("args"))
		}
		found = append(found, c)
	}
	all := func(name string, task *yaml.Node) {
		kind := task.Get("type").Value()
		add(name, task, kind)
		for _, system := range [...]string{"linux", "osx"} {
			add(join(name, system), task.Get(system), kind)
		}
	}
	all("top", n)
	for i, task := range n.Get("tasks").List() {
		all(join("tasks", nth(i)), task)
	}
	return found, nil
}

// readDevContainer reads a development container: what is run in it, and what is run on this
// machine before.
func readDevContainer(f file) ([]Snippet, error) {
	n, err := parsed(f)
	if err != nil {
		return nil, err
	}
	var found []Snippet
	for _, key := range [...]string{"initializeCommand", "onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand", "postAttachCommand"} {
		on := Throwaway
		if key == "initializeCommand" {
			on = This
		}
		v := n.Get(key)
		found = append(found, lifecycleCommand(key, v, on)...)
		names, values := v.Pairs()
		for i, one := range values {
			found = append(found, lifecycleCommand(join(key, names[i].Text.String), one, on)...)
		}
	}
	return found, nil
}

// lifecycleCommand is a line for a shell, or an argument vector.
func lifecycleCommand(name string, v *yaml.Node, on Machine) []Snippet {
	switch {
	case v.IsScalar():
		return []Snippet{{Name: name, Text: v.Text, Lang: "sh", On: on}}
	case v != nil && v.Kind == yaml.Sequence:
		return []Snippet{{Name: name, Text: argv(v.Items...), Lang: "sh", On: on}}
	}
	return nil
}
