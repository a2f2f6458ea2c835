package confinement

import (
	"path/filepath"
	"slices"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/rules"
	"github.com/agent-loop/shimgen/worktree"
	"github.com/agent-loop/shimgen/zone"
)

// repositories returns the repository's directories outside the work directory that git writes.
func (s *Site) repositories(work string) []string {
	return worktree.Repositories(work, s.mayHaveRepository, func(gitDir string) {
		s.once("%s leads to %s, which does not say that it belongs to %s: git cannot write there in the sandbox", filepath.Join(work, ".git"), gitDir, work)
	})
}

// mayHaveRepository reports whether a flag could allow a directory that contains a repository.
func (s *Site) mayHaveRepository(dir string) bool {
	_, zones, err := zone.Follow(s.Machine, s.Dir, s.Work, dir)
	if err != nil || allowDir.check(dir, dir, zones&^rules.Persist) != nil {
		return false
	}
	d, err := s.Judge(dir)
	return err == nil && !slices.ContainsFunc(d.Findings, func(f guard.Finding) bool { return f.Rule.ID == "path.blocked" })
}
