package doctor

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/hook/setup"
	"github.com/agent-loop/shimgen/settings"
	"github.com/agent-loop/shimgen/shimdir"
)

// commandsOf starts a shell as the agent starts one for its commands, and asks what each
// shimmed program resolves to there, by PATH, functions and aliases.
func (x *Examination) commandsOf(w setup.Site, r hook.Registration) []Diagnosis {
	option, names := "-c", x.status.Generated
	switch {
	case len(names) == 0 || r.Path == hook.PathUnknown:
		return nil
	case r.Path == hook.PathLogin:
		option = "-lc"
	}
	shell, ok := gate.Find("bash", x.shellPath(), x.layout.Root)
	if !ok {
		return nil
	}
	check := r.Agent + "'s commands"
	path, from, fixed := startPath(w, r, x.getenv("PATH"))
	env := append(x.shellEnv(true), "PATH="+path)
	if r.Variable != "" {
		env = append(env, r.Variable+"=1")
	}
	script, args := question, names
	if file, ok := newestFile(filepath.Join(filepath.Dir(w.User(r)), "shell-snapshots", "*.sh")); ok && r.Agent == "claude" {
		script, args = afterSnapshot+question, append([]string{file}, names...)
	}
	out, err := askShell(shell, option, script, args, env, probeLimit)
	d := x.diagnoseShell(check, parseAnswer(out, names), err)
	d.Detail += ", " + from
	switch {
	case d.State != Fail || r.Path == hook.PathLogin:
	case fixed:
		d.Hint = "put " + w.Layout.Bin + " first there, or remove it"
	default: // the agent may start from elsewhere
		d.State, d.Hint = Warn, "eval \"$(shimgen env)\" before "+r.Agent+" is started"
	}
	return []Diagnosis{d}
}

// startPath returns the PATH that an agent's shells start with, its origin, and whether
// the agent's own settings fix it.
func startPath(w setup.Site, r hook.Registration, own string) (path, from string, fixed bool) {
	if r.Path == hook.PathLogin {
		return own, "by the files of login shells", false
	}
	files := []string{w.User(r)}
	if w.Project != "" { // the project's settings take precedence
		files = []string{filepath.Join(w.Project, r.Project), filepath.Join(w.Project, r.Shared), w.User(r)}
	}
	for _, file := range files {
		if f, err := shimdir.ReadFile(file); err == nil && r.Agent == "claude" {
			if d, err := settings.Parse(f.Text); err == nil && d.Root.Find("env", "PATH").Text != "" {
				return d.Root.Find("env", "PATH").Text, "by env.PATH in " + file, true
			}
		}
	}
	return own, "if it is started from here", false
}

// afterSnapshot makes the shell read Claude Code's snapshot, as each of Claude Code's
// shells does: the functions and aliases of the user's own shell. The snapshot's PATH
// comes from an older session, so the script restores ours.
const afterSnapshot = `p=$PATH; . "$1" >/dev/null 2>&1; PATH=$p; shift; `

// newestFile returns the newest file that matches a pattern.
func newestFile(pattern string) (string, bool) {
	files, _ := filepath.Glob(pattern)
	slices.SortFunc(files, func(a, b string) int {
		x, errX := os.Stat(a)
		y, errY := os.Stat(b)
		if errX != nil || errY != nil {
			return 0
		}
		return y.ModTime().Compare(x.ModTime())
	})
	if len(files) == 0 {
		return "", false
	}
	return files[0], true
}
