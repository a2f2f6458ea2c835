package main

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shelf is a registry of packages on this machine: a document for each name, and files.
type shelf struct {
	documents map[string]map[string]any
	files     http.Handler
}

// newShelf has the packages for npm of a directory.
func newShelf(t *testing.T, dir string, r release) *httptest.Server {
	t.Helper()
	s := shelf{map[string]map[string]any{}, http.FileServer(http.Dir(dir))}
	server := httptest.NewServer(&s)
	t.Cleanup(server.Close)
	files, err := filepath.Glob(filepath.Join(dir, "npm-*.tgz"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := exec.Command("tar", "-xzOf", file, "package/package.json").Output()
		require.NoError(t, err)
		var m map[string]any
		require.NoError(t, json.Unmarshal(text, &m))
		assert.NotContains(t, m, "scripts")
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		sum := sha512.Sum512(data)
		m["dist"] = map[string]string{"tarball": server.URL + "/" + filepath.Base(file), "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		name, number := m["name"].(string), r.version.npm()
		s.documents[name] = map[string]any{"name": name, "dist-tags": map[string]string{"latest": number}, "versions": map[string]any{number: m}}
	}
	return server
}

// ServeHTTP answers npm.
func (s *shelf) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if document, ok := s.documents[strings.TrimPrefix(q.URL.Path, "/")]; ok {
		_ = json.NewEncoder(w).Encode(document)
		return
	}
	s.files.ServeHTTP(w, q)
}

// npm takes the package of this system alone, and npx starts what is in it.
func TestNPM(t *testing.T) {
	dist := released(t)
	npx, err := exec.LookPath("npx")
	if err != nil {
		t.Skip("needs npm")
	}
	v, err := parseVersion("v1.2.3", time.Unix(0, 0))
	require.NoError(t, err)
	r := release{dir: t.TempDir(), version: v}
	require.NoError(t, os.CopyFS(filepath.Join(r.dir, here), os.DirFS(filepath.Join(dist, here))))
	for _, n := range nodes {
		if n.target != here {
			require.NoError(t, os.Mkdir(filepath.Join(r.dir, n.target), 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(r.dir, n.target, "shimgen"), []byte("of another system"), 0o755))
		}
	}
	require.NoError(t, r.writeNPM())

	own, fakes, project := t.TempDir(), t.TempDir(), t.TempDir()
	require.NoError(t, os.Symlink(shared+"/fake", fakes+"/git"))
	try := func(words ...string) (string, error) {
		c := exec.Command(words[0], words[1:]...)
		c.Dir = project
		c.Env = []string{
			"HOME=" + own, "PATH=" + own + "/.agent-loop/bin:" + fakes + ":" + filepath.Dir(npx) + ":/usr/bin:/bin",
			"npm_config_registry=" + newShelf(t, r.dir, r).URL, "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false",
		}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	out, err := try("npm", "install", "shimgen")
	require.NoError(t, err, out)
	got, err := filepath.Glob(project + "/node_modules/@agent-loop/*")
	require.NoError(t, err)
	require.Len(t, got, 1, "those of other systems stay away")
	out, err = try("npx", "--no-install", "shimgen", "version")
	require.NoError(t, err, out)
	assert.True(t, strings.HasPrefix(out, "shimgen v1.2.3 linux/"), out)
	out, err = try("npx", "--no-install", "shimgen", "check", "--", "git clean -fdx")
	var exit *exec.ExitError
	require.ErrorAs(t, err, &exit, out)
	assert.Equal(t, 3, exit.ExitCode(), "its exit status is ours: %s", out)

	out, err = try("npx", "--no-install", "shimgen", "install")
	require.NoError(t, err, out)
	out, err = try(own+"/.agent-loop/bin/git", "clean", "-fdx")
	refused(t, out, err)
	out, err = try("npx", "--no-install", "shimgen", "uninstall")
	require.NoError(t, err, out)
	assert.NoFileExists(t, own+"/.agent-loop/bin/git")
	out, err = try("npm", "uninstall", "shimgen")
	require.NoError(t, err, out)
	for _, left := range []string{"/node_modules/shimgen", "/node_modules/@agent-loop/*", "/node_modules/.bin/*"} {
		got, err = filepath.Glob(project + left)
		require.NoError(t, err)
		assert.Empty(t, got)
	}
}
