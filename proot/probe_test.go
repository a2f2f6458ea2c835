package proot

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// offers probes the option lines recorded in testdata.
func offers(t *testing.T, name string) Offers {
	t.Helper()
	help, err := os.ReadFile(filepath.Join("testdata", name+".help"))
	require.NoError(t, err)
	return Probe(string(help))
}

func TestProbe(t *testing.T) {
	for _, c := range []struct {
		name       string
		help       string
		kind       Kind
		killOnExit bool
	}{
		{"G3 Debian's proot is upstream", read(t, "debian-5.1.0.help"), Upstream, false},
		{"G3 Termux's fork ends its children", read(t, "termux.help"), Fork, true},
		{"an option named in prose is not offered", read(t, "debian-5.1.0.help") + "\tlike --kill-on-exit,\n\t  --link2symlink, --sysvipc\n", Upstream, false},
		{"a newer upstream with kill-on-exit alone is no fork", read(t, "debian-5.1.0.help") + "  --kill-on-exit\n", Upstream, true},
		{"no text is unknown", "", Unknown, false},
		{"another program's help is unknown", "usage: proot [-b]\n  -b bind\n", Unknown, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Probe(c.help)
			assert.Equal(t, c.kind.String(), o.Kind().String())
			assert.Equal(t, c.killOnExit, o.KillOnExit())
		})
	}
}

func TestZeroOffersBuildNothing(t *testing.T) {
	c := allowList(Offers{})
	_, err := c.Args(everything)
	assert.ErrorContains(t, err, "names no -r, -b and -w")
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(text)
}

func FuzzProbe(f *testing.F) {
	f.Add("  -r *path*, --rootfs=*path*\n  -b\n  -w\n")
	f.Add("  -, =, ,,\n  -")
	f.Fuzz(func(t *testing.T, help string) {
		o := Probe(help)
		if o.Kind() == Fork {
			assert.True(t, o.KillOnExit())
		}
	})
}
