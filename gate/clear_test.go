package gate

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The gate's answer is compared with an independent one: a simple parser of the argv for
// the operands, and filepath for their places.
func TestClearedDeletesAreInside(t *testing.T) {
	w := newWorld(t)
	link(t, w.dir+"/srv", w.work+"/out")
	link(t, "sub", w.work+"/in")
	link(t, "..", w.work+"/sub/up")
	link(t, w.temp, w.work+"/t")
	link(t, ".git", w.work+"/sub/g")
	c := w.checker(t)
	parts := []string{
		"file", "sub", "deep", "..", ".", "out", "in", "up", "t", "g", "session", ".git", ".env", ".env.x", "none", "src", "*", "~", "-", "",
		w.dir, w.work, w.temp, w.home, "/", "locked", ".GIT",
	}
	words := []string{"-r", "-f", "-rf", "-v", "--", "--recursive", "--force", "--interactive=never", "-x", "--rec", "-fr/", "-"}
	random := rand.New(rand.NewPCG(1, 2))
	env, cleared := w.env(), 0
	for range 50000 {
		argv := []string{"rm"}
		for range 1 + random.IntN(4) {
			if random.IntN(3) == 0 {
				argv = append(argv, words[random.IntN(len(words))])
				continue
			}
			path := parts[random.IntN(len(parts))]
			for range random.IntN(4) {
				path += "/" + parts[random.IntN(len(parts))]
			}
			argv = append(argv, path)
		}
		if c.Check(argv, env, w.work) != Clear {
			continue
		}
		cleared++
		for _, operand := range operandsOf(argv) {
			require.True(t, w.harmless(operand), "%q: %q", argv, operand)
		}
	}
	require.Greater(t, cleared, 1000)
}

// operandsOf parses an argv of rm as getopt_long does, without option values.
func operandsOf(argv []string) (operands []string) {
	for i, s := range argv[1:] {
		if s == "--" {
			return append(operands, argv[i+2:]...)
		}
		if s == "-" || !strings.HasPrefix(s, "-") {
			operands = append(operands, s)
		}
	}
	return operands
}

// harmless reports whether removing path affects nothing but itself.
func (w *world) harmless(path string) bool {
	if !strings.HasPrefix(path, "/") {
		path = w.work + "/" + path
	}
	last := filepath.Base(strings.TrimRight(path, "/"))
	if last == "." || last == ".." {
		return false
	}
	real := path
	for missing := ""; ; {
		resolved, err := filepath.EvalSymlinks(real)
		if err == nil {
			real = resolved + missing
			break
		}
		if !os.IsNotExist(err) {
			return false
		}
		trimmed := strings.TrimRight(real, "/")
		missing = "/" + trimmed[strings.LastIndexByte(trimmed, '/')+1:] + missing
		real = trimmed[:strings.LastIndexByte(trimmed, '/')+1]
	}
	for _, part := range strings.Split(strings.ToLower(strings.TrimPrefix(real, w.dir)), "/") {
		if part == ".git" || part == ".env" || strings.HasPrefix(part, ".env.") || part == ".agent-loop" || part == ".." {
			return false
		}
	}
	return (strings.HasPrefix(real, w.work+"/") || strings.HasPrefix(real, w.temp+"/")) && !strings.HasPrefix(real, w.work+"/locked")
}

func FuzzArguments(f *testing.F) {
	w := newWorld(f)
	c := w.checker(f)
	for _, argv := range [][]string{
		{"rm", "-rf", "sub"},
		{"git", "-C", "sub", "log", "-n5"},
		{"grep", "-e", "x", "--", "y"},
		{"cp", "a", "b"},
		{"curl", "-so", "x", "https://example.com/"},
		{"find", ".", "-name", "x"},
		{"rm", "--", "../../..//"},
		{""},
	} {
		f.Add(strings.Join(argv, "\x01"))
	}
	f.Fuzz(func(t *testing.T, joined string) {
		argv := strings.Split(joined, "\x01")
		if c.Check(argv, nil, w.work) == Clear && argv[0] == "rm" {
			for _, operand := range operandsOf(argv) {
				if !w.harmless(operand) {
					t.Fatalf("%q: %q", argv, operand)
				}
			}
		}
	})
}
