package confinement

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/notice"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// A Site is the context of confinement: the policy, and the facts it depends on on this machine.
type Site struct {
	Policy  *policy.Policy
	Machine zone.Machine
	Flags   policy.Flags
	Root    string   // of the installation
	Dir     string   // of the process
	Work    string   // the work directory
	Env     []string // that commands get
	Needed  []string // further places that commands may read if reads are listed

	Notices *notice.List                             // gets what the user should know
	First   func(line string) bool                   // reports whether a line has not been said in this session
	Judge   func(dir string) (guard.Decision, error) // decides on writes to a directory
}

// warn tells the user something, once.
func (s *Site) warn(format string, args ...any) { s.Notices.Add(format, args...) }

// once tells the user something the first time in a session.
func (s *Site) once(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); s.First(text) {
		s.warn("%s", text)
	}
}

// Absolute converts a path of the policy to one on this machine.
func (s *Site) Absolute(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && len(s.Machine.Homes) > 0 && (rest == "" || rest[0] == '/') {
		return s.Machine.Homes[0] + rest
	}
	if !filepath.IsAbs(path) {
		return filepath.Join(s.Work, path)
	}
	return path
}
