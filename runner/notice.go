package runner

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/agent-loop/shimgen/notice"
)

// warn adds a notice, once.
func (s *Session) warn(format string, args ...any) {
	s.notices.Add(format, args...)
}

// once leaves a notice the first time in this session.
func (s *Session) once(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); s.FirstTime(text) {
		s.warn("%s", text)
	}
}

// FirstTime reports whether a thing has not been said yet in this session
// (setsid(2)): what is true of all its commands is said with the first. Where
// that cannot be noted, each time is the first.
func (s *Session) FirstTime(what string) bool { return s.FirstTimeIn(notice.SessionName(), what) }

// FirstTimeIn is FirstTime for a session that somebody else has named.
func (s *Session) FirstTimeIn(session, what string) bool {
	if !s.Installed {
		return true
	}
	m := notice.Marks{Dirs: []string{filepath.Join(s.Root, "state", "said")}, UID: s.uid}
	if len(s.Machine.Temp) > 0 { // a home that cannot be written has its notes there: they only keep words back
		m.Dirs = append(m.Dirs, filepath.Join(s.Machine.Temp[0], ".shimgen-said-"+strconv.Itoa(s.uid)))
	}
	return m.First(session, what)
}
