package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/bundle"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/settings"
	"github.com/agent-loop/shimgen/shimdir"
)

// PluginScope is the scope of a hook that a plug-in of package bundle brings.
const PluginScope = "plug-in"

// Idle is the state of a plug-in that its agent does not run.
const Idle = "switched off"

// pluginID is what agents call the plug-in where they keep which are installed.
const pluginID = "shimgen@shimgen"

// pluginRecord is what an agent's own files say of the plug-in.
type pluginRecord struct {
	dirs       []string // where its files may be; the last that has them counts
	disabledBy string   // the file that says it is off, or ""
}

// pluginReaders read where each agent keeps plug-ins, below its own directory: as its version that
// package hook names wrote them when the commands of package bundle were run.
var pluginReaders = [...]struct {
	agent string
	read  func(base string) pluginRecord
}{
	{"claude", pluginOfClaude},
	{"codex", pluginOfCodex},
	{"gemini", pluginOfGemini},
	{"copilot", pluginOfCopilot},
}

// Plugin returns the state of an agent's plug-in, and whether there is one.
func (w Site) Plugin(r hook.Registration) (State, bool) {
	base := strings.TrimSuffix(w.User(r), "/"+r.User)
	for _, k := range pluginReaders {
		if k.agent != r.Agent {
			continue
		}
		found := k.read(base)
		for _, name := range []string{r.Project, r.Shared} { // a project can switch off what its user has
			if file := filepath.Join(w.Project, name); w.Project != "" && name != "" && parsed(file).Find("enabledPlugins", pluginID).Text == "false" {
				found.disabledBy = file
			}
		}
		at := slices.IndexFunc(bundle.Plugins(), func(p bundle.Plugin) bool { return p.Agent == r.Agent })
		for _, dir := range slices.Backward(found.dirs) {
			path := filepath.Join(dir, filepath.FromSlash(bundle.Plugins()[at].Hooks))
			if _, err := os.Lstat(path); err == nil && filepath.IsAbs(dir) {
				return w.pluginState(r, path, found.disabledBy), true
			}
		}
	}
	return State{}, false
}

// pluginState reads the hook of a plug-in. It is current if this version makes the same.
func (w Site) pluginState(r hook.Registration, path, why string) State {
	s := w.state(r.Agent, r, PluginScope, path)
	if f, err := shimdir.ReadFile(path); err == nil && s.Command != "" {
		s.Problems = append(w.Obstacles(r, f.Text), w.SwitchedOff(r, w.User(r))...)
		if current, err := r.IsCurrent(f.Text, "/bin/sh", r.PortableLine()); err == nil && current {
			s.Verdict = "installed"
		} else {
			s.Problems = append(s.Problems, "it is not what this version makes: shimgen hook bundle DIR, and update the plug-in")
		}
		s.Program = w.Program()
		if portable := filepath.Join(w.Home, ".agent-loop", "libexec", "shimgen"); !executable(portable) {
			s.Program = portable
			s.Problems = append(s.Problems, portable+" is missing: the hook refuses everything")
		}
		if more := w.WhyUnconfined(r, s.Command); more != "" {
			s.Problems = append(s.Problems, more)
		}
	}
	if why != "" && s.Command != "" {
		s.Verdict = Idle
		s.Problems = append(s.Problems, "the plug-in is not enabled in "+why)
	}
	return s
}

// noPlugin returns an error if an agent of the home has a plug-in that is on, and whose hook
// runs the installation at root.
func noPlugin(root string, env []string) error {
	w, err := New(env)
	if err != nil {
		return err
	}
	if root != filepath.Join(w.Home, ".agent-loop") {
		return nil
	}
	for _, p := range bundle.Plugins() {
		r, _ := hook.RegistrationOf(p.Agent)
		if s, is := w.Plugin(r); is && s.Command != "" && s.Verdict != Idle {
			return exit.New(exit.Failed, p.Agent+" has the plug-in: without shimgen it would refuse everything", p.Remove)
		}
	}
	return nil
}

// parsed is a JSON file of an agent's; empty if it cannot be read, for then the agent cannot
// read it either.
func parsed(path string) settings.Value {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return settings.Value{}
	}
	d, err := settings.Parse(f.Text)
	if err != nil {
		return settings.Value{}
	}
	return d.Root
}

// enabled returns the settings file if it does not enable the plug-in, else "".
func enabled(path string) string {
	if parsed(path).Find("enabledPlugins", pluginID).Text == "true" {
		return ""
	}
	return path
}

// pluginOfClaude reads plugins/installed_plugins.json, which has a list of installations for
// each plug-in, and settings.json. A plug-in of one project counts in that alone, and not here.
func pluginOfClaude(base string) pluginRecord {
	k := pluginRecord{disabledBy: enabled(filepath.Join(base, "settings.json"))}
	for _, one := range parsed(filepath.Join(base, "plugins", "installed_plugins.json")).Find("plugins", pluginID).Members {
		if one.Value.Find("scope").Text == "user" {
			k.dirs = append(k.dirs, one.Value.Find("installPath").Text)
		}
	}
	return k
}

// pluginOfCodex looks into the cache of plug-ins, by version, and for the plug-in's table in
// config.toml.
func pluginOfCodex(base string) pluginRecord {
	dirs, _ := filepath.Glob(filepath.Join(base, "plugins", "cache", "shimgen", "shimgen", "*")) // in order; the pattern is valid but for odd names of a home
	k := pluginRecord{dirs: dirs, disabledBy: filepath.Join(base, "config.toml")}
	var config struct {
		Plugins map[string]struct{ Enabled bool }
	}
	if f, err := shimdir.ReadFile(k.disabledBy); err == nil {
		if _, err := toml.Decode(f.Text, &config); err == nil && config.Plugins[pluginID].Enabled { // what is no TOML, codex cannot read either
			k.disabledBy = ""
		}
	}
	return k
}

// pluginOfGemini looks into extensions; extension-enablement.json has patterns of directories,
// of which one with ! before it disables. One that disables anywhere is told.
func pluginOfGemini(base string) pluginRecord {
	dir := filepath.Join(base, "extensions")
	k := pluginRecord{dirs: []string{filepath.Join(dir, "shimgen")}}
	if link := parsed(filepath.Join(dir, "shimgen", ".gemini-extension-install.json")); link.Find("type").Text == "link" {
		k.dirs = append(k.dirs, link.Find("source").Text)
	}
	enablement := filepath.Join(dir, "extension-enablement.json")
	for _, o := range parsed(enablement).Find("shimgen", "overrides").Members {
		if strings.HasPrefix(o.Value.Text, "!") {
			k.disabledBy = enablement
		}
	}
	return k
}

// pluginOfCopilot reads settings.json: a plug-in of a directory is loaded from there, and
// others from installed-plugins.
func pluginOfCopilot(base string) pluginRecord {
	file := filepath.Join(base, "settings.json")
	s := parsed(file)
	k := pluginRecord{disabledBy: enabled(file)}
	if s.Find("enabledPlugins", pluginID).Text == "" {
		return k
	}
	k.dirs = []string{filepath.Join(base, "installed-plugins", "shimgen", "shimgen")}
	if from := s.Find("extraKnownMarketplaces", "shimgen", "source", "path").Text; filepath.IsAbs(from) {
		k.dirs = append(k.dirs, filepath.Join(from, "copilot"))
	}
	return k
}
