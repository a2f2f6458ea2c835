package host

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMapped(t *testing.T) {
	for _, tt := range []struct {
		table string
		side  int
		uid   int
		want  bool
	}{
		{"         0          0 4294967295\n", inside, 0, true},
		{"         0          0 4294967295\n", outside, 0, true},
		{"      1000       1000          1\n", inside, 0, false},
		{"      1000       1000          1\n", outside, 0, false},
		{"      1000       1000          1\n", inside, 1000, true},
		{"      1000       1000          1\n", inside, 1001, false},
		{"         0       1000          1\n", inside, 0, true},
		{"         0       1000          1\n", outside, 0, false},
		{"1000 1000 1\n0 100000 65536\n", inside, 0, true},
		{"1000 1000 1\n0 100000 65536\n", outside, 0, false},
		{"1000 1000 1\n1 100000 65536\n", inside, 0, false},
		{"", inside, 0, true},
		{"no table\n", outside, 0, true},
		{"a b c\n", outside, 0, true},
	} {
		assert.Equal(t, tt.want, mapped(tt.table, tt.side, tt.uid), "%q %d", tt.table, tt.uid)
	}
}

// unmapped is set in the process that TestRootWithoutANumber starts.
const unmapped = "SHIMGEN_TEST_UNMAPPED"

// In a user namespace that does not map root, root's files are still trusted, and files
// of the namespace's users are not.
func TestRootWithoutANumber(t *testing.T) {
	if file := os.Getenv(unmapped); file != "" {
		require.NotZero(t, ownerOf(t, "/"))
		f, err := Open("/etc/passwd", SystemPolicy())
		require.NoError(t, err)
		require.NoError(t, f.Close())
		_, err = Open(file, Need{kind: syscall.S_IFREG, root: true})
		assert.ErrorContains(t, err, "belongs to another user (uid 1000)")
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("a namespace for another user takes root")
	}
	if ownerOf(t, "/") != 0 || ownerOf(t, "/etc/passwd") != 0 {
		t.Skip("/etc/passwd is not root's here")
	}
	own, err := os.CreateTemp("", "shimgen-own-")
	require.NoError(t, err)
	defer os.Remove(own.Name())
	require.NoError(t, own.Chown(65534, 65534))
	c := exec.Command("/proc/self/exe", "-test.run=^TestRootWithoutANumber$", "-test.v")
	c.Env = append(os.Environ(), unmapped+"="+own.Name())
	c.Dir = "/"
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: 65534, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1000, HostID: 65534, Size: 1}},
		Credential:  &syscall.Credential{Uid: 1000, Gid: 1000, NoSetGroups: true},
	}
	out, err := c.CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Skip("no user namespace: ", err)
	}
	assert.NoError(t, err, string(out))
	assert.Contains(t, string(out), "--- PASS: TestRootWithoutANumber")
}

func ownerOf(t *testing.T, path string) int {
	t.Helper()
	var st syscall.Stat_t
	require.NoError(t, syscall.Stat(path, &st))
	return int(st.Uid)
}
