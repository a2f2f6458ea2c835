package runner

import (
	"os"
	"path/filepath"
	"time"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/review"
)

// keptCopy is how long the copy of a command that never came back, or whose changes could not be
// kept, stays.
const keptCopy = 7 * 24 * time.Hour

// CopyForReview copies the work directory for a permitted command, whose job gets the copy's
// path. It refuses a job that no sandbox can put on a copy.
func (s *Session) CopyForReview(p permit.Permit, j *Job) (*review.Copy, error) {
	dir := filepath.Join(s.Root, "state", "review")
	j.Copy = filepath.Join(dir, p.Decision())
	if err := j.needsSandbox(); err != nil {
		return nil, err
	}
	site := s.site()
	work, err := site.Reviewable()
	if err != nil {
		return nil, err
	}
	for _, at := range []string{filepath.Dir(dir), dir} {
		if err := host.MakePrivate(at); err != nil {
			return nil, err
		}
	}
	forgetCopies(dir)
	return review.Make(work, j.Copy)
}

// forgetCopies removes copies that nobody has used for long.
func forgetCopies(dir string) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, name := range names {
		if info, err := name.Info(); err == nil && time.Since(info.ModTime()) > keptCopy {
			old := review.Copy{To: filepath.Join(dir, name.Name())}
			_ = old.Discard()
		}
	}
}
