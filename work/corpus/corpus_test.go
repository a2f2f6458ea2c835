package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every row has its script, every script its row, and says what it is about.
func TestRowsHaveTheirScripts(t *testing.T) {
	files, err := scripts.ReadDir("rows")
	require.NoError(t, err)
	var tasks []string
	for _, task := range Own() {
		tasks = append(tasks, strings.TrimPrefix(task.Name, "own/")+".sh")
		assert.True(t, strings.HasPrefix(task.Script, "# "), "%s: begins with what it is about", task.Name)
	}
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	assert.ElementsMatch(t, names, tasks)
}

func TestSuiteTasks(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"t/a.sh", "t/b.sh", "t/b-root.sh", "u/x/a.sh", "u/y/a.sh", "u/y/data"} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	s := Suite{Name: "s", Scripts: "t/*.sh u/*/*.sh", Setup: "cp {tree} .", Run: "sh {script} {base} {dir}", Sample: "b", Leave: "t/*root*"}
	tasks, err := s.Tasks(dir)
	require.NoError(t, err)
	var got []string
	for _, task := range tasks {
		assert.Equal(t, "cp /home/src/s .", task.Setup)
		assert.Equal(t, task.Name == "s/b", task.Sample)
		got = append(got, task.Name+": "+task.Script)
	}
	assert.Equal(t, []string{"s/a: sh t/a.sh a t", "s/b: sh t/b.sh b t", "s/x-a: sh u/x/a.sh a u/x", "s/y-a: sh u/y/a.sh a u/y"}, got)
	_, err = Suite{Scripts: "["}.Tasks(dir)
	assert.Error(t, err)
}

func TestSuitesAreWhole(t *testing.T) {
	names := map[string]bool{"own": true}
	for _, s := range Suites() {
		assert.False(t, names[s.Name], "%s: the name is taken", s.Name)
		names[s.Name] = true
		for what, text := range map[string]string{"Name": s.Name, "Package": s.Package, "Scripts": s.Scripts, "Run": s.Run} {
			assert.NotEmpty(t, text, "%s: %s", s.Name, what)
		}
		assert.True(t, s.Sample == "" || s.Build == "", "%s: what takes minutes to build is not had before each merge", s.Name)
		assert.Equal(t, s.Leave == "", s.Why == "", "%s: what is left out has a reason", s.Name)
	}
}
