package runner

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/confinement"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/permit"
	"github.com/agent-loop/shimgen/protect"
	"github.com/agent-loop/shimgen/review"
)

// copyLifetime is how long a copy stays if its command never returned or its changes could not be
// kept.
const copyLifetime = 7 * 24 * time.Hour

// A Review is a copy of the work directory on which a command works. Close it with Discard or
// Leave.
type Review struct {
	*review.Copy

	dir  string   // holds the copy and the lock; no command in a sandbox can reach it
	lock *os.File // locked while the copy is in use

	site   *confinement.Site
	before *protect.Record // the protected names of the command's box
}

// CopyForReview copies the work directory for a permitted command, and puts the copy's path
// into its job. It refuses a job whose sandbox cannot mount a copy.
func (s *Session) CopyForReview(p permit.Permit, j *Job) (*Review, error) {
	all := filepath.Join(s.Root, "state", "review")
	dir := filepath.Join(all, p.Decision())
	j.Copy = filepath.Join(dir, "tree")
	if err := j.needsSandbox(); err != nil {
		return nil, err
	}
	work, err := s.site().Reviewable()
	if err != nil {
		return nil, err
	}
	for _, at := range []string{filepath.Dir(all), all} {
		if err := host.MakePrivate(at); err != nil {
			return nil, err
		}
	}
	forgetCopies(all)
	r := &Review{dir: dir, site: s.site()}
	hidden, err := s.hiddenForReview(p, j, r)
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if r.lock, err = os.OpenFile(filepath.Join(dir, lockedCopy), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err == nil {
		err = unix.Flock(int(r.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	}
	if err == nil {
		r.Copy, err = review.Make(work, j.Copy, hidden)
	}
	if err != nil {
		return nil, errors.Join(err, r.Discard())
	}
	return r, nil
}

// lockedCopy is the name of the file whose lock says that a copy is in use.
const lockedCopy = "lock"

// hiddenForReview returns the places that the job's box will hide.
func (s *Session) hiddenForReview(p permit.Permit, j *Job, r *Review) ([]string, error) {
	_, release := s.runs().HoldCaches() // as in Plan
	defer release()
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	box, before, err := r.site.Box(p.Dir(), s.runDir(p), self, s.isLenient(*j))
	r.before = before
	return box.Hide, err
}

// TrustCheck returns a function that reports whether other programs would run or trust later what
// a change leaves.
func (r *Review) TrustCheck() (func(review.Change) bool, error) {
	isTrusted, err := r.site.TrustCheck(r.before, r.From, r.To)
	if err != nil {
		return nil, err
	}
	return func(ch review.Change) bool { return isTrusted(ch.Path, ch.IsLink()) }, nil
}

// Discard removes the copy.
func (r *Review) Discard() error {
	defer r.Leave()
	if r.Copy != nil {
		if err := r.Copy.Discard(); err != nil {
			return err
		}
	}
	return os.RemoveAll(r.dir)
}

// Leave keeps the copy, and reports whether there is one.
func (r *Review) Leave() bool {
	if r.lock != nil {
		r.lock.Close()
	}
	if r.Copy == nil {
		return false
	}
	_, err := os.Lstat(r.To)
	return err == nil
}

// forgetCopies removes old copies that no command uses. Their age is that of their directory,
// which no command in a sandbox can reach.
func forgetCopies(all string) {
	names, err := os.ReadDir(all)
	if err != nil {
		return
	}
	for _, name := range names {
		if info, err := name.Info(); err == nil && time.Since(info.ModTime()) > copyLifetime {
			forgetCopy(filepath.Join(all, name.Name()))
		}
	}
}

// forgetCopy removes a copy that nobody has locked.
func forgetCopy(dir string) {
	lock, err := os.OpenFile(filepath.Join(dir, lockedCopy), os.O_RDWR|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err == nil {
		defer lock.Close()
		if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
			return
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return
	}
	old := review.Copy{To: dir} // Discard copes with the modes that a command gave its directories
	_ = old.Discard()
}
