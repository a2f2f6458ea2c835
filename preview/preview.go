package preview

import (
	"errors"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/internal/gitrepo"
)

// Patience is how long a person is kept waiting for an answer.
const Patience = 200 * time.Millisecond

// maxLines is how many lines there are about one decision.
const maxLines = 12

// Look returns a line for each thing that is at stake in what a decision asks about, and none
// if nothing is, or nothing is known. dir is where the command would start, absolute.
func Look(d guard.Decision, dir string, patience time.Duration) []string {
	l := look{dir: dir, limit: gitrepo.Limit{Until: time.Now().Add(patience)}, repositories: map[string]*repository{}}
	for v := range grammar.All(d.Invocations) {
		if v.Away || !decides(d, v) {
			continue
		}
		if len(l.lines) >= maxLines {
			l.say("more, which is not shown")
			break
		}
		if !l.git(v) {
			l.files(v)
		}
	}
	return l.lines
}

// decides reports whether a finding that decided is about an invocation.
func decides(d guard.Decision, v *grammar.Invocation) bool {
	return slices.ContainsFunc(d.Findings, func(f guard.Finding) bool {
		return f.Action == d.Action && f.Command != nil && (f.Command == v.Command || f.Command == v.Written())
	})
}

// look is one look at the commands of a decision.
type look struct {
	dir   string
	limit gitrepo.Limit
	lines []string

	repositories map[string]*repository // by the top of the work tree
}

// repository is a repository with its index, read once. err says why it cannot be.
type repository struct {
	gitrepo.Repository
	index gitrepo.Index
	err   error
}

// repositoryOf returns the repository that a directory lies in; nil for none.
func (l *look) repositoryOf(dir string) *repository {
	r, err := gitrepo.Find(dir)
	if errors.Is(err, gitrepo.ErrNone) {
		return nil
	}
	known := l.repositories[r.Top]
	if known == nil {
		known = &repository{Repository: r, err: err}
		if err == nil {
			known.index, known.err = r.Index()
		}
		l.repositories[r.Top] = known
	}
	return known
}

// say adds a line, unless it was said of another command.
func (l *look) say(line string) {
	if line != "" && !slices.Contains(l.lines, line) {
		l.lines = append(l.lines, line)
	}
}
