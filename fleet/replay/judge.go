package replay

import (
	"encoding/json"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/fleet/share"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/redact"
)

// record is the part of a record that counts here.
type record struct {
	Event   string   `json:"event"`
	Command string   `json:"command"`
	Argv    []string `json:"argv"`
	Action  string   `json:"action"`
	Would   string   `json:"would"` // the action that profile observe did not enforce
	Source  string   `json:"source"`
	From    string   `json:"from"`
	Dir     string   `json:"cwd"`
	IsCut   bool     `json:"cut"`
}

// longestShown is how many characters of a command a result keeps.
const longestShown = 400

// see judges one record under the new policy, and counts it.
func (r *Result) see(team string, body []byte, p *policy.Policy) {
	var rec record
	if json.Unmarshal(body, &rec) != nil || rec.Source == "doctor" || rec.From == "loop" || rec.Event != "command" && rec.Event != "path_proxy" {
		return
	}
	r.Decisions++
	text := rec.Command
	if rec.Event == "path_proxy" {
		text = strings.Join(rec.Argv, " ")
	}
	if rec.IsCut || text == "" || strings.HasPrefix(text, share.HashMark) {
		r.Unknown++
		return
	}
	r.Judged++
	d := judge(p, rec)
	now, before := d.Action.String(), rec.Action
	if now == before {
		return
	}
	c := Change{Team: team, Command: shown(redact.Text(text, d)), Before: before, After: now, Rule: "the policy", IsLooser: rank(now) < rank(before)}
	switch f, found := d.Worst(); {
	case d.Err != nil:
		c.Rule = "cannot be read"
	case found:
		c.Rule = f.Rule.ID
	case c.IsLooser:
		c.Rule = ""
	}
	r.add(c, 1)
}

// judge judges a command as on a machine that looks the same to every worker: with the
// record's directory and the home in which it lies, and without anybody's files. A panic
// counts as a refusal.
func judge(p *policy.Policy, rec record) (d guard.Decision) {
	machine, req := guard.Model()
	req.Source, req.Argv = rec.Command, nil
	if rec.Event == "path_proxy" {
		req.Source, req.Argv = "", rec.Argv
	}
	if path.IsAbs(rec.Dir) {
		req.Dir = path.Clean(rec.Dir)
		if home := homeOf(req.Dir); home != "" {
			machine.Homes, machine.Own = []string{home}, home+"/.agent-loop"
			vars := req.Vars
			req.Vars = func(name string) (string, bool) {
				switch name {
				case "HOME":
					return home, true
				case "PWD":
					return req.Dir, true
				}
				return vars(name)
			}
		}
	}
	defer func() {
		if fault := recover(); fault != nil {
			d = guard.Decision{}
		}
	}()
	return guard.Judge(p, machine, req)
}

// homeOf returns the home in which a directory lies, by the naming of usual systems.
func homeOf(dir string) string {
	parts := strings.Split(dir, "/")
	switch {
	case len(parts) > 2 && (parts[1] == "home" || parts[1] == "Users"):
		return strings.Join(parts[:3], "/")
	case len(parts) > 1 && parts[1] == "root":
		return "/root"
	}
	return ""
}

// rank orders actions by how strict they are.
func rank(action string) int { return strings.Index("allow warn ask block", action) }

// shown returns the part of a command that a result keeps.
func shown(text string) string {
	if runes := []rune(text); len(runes) > longestShown {
		return string(runes[:longestShown]) + "…"
	}
	return text
}
