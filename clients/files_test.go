package clients

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/clients/model"
)

// keys is a file that nobody may read, trap one that an editor runs. Both are in the
// project, and of a kind that clients do not guard by themselves.
const (
	keys = Project + "/.netrc"
	trap = Project + "/.vscode/tasks.json"
)

// files is a conversation about files, by file tools.
var files = []model.Step{
	{Read: Project + "/seen.txt"},
	{Write: Project + "/made.txt"},
	{Read: keys},
	{Write: trap},
	{Command: "touch last"},
}

// lay creates the files.
func (s *scene) lay() {
	s.write(Project+"/seen.txt", "a-line-of-the-project\n", 0o644)
	s.write(keys, "machine example.com login me password "+secret+"\n", 0o644)
	s.write(filepath.Dir(trap)+"/README", "\n", 0o644)
	s.own()
}

// What a shell command may not read or write, other tools may not either.
func testFiles(t *testing.T, c Client) {
	t.Run("unguarded", func(t *testing.T) {
		t.Parallel()
		s := stage(t, c)
		s.lay()
		p := s.play(files...)
		assert.Contains(t, p.heard[0], "a-line-of-the-project")
		assert.Contains(t, p.heard[2], secret)
		assert.NotEmpty(t, s.read(trap))
	})
	t.Run("guarded", func(t *testing.T) {
		t.Parallel()
		s := stage(t, c)
		s.install()
		s.trust()
		s.lay()
		p := s.play(files...)
		assert.Contains(t, p.heard[0], "a-line-of-the-project")
		assert.True(t, s.left("made.txt"))
		assert.NotContains(t, p.heard[2], secret)
		assert.Contains(t, p.heard[2], "[secrets.read]")
		assert.Empty(t, s.read(trap))
		assert.Contains(t, p.heard[3], "[persistence.write]")
		assert.True(t, s.left("last"))
	})
}
