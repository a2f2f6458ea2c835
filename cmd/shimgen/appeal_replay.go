package main

import (
	"fmt"
	"time"

	"github.com/agent-loop/shimgen/appeal"
	"github.com/agent-loop/shimgen/internal/collector"
	"github.com/agent-loop/shimgen/internal/progress"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/rollout"
	"github.com/agent-loop/shimgen/runner"
)

// The commands on which an appeal is tried.
const (
	appealDays  = 30     // days of the audit trail
	appealTried = 20_000 // the last different commands of these
)

// replayAppeal prints what a changed policy would newly allow in the directory of the appeal:
// of the commands in the trail, and of the examples of all rules.
func replayAppeal(a *app, s *runner.Session, one appeal.Appeal, name, changed string) error {
	after, err := runner.Open(runner.Options{Env: a.env, Trial: &policy.Layer{Name: name, Kind: policy.User, Data: []byte(changed)}})
	if err != nil {
		return err
	}
	asked, seen, err := rollout.FromTrail(s.AuditDir(), time.Now().AddDate(0, 0, -appealDays))
	if err != nil {
		return err
	}
	a.noticeSkipped(seen)
	asked = asked[max(0, len(asked)-appealTried):]
	examples := rollout.FromRules(s.Policy.Rules, one.Dir)
	bar := progress.New(a.err, len(asked)+len(examples))
	collector.RunRarely()
	ofTrail := rollout.Replay(asked, s.Decide, after.Decide, bar.Step)
	ofRules := rollout.Replay(examples, s.Decide, after.Decide, bar.Step)
	bar.End()
	fmt.Fprintf(a.out, "it would newly allow %d of %d different commands of the last %d days, and %d of %d examples of rules:\n", ofTrail.Looser, ofTrail.Different, appealDays, ofRules.Looser, ofRules.Different)
	for _, r := range []rollout.Result{ofTrail, ofRules} {
		for _, c := range r.Changes {
			if c.Looser {
				fmt.Fprintf(a.out, "    %s\n", c)
			}
		}
	}
	return nil
}
