package spelling

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// probes are lines that bash runs in every spelling, and the arguments that
// the program must then get.
var probes = []struct {
	line string
	want []string
}{
	{"probe -a / b", []string{"-a", "/", "b"}},
	{`probe 'b c' "d\"e" f\'g '$h' x*y`, []string{"b c", `d"e`, "f'g", "$h", "x*y"}},
	{"probe a%b , =c", []string{"a%b", ",", "=c"}},
}

// unproved are families that cannot be run by anybody anywhere, and why.
var unproved = map[string]string{
	"bash -lc": "the login files change PATH", "env emptied": "so is PATH", "command -p": "another PATH",
	"a path for a name": "the program is elsewhere", "a path by default": "as before", "a roundabout path": "as before",
	"a path with needless parts": "as before", "a path in a variable": "as before",
	"an alias": "not expanded without a terminal",
	"sudo":     "needs rights", "sudo with options": "as before", "sudo with a variable": "as before", "doas": "as before", "su -c": "as before",
	"wrappers in wrappers": "as before", "flock": "writes to /tmp", "flock -c": "as before", "chrt": "needs rights", "strace": "as before",
}

// In every spelling bash runs the same program with the same arguments.
func TestBashRunsTheSame(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "bin"), 0o755))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "work"), 0o755))
	record := filepath.Join(dir, "record")
	probe := "#!" + bash + "\nprintf '%s\\n' \"$#\" \"$@\" > " + record + ".new && mv " + record + ".new " + record + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bin/probe"), []byte(probe), 0o755))

	ran := 0
	for _, f := range Families() {
		for _, p := range probes {
			c := f.Spell(Read(p.line))
			if c == "" || unproved[f.Name] != "" {
				continue
			}
			got, complaint := runs(bash, dir, record, c)
			if got == nil && lacks(complaint) {
				t.Logf("%s: not here: %s", f.Name, complaint)
				continue
			}
			ran++
			assert.Equal(t, p.want, got, "%s: %q: %s", f.Name, c, complaint)
		}
	}
	assert.Greater(t, ran, 300)
	for name := range unproved {
		assert.True(t, slices.ContainsFunc(Families(), func(f Family) bool { return f.Name == name }), name)
	}
}

// lacks reports whether bash did not find a program other than the probe.
func lacks(complaint string) bool {
	return (strings.Contains(complaint, "command not found") || strings.Contains(complaint, "No such file")) && !strings.Contains(complaint, "probe")
}

// runs has bash run a text, and returns the arguments that the probe was given,
// or nil.
func runs(bash, dir, record, text string) (args []string, complaint string) {
	_ = os.Remove(record)
	c := exec.Command(bash, "-c", text+"\nwait")
	c.Dir = filepath.Join(dir, "work")
	c.Env = []string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "HOME=" + dir, "LC_ALL=C.UTF-8"}
	var stderr strings.Builder
	c.Stderr = &stderr
	c.WaitDelay = 5 * time.Second
	_ = c.Run() // its status is the respelling's business
	for range 40 {
		if data, err := os.ReadFile(record); err == nil {
			lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
			return lines[1:], stderr.String()
		}
		if stderr.Len() > 0 {
			break
		}
		time.Sleep(25 * time.Millisecond)
	}
	return nil, stderr.String()
}
