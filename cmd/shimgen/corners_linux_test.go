package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/audit"
)

// teller reports its surroundings. It is a fake git that writes to a file, for its
// standard output may be closed.
const teller = `#!/bin/sh
exec 9>"$REPORT"
for fd in 0 1 2 3 4 5 6 7 8; do
	if test -e /proc/$$/fd/$fd; then echo "descriptor $fd" >&9; fi
done
grep -E '^(SigIgn|SigBlk|Umask)' /proc/self/status >&9
for limit in c d f n s v; do echo "limit $limit: $(ulimit -S -$limit) $(ulimit -H -$limit)" >&9; done
tr '\000' '\n' </proc/$$/environ | grep -v -E '^(PATH|REPORT|AUDIT|_)=' >&9
echo "arguments: $*" >&9
pwd -P >&9 2>&1
echo to standard output
echo to standard error >&2
exit 42
`

// A corner is a process state that a shell prepares before it executes a program.
type corner struct {
	before string // shell text
	fast   bool   // the ordinary builds cannot keep this: the Go runtime changes it before they run
	tight  bool   // no shell could report anything: the program is echo
}

var corners = map[string]corner{
	"nothing":                             {},
	"ignored signals":                     {before: `trap "" PIPE TERM HUP INT QUIT USR1 ALRM CHLD`, fast: true},
	"an ignored hangup":                   {before: `trap "" HUP INT`},
	"blocked signals":                     {before: `set -- env --block-signal=TERM,USR1,PIPE,CHLD "$@"`, fast: true},
	"closed standard input":               {before: `exec <&-`, fast: true},
	"closed standard output":              {before: `exec >&-`, fast: true},
	"closed standard error":               {before: `exec 2>&-`, fast: true},
	"all of them closed":                  {before: `exec <&- >&- 2>&-`, fast: true},
	"a strict umask":                      {before: `umask 777`},
	"few addresses":                       {before: `ulimit -S -v 150000`, fast: true},
	"little data":                         {before: `ulimit -S -d 100000`, fast: true},
	"a small stack":                       {before: `ulimit -s 256`},
	"few descriptors":                     {before: `ulimit -n 24`},
	"five descriptors":                    {before: `ulimit -n 5`, tight: true},
	"five that it may not keep":           {before: `ulimit -S -n 5`, tight: true},
	"an open descriptor":                  {before: `exec 7</dev/null`},
	"no room in files":                    {before: `ulimit -f 0`, tight: true},
	"little room in files":                {before: `head -c 2000 /dev/zero | tr "\000" "\n" >>"$AUDIT"; ulimit -f 1`, tight: true},
	"no room in files for now":            {before: `ulimit -S -f 0`, tight: true},
	"a directory that was removed":        {before: `mkdir -p gone/below && cd gone/below && rm -r ../../gone`},
	"a directory too deep to have a name": {before: `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22; do d=$(printf "%0200d" 0); mkdir -p $d && cd $d; done 2>/dev/null`},
	"another name":                        {before: `set -- bash -c 'exec -a other "$@"' bash "$@"`},
	"a login shell's name":                {before: `set -- bash -c 'exec -a -git "$@"' bash "$@"`},
	"a link under another name":           {before: `p=$1; shift; ln -sfn "$p" g; ln -sfn g h; set -- ./h "$@"`},
	"no core":                             {before: `ulimit -c 0`},
	"an environment of its own":           {before: `export A=1 B="x y" AGENT_LOOP_DEPTH=1:31`},
}

// shimWays are the builds that the test compares.
func shimWays(t *testing.T) map[string]string {
	t.Helper()
	ways := map[string]string{"ordinary": built}
	if runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64" {
		dir := t.TempDir()
		for program, entry := range map[string]string{"shim": "entry", "shimgen": "judgeEntry"} {
			c := exec.Command("go", "build", "-ldflags", "-E github.com/agent-loop/shimgen/gate."+entry, "-o", dir+"/", "../"+program)
			c.Env = append(os.Environ(), "CGO_ENABLED=0")
			out, err := c.CombinedOutput()
			require.NoError(t, err, "%s", out)
		}
		ways["fast"] = dir
	}
	return ways
}

// TestCorners runs one program in unusual surroundings: directly, and by its shim, when
// the gate clears the command and when the judge decides. What the program finds and what
// its caller sees must be the same.
func TestCorners(t *testing.T) {
	if _, err := os.Lstat("/etc/agent-loop"); err == nil {
		t.Skip("needs a machine without a system policy")
	}
	for way, dir := range shimWays(t) {
		w := worldOf(t, dir)
		first := exec.Command(filepath.Join(w.bin(), "git"), "--version") // the first writer of the day's file needs one more descriptor
		first.Env, first.Dir = w.cornerEnv(), w.home+"/work"
		_ = first.Run() // the program has a status of its own
		require.FileExists(t, w.audit())
		for name, c := range corners {
			if c.fast && way != "fast" {
				continue
			}
			for kind, argument := range map[string]string{"clear": "--version", "judged": `log ""`} {
				t.Run(way+"/"+kind+"/"+name, func(t *testing.T) {
					w.program(t, c.tight)
					direct, foundDirect := w.cornered(t, c.before, filepath.Join(w.home, "real/git"), argument)
					through, foundThrough := w.cornered(t, c.before, filepath.Join(w.bin(), "git"), argument)
					require.NotEmpty(t, direct.out+foundDirect, direct.err)
					assert.Equal(t, direct, through)
					assert.Equal(t, foundDirect, foundThrough)
					w.wholeLines(t)
				})
			}
		}
	}
}

// worldOf is newWorld for the programs of a directory.
func worldOf(t *testing.T, dir string) world {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w := world{home, filepath.Join(home, ".agent-loop")}
	w.program(t, false)
	w.system(t)
	c := exec.Command(filepath.Join(dir, "shimgen"), "install")
	c.Env, c.Dir = w.cornerEnv(), w.home
	out, err := c.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.NoError(t, os.Mkdir(filepath.Join(home, "work"), 0o755))
	return w
}

// program makes the fake git.
func (w world) program(t *testing.T, tight bool) {
	t.Helper()
	file := filepath.Join(w.home, "real/git")
	_ = os.Remove(file)
	if !tight {
		w.write(t, "real/git", teller, 0o700)
		return
	}
	echo, err := exec.LookPath("echo")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(echo, file))
}

func (w world) cornerEnv() []string {
	return []string{"HOME=" + w.home, "PATH=" + w.bin() + ":" + w.home + "/real:" + w.home + "/system", "REPORT=" + w.home + "/report", "AUDIT=" + w.audit()}
}

// system makes a directory of the machine's programs except git: a script before another
// program of its name may be a wrapper, which the gate leaves to the judge.
func (w world) system(t *testing.T) {
	t.Helper()
	dir := filepath.Join(w.home, "system")
	require.NoError(t, os.Mkdir(dir, 0o755))
	require.NoError(t, os.Chmod(dir, 0o755))
	for _, from := range []string{"/usr/bin", "/bin"} {
		programs, err := os.ReadDir(from)
		require.NoError(t, err)
		for _, program := range programs {
			if program.Name() != "git" {
				_ = os.Symlink(filepath.Join(from, program.Name()), filepath.Join(dir, program.Name())) // /bin may be /usr/bin
			}
		}
	}
}

// audit is the day's file.
func (w world) audit() string {
	return filepath.Join(w.root, "audit", audit.FileName(time.Now()))
}

// wholeLines checks that no line of the trail was cut off.
func (w world) wholeLines(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(w.audit())
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		assert.True(t, line == "\n" || json.Valid([]byte(line)), "%q", line)
	}
}

// cornered runs a program as git in prepared surroundings, and returns what its caller
// sees and what it found.
func (w world) cornered(t *testing.T, before, program, arguments string) (outcome, string) {
	t.Helper()
	report := filepath.Join(w.home, "report")
	_ = os.Remove(report)
	script := `set -- "$0" ` + arguments + "\n" + before + "\n" + `exec "$@"`
	var out, stderr strings.Builder
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash, for its ulimit")
	}
	c := exec.Cmd{Path: bash, Args: []string{"bash", "-c", script, program}, Env: w.cornerEnv(), Dir: filepath.Join(w.home, "work"), Stdout: &out, Stderr: &stderr}
	err = c.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		require.NoError(t, err)
	}
	found, _ := os.ReadFile(report)
	return outcome{out.String(), stderr.String(), c.ProcessState.ExitCode()}, string(found)
}
