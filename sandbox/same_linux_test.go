package sandbox_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/sandbox"
)

// looks is the first argument of the test program where it prints what can be done in
// directories.
const looks = "look"

// look prints each name below some directories, with what it holds and whether it can be
// changed, moved and written to.
func look(roots []string) error {
	for _, root := range roots {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			what := "?"
			switch {
			case err != nil:
				fmt.Println(name, "unreadable")
				return nil
			case d.IsDir():
				probe := filepath.Join(name, "probe")
				made := os.Mkdir(probe, 0o700)
				what = fmt.Sprintf("directory, new names %t", made == nil)
				_ = os.Remove(probe)
			default:
				text, err := os.ReadFile(name)
				f, wrote := os.OpenFile(name, os.O_WRONLY, 0)
				f.Close()
				what = fmt.Sprintf("file %q %t, written %t", text, err == nil, wrote == nil)
			}
			moved := os.Rename(name, name+".moved")
			if moved == nil {
				moved = os.Rename(name+".moved", name)
			}
			fmt.Println(name, what, "moved", moved == nil, os.Chmod(name, 0o755) == nil)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// places are directories and files of a tree whose every part may have any part in a box.
var places = []string{
	"a/", "a/b/", "a/b/c/", "a/b/c/file", "a/b/file", "a/file", "a/b/other/", "a/b/other/file",
	"d/", "d/e/", "d/e/file", "d/file", "from/", "from/file", "temp/", "temp/file",
}

// randomBox returns a box of the places below a directory. What is written to lies below no
// other place that is replaced, as the caller of the package sees to.
func randomBox(r *rand.Rand, dir string) sandbox.Box {
	at := func(name string) string { return filepath.Join(dir, name) } // without the slash
	b := sandbox.Box{Dir: dir, Void: at("void"), Network: sandbox.Network(r.IntN(2))}
	for _, p := range places[:12] {
		isDir := strings.HasSuffix(p, "/")
		switch r.IntN(11) {
		case 0, 1:
			if isDir {
				b.Write = append(b.Write, at(p))
			}
		case 2:
			b.Keep = append(b.Keep, at(p))
		case 3:
			b.Hide = append(b.Hide, at(p))
		case 4:
			if isDir {
				b.Empty = append(b.Empty, at(p))
			}
		case 5:
			b.Show = append(b.Show, at(p))
		}
	}
	bind := at([]string{"a/b/other", "d/e", "d"}[r.IntN(3)])
	if r.IntN(3) == 0 && !slices.Contains(slices.Concat(b.Empty, b.Write, b.Keep, b.Hide, b.Show), bind) {
		b.Binds = []sandbox.Bind{{From: at("from"), At: bind}}
	}
	if r.IntN(2) == 0 {
		b.Temp = at("temp")
	}
	b.Tidy()
	return b
}

func plant(t *testing.T, dir string) {
	t.Helper()
	for _, p := range places {
		name := filepath.Join(dir, p)
		if strings.HasSuffix(p, "/") {
			require.NoError(t, os.MkdirAll(name, 0o755))
		} else {
			require.NoError(t, os.WriteFile(name, []byte(p), 0o755))
		}
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "void"), nil, 0))
}

// Both backends make the same of a box, whatever it is.
func TestBackendsMakeTheSameBox(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	native, bwrap := nativeBackend(t), bubblewrap(t)
	boxes := 24
	if testing.Short() {
		boxes = 5
	}
	for seed := range boxes {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		plant(t, dir)
		box := randomBox(rand.New(rand.NewPCG(7, uint64(seed))), dir)
		program := self(t)[0]
		entry := sandbox.Entry{Path: program, Argv: []string{program, looks, dir}}
		if box.Temp != "" { // then the program and the tree are shown, as a caller does
			entry.Argv = append(entry.Argv, "/tmp", "/var/tmp")
			box.Show = append(box.Show, inTemp(program)...)
		}
		var said [2]string
		for i, b := range []sandbox.Backend{native, bwrap} {
			plan, err := b.Plan(box, entry)
			require.NoError(t, err, "%+v", box)
			if said[i], _ = start(t, plan); strings.Contains(said[i], sandbox.ErrMoved.Error()) {
				said[i] = "refused" // a place has two parts that exclude each other
			}
		}
		assert.Empty(t, differing(said[0], said[1]), "seed %d: %+v", seed, box)
		assert.NotEmpty(t, said[0], "seed %d: %+v", seed, box)
	}
}

// inTemp is a program's directory, if it lies where the box has another.
func inTemp(program string) []string {
	for _, temp := range []string{"/tmp/", "/var/tmp/"} {
		if strings.HasPrefix(program, temp) {
			return []string{filepath.Dir(program)}
		}
	}
	return nil
}

// differing are the first lines that one text has and the other has not.
func differing(a, b string) []string {
	var lines []string
	for _, c := range []struct{ sign, in, out string }{{"native: ", a, b}, {"bwrap: ", b, a}} {
		for line := range strings.Lines(c.in) {
			if !strings.Contains(c.out, line) && len(lines) < 20 {
				lines = append(lines, c.sign+line)
			}
		}
	}
	return lines
}

// Of two parts of one place the stricter wins, whichever backend makes it.
func TestOfTwoPartsTheLaterCounts(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	eachBackend(t, func(t *testing.T, b sandbox.Backend) {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		plant(t, dir)
		at := func(name string) string { return filepath.Join(dir, name) }
		plan, err := b.Plan(
			sandbox.Box{Dir: dir, Write: []string{at("a")}, Keep: []string{at("a"), at("d/e")}, Hide: []string{at("d")}, Show: []string{at("d/e")}, Void: at("void")},
			sandbox.Entry{Path: "/bin/sh", Argv: []string{"sh", "-c", `for n in a a/b d d/e; do touch $n/new; done 2>/dev/null; ls d d/e`}},
		)
		require.NoError(t, err)
		printed, status := start(t, plan)
		if b.Name() == "landlock" || b.Name() == "supervisor" { // a hidden directory is no empty one there
			assert.Equal(t, "ls: cannot open directory 'd': Permission denied\nd/e:\nfile\n", printed)
		} else {
			assert.Equal(t, 0, status, printed)
			assert.Equal(t, "d:\ne\n\nd/e:\nfile\n", printed)
		}
		for _, n := range []string{"a", "a/b", "d", "d/e"} {
			assert.NoFileExists(t, at(n+"/new"))
		}
	})
}
