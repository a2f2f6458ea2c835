package doctor

import (
	"fmt"
	"io"
	"strings"

	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/environ"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/show"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/shimdir"
	"github.com/agent-loop/shimgen/trust"
)

// Status describes an installation, with the limits and layers of the policy in force.
type Status struct {
	shimdir.Status
	Limits map[string]string `json:"limits"` // by the policy's key
	Layers []Layer           `json:"layers"`

	// Project is the project file in force, and whether it is trusted; nil if there is none.
	Project *ProjectFile `json:"project,omitempty"`
}

// ProjectFile is a project's policy file that is in force.
type ProjectFile struct {
	Path    string `json:"path"`
	Trusted bool   `json:"trusted"`
	State   string `json:"state"`
}

// projectOf returns the project file in force, or nil.
func projectOf(s *runner.Session) *ProjectFile {
	path, is, ok := s.ProjectTrust()
	if !ok {
		return nil
	}
	return &ProjectFile{path, is == trust.Trusted, is.String()}
}

// NewStatus examines an installation; dir is the directory passed to install, or "".
// Without a readable policy it has neither limits nor layers: Diagnose says why.
func NewStatus(dir string, env []string) (Status, error) {
	l, _, err := installation.Locate(dir, env)
	if err != nil {
		return Status{}, err
	}
	st := Status{Status: l.Status(environ.Get(env, "PATH")), Limits: map[string]string{}, Layers: []Layer{}}
	if s, err := runner.Open(runner.Options{Env: env}); err == nil {
		st.Limits, st.Project = show.Limits(s.Policy.Limits), projectOf(s)
		st.Layers = Layers(s, len(st.Generated) > 0 && st.OnPath, "shimgen install --shell-init")
	}
	return st, nil
}

// Print writes a line for each fact.
func (st Status) Print(out io.Writer) {
	yes := map[bool]string{true: "yes", false: "no"}
	fmt.Fprintf(out, "directory  %s\nexists     %s\nshims      %s\non PATH    %s\nfirst      %s\n",
		st.BinDir, yes[st.Exists], strings.Join(st.Generated, " "), yes[st.OnPath], yes[st.First])
	for _, limit := range policy.AllLimits() {
		if value := st.Limits[limit.Key()]; value != "" && value != "none" {
			fmt.Fprintf(out, "limit      %s %s\n", limit.Key(), value)
		}
	}
	if p := st.Project; p != nil {
		fmt.Fprintf(out, "project    %s (%s)\n", printable.Line(p.Path), p.State)
	}
	for _, l := range st.Layers {
		text := l.String()
		if l.Fix != "" {
			text += " (" + l.Fix + ")"
		}
		fmt.Fprintf(out, "layer      %s, %s\n", l.Name, printable.Line(text))
	}
	for _, p := range st.Problems {
		fmt.Fprintf(out, "problem    %s\n", p)
	}
}
