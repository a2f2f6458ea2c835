package shimexec

import (
	"fmt"
	"io"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/exit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/redact"
	"github.com/agent-loop/shimgen/runner"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
	"github.com/agent-loop/shimgen/verdict"
)

// unasked returns the decision in which all that would be asked is a warning, if the policy
// says that it may be where what the command would lose is kept.
func (c Call) unasked(s *runner.Session, j *judgement) (guard.Decision, bool) {
	kept := j.asked.WithAnswers(func(f guard.Finding) bool { return s.Policy.Trashes(f.Rule) })
	_, ok := kept.Permit()
	switch {
	case !ok, kept.Action == j.asked.Action, j.allowed, !j.found, j.asked.Unread:
		return kept, false
	case s.Dir == guard.Nowhere, aliasName(j.program.Called, j.name) != "": // a program that acts by another name
		return kept, false
	}
	return kept, true
}

// text is the command for a record, without secrets.
func (j *judgement) text() string {
	return shellquote.Command(redact.Argv(append([]string{j.name}, j.args...)))
}

// cause is what the record of what is kept says of a command.
func (j *judgement) cause(s *runner.Session, kept guard.Decision) trash.Cause {
	agent, session := s.Asker()
	return trash.Cause{Decision: kept.ID(), Command: j.text(), Agent: agent, Session: session}
}

// trashPlan returns how to move to the trash what a command would delete, if the policy
// says so for all that it asks about and the trash can take it; else nil, and what would be
// asked is refused as ever. With a plan, the judgement's decision becomes a warning.
func (c Call) trashPlan(s *runner.Session, j *judgement) *trash.Plan {
	kept, ok := c.unasked(s, j)
	if !ok {
		return nil
	}
	r, ok := c.removal(s, j)
	if !ok {
		return nil
	}
	r.Cause = j.cause(s, kept)
	plan, err := s.Trash().Plan(r)
	if err != nil {
		c.say(err)
		return nil
	}
	j.decision = kept
	return plan
}

// removal is what a command would delete by name, if it is rm or its like, or git clean.
func (c Call) removal(s *runner.Session, j *judgement) (trash.Removal, bool) {
	if j.name != "git" {
		return trash.Read(j.name, j.args, s.Dir)
	}
	command, ok := stash.Read(j.args, s.Dir)
	if !ok || !command.Cleans() {
		return trash.Removal{}, false
	}
	names, err := c.git(j, command).Listed(command)
	if err != nil {
		c.say(err)
		return trash.Removal{}, false
	}
	return trash.Removal{Dir: command.Dir, Names: names, Program: "git clean", Recursive: true, Verbose: !command.IsQuiet()}, true
}

// git is the real program, in the directory and environment of the command.
func (c Call) git(j *judgement, command stash.Command) stash.Git {
	return stash.Git{Program: j.path, Dir: command.Dir, Env: c.Env}
}

// say prints why what a command would lose is not kept.
func (c Call) say(err error) { fmt.Fprintf(c.Err, "shimgen: %s\n", printable.Line(err.Error())) }

// stashed keeps in the repository what a git command would throw away, if the policy says
// so for all that it asks about. Then the command may run, with a warning.
func (c Call) stashed(s *runner.Session, j *judgement) (it stash.Item, ok bool) {
	kept, ok := c.unasked(s, j)
	if !ok || j.name != "git" {
		return it, false
	}
	command, ok := stash.Read(j.args, s.Dir)
	if !ok || command.Cleans() {
		return it, false
	}
	found, err := c.git(j, command).Look(command)
	if err == nil && !found.IsEmpty() {
		it, err = s.Stash().Keep(found, j.cause(s, kept))
	}
	if err != nil {
		c.say(err)
		return it, false
	}
	j.decision = kept
	j.permit, j.allowed = kept.Permit()
	return it, j.allowed
}

// toGit records a command of which everything is kept, and becomes git.
func (c Call) toGit(s *runner.Session, j judgement, it stash.Item, deeper []string) error {
	if err := s.RecordShim(j.name, j.args, j.decision, j.path); err != nil {
		return exit.New(exit.Failed, err.Error(), "")
	}
	verdict.PrintNotices(c.Err, s.Warnings())
	if it.ID != "" {
		fmt.Fprintf(c.Err, "shimgen: kept before git changes it: %s, %s%s\n", it.Parts(), it.ID, ruleOf(j.decision))
		hintUndo(c.Err, it.ID)
	}
	return c.start(s, j, deeper)
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
		fmt.Fprintln(c.Err, printable.Line(line))
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
	fmt.Fprintf(to, "shimgen: moved to the trash: %s, %s%s\n", things, id, ruleOf(d))
	hintUndo(to, id)
}

// ruleOf is the rule of a decision, for the end of a line.
func ruleOf(d guard.Decision) string {
	if f, ok := d.Worst(); ok {
		return " [" + f.Rule.ID + "]"
	}
	return ""
}

func hintUndo(to io.Writer, id string) {
	fmt.Fprintf(to, "shimgen: hint: the user can put it back: shimgen undo %s\n", id)
}
