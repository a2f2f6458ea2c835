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
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/gitconfig"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/trash"
	"github.com/agent-loop/shimgen/verdict"
	"github.com/agent-loop/shimgen/zone"
)

// keptNames says what names below writable directories mean in this session. also are more
// places that are kept, with what is below them: those that settings of git's name. bare are
// places in which nothing is.
func (s *Session) keptNames(also, bare []string) protect.Names {
	homes := s.Machine.Homes
	own, err := host.Canonical(s.Root) // which holds the quarantine
	if err != nil {
		own = s.Root
	}
	return protect.Names{
		Kept: func(path string) bool {
			return policy.IsPersistent(path, homes) || slices.ContainsFunc(also, func(dir string) bool { return pathname.In(path, dir) })
		},
		Holds:    func(path string) bool { return policy.HoldsPersistent(path, homes) },
		Skip:     func(path string) bool { return path == own },
		Hidden:   func(path string) bool { return policy.IsSecret(path, homes) },
		Allowed:  s.lasting(bare),
		Settings: s.settingsOfGit,
	}
}

// lasting returns what says of a protected name whether an allowed path of the policy is
// about it: names it, or the protected place that it lies in; or it lies in a bare place. It
// is nil if none is.
func (s *Session) lasting(bare []string) func(string) bool {
	type place struct {
		path string
		tree bool
	}
	var places []place
	for _, at := range bare {
		places = append(places, place{at, true})
	}
	held, _ := zone.ValidExceptions(s.Policy, s.Machine, s.Dir, s.Work)
	for _, e := range held {
		if real, is, err := zone.Follow(s.Machine, s.Dir, s.Work, s.absolute(e.Path)); err == nil {
			places = append(places, place{real, is&rules.Persist != 0})
		}
	}
	if places == nil {
		return nil
	}
	return func(path string) bool {
		return slices.ContainsFunc(places, func(p place) bool { return p.path == path || p.tree && pathname.Below(path, p.path) })
	}
}

// maxGitSettings is how many settings a new repository may have.
const maxGitSettings = 400

// settingsOfGit returns what is wrong with a new file of git's settings, or "". They are
// judged as those behind git's -c are, by what every installation has.
// Those that stood in the file before are the user's.
func (s *Session) settingsOfGit(path, before, text string) string {
	settings, understood := gitconfig.Settings(addedSettings(before, text))
	switch {
	case !understood:
		return "it has settings that are not understood"
	case len(settings) > maxGitSettings:
		return fmt.Sprintf("it has more than %d settings", maxGitSettings)
	}
	argv := []string{"git"}
	for _, set := range settings {
		argv = append(argv, "-c", set)
		key, value, _ := strings.Cut(set, "=")
		if strings.EqualFold(key, "core.worktree") && !s.isWorkTree(filepath.Dir(path), value) {
			return "core.worktree leads out of the work directory"
		}
	}
	strict, err := policy.Load(nil, policy.Flags{Profile: "guarded"})
	if err != nil {
		return err.Error()
	}
	d := guard.Judge(strict, s.Machine, guard.Request{Argv: append(argv, "--version"), Dir: filepath.Dir(path), Work: s.Work, ID: trail.NewID()})
	if d.Err != nil {
		return "it cannot be judged: " + d.Err.Error()
	}
	for _, f := range d.Findings {
		if f.Rule.Class != rules.Hygiene {
			name, _ := f.Word.Text()
			return strings.TrimSpace(fmt.Sprintf("%s [%s] %s", f.Rule.Reason, f.Rule.ID, name))
		}
	}
	return ""
}

// addedSettings returns the lines of a file of git's settings that were not in the same
// section of it before. Of the others nothing need be understood.
func addedSettings(before, text string) string {
	type place struct{ section, line string }
	old := map[place]bool{}
	each := func(text string, do func(p place, line string)) {
		var p place
		for line := range strings.Lines(text) {
			if p.line = strings.TrimSpace(line); strings.HasPrefix(p.line, "[") {
				p.section = p.line
			}
			do(p, line)
		}
	}
	each(before, func(p place, _ string) { old[p] = true })
	var added strings.Builder
	each(text, func(p place, line string) {
		if p.line == p.section || !old[p] {
			added.WriteString(line)
		}
	})
	return added.String()
}

// isWorkTree reports whether a repository's core.worktree lies in the work directory.
func (s *Session) isWorkTree(repository, value string) bool {
	if !filepath.IsAbs(value) {
		value = filepath.Join(repository, value)
	}
	real, err := host.Canonical(filepath.Clean(value))
	work := zone.WorkDir(s.Machine, s.Dir, s.Work)
	return err == nil && work != "" && pathname.In(real, work)
}

// The record of a run's names, in its directory, is for the run after it where it is killed.
const (
	recordName = "names"
	maxRecord  = 64 << 20
)

// keepRecord keeps what there was before a command.
func keepRecord(own string, r *protect.Record, limit time.Duration) error {
	if limit > 0 {
		r.Until = time.Now().Add(limit + grace + time.Second)
	}
	err := os.WriteFile(filepath.Join(own, recordName), r.Encode(), 0o600)
	r.Until = time.Time{}
	return err
}

// takeOverNames checks the names of a run that was killed.
func (s *Session) takeOverNames(own string) {
	f, err := os.OpenFile(filepath.Join(own, recordName), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return // it was killed before, or had nothing to write to
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

// Quarantine is where protected names are that commands made.
func (s *Session) Quarantine() protect.Quarantine {
	return protect.NewQuarantine(filepath.Join(s.Root, "quarantine"), s.owner)
}

// Trash is where shims put what commands would have deleted.
func (s *Session) Trash() trash.Can { return trash.New(filepath.Join(s.Root, "trash"), s.owner) }

// Stash is the list of what git commands would have thrown away, kept in the repositories.
func (s *Session) Stash() stash.Book {
	return stash.NewBook(filepath.Join(s.Root, "trash", "git"), s.owner)
}

// maxOutcomes is how many protected names of one command are told.
const maxOutcomes = 20

// checkNames takes away what a command has put where others run or trust it later.
func (s *Session) checkNames(r *protect.Record, run uint64, by string) []Violation {
	report := r.Check(s.keptNames(r.Also, r.Bare))
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
			s.warn("%s", err) // the command has run
		}
	}
	s.sayLeft(left)
	if more := len(outcomes) - len(told); len(told) == maxOutcomes && more > 0 {
		s.warn("%d more protected names are in quarantine: shimgen quarantine list", more)
	}
	return told
}

// sayLeft says what came with new repositories.
func (s *Session) sayLeft(left map[string][]string) {
	const most = 5
	for dir, names := range left {
		slices.Sort(names)
		more := ""
		if n := len(names); n > most {
			names, more = names[:most], fmt.Sprintf(" and %d more", n-most)
		}
		s.warn("%s came with %s%s, which other programs run or trust: look at them before you open it there", verdict.Line(dir), verdict.Line(strings.Join(names, ", ")), more)
	}
}

// madeName is the violation for one name.
func (s *Session) madeName(o protect.Outcome, by string) Violation {
	v := Violation{Operation: "create", Target: verdict.Line(o.Path), Count: 1, Rule: keptRule, Policy: keptPolicy}
	switch o.Was {
	case protect.Changed:
		v.Operation = "change"
	case protect.Removed:
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
	v.Fix = verdict.Line(strings.Join(done, "; "))
	v.Policy = verdict.Line(v.Policy)
	return v
}

// keptRule is the rule that the sandbox holds where a name is protected, and keptPolicy
// what it says.
const (
	keptRule   = "persistence.write"
	keptPolicy = "what others run or load later is kept as it is"
)

// allowedBy says which line of a policy would let commands change a protected name.
func allowedBy(path string) string {
	return fmt.Sprintf("ask the user, whose policy can allow it: [paths] allowed = [%q]", path)
}

// surveyedNames is how many names below writable directories are looked at for those that
// are protected wherever they are, and surveyedDepth how deep.
const (
	surveyedNames = 20_000
	surveyedDepth = 6
)

// lookBelow finds out what protected names there are below writable directories, but for
// bare places, in which the policy protects none. also are places that are protected too.
func (s *Session) lookBelow(writable, bare, also []string, gentle bool) (*protect.Record, error) {
	writable = slices.DeleteFunc(writable, func(path string) bool { // a policy may name files, too
		info, err := os.Stat(path)
		return err == nil && !info.IsDir()
	})
	names := s.keptNames(also, bare)
	if gentle {
		names.Loose = isGitSettings
	}
	r, err := protect.Look(writable, names, protect.Options{Names: surveyedNames, Depth: surveyedDepth})
	if err != nil {
		return nil, err
	}
	r.Also, r.Bare = also, bare
	if r.Over {
		s.warn("more than %d names below %s: protected names further down are not looked for", surveyedNames, strings.Join(writable, ", "))
	}
	return r, nil
}

// isGitSettings reports whether a path is a repository's settings, which git writes with each
// branch that it tracks and each remote.
func isGitSettings(path string) bool {
	base := filepath.Base(path)
	return (base == "config" || base == "config.worktree") && strings.Contains(path, "/.git/")
}

// checkChild looks for protected names that a command has made, once it has ended.
func (s *Session) checkChild(c *child) {
	if c.names == nil {
		return
	}
	s.made = append(s.made, s.checkNames(c.names, c.run, "")...)
}
