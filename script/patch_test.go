package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

var patches = []readCase{
	{"all heads", "*** Begin Patch\n*** Update File: a.go\n@@\n-x\n+y\n*** Delete File: b\n*** Add File: /etc/x\n+z\n*** End Patch\n", "writes patch \"a.go\"\ndeletes patch \"b\"\nwrites patch \"/etc/x\""},
	{"a move is a write and a delete", "*** Begin Patch\n*** Update File: a\n*** Move to: ../b\n*** End Patch", "writes patch \"a\"\nwrites patch \"../b\"\ndeletes patch \"a\""},
	{"blanks before a head", " *** Add File: a\n\t*** Delete File:  b \n\u00a0*** Update File:\tc", "writes patch \"a\"\ndeletes patch \"b\"\nwrites patch \"c\""},
	{"no blank behind a head", "*** Add File:a", `writes patch "a"`},
	{"lines that end as in DOS", "*** Begin Patch\r\n*** Add File: a\r\n", `writes patch "a"`},
	{"the marks of a here-document", "<<'EOF'\n*** Begin Patch\n*** Add File: a\n*** End Patch\nEOF", `writes patch "a"`},
	{"a name with blanks", "*** Add File: a b", `writes patch "a b"`},
	{"added text is none", "*** Add File: a\n+*** Delete File: b\n", `writes patch "a"`},
	{"a diff", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- q\n", `writes patch "x"`},
	{"a diff that deletes", "--- a/x\n+++ /dev/null\n", `deletes patch "x"`},
	{"a diff with times", "--- x\t2020\n+++ /etc/y\t2020\n", `writes patch "/etc/y"`},
	{"a diff that renames", "rename from a\nrename to b\n", "deletes patch \"a\"\nwrites patch \"b\""},
	{"a diff that only renames", "diff --git a/.git/config b/x\nsimilarity index 100%\nrename from .git/config\nrename to x\n", "deletes patch \".git/config\"\nwrites patch \"x\""},
	{"a rename of names in quotes", "rename from \"\\056env\"\nrename to \"a\\tb\"\n", "deletes patch \".env\"\nwrites patch \"a\\tb\""},
	{"a rename and a change", "rename from a\nrename to b\n--- a/a\n+++ b/b\n", "deletes patch \"a\"\nwrites patch \"b\""},
	{"a copy", "diff --git a/a b/b\ncopy from a\ncopy to b\n", `writes patch "b"`},
	{"an empty file deleted", "diff --git a/.env b/.env\ndeleted file mode 100644\nindex e69de29..0000000\n", `deletes patch ".env"`},
	{"an empty file made", "diff --git a/a b b/a b\nnew file mode 100644\n", `writes patch "a b"`},
	{"a mode alone", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", `changes patch "x"`},
	{"bytes", "diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\n", `writes patch "x"`},
	{"names in quotes", "diff --git \"a/\\056env\" \"b/\\056env\"\ndeleted file mode 100644\n", `deletes patch ".env"`},
	{"a head in quotes", "--- \"a/\\056env\"\n+++ \"b/\\056env\"\n", `writes patch ".env"`},
}

func TestPatches(t *testing.T) {
	runCases(t, PatchLang, patches)
	refused(t, PatchLang, []readCase{{"no head", "*** Begin Patch\n*** End Patch", "names no file"}, {"no name", "*** Add File: ", "names no file"}, {"nothing", "", "names no file"}})
	acts, err := ReadWith(PatchLang, "*** Add File: a/"+Placeholder+"/b", CommandLine{Placeholders: true})
	assert.NoError(t, err)
	assert.Equal(t, []string{"a/", "/b"}, acts[0].Args[0].Pieces())
	assert.True(t, Partial(PatchLang))
}

func FuzzPatch(f *testing.F) { fuzzed(f, PatchLang, codes(patches)...) }
