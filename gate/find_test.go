package gate

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFindSkipsShimsAndRelativePlaces_A12_A13(t *testing.T) {
	w := newWorld(t)
	program := func(path string, mode os.FileMode) {
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+path), 0o600))
		require.NoError(t, os.Chmod(path, mode))
	}
	mkdir := func(names ...string) {
		for _, n := range names {
			require.NoError(t, os.MkdirAll(w.dir+n, 0o700))
		}
	}
	mkdir("/other/libexec", "/other/bin", "/second", "/plainfile", "/folder/rm", "/cwd", "/linked")
	program(w.root+"/libexec/shim", 0o755)
	program(w.root+"/libexec/shimgen", 0o755)
	program(w.dir+"/other/libexec/shim", 0o755)
	program(w.bin+"/rm", 0o755)
	program(w.dir+"/plainfile/rm", 0o644)
	program(w.dir+"/cwd/rm", 0o755)
	link(t, w.root+"/libexec/shim", w.root+"/bin/rm")
	link(t, "../home/u/.agent-loop/libexec/shim", w.dir+"/second/rm")
	link(t, "../libexec/shim", w.dir+"/other/bin/rm")
	link(t, w.root+"/bin", w.dir+"/binlink")
	require.NoError(t, os.Link(w.root+"/libexec/shim", w.dir+"/linked/rm"))
	t.Chdir(w.dir + "/cwd")
	real, shims := w.bin+"/rm", w.root+"/bin"
	tests := []struct{ why, path, want string }{
		{"own directory first", shims + ":" + w.bin, real},
		{"with a slash at the end", shims + "/:" + w.bin + "/", real},
		{"twice", shims + ":" + shims + ":" + w.bin, real},
		{"through a link", w.dir + "/binlink:" + w.bin, real},
		{"two shim directories", shims + ":" + w.dir + "/second:" + w.bin, real},
		{"a hard link to the shim, as a bind shows it", w.dir + "/linked:" + w.bin, real},
		{"another installation's shims", w.dir + "/other/bin:" + w.bin, real},
		{"libexec itself", w.root + "/libexec:" + w.bin, real},
		{"an empty component is not the cwd", shims + "::" + w.bin, real},
		{"an empty component at the end", shims + ":", ""},
		{"an empty PATH", "", ""},
		{"a dot", ".:" + w.bin, real},
		{"a relative directory", "../cwd:" + w.bin, real},
		{"a file that is not executable", w.dir + "/plainfile:" + w.bin, real},
		{"a directory of that name", w.dir + "/folder:" + w.bin, real},
		{"a missing directory", w.dir + "/none:" + w.bin, real},
		{"only shims", shims + ":" + w.dir + "/second", ""},
		{"the first of two", w.dir + "/cwd:" + w.bin, w.dir + "/cwd/rm"},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got, ok := Find("rm", tt.path, w.root)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.want != "", ok)
		})
	}
	_, ok := Find("sh", "/bin", "")
	assert.True(t, ok, "without an installation no directory is one of shims")
	for _, name := range []string{"", ".", "..", "bin/rm", "/bin/sh", "r\x00m", "none"} {
		_, ok := Find(name, w.bin, w.root)
		assert.False(t, ok, "%q", name)
	}
	self, err := os.Executable()
	require.NoError(t, err)
	link(t, self, w.bin+"/self")
	if f := new(finder); f.identity("/proc/self/exe", "") == f.identity(self, "") {
		_, ok := Find("self", w.bin, "")
		assert.False(t, ok, "the running program is never the real one")
	}
}

// A file below the root counts as the program under a shim only where nobody could have
// written it: outside a sandbox the caller could.
func TestNothingLiesUnderAShimOutsideASandbox_X3(t *testing.T) {
	w := newWorld(t)
	shim := w.root + "/libexec/shim"
	require.NoError(t, os.WriteFile(shim, []byte("shim"), 0o755))
	require.NoError(t, os.MkdirAll(w.dir+"/linked", 0o700))
	require.NoError(t, os.Link(shim, w.dir+"/linked/rm"))
	planted := w.root + Originals + w.dir + "/linked"
	require.NoError(t, os.MkdirAll(planted, 0o700))
	require.NoError(t, os.WriteFile(planted+"/rm", []byte("#!/bin/sh\n"), 0o755))
	file, covered := Under(w.dir+"/linked/rm", w.root)
	assert.False(t, covered)
	assert.Equal(t, w.dir+"/linked/rm", file)
	_, ok := Find("rm", w.dir+"/linked", w.root)
	assert.False(t, ok)
}
