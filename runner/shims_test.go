package runner

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/policy"
)

// Words are left to a shim only where the command meets one that judges by as much.
func TestShimsThatACommandMeets(t *testing.T) {
	for _, c := range []struct {
		reason string
		in     Sandbox
		flags  policy.Flags
		env    string
		met    bool
	}{
		{reason: "an ordinary run", in: NoSandbox, met: true},
		{reason: "a call that names no sandbox", in: "", met: true},
		{reason: "flags that allow more than a shim does", flags: policy.Flags{AllowDirs: []string{"/x"}}, met: true},
		{reason: "inside proot, which does not show them", in: Proot},
		{reason: "in a sandbox that nobody knows", in: "other"},
		{reason: "a profile of the flags, which no shim knows", flags: policy.Flags{Profile: policy.Guarded}},
		{reason: "a path blocked by the flags, too", flags: policy.Flags{BlockedPaths: []string{"/x"}}},
		{reason: "a file that bash reads first", env: "BASH_ENV=/etc/profile"},
		{reason: "a function of the program's name", env: "BASH_FUNC_rm%%=() { :; }"},
		{reason: "a function of another name", env: "BASH_FUNC_ls%%=() { :; }", met: true},
	} {
		t.Run(c.reason, func(t *testing.T) {
			s := session(t)
			s.Flags, s.env = c.flags, append(environment{c.env}, s.env...)
			linkShim(t, s, "rm")
			met := s.shimsMet(c.in)
			assert.Equal(t, c.met, met != nil && met("rm"))
			assert.False(t, met != nil && met("git"), "no shim of that name")
		})
	}
}

// linkShim makes a shim as an installation has them.
func linkShim(t *testing.T, s *Session, name string) {
	t.Helper()
	for _, dir := range []string{"bin", "libexec"} {
		require.NoError(t, os.MkdirAll(filepath.Join(s.Root, dir), 0o700))
	}
	require.NoError(t, os.WriteFile(filepath.Join(s.Root, "libexec/shim"), nil, 0o700))
	require.NoError(t, os.Symlink("../libexec/shim", filepath.Join(s.shims(), name)))
}

// A program beside the shims, or a link that leads nowhere, is no shim.
func TestIsShim(t *testing.T) {
	s := session(t)
	linkShim(t, s, "rm")
	require.NoError(t, os.WriteFile(filepath.Join(s.shims(), "git"), nil, 0o700))
	require.NoError(t, os.Symlink("/bin/sh", filepath.Join(s.shims(), "sh")))
	require.NoError(t, os.Symlink("../gone/libexec/shim", filepath.Join(s.shims(), "curl")))
	for name, want := range map[string]bool{"rm": true, "git": false, "sh": false, "curl": false, "none": false} {
		assert.Equal(t, want, IsShim(filepath.Join(s.shims(), name)), name)
	}
	require.NoError(t, os.Chmod(filepath.Join(s.Root, "libexec/shim"), 0o600))
	assert.False(t, IsShim(filepath.Join(s.shims(), "rm")), "one that cannot be run")
}
