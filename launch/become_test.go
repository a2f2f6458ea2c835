package launch

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/termux"
)

func TestOfTwoVariablesTheFirstCounts(t *testing.T) {
	env := []string{"PATHS=/x", "PATH=/first", "PATH=/second", "EMPTY=", "odd"}
	assert.Equal(t, "/first", SearchPath(env))
	value, ok := variable(env, "EMPTY")
	assert.True(t, ok)
	assert.Empty(t, value)
	_, ok = variable(env, "odd")
	assert.False(t, ok)
}

func TestJudgeGetsEveryArgumentWhole(t *testing.T) {
	for name, c := range map[string]struct{ argv, want []string }{
		"arguments":                 {[]string{"/b/rm", "a b", "", "-x"}, []string{"/b/rm", "--as-shim", "rm", "a b", "", "-x"}},
		"none":                      {[]string{"-rm"}, []string{"-rm", "--as-shim", "rm"}},
		"no argv at all":            {nil, []string{"/l/shimgen", "--as-shim", "rm"}},
		"an argument like a switch": {[]string{"rm", "--as-shim", "ls"}, []string{"rm", "--as-shim", "rm", "--as-shim", "ls"}},
	} {
		assert.Equal(t, c.want, judgeArgv("/l/shimgen", gate.AsShim, "rm", c.argv), name)
	}
}

func TestHeadIsTheStartOfAFile(t *testing.T) {
	text, err := Head("/proc/self/status")
	require.NoError(t, err)
	assert.Len(t, text, termux.HeadSize)
	_, err = Head("/nonexistent/file")
	require.ErrorIs(t, err, syscall.ENOENT)
	_, err = Head("/")
	require.ErrorIs(t, err, syscall.EISDIR)
}

func TestPlanThatFailsSaysWhichStatus(t *testing.T) {
	assert.IsType(t, NotExecutable{}, unplanned("/x", termux.Format{Path: "/x", Reason: "text"}))
	assert.IsType(t, NotFoundError{}, unplanned("/nonexistent/x", syscall.ENOENT))
	assert.IsType(t, NotExecutable{}, unplanned("/", syscall.ENOENT), "the program is there, its interpreter is not")
}

func TestAPlannedStartIsAbsolute(t *testing.T) {
	assert.Equal(t, "/a/b", absolute("/a/b", ""))
	assert.Equal(t, "/c/./b", absolute("./b", "/c"))
	assert.True(t, strings.HasPrefix(absolute("./b", ""), "/"))
	assert.True(t, strings.HasSuffix(absolute("./b", ""), "/./b"))
}

func TestLookTellsTypeAndIdentity(t *testing.T) {
	dir, err := look("/")
	require.NoError(t, err)
	assert.Equal(t, fs.ModeDir, dir.Type)
	again, err := look("/.")
	require.NoError(t, err)
	assert.Equal(t, dir, again)
	device, err := look("/dev/null")
	require.NoError(t, err)
	assert.NotZero(t, device.Type)
	file, err := look("/proc/self/status")
	require.NoError(t, err)
	assert.Zero(t, file.Type)
	_, err = look("/nonexistent")
	require.ErrorIs(t, err, syscall.ENOENT)
}

// The linker is tried only if the kernel itself refused, and only on Termux.
func TestALaterTryByTheLinkerNeedsARefusalAndAPhone(t *testing.T) {
	start := termux.Start{File: "/bin/sh", Argv: []string{"sh"}}
	for _, why := range []error{nil, syscall.ENOENT, syscall.EACCES, NotExecutable{"/bin/sh", syscall.EACCES}} {
		_, ok := ByLinker(start, "", "/bin/sh", why)
		assert.False(t, ok, "%v", why)
	}
	assert.True(t, denied(syscall.EACCES))
	assert.True(t, denied(&fs.PathError{Op: "fork/exec", Err: syscall.EACCES}))
	assert.False(t, denied(&fs.PathError{Op: "fork/exec", Err: syscall.ENOENT}))
	assert.False(t, denied(nil))
}
