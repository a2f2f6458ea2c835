package main

import (
	"encoding/json"
	"os"
	"time"

	trail "github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/installation"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/progress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rollout"
	"github.com/agent-loop/shimgen/runner"
)

type policyTestCmd struct {
	File    string `arg:"" help:"The policy file."`
	Against string `default:"audit" placeholder:"audit|FILE" help:"What to judge: the audit trail (audit), or a file with a command a line, or with JSON lines {\"command\",\"dir\"?}."`
	Days    int    `default:"30" placeholder:"N" help:"How many days of the trail, today included (30)."`
	Since   string `placeholder:"WHEN" help:"Look back to then instead: 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z."`
	JSON    bool   `name:"json" help:"Print one JSON object."`
}

// Run judges the commands under the policy in force and under the file.
func (c *policyTestCmd) Run(a *app) error {
	data, err := load(a, c.File, policy.User)
	if err != nil {
		return err
	}
	before, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return err
	}
	after, err := runner.Open(runner.Options{Env: a.env, Trial: &policy.Layer{Name: c.File, Kind: policy.User, Data: data}})
	if err != nil {
		return err
	}
	asked, err := c.readCommands(a)
	if err != nil {
		return err
	}
	bar := progress.New(a.err, len(asked))
	collector.RunRarely()
	result := rollout.Replay(asked, before.Decide, after.Decide, bar.Step)
	bar.End()
	if c.JSON {
		return json.NewEncoder(a.out).Encode(result)
	}
	result.Print(a.out)
	return nil
}

// readCommands returns the commands to judge.
func (c *policyTestCmd) readCommands(a *app) ([]rollout.Asked, error) {
	if c.Against != "audit" {
		f, err := os.Open(c.Against)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		if !isFile(f) {
			return nil, exit.Usage("--against %s: not a file", c.Against)
		}
		return rollout.FromList(f)
	}
	from, err := since(c.Since, c.Days, time.Now())
	if err != nil {
		return nil, err
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return nil, err
	}
	asked, seen, err := rollout.FromTrail(dir, from)
	a.noticeSkipped(seen)
	return asked, err
}

// isFile reports whether an open file is a regular one: reading from anything else may never
// end.
func isFile(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// suggestCmd prints what the trail suggests.
type suggestCmd struct {
	Days  int    `default:"7" placeholder:"N" help:"How many days to look back, today included (7)."`
	Since string `placeholder:"WHEN" help:"Look back to then instead: 90m, 36h, 14d, 2006-01-02 or 2006-01-02T15:04:05Z."`
	JSON  bool   `name:"json" help:"Print one JSON object."`
}

// Run prints lines for the policy, with the evidence for each. It changes nothing.
func (c *suggestCmd) Run(a *app) error {
	from, err := since(c.Since, c.Days, time.Now())
	if err != nil {
		return err
	}
	dir, err := installation.AuditDir()
	if err != nil {
		return err
	}
	s, err := runner.Open(runner.Options{Env: a.env})
	if err != nil {
		return err
	}
	var seen trail.Coverage
	var found rollout.Suggestion
	if found, seen, err = rollout.Suggest(dir, from, s.Policy, s.DecideUnder); err != nil {
		return err
	}
	a.noticeSkipped(seen)
	if c.JSON {
		return json.NewEncoder(a.out).Encode(found)
	}
	found.Print(a.out)
	return nil
}
