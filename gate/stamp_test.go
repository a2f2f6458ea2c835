package gate

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIdentitySurvivesStamp(t *testing.T) {
	for name, id := range map[string]Identity{
		"the least":      {Root: "/r", Home: "/"},
		"all fields":     {Root: "/home/u/.agent-loop", Home: "/home/u", UID: 1 << 31, Catalogue: [32]byte{0: 1, 31: 2}, Recorded: []string{"A=", "B=c=d", "C=\n"}},
		"many variables": {Root: "/r", Home: "/h", Recorded: strings.Split(strings.Repeat("NAME=value ", maxRecorded-1)+"Z=", " ")},
	} {
		t.Run(name, func(t *testing.T) {
			binary := append(append([]byte("head"), image()[:]...), "tail"...)
			stamped, err := Stamp(binary, id)
			require.NoError(t, err)
			require.Len(t, stamped, len(binary))
			got, ok := identityOf((*[sectionSize]byte)(stamped[4:]))
			require.True(t, ok)
			assert.Equal(t, id, got)

			again, err := Stamp(stamped, Identity{Root: "/other", Home: "/h"})
			require.NoError(t, err)
			got, _ = identityOf((*[sectionSize]byte)(again[4:]))
			assert.Equal(t, Identity{Root: "/other", Home: "/h"}, got, "stamped anew")
		})
	}
}

func TestStampRefuses(t *testing.T) {
	good := Identity{Root: "/r", Home: "/h"}
	one := image()[:]
	tests := []struct {
		why    string
		binary []byte
		id     Identity
		want   error
	}{
		{"no section", make([]byte, 2*sectionSize), good, ErrNoMarker},
		{"a section that is cut off", one[:sectionSize-1], good, ErrNoMarker},
		{"nothing", nil, good, ErrNoMarker},
		{"two sections", append(append([]byte(nil), one...), one...), good, ErrManyMarkers},
		{"a relative root", one, Identity{Root: "r", Home: "/h"}, ErrIdentity},
		{"the root as root", one, Identity{Root: "/", Home: "/h"}, ErrIdentity},
		{"a root that is not canonical", one, Identity{Root: "/a/../r", Home: "/h"}, ErrIdentity},
		{"no home", one, Identity{Root: "/r"}, ErrIdentity},
		{"a variable without name", one, Identity{Root: "/r", Home: "/h", Recorded: []string{"=x"}}, ErrIdentity},
		{"a variable without value", one, Identity{Root: "/r", Home: "/h", Recorded: []string{"X"}}, ErrIdentity},
		{"a NUL", one, Identity{Root: "/r", Home: "/h", Recorded: []string{"X=\x00"}}, ErrIdentity},
		{"a value that does not fit", one, Identity{Root: "/r", Home: "/h", Recorded: []string{"X=" + strings.Repeat("x", sectionSize)}}, ErrTooLarge},
		{"a value with a longer length than two bytes", one, Identity{Root: "/r", Home: "/h", Recorded: []string{"X=" + strings.Repeat("x", 1<<16)}}, ErrTooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			_, err := Stamp(tt.binary, tt.id)
			assert.ErrorIs(t, err, tt.want)
		})
	}
}

func TestDamagedSectionIsNoIdentity(t *testing.T) {
	payload, err := (&Identity{Root: "/r", Home: "/h", Recorded: []string{"A=b"}}).payload()
	require.NoError(t, err)
	var section [sectionSize]byte
	fill(section[:], payload)
	_, ok := identify(&section)
	require.True(t, ok)
	for at := sectionLength; at < sectionPayload+len(payload); at++ {
		broken := section
		broken[at] ^= 0x10
		_, ok := identify(&broken)
		if at < sectionLength+4 || at >= sectionSum {
			assert.False(t, ok, "byte %d", at)
		}
	}
	for at := range payload { // right checksum, wrong content: no panic, and whatever is accepted is complete
		for _, v := range []byte{0, 1, 0x7f, 0xff} {
			broken := append([]byte(nil), payload...)
			broken[at] = v
			fill(section[:], broken)
			if in, ok := identify(&section); ok {
				in.records("A=b")
				identityOf(&section)
			}
		}
	}
}

func TestThisProgramIsNotInstalled(t *testing.T) {
	_, ok := Installed()
	assert.False(t, ok)
	needGate(t)
	assert.Equal(t, NotInstalled, Admit(ownFile, []string{"true"}, nil).Reason)
}

func TestStampedProgramKnowsItself(t *testing.T) {
	w := newWorld(t)
	shim := w.tiny(t)
	out, err := exec.Command(shim, "--identity").CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "true "+w.root+" "+w.home+" 0 2\n", strings.ReplaceAll(string(out), " "+uidText(w.id.UID)+" ", " 0 "))
	out, err = exec.Command(w.dir+"/tiny", "--identity").CombinedOutput()
	require.NoError(t, err)
	assert.Equal(t, "false   0 0\n", string(out), "as it was built")
}

func uidText(uid uint32) string {
	var buffer [20]byte
	return string(buffer[:decimal(buffer[:], 0, uint64(uid))])
}
