package stamp

import (
	"bytes"
	"crypto/sha256"
	"debug/macho"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/agent-loop/shimgen/gate"
)

func identity() gate.Identity {
	return gate.Identity{Root: "/Users/me/.agent-loop", Home: "/Users/me", UID: 501}
}

// truthful checks the signature of a Mach-O file with a parser of its own: it counts the
// pages and those whose hash is wrong.
func truthful(t *testing.T, file []byte) (pages, wrong int) {
	t.Helper()
	f, err := macho.NewFile(bytes.NewReader(file))
	require.NoError(t, err)
	for _, l := range f.Loads {
		raw := l.Raw()
		if f.ByteOrder.Uint32(raw) != codeSignature {
			continue
		}
		blob := file[f.ByteOrder.Uint32(raw[8:]):]
		require.EqualValues(t, 1, binary.BigEndian.Uint32(blob[8:]), "Go's linker writes one part")
		dir := blob[binary.BigEndian.Uint32(blob[16:]):]
		hashes, limit := dir[binary.BigEndian.Uint32(dir[16:]):], int(binary.BigEndian.Uint32(dir[32:]))
		for at := 0; at < limit; at += 4096 {
			sum := sha256.Sum256(file[at:min(at+4096, limit)])
			if !bytes.Equal(sum[:], hashes[pages*32:pages*32+32]) {
				wrong++
			}
			pages++
		}
	}
	return pages, wrong
}

// build builds the shim for a machine.
func build(t *testing.T, goos, goarch string) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shim")
	c := exec.Command("go", "build", "-ldflags", "-s -w", "-o", file, "../cmd/shim")
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=")
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	binary, err := os.ReadFile(file)
	require.NoError(t, err)
	return binary
}

func TestProgramOfAppleSilicon(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	binary := build(t, "darwin", "arm64")
	pages, wrong := truthful(t, binary)
	require.NotZero(t, pages, "the linker signs what it builds for this machine")
	require.Zero(t, wrong)
	stamped, err := gate.Stamp(binary, identity())
	require.NoError(t, err)
	_, wrong = truthful(t, stamped)
	assert.NotZero(t, wrong, "an identity changes a page: nothing else would need to be done")

	signed, err := Program(binary, identity())
	require.NoError(t, err)
	again, wrong := truthful(t, signed)
	assert.Zero(t, wrong)
	assert.Equal(t, pages, again)
	assert.Len(t, signed, len(binary))
	_, wrong = truthful(t, binary)
	assert.Zero(t, wrong, "the program that was given is left alone")
	twice, err := Program(signed, identity())
	require.NoError(t, err)
	assert.True(t, bytes.Equal(signed, twice), "as doctor compares them")
}

func TestProgramWithoutSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles for other systems: .ci/run does it")
	}
	for _, m := range [][2]string{{"darwin", "amd64"}, {"linux", "arm64"}} {
		binary := build(t, m[0], m[1])
		want, err := gate.Stamp(binary, identity())
		require.NoError(t, err)
		got, err := Program(binary, identity())
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "%s: nothing is added", m)
	}
}

// image is a Mach-O file of 3 pages of 4096 bytes and a signature.
func image(change func(super, dir, wrapper []byte)) []byte {
	const pages, at = 3, 3 * 4096
	dir := make([]byte, 88+4+pages*32)
	for offset, v := range map[int]uint32{
		0: codeDirectory, 4: uint32(len(dir)), 8: 0x20400, 12: 0x20002, 16: 92, 20: 88, 28: pages, 32: at - 5,
	} {
		binary.BigEndian.PutUint32(dir[offset:], v)
	}
	dir[36], dir[37], dir[39] = 32, 2, 12
	wrapper := []byte{0xfa, 0xde, 0x0b, 0x01, 0, 0, 0, 8, 0, 0, 0, 0}
	super := make([]byte, 28)
	for i, v := range []uint32{superBlob, uint32(28 + len(dir) + 8), 2, 0, 28, 0x10000, uint32(28 + len(dir))} {
		binary.BigEndian.PutUint32(super[4*i:], v)
	}
	if change != nil {
		change(super, dir, wrapper)
	}
	file := make([]byte, at)
	for i, v := range []uint32{magic64, 0x0100000c, 0, 2, 2, 16 + 16, 0, 0, 0x1b, 16, 0, 0, codeSignature, 16, at, uint32(28 + len(dir) + 12)} {
		binary.LittleEndian.PutUint32(file[4*i:], v)
	}
	return append(append(append(file, super...), dir...), wrapper...)
}

func TestRenew(t *testing.T) {
	plain := image(nil)
	require.NoError(t, renew(plain))
	last := sha256.Sum256(plain[2*4096 : 3*4096-5])
	assert.True(t, bytes.Contains(plain, last[:]), "the last page ends where the directory says")
	for name, c := range map[string]struct {
		change func(super, dir, wrapper []byte)
		want   error
	}{
		"as codesign(1) writes it":        {nil, nil},
		"signed by name":                  {func(_, _, wrapper []byte) { wrapper[7] = 12 }, ErrSigned},
		"not said to be ad hoc":           {func(_, dir, _ []byte) { dir[15] = 0 }, ErrSigned},
		"another kind of hash":            {func(_, dir, _ []byte) { dir[37] = 1 }, ErrSignature},
		"pages without end":               {func(_, dir, _ []byte) { dir[39] = 0 }, ErrSignature},
		"too few hashes":                  {func(_, dir, _ []byte) { dir[31] = 2 }, ErrSignature},
		"hashes behind the end":           {func(_, dir, _ []byte) { dir[18] = 0xff }, ErrSignature},
		"pages that lie elsewhere":        {func(_, dir, _ []byte) { dir[47] = 1 }, ErrSignature},
		"a limit behind the file's end":   {func(_, dir, _ []byte) { dir[56+3] = 1 }, ErrSignature},
		"no directory":                    {func(_, dir, _ []byte) { dir[3] = 0 }, ErrSignature},
		"another kind of signature":       {func(super, _, _ []byte) { super[3] = 0 }, ErrSignature},
		"more parts than there are bytes": {func(super, _, _ []byte) { super[8] = 0xff }, ErrSignature},
		"a part behind the end":           {func(super, _, _ []byte) { super[16] = 0xff }, ErrSignature},
	} {
		t.Run(name, func(t *testing.T) {
			assert.ErrorIs(t, renew(image(c.change)), c.want)
		})
	}
	for n := range plain {
		_ = renew(bytes.Clone(plain[:n])) // a truncated file is an error or left alone
	}
}

func TestUniversal(t *testing.T) {
	_, err := Program([]byte{0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2}, identity())
	assert.ErrorIs(t, err, ErrUniversal)
	_, err = Program([]byte("#!/bin/sh\n"), identity())
	assert.ErrorIs(t, err, gate.ErrNoMarker)
}
