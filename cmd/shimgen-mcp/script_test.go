package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs the scenarios of testdata, in a home of their own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata", RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			work, err := filepath.EvalSymlinks(env.WorkDir)
			if err != nil {
				return err
			}
			home := filepath.Join(work, "home")
			env.Setenv("WORK", work)
			env.Setenv("HOME", home)
			env.Setenv("BIN", built)
			env.Setenv("ROOT", filepath.Join(home, ".agent-loop"))
			return os.Mkdir(home, 0o755)
		},
	})
}
