package pathname_test

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/agent-loop/shimgen/internal/pathname"
)

func TestInAndBelow(t *testing.T) {
	for _, c := range []struct {
		why, name, dir string
		in, below      bool
	}{
		{"itself", "/a", "/a", true, false},
		{"a child", "/a/b", "/a", true, true},
		{"far below", "/a/b/c/d", "/a", true, true},
		{"its parent", "/a", "/a/b", false, false},
		{"a name that begins alike", "/ab", "/a", false, false},
		{"a name with the same letters up to a slash elsewhere", "/b/b", "/a", false, false},
		{"everything is below the root", "/a", "/", true, true},
		{"the root is not below itself", "/", "/", true, false},
		{"the root is below nothing", "/", "/a", false, false},
		{"a relative name is below nothing", "a", "/", false, false},
	} {
		assert.Equal(t, c.in, pathname.In(c.name, c.dir), "in: %s", c.why)
		assert.Equal(t, c.below, pathname.Below(c.name, c.dir), "below: %s", c.why)
	}
}

// Both agree with filepath.Rel on clean absolute names.
func FuzzIn(f *testing.F) {
	f.Add("/a/b", "/a")
	f.Add("/", "/")
	f.Add("/a//b/../c", "/a/.")
	f.Fuzz(func(t *testing.T, name, dir string) {
		name, dir = filepath.Clean("/"+name), filepath.Clean("/"+dir)
		rel, err := filepath.Rel(dir, name)
		in := err == nil && rel != ".." && !strings.HasPrefix(rel, "../")
		assert.Equal(t, in, pathname.In(name, dir))
		assert.Equal(t, in && rel != ".", pathname.Below(name, dir))
	})
}

// The short ways agree with the package path, on all paths up to some length of the letters that matter.
func TestCleanAndDir(t *testing.T) {
	names := []string{""}
	for i := 0; i < len(names); i++ {
		name := names[i]
		assert.Equal(t, path.Clean(name), pathname.Clean(name), name)
		clean := path.Clean("/" + name)
		assert.Equal(t, path.Dir(clean), pathname.Dir(clean), clean)
		first, rest := pathname.CutFirst(name)
		before, after, _ := strings.Cut(name, "/")
		assert.Equal(t, []string{before, after}, []string{first, rest}, name)
		for _, c := range []string{"/", ".", "a"} {
			if len(name) < 7 {
				names = append(names, name+c)
			}
		}
	}
}
