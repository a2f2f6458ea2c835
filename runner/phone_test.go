package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/sandbox"
)

// onPhone is a session on a phone, with shims of some names.
func onPhone(t *testing.T, shims ...string) *Session {
	t.Helper()
	s := session(t)
	s.phone, s.Installed = true, true
	s.Machine.Prefix = filepath.Join(filepath.Dir(s.Root), "usr")
	require.NoError(t, os.MkdirAll(s.Machine.Prefix+"/bin", 0o700))
	for _, name := range shims {
		linkShim(t, s, name)
	}
	return s
}

// There a file may have a name for each of many programs, so the one that it is started by
// counts, as it does for the program.
func TestNamesThatProgramsAreStartedBy(t *testing.T) {
	s := onPhone(t, "rm", "busybox")
	for _, c := range []struct {
		why, file string
		argv      []string
		want      string
	}{
		{"a program of one name", "/system/bin/rm", []string{"ls"}, "rm"},
		{"without any word", "/system/bin/toybox", nil, "toybox"},
		{"of many names, by one", "/system/bin/toybox", []string{"rm", "-r", "x"}, "rm"},
		{"by its path", "/system/bin/toybox", []string{"/system/bin/rm", "x"}, "rm"},
		{"by a link of somebody's own", "/system/bin/busybox", []string{"./rm", "x"}, "rm"},
		{"as a login shell is", "/system/bin/busybox", []string{"-rm", "x"}, "rm"},
		{"what no shim is for", "/system/bin/toybox", []string{"ls", "x"}, ""},
		{"by its own name, which has a shim", "/system/bin/busybox", []string{"busybox", "rm", "x"}, "busybox"},
		{"by its own name, which has none", "/system/bin/toybox", []string{"/system/bin/toybox", "rm", "x"}, "toybox"},
		{"by a name that begins so", "/system/bin/toybox", []string{"toybox-64", "rm", "x"}, "toybox"},
		{"coreutils by its own", "/x/usr/bin/coreutils", []string{"coreutils", "--coreutils-prog=rm", "x"}, "coreutils"},
		{"coreutils by one that it does not know", "/x/usr/bin/coreutils", []string{"what", "--coreutils-prog=rm", "x"}, "coreutils"},
		{"coreutils by one that no shim is for", "/x/usr/bin/coreutils", []string{"ls", "-l"}, ""},
	} {
		assert.Equal(t, c.want, s.startedAs(c.file, c.argv), c.why)
	}
	s.phone = false
	assert.Equal(t, "busybox", s.startedAs("/bin/busybox", []string{"rm", "x"}), "elsewhere shims lie over programs of one name alone")
}

func TestProgramsThatAreDecidedOnAtTheirStart(t *testing.T) {
	s := onPhone(t, "rm", "mv", "git", "wget")
	bin := s.Machine.Prefix + "/bin"
	for _, name := range []string{"coreutils", "git", "ls"} {
		require.NoError(t, os.WriteFile(bin+"/"+name, []byte("#!/bin/sh\n"), 0o700))
	}
	for name, to := range map[string]string{"rm": "coreutils", "mv": "coreutils", "cat": "ls"} {
		require.NoError(t, os.Symlink(to, bin+"/"+name))
	}
	require.NoError(t, os.WriteFile(s.Root+"/bin/nc", []byte("#!/bin/sh\n"), 0o700)) // no shim, whoever put it there
	require.NoError(t, os.WriteFile(bin+"/nc", nil, 0o700))
	var found []string
	for _, file := range s.phonePrograms() {
		if filepath.Dir(file) == bin { // Android's own are not there on this machine
			found = append(found, filepath.Base(file))
		}
	}
	assert.Equal(t, []string{"coreutils", "git"}, found, "once each, scripts too, by the files that links lead to")
	over, err := s.overlay(sandbox.Box{})
	require.NoError(t, err)
	assert.Equal(t, s.phonePrograms(), over.Programs)
	s.Installed = false
	assert.Empty(t, s.phonePrograms(), "without an installation there are no shims")
	s.Installed, s.Root = true, "/nonexistent"
	assert.Empty(t, s.phonePrograms(), "nor where they cannot be listed")
}

// On a phone the one sandbox that holds is named, and nothing that cannot start is tried.
func TestSandboxesOfAPhone(t *testing.T) {
	s := onPhone(t)
	for _, c := range []struct {
		why      string
		byLinker bool
		required bool
		in       Sandbox
		says     string
		hint     string
	}{
		{"the supervisor", false, true, Supervisor, "", ""},
		{"what takes namespaces", false, false, Native, "native: apps on Android cannot make one", "exec --sandbox supervisor holds as much"},
		{"none, where one is required", false, true, NoSandbox, "the policy requires a sandbox", "exec --sandbox supervisor"},
		{"proot, where one that holds is", false, true, Proot, "proot does not hold writes", "exec --sandbox supervisor"},
		{"the supervisor, from Google Play", true, false, Supervisor, "supervisor: this build of Termux cannot execute its own files", "F-Droid"},
		{"proot, from Google Play", true, false, Proot, "proot: this build of Termux cannot execute its own files", "F-Droid"},
		{"none, from Google Play", true, false, NoSandbox, "", ""},
	} {
		s.byLinker, s.Policy.Sandbox = c.byLinker, policy.Unconfined
		if c.required {
			s.Policy.Sandbox = policy.Required
		}
		err := s.checkConfined(Job{Sandbox: c.in})
		if c.says == "" {
			assert.NoError(t, err, c.why)
			continue
		}
		var missing MissingBackendError
		require.ErrorAs(t, err, &missing, c.why)
		assert.Contains(t, err.Error(), c.says, c.why)
		assert.Contains(t, missing.Hint, c.hint, c.why)
	}
}
