package confinement

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/gitconfig"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/place"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/trail"
	"github.com/agent-loop/shimgen/zone"
)

// Names returns the meaning of names below writable directories in this session. also are further
// protected places with everything below them: those named by git's settings. bare are places in
// which nothing is protected.
func (s *Site) Names(also, bare []string) protect.Names {
	homes := s.Machine.Homes
	root, err := host.Canonical(s.Root) // it contains the quarantine
	if err != nil {
		root = s.Root
	}
	return protect.Names{
		Kept: func(path string) bool {
			return place.IsPersistent(path, homes) || slices.ContainsFunc(also, func(dir string) bool { return pathname.In(path, dir) })
		},
		Holds:    func(path string) bool { return place.HoldsPersistent(path, homes) },
		Skip:     func(path string) bool { return path == root },
		Hidden:   func(path string) bool { return place.IsSecret(path, homes) },
		Allowed:  s.allowedNames(bare),
		Settings: s.settingsOfGit,
	}
}

// allowedNames returns a function that reports whether an allowed path of the policy covers a
// protected name: it names the name, or the protected place that contains it; or the name is in a
// bare place. It returns nil if no allowed path does.
func (s *Site) allowedNames(bare []string) func(string) bool {
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
		if real, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, s.Absolute(e.Path)); err == nil {
			places = append(places, place{real, zones&rules.Persist != 0})
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

// settingsOfGit returns what is wrong with a new git settings file, or "". Settings are judged
// like those after git's -c, by the rules of every installation. Those that were in the file
// before belong to the user.
func (s *Site) settingsOfGit(path, before, text string) string {
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

// addedSettings returns the lines of a git settings file that were not in the same section
// before. The others need not be understood.
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

// isWorkTree reports whether a repository's core.worktree is in the work directory.
func (s *Site) isWorkTree(repository, value string) bool {
	if !filepath.IsAbs(value) {
		value = filepath.Join(repository, value)
	}
	real, err := host.Canonical(filepath.Clean(value))
	work := zone.WorkDir(s.Machine, s.Dir, s.Work)
	return err == nil && work != "" && pathname.In(real, work)
}

// surveyedNames bounds how many names below writable directories are searched for names that are
// protected in any directory, and surveyedDepth how deep.
const (
	surveyedNames = 20_000
	surveyedDepth = 6
)

// lookBelow finds the protected names below writable directories, except in bare places, in which
// the policy protects none. also are further protected places.
func (s *Site) lookBelow(writable, bare, also []string, lenient bool) (*protect.Record, error) {
	writable = slices.DeleteFunc(writable, func(path string) bool { // a policy may name files, too
		info, err := os.Stat(path)
		return err == nil && !info.IsDir()
	})
	names := s.Names(also, bare)
	if lenient {
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

// isGitSettings reports whether a path is a repository's settings file, which git changes for
// each tracking branch and each remote.
func isGitSettings(path string) bool {
	base := filepath.Base(path)
	return (base == "config" || base == "config.worktree") && strings.Contains(path, "/.git/")
}
