package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/hook"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
)

// toConfine reports whether to register hooks with --confine: as the user said, else if
// the policy requires a sandbox.
func (w Site) toConfine(c Confinement) (bool, error) {
	required, lock, err := w.required()
	switch {
	case err != nil:
		return false, err
	case c.Never && required && lock != "":
		return false, exit.New(exit.BadUsage, lock+" requires a sandbox and locks that key", "leave --no-confine out")
	}
	return (required || c.Always) && !c.Never, nil
}

// required reports whether the policy requires a sandbox, and which file locks that key.
func (w Site) required() (required bool, lock string, err error) {
	s, err := runner.Open(runner.Options{Env: w.Env})
	if err != nil {
		return false, "", exit.From(err)
	}
	return s.Policy.Sandbox == policy.Required, s.Policy.LockOf("sandbox.mode"), nil
}

// flagsFor returns the flags of an agent's hook. An agent that lets no hook replace its
// command gets none: its commands are only judged.
func flagsFor(out *Report, r hook.Registration, confine bool) []string {
	h, _ := hook.Lookup(r.Agent)
	if !confine {
		return nil
	}
	if h.Rewrite == hook.NoRewrite {
		out.say("%s: note: %s", r.Agent, judgesAlone)
		return nil
	}
	return []string{hook.Confine}
}

// judgesAlone is the note for an agent that lets no hook replace its command.
const judgesAlone = "it lets no hook replace its command: commands are judged, not confined"

// namePath is the link by which an agent finds shimgen on PATH.
func (w Site) namePath() string { return filepath.Join(w.Layout.Bin, "shimgen") }

// linkName links shimgen beside the shims, for an agent that asks its user about every
// program given by a path.
func (w Site) linkName() error {
	err := os.Symlink(filepath.Join("..", "libexec", "shimgen"), w.namePath())
	if errors.Is(err, fs.ErrExist) && w.isOurName() {
		return nil
	}
	return err
}

// isOurName reports whether that link leads to the installed shimgen.
func (w Site) isOurName() bool {
	text, err := os.Readlink(w.namePath())
	return err == nil && text == filepath.Join("..", "libexec", "shimgen")
}

// confines reports whether the hook in an agent's file confines commands.
func (w Site) confines(r hook.Registration, path string) bool {
	f, err := shimdir.ReadFile(path)
	if err != nil {
		return false
	}
	found, err := r.Find(f.Text)
	return err == nil && len(found) > 0 && r.Confines(found[0].Command)
}

// sandboxAdvice returns what else the user should know about an agent whose commands are
// confined.
func (w Site) sandboxAdvice(r hook.Registration, path string) string {
	if !w.confines(r, path) {
		return ""
	}
	text := "its commands are confined: shimgen sandbox status names the backend; where no backend works, nothing runs"
	if r.ThenConfined != "" {
		text += "; " + r.ThenConfined
	}
	return text
}

// WhyUnconfined says why an agent's commands are not confined although the policy
// requires a sandbox, or "".
func (w Site) WhyUnconfined(r hook.Registration, line string) string {
	if r.Confines(line) {
		return ""
	}
	if required, _, err := w.required(); err != nil || !required {
		return ""
	}
	if h, _ := hook.Lookup(r.Agent); h.Rewrite == hook.NoRewrite {
		return judgesAlone
	}
	return fmt.Sprintf("the policy requires a sandbox, but its commands are only judged: shimgen hook install %s --confine", r.Agent)
}

// FlagsOf returns the flags that a registered line has.
func FlagsOf(r hook.Registration, line string) []string {
	if r.Confines(line) {
		return []string{hook.Confine}
	}
	return nil
}
