package shimdir

import (
	"os"
	"path/filepath"
	"sort"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var images = Binaries{Shim: []byte("#!shim"), Shimgen: []byte("#!shimgen")}

func place(t *testing.T) Layout {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o700)) // the test binary may run under any umask
	return Home(dir)
}

func install(t *testing.T, l Layout, names ...string) []string {
	t.Helper()
	changed, err := l.Install(names, images)
	require.NoError(t, err)
	return changed
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func inode(t *testing.T, path string) uint64 {
	t.Helper()
	fi, err := os.Lstat(path)
	require.NoError(t, err)
	return fi.Sys().(*syscall.Stat_t).Ino
}

func TestA1_InstallMakesElevenShimsIn0700(t *testing.T) {
	l := place(t)
	install(t, l, Programs()...)

	want := Programs()
	sort.Strings(want)
	assert.Len(t, want, 11)
	assert.Equal(t, want, list(t, l.Bin))
	for _, dir := range []string{l.Root, l.Bin, l.libexec()} {
		fi, err := os.Stat(dir)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o700), fi.Mode().Perm(), dir)
	}
	for _, name := range want {
		text, err := os.Readlink(filepath.Join(l.Bin, name))
		require.NoError(t, err)
		assert.Equal(t, "../libexec/shim", text)
	}
	for name, content := range map[string][]byte{"shim": images.Shim, "shimgen": images.Shimgen} {
		got, err := os.ReadFile(filepath.Join(l.libexec(), name))
		require.NoError(t, err)
		assert.Equal(t, content, got)
	}
}

func TestA2_InstallTwiceChangesNothing(t *testing.T) {
	l := place(t)
	assert.Len(t, install(t, l, Programs()...), 14)
	rm, shim := inode(t, filepath.Join(l.Bin, "rm")), inode(t, l.shim())

	assert.Empty(t, install(t, l, Programs()...))
	assert.Equal(t, rm, inode(t, filepath.Join(l.Bin, "rm")))
	assert.Equal(t, shim, inode(t, l.shim()))
}

func TestA2_ForeignFilesAreKept(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	mine := filepath.Join(l.Bin, "mytool")
	require.NoError(t, os.WriteFile(mine, []byte("x"), 0o755))
	install(t, l, "rm", "git")
	assert.Equal(t, []string{"git", "mytool", "rm"}, list(t, l.Bin))
}

func TestA2_NewBinaryReplacesTheFileAndNotItsContent(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	running, err := os.Open(l.shim()) // a shim that runs at this moment
	require.NoError(t, err)
	defer running.Close()

	changed, err := l.Install([]string{"rm"}, Binaries{Shim: []byte("#!new"), Shimgen: images.Shimgen})
	require.NoError(t, err)
	assert.Equal(t, []string{l.shim()}, changed)
	old := make([]byte, len(images.Shim))
	_, err = running.Read(old)
	require.NoError(t, err)
	assert.Equal(t, images.Shim, old)
	assert.Equal(t, []string{"shim", "shimgen", "shimgen.intact"}, list(t, l.libexec()))
}

func TestA2_WeakenedBinaryIsPutRight(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	require.NoError(t, os.Chmod(l.shim(), 0o777))
	assert.Equal(t, []string{l.shim()}, install(t, l, "rm"))
}

// The registered line of a hook trusts the program as the installed one while the file
// beside it is newer.
func TestIntactTellsWhatWasInstalled(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	shimgen, intact := filepath.Join(l.libexec(), shimgenName), filepath.Join(l.libexec(), intactName)
	newer := func(a, b string) bool {
		one, err := os.Stat(a)
		require.NoError(t, err)
		other, err := os.Stat(b)
		require.NoError(t, err)
		return one.ModTime().After(other.ModTime())
	}
	assert.True(t, newer(intact, shimgen), "it is the one that was installed")
	time.Sleep(10 * time.Millisecond)
	require.NoError(t, os.WriteFile(shimgen, []byte("#!/bin/sh\n"), 0o700))
	assert.False(t, newer(intact, shimgen), "somebody wrote into it")
	install(t, l, "rm")
	assert.True(t, newer(intact, shimgen), "it was installed again")
	later := time.Now().Add(time.Hour)
	require.NoError(t, os.Chtimes(shimgen, later, later))
	assert.Equal(t, []string{intact}, install(t, l, "rm"), "it is right and only looks changed")
	assert.True(t, newer(intact, shimgen))
	assert.Empty(t, install(t, l, "rm"))
}

func TestA2_TwoInstallationsAtOnceEndWhole(t *testing.T) {
	l := place(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := l.Install(Programs(), images)
			assert.NoError(t, err)
		})
	}
	group.Wait()
	assert.Len(t, list(t, l.Bin), 11)
	assert.Equal(t, []string{"shim", "shimgen", "shimgen.intact"}, list(t, l.libexec()))
}

// Each row breaks one thing; Install must refuse and change nothing.
func TestA3_InstallRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(t *testing.T, l Layout)
		names []string
		why   string
	}{
		"shim directory writable by the world": {chmod("bin", 0o777), nil, "others can write"},
		"shim directory writable by the group": {chmod("bin", 0o720), nil, "others can write"},
		"root writable by the world":           {chmod("", 0o707), nil, "others can write"},
		"libexec writable by the group":        {chmod("libexec", 0o770), nil, "others can write"},
		"shim directory is a link":             {linked("bin"), nil, "symbolic link"},
		"libexec is a link":                    {linked("libexec"), nil, "symbolic link"},
		"root is a link":                       {linkedRoot, nil, "symbolic link"},
		"shim directory is a file":             {file("bin"), nil, "not a directory"},
		"shim directory of somebody else":      {chown("bin"), nil, "another user"},
		"home directory open to everyone":      {chmod("..", 0o777), nil, "everyone can replace"},
		"link of somebody else at a name":      {planted, nil, "not a shim of this installation"},
		"file of somebody else at a name":      {file("bin/rm"), nil, "not a shim of this installation"},
		"directory at a name":                  {mkdir("bin/rm"), nil, "not a shim of this installation"},
		"name with a slash":                    {nil, []string{"../rm"}, "not the name of a program"},
		"empty name":                           {nil, []string{""}, "not the name of a program"},
		"name is the dot":                      {nil, []string{"."}, "not the name of a program"},
		"name is the double dot":               {nil, []string{".."}, "not the name of a program"},
		"name with a newline":                  {nil, []string{"a\nb"}, "not the name of a program"},
		"name with a NUL":                      {nil, []string{"a\x00"}, "not the name of a program"},
		"name of the multi-call binary itself": {nil, []string{"shim"}, "cannot have this name"},
		"name of a login shell":                {nil, []string{"-bash"}, "cannot have this name"},
		"a good name before a bad one":         {nil, []string{"git", "a/b"}, "not the name of a program"},
	} {
		t.Run(name, func(t *testing.T) {
			l := place(t)
			if c.spoil != nil {
				c.spoil(t, l)
			}
			if c.names == nil {
				c.names = Programs()
			}
			_, err := l.Install(c.names, images)
			require.ErrorContains(t, err, c.why)
			assert.NoFileExists(t, l.shim())
			assert.NoFileExists(t, filepath.Join(l.Bin, "git"))
		})
	}
}

func ready(t *testing.T, l Layout) {
	t.Helper()
	require.NoError(t, os.MkdirAll(l.Bin, 0o700))
	require.NoError(t, os.MkdirAll(l.libexec(), 0o700))
}

func chmod(name string, mode os.FileMode) func(*testing.T, Layout) {
	return func(t *testing.T, l Layout) {
		ready(t, l)
		require.NoError(t, os.Chmod(filepath.Join(l.Root, name), mode))
	}
}

func linked(name string) func(*testing.T, Layout) {
	return func(t *testing.T, l Layout) {
		require.NoError(t, os.MkdirAll(l.Root, 0o700))
		require.NoError(t, os.Symlink(t.TempDir(), filepath.Join(l.Root, name)))
	}
}

func linkedRoot(t *testing.T, l Layout) {
	require.NoError(t, os.Symlink(t.TempDir(), l.Root))
}

func file(name string) func(*testing.T, Layout) {
	return func(t *testing.T, l Layout) {
		path := filepath.Join(l.Root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte("foreign"), 0o755))
	}
}

func mkdir(name string) func(*testing.T, Layout) {
	return func(t *testing.T, l Layout) {
		require.NoError(t, os.MkdirAll(filepath.Join(l.Root, name), 0o700))
	}
}

func chown(name string) func(*testing.T, Layout) {
	return func(t *testing.T, l Layout) {
		if os.Geteuid() != 0 {
			t.Skip("giving a directory away needs root")
		}
		ready(t, l)
		require.NoError(t, os.Chown(filepath.Join(l.Root, name), 12345, -1))
	}
}

func planted(t *testing.T, l Layout) {
	ready(t, l)
	require.NoError(t, os.Symlink("/bin/true", filepath.Join(l.Bin, "rm")))
}

func TestA3_PlantedLinkIsLeft(t *testing.T) {
	l := place(t)
	planted(t, l)
	_, err := l.Install(Programs(), images)
	require.Error(t, err)
	text, err := os.Readlink(filepath.Join(l.Bin, "rm"))
	require.NoError(t, err)
	assert.Equal(t, "/bin/true", text)
}

func TestInstallWithoutBinariesIsRefused(t *testing.T) {
	l := place(t)
	for name, b := range map[string]Binaries{
		"none": {}, "no judge": {Shim: images.Shim}, "no shim": {Shimgen: images.Shimgen},
	} {
		_, err := l.Install(Programs(), b)
		assert.Error(t, err, name)
		assert.NoDirExists(t, l.Root, name)
	}
}

func TestA4_RemoveTakesOnlyOurs(t *testing.T) {
	l := place(t)
	install(t, l, append(Programs(), "docker")...)
	own := filepath.Join(l.Bin, "mytool")
	require.NoError(t, os.WriteFile(own, nil, 0o755))
	require.NoError(t, os.Symlink("/bin/true", filepath.Join(l.Bin, "alien")))
	for _, name := range []string{"policy.toml", "state/gate.bin", "audit/20260101.jsonl"} {
		path := filepath.Join(l.Root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte("x"), 0o600))
	}

	again := Layout{Root: l.Root, Bin: l.Bin} // without knowledge of what was installed
	removed, err := again.Remove()
	require.NoError(t, err)
	assert.Len(t, removed, 16)
	assert.Equal(t, []string{"alien", "mytool"}, list(t, l.Bin))
	assert.Equal(t, []string{"audit", "bin", "policy.toml"}, list(t, l.Root))

	removed, err = l.Remove()
	require.NoError(t, err)
	assert.Empty(t, removed)
}

func TestA4_RemoveFindsLinksSpelledOtherwise(t *testing.T) {
	l := place(t)
	install(t, l, "git")
	alias := filepath.Join(t.TempDir(), "alias")
	require.NoError(t, os.Symlink(l.Root, alias))
	for name, text := range map[string]string{
		"rm":   l.shim(),
		"curl": "./../bin/../libexec/shim",
		"wget": filepath.Join(alias, "libexec/shim"),
	} {
		require.NoError(t, os.Symlink(text, filepath.Join(l.Bin, name)))
	}
	_, err := l.Remove()
	require.NoError(t, err)
	assert.NoDirExists(t, l.Bin)
}

func TestA4_RemoveFindsLinksWhoseBinaryIsGone(t *testing.T) {
	l := place(t)
	install(t, l, "git", "rm")
	require.NoError(t, os.RemoveAll(l.libexec()))
	_, err := l.Remove()
	require.NoError(t, err)
	assert.NoDirExists(t, l.Bin)
}

func TestA4_RemoveSweepsAnInterruptedWrite(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	for _, dir := range []string{l.Bin, l.libexec()} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, tempPrefix+"X"), nil, 0o600))
	}
	_, err := l.Remove()
	require.NoError(t, err)
	assert.NoDirExists(t, l.Bin)
	assert.NoDirExists(t, l.libexec())
}

func TestA4_RemoveKeepsForeignFilesInLibexec(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	require.NoError(t, os.WriteFile(filepath.Join(l.libexec(), "theirs"), nil, 0o600))
	_, err := l.Remove()
	require.NoError(t, err)
	assert.Equal(t, []string{"theirs"}, list(t, l.libexec()))
}

func TestA4_RemoveWhereNothingIsInstalled(t *testing.T) {
	removed, err := place(t).Remove()
	require.NoError(t, err)
	assert.Empty(t, removed)
}

func TestA4_RemoveDoesNotFollowALinkedDirectory(t *testing.T) {
	real, l := place(t), place(t)
	install(t, real, "rm")
	require.NoError(t, os.Symlink(real.Root, l.Root))
	_, err := l.Remove()
	require.Error(t, err)
	assert.Equal(t, []string{"rm"}, list(t, real.Bin))
}

func TestA18_CustomCommandIsAddedToTheOthers(t *testing.T) {
	l := place(t)
	install(t, l, Programs()...)
	assert.Equal(t, []string{filepath.Join(l.Bin, "docker")}, install(t, l, "docker", "docker"))
	assert.Len(t, list(t, l.Bin), 12)
}

func TestA18_LinkOfAnEarlierInstallationIsReplaced(t *testing.T) {
	l := place(t)
	install(t, l, "rm")
	rm := filepath.Join(l.Bin, "rm")
	require.NoError(t, os.Remove(rm))
	require.NoError(t, os.Symlink(l.shim(), rm))
	assert.Equal(t, []string{rm}, install(t, l, "rm"))
	text, err := os.Readlink(rm)
	require.NoError(t, err)
	assert.Equal(t, "../libexec/shim", text)
}

// Two programs are there only where they were built.
func TestOptionalPrograms(t *testing.T) {
	for name, images := range map[string]Binaries{
		"shimgen-mcp": {Shim: images.Shim, Shimgen: images.Shimgen, MCP: []byte("#!own")},
		"shimgen-tls": {Shim: images.Shim, Shimgen: images.Shimgen, TLS: []byte("#!own")},
	} {
		t.Run(name, func(t *testing.T) {
			l := place(t)
			file := filepath.Join(l.libexec(), name)
			install(t, l, "rm")
			assert.NoFileExists(t, file)
			assert.Empty(t, l.Status(l.Bin).Problems, "who does not use it misses nothing")

			changed, err := l.Install([]string{"rm"}, images)
			require.NoError(t, err)
			assert.Equal(t, []string{file}, changed)
			got, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, "#!own", string(got))
			changed, err = l.Install([]string{"rm"}, images)
			require.NoError(t, err)
			assert.Empty(t, changed)
			assert.Empty(t, l.Status(l.Bin).Problems)

			require.NoError(t, os.Chmod(file, 0o722))
			assert.Equal(t, []string{file + ": others can write to it"}, l.Status(l.Bin).Problems)
			require.NoError(t, os.Chmod(file, 0o600))
			assert.Equal(t, []string{file + ": is not a program"}, l.Status(l.Bin).Problems)

			assert.Equal(t, []string{file}, install(t, l, "rm"), "one of another build does not stay")
			assert.NoFileExists(t, file)
		})
	}
}

func TestA4_OptionalProgramsAreRemovedWithTheRest(t *testing.T) {
	l := place(t)
	with := images
	with.MCP, with.TLS = []byte("#!mcp"), []byte("#!tls")
	_, err := l.Install([]string{"rm"}, with)
	require.NoError(t, err)
	removed, err := l.Remove()
	require.NoError(t, err)
	assert.Contains(t, removed, filepath.Join(l.libexec(), "shimgen-mcp"))
	assert.Contains(t, removed, filepath.Join(l.libexec(), "shimgen-tls"))
	assert.NoDirExists(t, l.libexec())
}
