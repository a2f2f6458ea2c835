package runner

import (
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/agent-loop/shimgen/notice"
)

// warn adds a notice, unless it was added before.
func (s *Session) warn(format string, args ...any) {
	s.notices.Add(format, args...)
}

// warnOnce adds a notice the first time in this session of the terminal.
func (s *Session) warnOnce(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); s.FirstTime(text) {
		s.warn("%s", text)
	}
}

// FirstTime reports whether something has not been said yet in this session (setsid(2)). A
// notice that is true for all commands of a session is shown with the first. If that cannot be
// recorded, every time counts as the first.
func (s *Session) FirstTime(what string) bool { return s.FirstTimeIn(notice.SessionName(), what) }

// FirstTimeIn is FirstTime for a session with a given name.
func (s *Session) FirstTimeIn(session, what string) bool {
	if !s.Installed {
		return true
	}
	m := notice.Marks{Dirs: []string{filepath.Join(s.Root, "state", "said")}, UID: s.uid}
	if len(s.Machine.Temp) > 0 { // for a home that cannot be written; forged marks could only suppress notices
		m.Dirs = append(m.Dirs, filepath.Join(s.Machine.Temp[0], ".shimgen-said-"+strconv.Itoa(s.uid)))
	}
	return m.First(session, what)
}
