package installation

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/host"
	"github.com/agent-loop/shimgen/internal/fingerprint"
	"github.com/agent-loop/shimgen/runner"
)

// PolicyChange is what ApplyPolicy did.
type PolicyChange struct {
	Backup string   // the file that has the text from before; "" if there was none
	Notes  []string // what the user should see
}

// ApplyPolicy replaces the user's policy by a text that the caller has checked. It keeps
// the old text and compiles the gate's table.
func ApplyPolicy(text []byte, env []string) (done PolicyChange, err error) {
	id, ok := gate.Installed()
	if !ok {
		return done, NotInstalled()
	}
	target := filepath.Join(id.Root, "policy.toml")
	if done.Backup, err = keepPolicy(id.Root, target, text); err != nil {
		return done, err
	}
	if err := host.Replace(target, text, 0o600); err != nil {
		return done, err
	}
	done.Notes, err = runner.CompileGate(id, env)
	return done, err
}

// keepPolicy copies the present policy aside and returns the name of the copy. It skips a
// file that is not regular: no command accepts that as a policy, and reading it may never end.
func keepPolicy(root, target string, text []byte) (backup string, err error) {
	if info, err := os.Lstat(target); err == nil && !info.Mode().IsRegular() {
		return "", nil
	}
	before, err := os.ReadFile(target)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil || string(before) == string(text) {
		return "", err
	}
	dir := filepath.Join(root, "state", "policies")
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := host.MakePrivate(d); err != nil {
			return "", err
		}
	}
	backup = filepath.Join(dir, fingerprint.Hex(string(before))[:16]+".toml")
	return backup, host.Replace(backup, before, 0o600)
}
