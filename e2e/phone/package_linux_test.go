package phone_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/termux/emulation"
)

// packaged are the members of the package, below Termux' prefix.
var packaged = map[string]string{
	"bin/shimgen":                                  "Lrwxrwxrwx",
	"libexec/shimgen/shim":                         "-rwx------",
	"libexec/shimgen/shimgen":                      "-rwx------",
	"libexec/shimgen/shimgen-mcp":                  "-rwx------",
	"libexec/shimgen/shimgen-tls":                  "-rwx------",
	"share/bash-completion/completions/shimgen":    "-rw-------",
	"share/doc/shimgen/NOTICES":                    "-rw-------",
	"share/doc/shimgen/copyright":                  "-rw-------",
	"share/doc/shimgen/termux.md":                  "-rw-------",
	"share/fish/vendor_completions.d/shimgen.fish": "-rw-------",
	"share/man/man1/shim.1.gz":                     "-rw-------",
	"share/man/man1/shimgen.1.gz":                  "-rw-------",
	"share/man/man5/agent-loop-policy.5.gz":        "-rw-------",
	"share/zsh/site-functions/_shimgen":            "-rw-------",
}

// deb makes the package, or skips the test.
func deb(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("needs dpkg-deb")
	}
	dir := t.TempDir()
	tool := exec.Command("go", "build", "-o", dir+"/packaging", ".")
	tool.Dir = "../../packaging"
	if out, err := tool.CombinedOutput(); err != nil {
		t.Skipf("needs nfpm, which makes packages: %s", out)
	}
	require.NoError(t, buildARM64[1]())
	release := dir + "/dist"
	require.NoError(t, os.Mkdir(release, 0o755))
	require.NoError(t, os.CopyFS(release+"/android-arm64", os.DirFS(built+"/arm64-android")))
	for _, program := range []string{"shimgen-mcp", "shimgen-tls"} {
		require.NoError(t, compile([]string{"CGO_ENABLED=0", "GOARCH=arm64", "GOOS=android"}, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", release+"/android-arm64/", "../../cmd/"+program))
	}
	out, err := exec.Command(dir+"/packaging", "-top", "../..", "-version", "v1.2.3-4-gabc", release).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return release + "/shimgen_1.2.3+4+gabc_aarch64.deb"
}

// The package has what install needs, where Termux has it, and an app installs it and is
// protected.
func TestPackage(t *testing.T) {
	p := startARM64(t, 12, "android")
	file := deb(t)
	control, err := exec.Command("dpkg-deb", "--field", file, "Package", "Version", "Architecture", "Depends", "Suggests").Output()
	require.NoError(t, err)
	assert.Equal(t, "Package: shimgen\nVersion: 1.2.3+4+gabc\nArchitecture: aarch64\nSuggests: proot, termux-api\n", string(control))
	unpacked, err := exec.Command("dpkg-deb", "--fsys-tarfile", file).Output()
	require.NoError(t, err)
	got := map[string]string{}
	for in := tar.NewReader(bytes.NewReader(unpacked)); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		name := strings.TrimPrefix(h.Name, ".")
		if h.Typeflag == tar.TypeDir {
			assert.True(t, strings.HasPrefix(prefix+"/", name) || strings.HasPrefix(name, prefix+"/"), name)
			continue
		}
		below, ok := strings.CutPrefix(name, prefix+"/")
		require.True(t, ok, name)
		got[below] = h.FileInfo().Mode().String()
		p.unpack(t, in, h, name)
	}
	assert.Equal(t, packaged, got)

	for _, name := range []string{"shim", "shimgen"} { // it is the package's that are used
		require.NoError(t, os.Remove(filepath.Join(p.Root, home, name)))
	}
	done := p.run(t, "shimgen install && mkdir work")
	require.Zero(t, done.status, "%s%s", done.out, done.err)
	p.env = []string{"PATH=" + shims + ":" + prefix + "/bin"}
	assert.Equal(t, rows[0].want, p.run(t, "cd work; "+rows[0].script), rows[0].why)
	assert.Equal(t, outcome{out: "real rm -f a\n"}, p.run(t, "cd work; rm -f a"))
}

// unpack makes one member of a package as dpkg does, which is the app there.
func (p *phone) unpack(t *testing.T, in io.Reader, h *tar.Header, name string) {
	t.Helper()
	at := filepath.Join(p.Root, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o755))
	for dir := filepath.Dir(name); strings.HasPrefix(dir, prefix); dir = filepath.Dir(dir) {
		require.NoError(t, os.Chown(filepath.Join(p.Root, dir), emulation.UID, emulation.UID))
	}
	if h.Typeflag == tar.TypeSymlink {
		require.NoError(t, os.Symlink(h.Linkname, at))
		return
	}
	text, err := io.ReadAll(in)
	require.NoError(t, err)
	require.NoError(t, p.Write(name, string(text), h.FileInfo().Mode()))
}
