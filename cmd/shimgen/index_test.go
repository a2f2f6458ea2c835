package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/internal/exit"
)

// A program built with an index of other rows judges nothing and installs nothing: nobody
// would check what the index lacks.
func TestA12_AnIndexOfOtherRowsRefuses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds shimgen four times: .ci/run does it")
	}
	for _, name := range []string{"grammar/index.txt", "grammar/credentials.txt", "rules/catalogue/index.txt", "policy/variables.txt"} {
		dir := t.TempDir()
		path, err := filepath.Abs("../../" + name)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(dir+"/index", text[:len(text)/2], 0o600))
		overlay, err := json.Marshal(map[string]map[string]string{"Replace": {path: dir + "/index"}})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(dir+"/overlay", overlay, 0o600))
		out, err := exec.Command("go", "build", "-overlay", dir+"/overlay", "-o", dir+"/", ".", "../shim").CombinedOutput()
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
