package gate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// needSelf returns this program's path. It skips the test under an emulator of another
// architecture: there /proc/self/exe is the emulator, and programs built for that
// architecture cannot be started.
func needSelf(t testing.TB) string {
	t.Helper()
	needGate(t)
	self, err := os.Executable()
	require.NoError(t, err)
	if f := new(finder); f.identity("/proc/self/exe", "") != f.identity(self, "") {
		t.Skip("/proc/self/exe is not this program")
	}
	return self
}

// install makes the running test the world's shim and returns where to admit.
func (w *world) install(t testing.TB) site {
	t.Helper()
	require.NoError(t, os.Symlink(needSelf(t), w.root+"/libexec/shim"))
	require.NoError(t, os.WriteFile(w.bin+"/true", []byte("x"), 0o700))
	w.compile(t, w.root+"/state/gate.bin")
	payload, err := w.id.payload()
	require.NoError(t, err)
	section := new([sectionSize]byte)
	fill(section[:], payload)
	return site{section: section, system: w.dir + "/system", user: uint32(os.Geteuid()), self: ownFile, untimed: true}
}

func (w *world) compile(t testing.TB, path string) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, encode(t, w.spec), 0o600))
}

// lines returns the audit log's lines.
func (w *world) lines(t testing.TB) (lines []map[string]any) {
	t.Helper()
	files, err := filepath.Glob(w.root + "/audit/*.jsonl")
	require.NoError(t, err)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			var object map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &object), line)
			lines = append(lines, object)
		}
	}
	return lines
}

// F2, F3: the line of a clear command.
func TestClearCommandLeavesItsLine_F2_F3(t *testing.T) {
	w := newWorld(t)
	at := w.install(t)
	t.Chdir(w.work)
	got := admitAt(new(workspace), at, []string{"true", `a "b"`, "https://u:p@example.com/"}, w.env())
	assert.Equal(t, Result{Reason: Clear, Audited: true, Path: w.bin + "/true"}, got)
	lines := w.lines(t)
	require.Len(t, lines, 1)
	line := lines[0]
	assert.Regexp(t, `^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`, line["ts"])
	assert.Regexp(t, `^[0-9a-f]{16}$`, line["id"])
	delete(line, "ts")
	delete(line, "id")
	assert.Equal(t, map[string]any{
		"event": "path_proxy", "command": "true", "argv": []any{"true", `a "b"`, "https://[redacted]@example.com/"},
		"action": "allow", "rules": []any{}, "profile": "cautious", "pid": float64(os.Getpid()), "ppid": float64(os.Getppid()),
		"uid": float64(os.Geteuid()), "cwd": w.work, "ring": "shim", "path": w.bin + "/true",
	}, line)
}

// Each case breaks one thing in an installation in which true is clear; the log must then
// stay empty.
func TestAdmitGivesUpBeforeTheLine(t *testing.T) {
	system := func(t *testing.T, w *world) {
		require.NoError(t, os.Mkdir(w.dir+"/system", 0o755))
		w.compile(t, w.dir+"/system/gate.bin")
	}
	table := func(w *world) string { return w.root + "/state/gate.bin" }
	tests := []struct {
		why   string
		argv  []string
		env   []string
		spoil func(t *testing.T, w *world, at *site)
		want  Reason
	}{
		{why: "a NUL", argv: []string{"true", "\x00"}, want: OddText},
		{why: "too long", argv: []string{"true", strings.Repeat("x", MaxArg+1)}, want: TooLong},
		{why: "no such command", argv: []string{"false"}, want: UnknownCommand},
		{why: "a program that is not there", argv: []string{"git", "status"}, want: NotFound},
		{why: "strict", env: []string{"AGENT_LOOP_PROXY_MODE=strict"}, want: StrictMode},
		{why: "never stamped", want: NotInstalled, spoil: func(_ *testing.T, _ *world, at *site) { at.section = new([sectionSize]byte) }},
		{why: "a damaged section", want: NotInstalled, spoil: func(_ *testing.T, _ *world, at *site) { at.section[sectionPayload+40] ^= 1 }},
		{why: "another uid", want: OtherUser, spoil: func(t *testing.T, w *world, at *site) {
			w.id.UID++
			payload, err := w.id.payload()
			require.NoError(t, err)
			fill(at.section[:], payload)
		}},
		{why: "not the installed shim", want: NotInstalled, spoil: func(t *testing.T, w *world, _ *site) {
			require.NoError(t, os.Remove(w.root+"/libexec/shim"))
		}},
		{why: "no table", want: NoTable, spoil: func(t *testing.T, w *world, _ *site) { require.NoError(t, os.Remove(table(w))) }},
		{why: "an empty table", want: NoTable, spoil: func(t *testing.T, w *world, _ *site) { require.NoError(t, os.Truncate(table(w), 0)) }},
		{why: "half a table", want: BadTable, spoil: func(t *testing.T, w *world, _ *site) { require.NoError(t, os.Truncate(table(w), 512)) }},
		{why: "a table others may write", want: NoTable, spoil: func(t *testing.T, w *world, _ *site) { require.NoError(t, os.Chmod(table(w), 0o620)) }},
		{why: "a table behind a link", want: NoTable, spoil: func(t *testing.T, w *world, _ *site) {
			require.NoError(t, os.Rename(table(w), w.dir+"/x"))
			link(t, w.dir+"/x", table(w))
		}},
		{why: "a directory as table", want: NoTable, spoil: func(t *testing.T, w *world, _ *site) {
			require.NoError(t, os.Remove(table(w)))
			require.NoError(t, os.Mkdir(table(w), 0o700))
		}},
		{why: "a table of another catalogue", want: OtherCatalogue, spoil: func(t *testing.T, w *world, _ *site) {
			w.spec.Catalogue[5]++
			w.compile(t, table(w))
		}},
		{why: "a system policy without table", want: SystemPolicy, spoil: func(t *testing.T, w *world, _ *site) {
			require.NoError(t, os.Mkdir(w.dir+"/system", 0o755))
			require.NoError(t, os.WriteFile(w.dir+"/system/policy.toml", nil, 0o644))
		}},
		{why: "a system table that does not know the command", want: UnknownCommand, spoil: func(t *testing.T, w *world, _ *site) {
			w.spec.Commands = []Command{rmCommand()}
			system(t, w)
		}},
		{why: "a user's table that does not know the command", want: UnknownCommand, spoil: func(t *testing.T, w *world, _ *site) {
			system(t, w)
			w.spec.Commands = []Command{rmCommand()}
			w.compile(t, table(w))
		}},
		{why: "a system table that is damaged", want: BadTable, spoil: func(t *testing.T, w *world, _ *site) {
			system(t, w)
			require.NoError(t, os.Truncate(w.dir+"/system/gate.bin", 256))
		}},
		{why: "a log others may read", want: NoLine, spoil: func(t *testing.T, w *world, _ *site) {
			require.NoError(t, os.Chmod(w.root+"/audit", 0o755))
		}},
		{why: "no log", want: NoLine, spoil: func(t *testing.T, w *world, _ *site) { require.NoError(t, os.Remove(w.root+"/audit")) }},
		{why: "a line that does not fit", argv: []string{"true", strings.Repeat(`"`, 4000), strings.Repeat(`"`, 4000), strings.Repeat(`"`, 4000)}, want: NoLine},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			w := newWorld(t)
			at := w.install(t)
			t.Chdir(w.work)
			if tt.spoil != nil {
				tt.spoil(t, w, &at)
			}
			argv := tt.argv
			if argv == nil {
				argv = []string{"true"}
			}
			got := admitAt(new(workspace), at, argv, w.env(tt.env...))
			assert.Equal(t, Result{Reason: tt.want}, got, got.Reason)
			assert.Empty(t, w.lines(t))
		})
	}
}

func TestBothLayersClear(t *testing.T) {
	w := newWorld(t)
	at := w.install(t)
	t.Chdir(w.work)
	require.NoError(t, os.Mkdir(at.system, 0o755))
	w.compile(t, at.system+"/gate.bin")
	w.spec.Audit.Level = Off
	w.compile(t, w.root+"/state/gate.bin")
	got := admitAt(new(workspace), at, []string{"true"}, w.env())
	assert.Equal(t, Result{Reason: Clear, Audited: true, Path: w.bin + "/true"}, got, "the user's layer cannot turn the system's line off")
	if os.Geteuid() == 0 {
		require.NoError(t, os.Chown(at.system+"/gate.bin", 1, -1))
		assert.Equal(t, NoTable, admitAt(new(workspace), at, []string{"true"}, w.env()).Reason, "a system table that root did not write")
	}
}

func TestTableOfAnotherInstallationIsNoTable(t *testing.T) {
	for name, change := range map[string]func(*Spec, string){
		"its policy lies elsewhere":    func(s *Spec, dir string) { s.Sources[0].Path = dir + "/other/policy.toml" },
		"its trail lies elsewhere":     func(s *Spec, dir string) { s.Audit.Dir = dir + "/other/audit" },
		"it was compiled from nothing": func(s *Spec, dir string) { s.Sources = nil },
	} {
		w := newWorld(t)
		change(&w.spec, w.dir)
		at := w.install(t)
		t.Chdir(w.work)
		assert.Equal(t, OtherRoot.String(), admitAt(new(workspace), at, []string{"true"}, w.env()).Reason.String(), name)
		assert.Empty(t, w.lines(t), name)
		assert.False(t, w.checker(t).IsOwn(), name)
	}
	w := newWorld(t)
	assert.True(t, w.checker(t).IsOwn())
}

func TestLevelOffLeavesNoLine(t *testing.T) {
	w := newWorld(t)
	w.spec.Audit.Level = Off
	at := w.install(t)
	t.Chdir(w.work)
	assert.Equal(t, Result{Reason: Clear, Audited: false, Path: w.bin + "/true"}, admitAt(new(workspace), at, []string{"true"}, w.env()))
	assert.Empty(t, w.lines(t))
}

// The judge writes the first line of a day, and the one into a full file, and keeps the
// trail within its bound.
func TestFilesThatTakeNoLineOfTheGates(t *testing.T) {
	for _, tt := range []struct {
		why  string
		full uint32
		size int // of the day's file, -1 for none
		want Reason
	}{
		{"the first line of a day", 1000, -1, NoLine},
		{"the same, of a file that a process made and did not write to", 1000, 0, NoLine},
		{"a file with room", 1000, 999, Clear},
		{"a full one", 1000, 1000, NoLine},
		{"a bound that nobody set", 0, -1, Clear},
	} {
		w := newWorld(t)
		w.spec.Audit.Full = tt.full
		at := w.install(t)
		t.Chdir(w.work)
		file := fmt.Sprintf("%s/audit/%s.jsonl", w.root, time.Now().UTC().Format("20060102"))
		if tt.size >= 0 {
			require.NoError(t, os.WriteFile(file, bytes.Repeat([]byte("\n"), tt.size), 0o600))
		}
		assert.Equal(t, tt.want, admitAt(new(workspace), at, []string{"true"}, w.env()).Reason, tt.why)
		if tt.want == NoLine && tt.size > 0 {
			info, err := os.Stat(file)
			require.NoError(t, err)
			assert.EqualValues(t, tt.size, info.Size(), tt.why)
		}
	}
}

func TestVectorEndsWithNil(t *testing.T) {
	v := Vector([]string{"a", "", "bc"})
	assert.Equal(t, "a", view(element(v, 0)))
	assert.Equal(t, "", view(element(v, 1)))
	assert.Equal(t, "bc", view(element(v, 2)))
	assert.Nil(t, element(v, 3))
	assert.Nil(t, element(Vector(nil), 0))
	assert.Nil(t, Vector([]string{"a\x00"}))
}

// tiny builds the smallest program with a gate, stamped for the world, as its shim, and
// returns its path.
func (w *world) tiny(t *testing.T) string {
	t.Helper()
	needSelf(t)
	if _, err := os.Stat(systemDir); err == nil {
		t.Skip("this machine has a system policy of its own")
	}
	built := w.dir + "/tiny"
	out, err := exec.Command("go", "build", "-o", built, "./testdata/tiny").CombinedOutput()
	require.NoError(t, err, "%s", out)
	binary, err := os.ReadFile(built)
	require.NoError(t, err)
	stamped, err := Stamp(binary, w.id)
	require.NoError(t, err)
	shim := w.root + "/libexec/shim"
	require.NoError(t, os.WriteFile(shim, stamped, 0o755))
	for _, name := range []string{"true", "git"} {
		link(t, shim, w.root+"/bin/"+name)
	}
	return shim
}

// A9, A10, A12: Run becomes the real program, with argv, environment and status.
func TestRunBecomesTheProgram_A9_A10(t *testing.T) {
	w := newWorld(t)
	shim := w.tiny(t)
	w.compile(t, w.root+"/state/gate.bin")
	script := "#!/bin/sh\nprintf '%s|' \"$0\" \"$@\" \"$LANG\" $$\nexit 7\n"
	require.NoError(t, os.WriteFile(w.bin+"/true", []byte(script), 0o700))
	run := func(path string, argv ...string) (string, int, int) {
		cmd := &exec.Cmd{Path: path, Args: argv, Env: w.env(), Dir: w.work}
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode(), cmd.ProcessState.Pid()
	}

	out, code, pid := run(w.root+"/bin/true", "true", "a b", "c")
	assert.Equal(t, fmt.Sprintf("%s/true|a b|c|C|%d|", w.bin, pid), out)
	assert.Equal(t, 7, code)
	require.Len(t, w.lines(t), 1)

	out, code, _ = run(w.root+"/bin/git", "git", "push")
	assert.Equal(t, "unknown subcommand false\n", out)
	assert.Equal(t, 99, code)
	assert.Len(t, w.lines(t), 1)

	require.NoError(t, os.WriteFile(w.bin+"/git", []byte("neither ELF nor script"), 0o700))
	out, _, _ = run(w.root+"/bin/git", "git", "status")
	assert.Equal(t, "exec failed true\n", out, "the line is there already")
	assert.Len(t, w.lines(t), 2)

	copied, err := os.ReadFile(shim)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(w.dir+"/copy", copied, 0o755))
	out, _, _ = run(w.dir+"/copy", "true")
	assert.Equal(t, "not an installed shim false\n", out, "a copy is not the installed shim")
}

// F5, with processes.
func TestConcurrentShimsLeaveWholeLines_F5(t *testing.T) {
	w := newWorld(t)
	w.tiny(t)
	w.compile(t, w.root+"/state/gate.bin")
	require.NoError(t, os.WriteFile(w.bin+"/true", []byte("#!/bin/sh\n"), 0o700))
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			cmd := &exec.Cmd{Path: w.root + "/bin/true", Args: []string{"true", strings.Repeat("é", 1000)}, Env: w.env(), Dir: w.work}
			assert.NoError(t, cmd.Run())
		})
	}
	group.Wait()
	assert.Len(t, w.lines(t), 50)
}
