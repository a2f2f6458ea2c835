package script

import (
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// diffs are diffs that patch(1) applies in an empty directory.
var diffs = []struct {
	reason, text string
	how          Diff
	acts         string
}{
	{"a new file", "--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: 1}, `writes diff "x"`},
	{"no strip takes the last element", "--- /dev/null\n+++ b/c/x\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: BaseName}, `writes diff "x"`},
	{"a name that is too short", "--- /dev/null\n+++ x\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: 1}, ""},
	{"several slashes stand for one", "--- /dev/null\n+++ b///c/x\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: 1}, `writes diff "c/x"`},
	{"times", "--- /dev/null\t1970-01-01\n+++ x\t2020-01-01\n@@ -0,0 +1 @@\n+z\n", Diff{}, `writes diff "x"`},
	{"two files", "--- /dev/null\n+++ x\n@@ -0,0 +1 @@\n+z\n--- /dev/null\n+++ y\n@@ -0,0 +1 @@\n+z\n", Diff{}, "writes diff \"x\"\nwrites diff \"y\""},
	{"added lines are no heads", "--- /dev/null\n+++ x\n@@ -0,0 +1,2 @@\n+++ q\n+-- r\n", Diff{}, `writes diff "x"`},
	{"behind a hunk that ends", "--- /dev/null\n+++ x\n@@ -0,0 +1 @@\n+z\n\\ No newline at end of file\n--- /dev/null\n+++ y\n@@ -0,0 +1 @@\n+z\n", Diff{}, "writes diff \"x\"\nwrites diff \"y\""},
	{"indented", "  --- /dev/null\n  +++ x\n  @@ -0,0 +1 @@\n  +z\n  --- /dev/null\n  +++ y\n  @@ -0,0 +1 @@\n  +z\n", Diff{}, "writes diff \"x\"\nwrites diff \"y\""},
	{"an index", "Index: x\n@@ -0,0 +1 @@\n+z\n", Diff{}, `writes diff "x"`},
	{"an index beside heads", "Index: x\n--- /dev/null\n+++ y\n@@ -0,0 +1 @@\n+z\n", Diff{}, "writes diff \"y\"\nwrites diff \"x\""},
	{"a context diff", "*** /dev/null\n--- x\n***************\n*** 0 ****\n--- 1 ----\n+ z\n", Diff{}, `writes diff "x"`},
	{"quotes", "--- /dev/null\n+++ \"b/\\056x\"\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: 1}, `writes diff ".x"`},
	{"git's new file", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+z\n", Diff{Strip: 1}, `writes diff --git "x"`},
	{"a mail", "From: a\nSubject: [PATCH] --- a\n\n---\n x | 1 +\n\ndiff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+z\n-- \n2.0\n", Diff{Strip: 1, Git: true}, `writes diff --git "x"`},
	{"reversed", "--- x\n+++ /dev/null\n@@ -1 +0,0 @@\n-z\n", Diff{Reverse: true}, `writes diff "x"`},
	{"lines that end as in DOS", "--- /dev/null\r\n+++ x\r\n@@ -0,0 +1 @@\r\n+z\r\n", Diff{}, `writes diff "x"`},
}

func TestReadDiff(t *testing.T) {
	for _, r := range append(diffs, []struct {
		reason, text string
		how          Diff
		acts         string
	}{
		{"either name may be picked", "--- a/y\n+++ b/x\n", Diff{Strip: 1}, "writes diff \"x\"\nwrites diff \"y\""},
		{"git picks none", "--- a/y\n+++ b/x\n", Diff{Strip: 1, Git: true}, `writes diff "x"`},
		{"what leads elsewhere is not picked", "--- /orig/y\n+++ x\n", Diff{}, `writes diff "x"`},
		{"a rename has no letters", "diff --git a/x b/y\nrename from x\nrename to y\n", Diff{Strip: 1, Git: true}, "deletes diff --git \"x\"\nwrites diff --git \"y\""},
		{"removed lines are no heads", "--- x\n+++ x\n@@ -1,2 +1 @@\n a\n--- y\n", Diff{Git: true}, `writes diff "x"`},
		{"a hunk that is none", "--- x\n+++ x\n@@ -1,9999999 +1 @@\nq\n--- y\n+++ y\n", Diff{Git: true}, "writes diff \"x\"\nwrites diff \"y\""},
		{"deleted", "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n", Diff{Strip: 1, Git: true}, `deletes diff --git "x"`},
		{"a deletion reversed", "diff --git a/x b/x\ndeleted file mode 100644\n", Diff{Strip: 1, Git: true, Reverse: true}, `writes diff --git "x"`},
		{"nothing", "", Diff{}, ""},
	}...) {
		assert.Equal(t, r.acts, patched(ReadDiff(r.text, r.how)), r.reason)
	}
	acts := ReadDiff("+++ a/"+Placeholder+"/b\n", Diff{Placeholders: true})
	assert.Equal(t, []string{"a/", "/b"}, acts[0].Args[0].Pieces(), "a name in which something is not known")
}

// patched lists acts, one a line.
func patched(acts []Act) string {
	var lines []string
	for _, a := range acts {
		lines = append(lines, a.Kind.String()+" "+a.Call+` "`+a.Args[0].Text+`"`)
	}
	return strings.Join(lines, "\n")
}

// Each file that patch(1) makes is one that a diff is read to write.
func TestPatchMakesWhatIsRead(t *testing.T) {
	program, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("patch(1) is not there: what it makes of the heads of diffs is not compared")
	}
	made := 0
	for _, r := range diffs {
		args := []string{"--batch", "--silent"}
		if r.how.Strip != BaseName {
			args = append(args, "-p"+string(rune('0'+r.how.Strip)))
		}
		if r.how.Reverse {
			args = append(args, "-R")
		}
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Stdin = t.TempDir(), strings.NewReader(r.text)
		_ = cmd.Run() // some diffs have names that it does not take
		said := patched(ReadDiff(r.text, r.how))
		require.NoError(t, filepath.WalkDir(cmd.Dir, func(at string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(cmd.Dir, at)
			if d.Type().IsRegular() && filepath.Ext(at) != ".rej" {
				made++
				assert.Contains(t, said, `"`+name+`"`, r.reason)
			}
			return err
		}))
	}
	assert.GreaterOrEqual(t, made, 14)
}

func FuzzReadDiff(f *testing.F) {
	for _, r := range diffs {
		f.Add(r.text, r.how.Strip, r.how.Git)
	}
	f.Fuzz(func(t *testing.T, text string, strip int, git bool) {
		for _, a := range ReadDiff(text, Diff{Strip: strip, Git: git}) {
			if len(a.Args) != 1 || a.Args[0].Text == "" || a.Offset > a.End || a.End > len(text) {
				t.Fatal(a)
			}
		}
	})
}
