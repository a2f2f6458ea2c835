package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// isWhole has go install compile everything, which takes minutes: the paths of our packages
// are others there, and so nothing of it is in the cache.
var isWhole = flag.Bool("goinstall", false, "compile what go install would")

// publish makes a directory that answers as a module proxy, with this tree as v1.2.3.
func publish(t *testing.T) string {
	t.Helper()
	listed, err := exec.Command("git", "-C", "..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("needs the repository, for the list of its files")
	}
	tree, proxy := t.TempDir(), t.TempDir()
	for _, name := range strings.Split(strings.TrimSuffix(string(listed), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(tree, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(tree, name), text, 0o644))
	}
	at := filepath.Join(proxy, "github.com/agent-loop/shimgen/@v")
	require.NoError(t, os.MkdirAll(at, 0o755))
	out, err := os.Create(filepath.Join(at, "v1.2.3.zip"))
	require.NoError(t, err)
	require.NoError(t, zip.CreateFromDir(out, module.Version{Path: "github.com/agent-loop/shimgen", Version: "v1.2.3"}, tree))
	require.NoError(t, out.Close())
	mod, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	for name, text := range map[string]string{
		"list": "v1.2.3\n", "v1.2.3.info": `{"Version":"v1.2.3","Time":"2026-01-01T00:00:00Z"}`, "v1.2.3.mod": string(mod),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(at, name), []byte(text), 0o644))
	}
	return proxy
}

// go install makes all programs, out of what a proxy would serve, and they install. Without
// -goinstall, go only plans to.
func TestGoInstall(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	proxy, modules, programs := publish(t), t.TempDir(), t.TempDir()
	install := exec.Command("go", "install", "github.com/agent-loop/shimgen/cmd/...@latest")
	if !*isWhole {
		install = exec.Command("go", "install", "-n", "github.com/agent-loop/shimgen/cmd/...@latest")
	}
	install.Dir = modules
	install.Env = append(os.Environ(), "GOBIN="+programs, "GOMODCACHE="+modules, "GOSUMDB=off", "CGO_ENABLED=0", "GOFLAGS=-trimpath -modcacherw",
		"GOPROXY=file://"+proxy+",file://"+strings.TrimSpace(string(cache))+"/cache/download")
	out, err := install.CombinedOutput()
	if err != nil {
		require.NotContains(t, string(out), "github.com/agent-loop/shimgen", "%s", out)
		t.Skipf("needs all modules: %s", out)
	}
	commands, err := os.ReadDir("../cmd")
	require.NoError(t, err)
	if !*isWhole {
		for _, c := range commands {
			assert.Contains(t, string(out), programs+"/"+c.Name()+"\n")
		}
		return
	}
	released(t) // for the fake program
	r := newRoot(t)
	require.NoError(t, os.CopyFS(r.dir+"/opt/go", os.DirFS(programs)))
	for _, c := range commands {
		assert.FileExists(t, r.dir+"/opt/go/"+c.Name())
	}
	r.installed("/opt/go/shimgen")
}
