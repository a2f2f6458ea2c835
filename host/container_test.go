package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestContainerIn(t *testing.T) {
	for _, c := range []struct{ why, file, text, want string }{
		{"a machine of its own has no mark", "etc/hostname", "box\n", ""},
		{"Docker's mark is empty", ".dockerenv", "", "docker"},
		{"Podman's mark can hold settings", "run/.containerenv", "engine=\"podman\"\n", "podman"},
		{"systemd names the manager", "run/systemd/container", "lxc\n", "lxc"},
		{"WSL is no throwaway machine", "run/systemd/container", "wsl\n", ""},
		{"a pod has its service account", "var/run/secrets/kubernetes.io/serviceaccount/token", "x", "kubernetes"},
	} {
		root := t.TempDir()
		file := filepath.Join(root, c.file)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o644))
		assert.Equal(t, c.want, containerIn(root), c.why)
	}
}
