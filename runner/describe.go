package runner

import (
	"slices"

	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/sandbox"
)

// Description says what a plan's sandbox shows where.
type Description struct {
	Inner      string  `json:"inner_command"` // quoted for a shell
	Sandbox    Sandbox `json:"sandbox"`
	WorkingDir string  `json:"working_dir"`
	Home       string  `json:"redirect_home,omitempty"`

	Binds   []BindDescription `json:"binds"`
	Hidden  []string          `json:"hidden"`
	Network string            `json:"network"`

	// KillOnExit says that the processes which the command leaves running end with it.
	KillOnExit bool `json:"kill_on_exit"`
	DryRun     bool `json:"dry_run"`
}

// BindDescription is one path of a sandbox.
type BindDescription struct {
	Host     string `json:"host"`
	Guest    string `json:"guest"`
	ReadOnly bool   `json:"read_only"`
}

// Describe describes a job's plan. inner is the command.
func (p Plan) Describe(inner []string, j Job) Description {
	d := Description{
		Inner: shellquote.Command(inner), Sandbox: p.Sandbox, WorkingDir: p.Dir, Home: j.Home, DryRun: true, Network: "full",
		Binds: []BindDescription{}, Hidden: []string{}, KillOnExit: p.Sandbox.holds() || slices.Contains(p.Argv, "--kill-on-exit"),
	}
	if p.box == nil {
		return d
	}
	if p.box.Network != sandbox.Full {
		d.Network = "none beyond the command's own loopback"
	}
	for _, dir := range p.box.Write {
		d.Binds = append(d.Binds, BindDescription{dir, dir, false})
	}
	if p.box.Temp != "" {
		d.Binds = append(d.Binds, BindDescription{p.box.Temp, "/tmp", false})
	}
	for _, b := range p.box.Binds {
		d.Binds = append(d.Binds, BindDescription{b.From, b.At, false})
	}
	for _, kept := range slices.Concat(p.box.Show, p.box.Keep) {
		d.Binds = append(d.Binds, BindDescription{kept, kept, p.Sandbox != Proot})
	}
	d.Hidden = slices.Concat(d.Hidden, p.box.Empty, p.box.Hide)
	return d
}
