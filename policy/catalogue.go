package policy

import (
	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// Profile is a built-in profile as plain data, for people and programs that want to see all of it.
//
// The fields after Sandbox are for an agent loop that runs tools of its own and asks this tool
// about them: what a person should confirm, what the loop should check itself, and how.
type Profile struct {
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Actions     map[string]string `json:"actions"`  // by class, and for "self.*"
	Unlisted    string            `json:"unlisted"` // for commands that are not known to be read-only
	ParseError  string            `json:"parse_error"`
	// LocalActions are the actions, by class, for rules that act only on this machine, if they are
	// looser.
	LocalActions map[string]string `json:"local_actions,omitempty"`

	NetworkMode string `json:"network_mode"`
	AuditLevel  string `json:"audit_level"`
	Sandbox     string `json:"sandbox"`

	PathValidation      bool     `json:"path_validation"`
	CommandBlocklist    bool     `json:"command_blocklist"`
	BlockedCommands     []string `json:"blocked_commands"`
	AllowedCommandsOnly bool     `json:"allowed_commands_only"`
	SafeCommands        []string `json:"safe_commands"`
	ConfirmCommands     []string `json:"confirm_commands"`
	CommandProxying     string   `json:"command_proxying"`
	PathProxying        bool     `json:"path_proxying"`
	ProotIsolation      bool     `json:"proot_isolation"`
	AuditLogging        string   `json:"audit_logging"`
	NetworkIsolation    string   `json:"network_isolation"`
	AnomalyDetection    bool     `json:"anomaly_detection"`
	ConfirmTools        bool     `json:"confirm_tools"`
	BlockedNetwork      bool     `json:"blocked_network"`
	AllowedPaths        []string `json:"allowed_paths"`
	MaxReadBytes        int64    `json:"max_read_bytes"`  // 0 is no limit
	MaxWriteBytes       int64    `json:"max_write_bytes"` // 0 is no limit
}

// safe are the commands that need no confirmation as long as they only read.
var safe = [...]string{
	"ls", "cat", "head", "tail", "grep", "echo", "pwd", "cd", "wc", "sort", "diff",
	"git status", "git log", "git diff", "git show", "git branch",
}

// confirm are the commands that a profile with only a safe list asks about, and does not block.
var confirm = [...]string{"find, without actions", "python3 FILE.py", "node FILE.js"}

// extra are the commands that guarded blocks in addition to cautious.
var extra = [...]string{
	"sudo", "base64 | sh", "eval", "nohup", "disown", "COMMAND &", "python -c with os.system", "python -c with subprocess",
	"python -c with __import__", "node -e with child_process",
}

// proxying, isolation and logging are older names of the same settings.
var (
	proxying  = [...]string{"disabled", "disabled", "disabled", "enabled", "strict"} // by column
	isolation = [...]string{Full: "disabled", AllowList: "allowlist", Localhost: "localhost_only", Offline: "blocked"}
	logging   = [...]string{gate.Off: "disabled", gate.Basic: "basic", gate.Detailed: "detailed", gate.Forensic: "forensic"}
)

// Profiles returns the built-in profiles, loosest first. The profile observe is not among them: it
// judges like one of them.
func Profiles() []Profile {
	all := make([]Profile, len(columns))
	for i, name := range columns {
		s, protects := &profiles[i], i > 0
		p := Profile{
			Name: name, Description: s.description, Actions: map[string]string{}, Unlisted: rules.Allow.String(),
			ParseError: s.parseError.String(), NetworkMode: s.network.String(), AuditLevel: levels[s.audit], Sandbox: s.sandbox.String(),
			PathValidation: protects, CommandBlocklist: protects, BlockedCommands: []string{},
			AllowedCommandsOnly: s.safeOnly, SafeCommands: []string{}, ConfirmCommands: []string{},
			CommandProxying: proxying[i], AuditLogging: logging[s.audit], NetworkIsolation: isolation[s.network],
			AnomalyDetection: s.detectAnomaly, ConfirmTools: s.confirmTools, BlockedNetwork: s.network < AllowList,
			AllowedPaths: append([]string{}, s.allowedPaths...), MaxReadBytes: s.read, MaxWriteBytes: s.write,
		}
		for _, row := range table {
			p.Actions[row.key] = row.actions[i].String()
		}
		if name == Container {
			p.LocalActions = make(map[string]string, len(inside))
			for _, row := range inside {
				p.LocalActions[string(row.class)] = row.action.String()
			}
		}
		if rank(name) >= rank(Guarded) {
			p.SafeCommands = append(p.SafeCommands, safe[:]...)
		}
		if name == Guarded {
			p.BlockedCommands = append(p.BlockedCommands, extra[:]...)
		}
		if s.safeOnly {
			p.Unlisted = rules.Block.String()
			p.ConfirmCommands = append(p.ConfirmCommands, confirm[:]...)
		}
		all[i] = p
	}
	return all
}
