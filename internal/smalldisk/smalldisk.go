// Package smalldisk runs a test on a small file system of its own, which the test can fill. It
// is for tests alone.
//
//	func TestAFullDisk(t *testing.T) {
//		if !smalldisk.Here(t, "2m") {
//			return // the test has run, in another process
//		}
//		dir := t.TempDir() // on the small file system
package smalldisk

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// variable says that this process has the file system already.
const variable = "SHIMGEN_TEST_SMALL_DISK"

// noMount is the status of a shell that may not mount.
const noMount = 77

// Here reports whether the test's temporary files are on a file system of a size in mount's
// words ("64k", "2m"). If they are not, it runs the test again in a process where they are,
// and fails or skips the test as that process did.
func Here(t *testing.T, size string) bool {
	t.Helper()
	if os.Getenv(variable) != "" {
		return true
	}
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Skip("needs unshare(1)")
	}
	dir := t.TempDir()
	mount := `mount -t tmpfs -o size=` + size + ` none "$1" || exit 77; shift; exec "$@"`
	child := exec.Command(unshare, "--user", "--map-root-user", "--mount", "sh", "-c", mount, "sh", dir, os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	child.Env = append(os.Environ(), variable+"=1", "TMPDIR="+dir)
	out, err := child.CombinedOutput()
	text := string(out)
	switch {
	case child.ProcessState.ExitCode() == noMount, strings.HasPrefix(text, "unshare: "):
		t.Skip("needs a user namespace that may mount")
	case err != nil:
		t.Fatalf("%v\n%s", err, text)
	case strings.Contains(text, "--- SKIP"):
		t.Skip(text)
	case !strings.Contains(text, "PASS: "+t.Name()):
		t.Fatalf("the test did not run\n%s", text)
	}
	return false
}
