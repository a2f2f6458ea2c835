package machine

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Other kinds of guards in place of shims, to compare their cost.
const (
	Wrappers    Way = "wrappers"     // a bash script before each program of a plain install
	WrappersAll Way = "wrappers-all" // and before every program that would have a shim
	SafeRM      Way = "safe-rm"      // Debian's safe-rm before rm
)

// wrapper is the least that a script before a program does: check its arguments and
// become the program.
const wrapper = `#!/bin/bash
case "$*" in
*forbidden*)
	echo "refused: $*" >&2
	exit 126
	;;
esac
exec %s "$@"
`

// NewOther makes a machine below dir with another guard's programs in place of like's
// shims: wrappers for the programs that like shims, or safe-rm's program at this path.
func NewOther(dir string, way Way, like *Machine, program string, sources map[string]string) (*Machine, error) {
	m, err := newMachine(dir, like.cage.Over[dist], way, sources)
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(m.home(), ".agent-loop", "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return nil, err
	}
	if way == SafeRM {
		text, err := os.ReadFile(program)
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(bin, "rm"), text, 0o755); err != nil {
			return nil, err
		}
	} else if err := wrap(bin, filepath.Join(like.home(), ".agent-loop", "bin")); err != nil {
		return nil, fmt.Errorf("%s: %w", way, err)
	}
	m.Path = Shims + ":" + system
	return m, m.clean()
}

// wrap writes a wrapper into bin for each program that has a shim.
func wrap(bin, shims string) error {
	entries, err := os.ReadDir(shims)
	if err != nil {
		return err
	}
	for _, e := range entries {
		program, err := onSystem(e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(bin, e.Name()), fmt.Appendf(nil, wrapper, program), 0o755); err != nil {
			return err
		}
	}
	return nil
}

// onSystem finds a program on the inside PATH without shims.
func onSystem(name string) (string, error) {
	for dir := range strings.SplitSeq(system, ":") {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: not in %s", name, system)
}
