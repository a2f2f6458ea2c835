package runner

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/internal/printable"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/trash"
)

// The record of the protected names before a run, in the run's directory. If shimgen is killed,
// the next run checks against it.
const (
	recordName = "names"
	maxRecord  = 64 << 20
)

// keepRecord stores the record of the names before a command in a file.
func keepRecord(file string, r *protect.Record, limit time.Duration) error {
	if limit > 0 {
		r.Until = time.Now().Add(limit + grace + time.Second)
	}
	err := os.WriteFile(file, r.Encode(), 0o600)
	r.Until = time.Time{}
	return err
}

// takeOverNames checks the names of a run that was killed.
func (s *Session) takeOverNames(own string) {
	f, err := os.OpenFile(filepath.Join(own, recordName), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return // killed earlier, or it had no place to write to
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRecord))
	var r *protect.Record
	if err == nil {
		r, err = protect.Decode(text)
	}
	if err != nil {
		s.warn("what a command did whose shimgen was killed is not known: %s: %s", own, err)
		return
	}
	s.made = append(s.made, s.checkNames(r, trail.ParseID(filepath.Base(own)), "by a command whose shimgen was killed")...)
}

// Quarantine returns the quarantine: where protected names that commands created are moved.
func (s *Session) Quarantine() protect.Quarantine {
	return protect.NewQuarantine(filepath.Join(s.Root, "quarantine"), s.owner)
}

// Trash returns the trash: where shims put what commands would have deleted.
func (s *Session) Trash() trash.Can { return trash.New(filepath.Join(s.Root, "trash"), s.owner) }

// Stash returns the list of what git commands would have thrown away, kept in the repositories.
func (s *Session) Stash() stash.Book {
	return stash.NewBook(filepath.Join(s.Root, "trash", "git"), s.owner)
}

// maxOutcomes bounds how many protected names of one command are reported singly.
const maxOutcomes = 20

// checkNames quarantines the protected names that a command has created or changed.
func (s *Session) checkNames(r *protect.Record, run uint64, by string) []Violation {
	report := r.Check(s.site().Names(r.Also, r.Bare))
	if report.Over {
		s.warn("the command made more names than are looked at, or deeper ones: protected names among them may be there")
	}
	for _, dir := range report.Lost {
		s.warn("%s cannot be looked at: protected names in it may be new", dir)
	}
	var told []Violation
	left := map[string][]string{}
	outcomes := s.Quarantine().Settle(report.Changes)
	for _, o := range outcomes {
		if o.Left {
			left[o.Repository] = append(left[o.Repository], strings.TrimPrefix(o.Path, o.Repository+"/"))
			continue
		}
		v := s.madeName(o, by)
		if len(told) < maxOutcomes {
			told = append(told, v)
		}
		if err := s.Record(audit.During(audit.FileAccess{Path: v.Target, Operation: v.Operation, Reason: v.Policy + "; " + v.Fix}, run)); err != nil {
			s.warn("%s", err) // the command has run, so this cannot be an error
		}
	}
	s.sayLeft(left)
	if more := len(outcomes) - len(told); len(told) == maxOutcomes && more > 0 {
		s.warn("%d more protected names are in quarantine: shimgen quarantine list", more)
	}
	return told
}

// sayLeft warns about protected names that came with new repositories.
func (s *Session) sayLeft(left map[string][]string) {
	const most = 5
	for dir, names := range left {
		slices.Sort(names)
		more := ""
		if n := len(names); n > most {
			names, more = names[:most], fmt.Sprintf(" and %d more", n-most)
		}
		s.warn("%s came with %s%s, which other programs run or trust: look at them before you open it there", printable.Line(dir), printable.Line(strings.Join(names, ", ")), more)
	}
}

// madeName returns the violation for one protected name.
func (s *Session) madeName(o protect.Outcome, by string) Violation {
	v := Violation{Operation: "create", Target: printable.Line(o.Path), Count: 1, Rule: keptRule, Policy: keptPolicy}
	switch o.Kind {
	case protect.Modification:
		v.Operation = "change"
	case protect.Removal:
		v.Operation = "remove"
	}
	if by != "" {
		v.Policy += "; it was done " + by
	}
	if o.Why != "" {
		v.Policy += "; " + o.Why
	}
	var done []string
	switch {
	case o.Item != "":
		done = append(done, "it is in quarantine as "+o.Item+" (shimgen quarantine list)")
	case o.At != "":
		done = append(done, "it is called "+o.At+" now")
	}
	if o.Restored {
		done = append(done, "what was there before is there again")
	}
	if o.Err != nil {
		done = append(done, "IT IS STILL THERE: "+o.Err.Error())
	}
	done = append(done, allowedBy(o.Path))
	v.Fix = printable.Line(strings.Join(done, "; "))
	v.Policy = printable.Line(v.Policy)
	return v
}

// keptRule is the rule that protects these names, and keptPolicy its text.
const (
	keptRule   = "persistence.write"
	keptPolicy = "what others run or load later is kept as it is"
)

// allowedBy returns the hint which line of a policy would let commands change a protected name.
func allowedBy(path string) string {
	return fmt.Sprintf("ask the user, whose policy can allow it: [paths] allowed = [%q]", path)
}

// checkChild looks for protected names that a command has created, after it has ended.
func (s *Session) checkChild(c *child) {
	if c.names == nil {
		return
	}
	s.made = append(s.made, s.checkNames(c.names, c.run, "")...)
}
