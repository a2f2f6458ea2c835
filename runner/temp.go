package runner

import (
	"path/filepath"
	"strings"

	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/pathname"
	"github.com/agent-loop/shimgen/policy/place"
)

// commonTemp returns the directories for temporary files that every system has; on macOS they
// are links into /private (hier(7)).
func commonTemp() []string {
	temp := place.TempDirs()
	if host.Mac() {
		temp = append(temp, "/private/tmp", "/private/var/tmp")
	}
	return temp
}

// addUserTemp adds $TMPDIR to the places for temporary files if it lies below one.
func (s *Session) addUserTemp() {
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

// userTemp returns the temporary directory that macOS has made for one user, if path, which has
// no links, is or lies in /private/var/folders/XX/LETTERS/T: confstr(3),
// _CS_DARWIN_USER_TEMP_DIR. The environment can name no other: root owns what lies above
// LETTERS, and nobody else creates any.
func userTemp(path string) (string, bool) {
	const folders = "/private/var/folders/"
	rest, ok := strings.CutPrefix(path, folders)
	parts := strings.Split(rest, "/")
	if !ok || len(parts) < 3 || len(parts[0]) != 2 || parts[1] == "" || parts[2] != "T" {
		return "", false
	}
	return folders + strings.Join(parts[:3], "/"), true
}
