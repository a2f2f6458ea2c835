package doctor

import (
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/termux"
)

const (
	prefix  = "/data/data/com.termux/files/usr"
	preload = prefix + "/lib/libtermux-exec-ld-preload.so"
)

// phoneWith is a phone with these files.
func phoneWith(env []string, files ...string) handset {
	return handset{
		Env: termux.Env{Prefix: prefix, Rootfs: "/data/data/com.termux/files", Tmp: prefix + "/tmp", SDK: 30},
		env: env, shimmed: []string{"curl", "dd", "git", "rm"},
		exists:   func(file string) bool { return slices.Contains(files, file) },
		runnable: func(string) error { return nil },
	}
}

func find(t *testing.T, all []Diagnosis, check string) Diagnosis {
	t.Helper()
	for _, d := range all {
		if d.Check == check {
			return d
		}
	}
	t.Errorf("nothing is said of %s", check)
	return Diagnosis{}
}

func TestPhoneIsAskedWhetherProgramsLoadTermuxExec(t *testing.T) {
	for _, c := range []struct {
		why, value string
		files      []string
		state      Condition
		text, hint string
	}{
		{"as a Termux shell has it", preload, []string{preload}, OK, "loads " + preload, ""},
		{"beside another", "/x.so:" + preload, []string{preload}, OK, "loads", ""},
		{"the name of before version 2", prefix + "/lib/libtermux-exec.so", []string{prefix + "/lib/libtermux-exec.so"}, OK, "loads", ""},
		{"cleared by an agent", "", []string{preload}, Warn, "is cleared", "export LD_PRELOAD=" + preload},
		{"another library alone", "/x.so", []string{preload}, Warn, "is cleared", "export LD_PRELOAD="},
		{"of another app, or removed", preload, nil, Warn, "is not there", "new Termux session"},
		{"never installed", "", nil, Warn, "not installed", "pkg install termux-exec"},
	} {
		d := find(t, phoneWith([]string{"LD_PRELOAD=" + c.value}, c.files...).diagnose(), "termux exec")
		assert.Equal(t, c.state, d.State, c.why)
		assert.Contains(t, d.Detail, c.text, c.why)
		assert.Contains(t, d.Hint, c.hint, c.why)
	}
}

func TestPhoneNamesAndroidsOwnPrograms(t *testing.T) {
	d := find(t, phoneWith(nil, "/system/bin/rm", "/system/bin/dd", "/system/bin/ls").diagnose(), "termux system-tools")
	assert.Equal(t, Warn, d.State)
	assert.Equal(t, "/system/bin has its own dd, rm, and no shim sees a program named by its path", d.Detail)
	assert.Contains(t, d.Hint, "hook")
	d = find(t, phoneWith(nil).diagnose(), "termux system-tools")
	assert.Contains(t, d.Detail, "many more", "where /system/bin cannot be looked at")
}

func TestPhoneHasALineForTemp(t *testing.T) {
	d := find(t, phoneWith(nil).diagnose(), "termux no-tmp")
	assert.Equal(t, Warn, d.State)
	assert.Contains(t, d.Hint, "proot -b "+prefix+"/tmp:/tmp PROGRAM")
}

// Whether the app may execute its own files shows when it does.
func TestPhoneThatDeniesOwnFilesIsFound(t *testing.T) {
	for _, c := range []struct {
		why  string
		err  error
		want bool
	}{
		{"it runs", nil, false},
		{"it is denied", &fs.PathError{Op: "fork/exec", Path: "true", Err: syscall.EACCES}, true},
		{"it fails otherwise", &fs.PathError{Op: "fork/exec", Path: "true", Err: syscall.ENOEXEC}, false},
	} {
		h := phoneWith(nil, prefix+"/bin/true")
		h.runnable = func(file string) error {
			assert.Equal(t, prefix+"/bin/true", file)
			return c.err
		}
		said := h.diagnose()
		is := slices.ContainsFunc(said, func(d Diagnosis) bool { return d.Check == "termux linker-exec" })
		assert.Equal(t, c.want, is, c.why)
		assert.Equal(t, c.want, !strings.Contains(find(t, said, "termux no-tmp").Hint, "proot -b"), "no proot can run there")
	}
}
