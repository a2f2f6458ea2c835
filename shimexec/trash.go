package shimexec

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/trash"
	"github.com/agent-loop/shimgen/verdict"
)

// trashPlan returns how to move to the trash what a command would delete, if the policy
// says so for all that it asks about and the trash can take it; else nil, and what would be
// asked is refused as ever. With a plan, the judgement's decision becomes a warning.
func (c Call) trashPlan(s *runner.Session, j *judgement) *trash.Plan {
	kept := j.asked.WithAnswers(func(f guard.Finding) bool { return s.Policy.Trashes(f.Rule) })
	if _, ok := kept.Permit(); !ok || kept.Action == j.asked.Action || j.allowed || !j.found || j.asked.Unread {
		return nil
	}
	if aliasName(j.program.Called, j.name) != "" {
		return nil // a program that acts by another name
	}
	r, ok := trash.Read(j.name, j.args, s.Dir)
	if !ok || s.Dir == guard.Nowhere {
		return nil
	}
	r.Decision, r.Command = kept.ID(), shellquote.Command(verdict.Argv(append([]string{j.name}, j.args...)))
	plan, err := s.Trash().Plan(r)
	if err != nil {
		fmt.Fprintf(c.Err, "shimgen: %s\n", verdict.Line(err.Error()))
		return nil
	}
	j.decision = kept
	return plan
}

// toTrash does a plan in the program's place: it prints what the program would print, and
// one line about where things are. Its error is the program's exit status.
func (c Call) toTrash(s *runner.Session, j judgement, plan *trash.Plan) error {
	if err := s.RecordShim(j.name, j.args, j.decision, s.Trash().Dir()); err != nil {
		return exit.New(exit.Failed, err.Error(), "")
	}
	verdict.PrintNotices(c.Err, s.Warnings())
	done := plan.Do()
	for _, line := range done.Out {
		fmt.Fprintln(c.Out, line)
	}
	for _, line := range done.Faults {
		fmt.Fprintln(c.Err, verdict.Line(line))
	}
	if n := len(done.Moved); n > 0 {
		report(c.Err, j.decision, plan.ID, n)
	}
	if len(done.Faults) > 0 {
		return exit.Silent(1)
	}
	return nil
}

// report says that things are in the trash, and by which rule.
func report(to io.Writer, d guard.Decision, id string, n int) {
	things := "1 name"
	if n > 1 {
		things = fmt.Sprintf("%d names", n)
	}
	rule := ""
	if f, ok := d.Worst(); ok {
		rule = " [" + f.Rule.ID + "]"
	}
	fmt.Fprintf(to, "shimgen: moved to the trash: %s, %s%s\n", things, id, rule)
	fmt.Fprintf(to, "shimgen: hint: the user can put it back: shimgen undo %s\n", id)
}
