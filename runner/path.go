package runner

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/trail"
)

// DecidePath judges one use of a path and returns the path as it resolves. If limit or the
// policy's own limit is above 0, the smaller one bounds the size of the file in bytes, and
// anything but a regular file is refused: a pipe or a device has no size.
func (s *Session) DecidePath(name string, use grammar.Kind, limit int64) (string, guard.Decision, error) {
	req := guard.Request{Dir: s.Dir, Work: s.Work, ID: trail.NewID()}
	real, d, err := guard.JudgePath(s.Policy, s.Machine, req, name, use)
	if err != nil {
		return "", d, fmt.Errorf("path %q: %w", name, err)
	}
	if use == grammar.Reads {
		d.PrintedDownloads = []string{real}
	}
	if own := s.limit(use); own > 0 && (limit <= 0 || own < limit) {
		limit = own
	}
	if limit <= 0 {
		return real, d, nil
	}
	info, err := os.Lstat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return real, d, nil
	case err != nil:
		return "", guard.Decision{}, err
	case !info.Mode().IsRegular():
		return "", guard.Decision{}, fmt.Errorf("path %q: not a regular file, so it has no size to limit", name)
	case info.Size() > limit:
		return "", guard.Decision{}, fmt.Errorf("path %q: %d bytes (limit: %d)", name, info.Size(), limit)
	}
	return real, d, nil
}

// limit returns the policy's limit for a use, in bytes.
func (s *Session) limit(use grammar.Kind) int64 {
	switch use {
	case grammar.Reads:
		return s.Policy.MaxRead
	case grammar.Writes:
		return s.Policy.MaxWrite
	}
	return 0
}

// DecideUnread judges a tool call that shimgen cannot read at all.
func (s *Session) DecideUnread(tool string) guard.Decision {
	return guard.JudgeUnread(s.Policy, s.Machine, guard.Request{Dir: s.Dir, Work: s.Work, ID: trail.NewID()}, tool)
}

// DecideURL judges a URL and returns the host that it names.
func (s *Session) DecideURL(url string) (string, guard.Decision, error) {
	return guard.JudgeURL(s.Policy, s.Machine, guard.Request{Dir: s.Dir, Work: s.Work, ID: trail.NewID()}, url)
}
