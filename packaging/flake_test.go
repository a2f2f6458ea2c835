package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Nix fetches our modules only if their hash is the one that flake.nix names. Whoever
// changes go.mod sees here what it is now.
func TestVendorHash(t *testing.T) {
	vendor := filepath.Join(t.TempDir(), "vendor")
	c := exec.Command("go", "mod", "vendor", "-o", vendor)
	c.Dir = ".."
	if out, err := c.CombinedOutput(); err != nil {
		t.Skipf("needs all modules: %s", out)
	}
	h := sha256.New()
	archiveWord(h, "nix-archive-1")
	archiveNode(t, h, vendor)
	sum := h.Sum(nil)
	flake, err := os.ReadFile("../flake.nix")
	require.NoError(t, err)
	assert.Contains(t, string(flake), `vendorHash = "sha256-`+base64.StdEncoding.EncodeToString(sum)+`"`)
	if _, err := exec.LookPath("nix-hash"); err == nil {
		out, err := exec.Command("nix-hash", "--type", "sha256", vendor).Output()
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSpace(string(out)), hex.EncodeToString(sum))
	}
}

// The flake is an expression of Nix. Nothing here builds it: that would fetch a system.
func TestFlakeParses(t *testing.T) {
	if _, err := exec.LookPath("nix-instantiate"); err != nil {
		t.Skip("needs nix-instantiate")
	}
	out, err := exec.Command("nix-instantiate", "--parse", "../flake.nix").CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

// archiveWord writes a string as Nix' archives have it: its length, and zeros to the next
// multiple of eight.
func archiveWord(w io.Writer, words ...string) {
	for _, word := range words {
		_ = binary.Write(w, binary.LittleEndian, uint64(len(word)))
		_, _ = io.WriteString(w, word+strings.Repeat("\x00", (8-len(word)%8)%8))
	}
}

// archiveNode writes a file, or a directory and what is in it.
func archiveNode(t *testing.T, w io.Writer, name string) {
	t.Helper()
	info, err := os.Lstat(name)
	require.NoError(t, err)
	if info.Mode().IsRegular() {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		archiveWord(w, "(", "type", "regular")
		if info.Mode()&0o100 != 0 {
			archiveWord(w, "executable", "")
		}
		archiveWord(w, "contents", string(text), ")")
		return
	}
	require.True(t, info.IsDir(), name)
	archiveWord(w, "(", "type", "directory")
	entries, err := os.ReadDir(name)
	require.NoError(t, err)
	for _, e := range entries {
		archiveWord(w, "entry", "(", "name", e.Name(), "node")
		archiveNode(t, w, filepath.Join(name, e.Name()))
		archiveWord(w, ")")
	}
	archiveWord(w, ")")
}
