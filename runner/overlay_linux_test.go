package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/zone"
)

// shimmed is a session with shims of some names, on this machine's programs.
func shimmed(t *testing.T, names ...string) *Session {
	root := t.TempDir()
	for _, tree := range gate.Trees {
		require.NoError(t, os.MkdirAll(root+gate.Originals+tree, 0o700))
	}
	require.NoError(t, os.Mkdir(filepath.Join(root, "bin"), 0o700))
	for _, name := range names {
		require.NoError(t, os.Symlink("../libexec/shim", filepath.Join(root, "bin", name)))
	}
	p, err := policy.Builtin(policy.Cautious)
	require.NoError(t, err)
	work := t.TempDir()
	return &Session{
		Policy: p, Installed: true, Root: root, Dir: work, Work: work, env: environment{"PATH=/usr/local/bin:/usr/bin:/bin"},
		Machine: zone.Machine{Homes: []string{work}},
	}
}

func real(t *testing.T, file string) string {
	at, err := filepath.EvalSymlinks(file)
	if err != nil {
		t.Skip(err)
	}
	return at
}

func TestShimsLieOverTheProgramsOfTheirNames_X3(t *testing.T) {
	s := shimmed(t, "rm", "cat")
	assert.ElementsMatch(t, []string{real(t, "/bin/rm"), real(t, "/bin/cat")}, s.Covered())
	for word, shimsMet := range map[string]bool{
		"/bin/rm": true, "/usr/bin/../bin/rm": true, "rm": true, "cat": true, "/bin/ls": false, "ls": false, "./rm": false,
		"bin/rm": false, "/nosuch/rm": false, "": false,
	} {
		assert.Equal(t, shimsMet, s.overlayPrograms().Meets(word), "%q", word)
	}
	s.Installed = false
	s.programs = nil
	assert.Empty(t, s.Covered(), "without an installation there are no shims")
}

func TestWhatNoShimLiesOver_X3(t *testing.T) {
	names := []string{"rm", "sh", filepath.Base(real(t, "/bin/sh")), "perl", "ldd"}
	others, _ := filepath.Glob("/usr/bin/perl5*") // of Debian, hard links to perl
	for _, other := range others {
		names = append(names, filepath.Base(other))
	}
	s := shimmed(t, names...)
	assert.Contains(t, s.Covered(), real(t, "/bin/sh"), "a shell that has a shim")
	for _, file := range append(others, "/usr/bin/perl", "/usr/bin/ldd") {
		assert.NotContains(t, s.Covered(), file, "what tells where its file lies, by any name, and scripts")
	}
	assert.NotContains(t, shimmed(t, filepath.Base(real(t, "/bin/sh"))+"-x").Covered(), real(t, "/bin/sh"), "a shell without one")
}

func TestNoShimLiesOverWhatABoxChanges_X3(t *testing.T) {
	for reason, change := range map[string]func(*Session){
		"a work directory among programs":        func(s *Session) { s.Work = "/usr/src" },
		"a directory to write to among programs": func(s *Session) { s.Flags.AllowDirs = []string{"/usr/local"} },
		"a home among programs":                  func(s *Session) { s.Machine.Homes = []string{"/usr/games"} },
		"an installation from before": func(s *Session) {
			require.NoError(t, os.Remove(s.Root+gate.Originals+"/usr"))
		},
	} {
		t.Run(reason, func(t *testing.T) {
			if real(t, "/bin/rm") != "/usr/bin/rm" {
				t.Skip("/bin is a directory of its own")
			}
			s := shimmed(t, "rm")
			change(s)
			assert.Empty(t, s.Covered())
		})
	}
}
