package main

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
)

var everyIndex = flag.Bool("index.all", false, "build shimgen with each index of other rows, not with one")

// A program built with an index of other rows judges nothing and installs nothing: nobody
// would check what the index lacks.
func TestA12_AnIndexOfOtherRowsRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds shimgen: .ci/run does it")
	}
	names := []string{"policy/variables/index.txt", "rules/catalogue/index.txt", "grammar/index.txt", "grammar/credentials.txt"}
	if !*everyIndex {
		names = names[:1] // each costs a build of most packages
	}
	for _, name := range names {
		dir := t.TempDir()
		path, err := filepath.Abs("../../" + name)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(dir+"/index", text[:len(text)/2], 0o600))
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: dir + "/index"}})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(dir+"/overlay", overlay, 0o600))
		out, err := exec.Command("go", "build", "-overlay", dir+"/overlay", "-ldflags=-s -w", "-o", dir+"/", ".", "../shim").CombinedOutput()
		require.NoError(t, err, "%s", out)
		for _, args := range [][]string{{"check", "--", "ls"}, {"install"}} {
			c := exec.Command(dir+"/shimgen", args...)
			c.Env, c.Dir = []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}, dir
			out, err := c.CombinedOutput()
			require.Error(t, err, "%s, %s", name, args)
			assert.Equal(t, exit.Failed, c.ProcessState.ExitCode(), "%s, %s", name, args)
			assert.Contains(t, string(out), filepath.Base(name)+" is of other", "%s, %s", name, args)
		}
		assert.NoDirExists(t, dir+"/.agent-loop", name)
	}
}
