package runner

import (
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
)

// commonTemp are the directories for temporary files that every system has; on
// macOS they are links into /private (hier(7)).
func commonTemp() []string {
	temp := []string{"/tmp", "/var/tmp"}
	if host.Mac() {
		temp = append(temp, "/private/tmp", "/private/var/tmp")
	}
	return temp
}

// temp counts $TMPDIR as a place for temporary files if it lies below one.
func (s *Session) temp() {
	dir, err := host.Canonical(filepath.Clean(s.env.value("TMPDIR")))
	if err != nil {
		return
	}
	if own, ok := userTemp(dir); ok {
		s.Machine.Temp = append(s.Machine.Temp, own, strings.TrimPrefix(own, "/private"))
		return
	}
	for _, t := range s.Machine.Temp {
		if pathname.Below(dir, t) {
			s.Machine.Temp = append(s.Machine.Temp, dir)
			return
		}
	}
}

// userTemp returns the directory for temporary files that macOS made for one
// user, if that is what a path with no links in it names or lies in:
// /private/var/folders/XX/LETTERS/T, as confstr(3) tells of
// _CS_DARWIN_USER_TEMP_DIR. The environment can name no other, for what lies
// above LETTERS is root's, and nobody else makes any.
func userTemp(path string) (string, bool) {
	const folders = "/private/var/folders/"
	rest, ok := strings.CutPrefix(path, folders)
	parts := strings.Split(rest, "/")
	if !ok || len(parts) < 3 || len(parts[0]) != 2 || parts[1] == "" || parts[2] != "T" {
		return "", false
	}
	return folders + strings.Join(parts[:3], "/"), true
}
