package guard_test

import (
	"io/fs"
	"maps"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/guard"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// plainFiles is a file view in which some files cannot be started.
type plainFiles struct {
	zone.Tree
	plain string
}

func (f plainFiles) Lstat(name string) (fs.FileMode, error) {
	mode, err := f.Tree.Lstat(name)
	if name == f.plain {
		mode &^= 0o111
	}
	return mode, err
}

// git runs a hook only if it may be started, and a command before may have changed that.
func TestHooksThatMayNotBeStarted(t *testing.T) {
	p := builtin(t, policy.Cautious)
	for _, c := range []struct{ why, source, rule string }{
		{"as it is", "git commit -m x", ""},
		{"changed by its name", "chmod +x .git/hooks/pre-commit; git commit -m x", "fs.rm-home"},
		{"changed with its directory", "chmod -R u+x .git/hooks; git commit -m x", "fs.rm-home"},
		{"changed afterwards", "git commit -m x; chmod +x .git/hooks/pre-commit", ""},
		{"another one is changed", "chmod +x build.sh; git commit -m x", ""},
	} {
		m, req := guard.Model()
		tree := maps.Clone(m.Files.(zone.Tree))
		maps.Copy(tree, zone.Tree{work + ".git": "", work + ".git/hooks": "", work + ".git/hooks/pre-commit": zone.Text("rm -rf ~\n")})
		m.Files, req.Source = plainFiles{tree, work + ".git/hooks/pre-commit"}, c.source
		d := guard.Judge(p, m, req)
		found := ""
		for _, f := range d.Findings {
			if f.Rule.ID == "fs.rm-home" {
				found = f.Rule.ID
			}
		}
		assert.Equal(t, c.rule, found, c.why)
	}
}
