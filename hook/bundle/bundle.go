package bundle

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"

	"github.com/agent-loop/shimgen/hook"
)

// File is a file of a bundle.
type File struct {
	Path string // relative, with slashes
	Text string
}

// Plugin says how an agent installs its plug-in.
type Plugin struct {
	Agent string // its name in package hook

	// Install are the commands that install the plug-in, with the text DIR for the
	// bundle's directory.
	Install []string
	Remove  string // the command that removes it again

	Hooks string // the file with the hook, in the plug-in's directory

	manifest  string // the file that describes the plug-in
	names     bool   // the manifest names that file; without, the agent looks there by itself
	catalogue string // the file that lists plug-ins, in the bundle's directory; "" if the agent needs none
	listing   any    // what that file says
}

const (
	name        = "shimgen"
	description = "Asks shimgen about each command and file before the agent runs or writes it."
	homepage    = "https://github.com/agent-loop/shimgen"
	authors     = "The shimgen authors"
)

// Plugins returns the table: an agent whose users can install plug-ins from a directory,
// and that runs the hooks of a plug-in. Each row was run with the version that package
// hook names for the agent.
func Plugins() []Plugin { return plugins[:] }

var plugins = [...]Plugin{
	{
		Agent:    "claude", // https://code.claude.com/docs/en/plugins-reference
		Install:  []string{"claude plugin marketplace add DIR", "claude plugin install shimgen@shimgen"},
		Remove:   "claude plugin uninstall shimgen@shimgen",
		manifest: ".claude-plugin/plugin.json", Hooks: "hooks/hooks.json", catalogue: ".claude-plugin/marketplace.json",
		listing: claudeListing{
			Name: name, Owner: person{authors}, Description: description,
			Plugins: []claudeEntry{{Name: name, Source: "./claude", Description: description}},
		},
	},
	{
		Agent:    "codex", // https://developers.openai.com/codex/plugins/build
		Install:  []string{"codex plugin marketplace add DIR", "codex plugin add shimgen@shimgen"},
		Remove:   "codex plugin remove shimgen@shimgen",
		manifest: ".codex-plugin/plugin.json", Hooks: "hooks/hooks.json", names: true, catalogue: ".agents/plugins/marketplace.json",
		listing: codexListing{
			Name: name, Interface: codexFace{name},
			Plugins: []codexEntry{{
				Name: name, Source: codexSource{"local", "./codex"},
				Policy: codexPolicy{"AVAILABLE", "ON_INSTALL"}, Category: "Security",
			}},
		},
	},
	{
		Agent:    "gemini", // https://geminicli.com/docs/extensions/reference
		Install:  []string{"gemini extensions install DIR/gemini"},
		Remove:   "gemini extensions uninstall shimgen",
		manifest: "gemini-extension.json", Hooks: "hooks/hooks.json",
	},
	{
		Agent:    "copilot", // https://docs.github.com/en/copilot/reference/cli-plugin-reference
		Install:  []string{"copilot plugin marketplace add DIR", "copilot plugin install shimgen@shimgen"},
		Remove:   "copilot plugin uninstall shimgen@shimgen",
		manifest: "plugin.json", Hooks: "hooks.json", names: true, catalogue: ".github/plugin/marketplace.json",
		listing: claudeListing{
			Name: name, Owner: person{authors}, Description: description,
			Plugins: []claudeEntry{{Name: name, Source: "./copilot", Description: description}},
		},
	},
}

// manifest is what describes a plug-in. The agents' forms agree as far as it goes.
type manifest struct {
	Name        string  `json:"name"`
	Version     string  `json:"version"`
	Description string  `json:"description"`
	Author      *person `json:"author,omitempty"`
	Homepage    string  `json:"homepage,omitempty"`
	License     string  `json:"license,omitempty"`
	Hooks       string  `json:"hooks,omitempty"`
}

type person struct {
	Name string `json:"name"`
}

// claudeListing is Claude Code's marketplace.json. Copilot reads it too, and a file of its
// own before it.
type claudeListing struct {
	Name        string        `json:"name"`
	Description string        `json:"description"`
	Owner       person        `json:"owner"`
	Plugins     []claudeEntry `json:"plugins"`
}

type claudeEntry struct {
	Name        string `json:"name"`
	Source      string `json:"source"`
	Description string `json:"description"`
}

// codexListing is Codex's marketplace.json.
type codexListing struct {
	Name      string       `json:"name"`
	Interface codexFace    `json:"interface"`
	Plugins   []codexEntry `json:"plugins"`
}

type codexFace struct {
	DisplayName string `json:"displayName"`
}

type codexEntry struct {
	Name     string      `json:"name"`
	Source   codexSource `json:"source"`
	Policy   codexPolicy `json:"policy"`
	Category string      `json:"category"`
}

type codexSource struct {
	Source string `json:"source"`
	Path   string `json:"path"`
}

type codexPolicy struct {
	Installation   string `json:"installation"`
	Authentication string `json:"authentication"`
}

// Files returns the files of a bundle. version is shimgen's, in semantic versioning: agents
// update a plug-in when it changes.
func Files(version string) ([]File, error) {
	var all []File
	for _, p := range plugins {
		files, err := p.files(version)
		if err != nil {
			return nil, fmt.Errorf("the plug-in of %s: %w", p.Agent, err)
		}
		all = append(all, files...)
	}
	return all, nil
}

// files are those of one agent.
func (p Plugin) files(version string) ([]File, error) {
	r, ok := hook.RegistrationOf(p.Agent)
	if !ok {
		return nil, fmt.Errorf("no agent %q", p.Agent)
	}
	hooks, err := r.Add("", "/bin/sh", r.PortableLine())
	if err != nil {
		return nil, err
	}
	m := manifest{Name: name, Version: version, Description: description, Author: &person{authors}, Homepage: homepage, License: "MIT"}
	if p.names {
		m.Hooks = "./" + p.Hooks
	}
	described, err := indented(m)
	if err != nil {
		return nil, err
	}
	all := []File{{path.Join(p.Agent, p.manifest), described}, {path.Join(p.Agent, p.Hooks), hooks}}
	if p.catalogue != "" {
		listing, err := indented(p.listing)
		if err != nil {
			return nil, err
		}
		all = append(all, File{p.catalogue, listing})
	}
	return all, nil
}

// indented is a value as JSON that people read.
func indented(value any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return b.String(), err
}
