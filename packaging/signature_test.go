package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"aead.dev/minisign"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// signable is a release of one file, of a version.
func signable(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		sumsFile:       "0123  ./shimgen_" + version + "_amd64.deb\n",
		provenanceFile: `{"predicate":{"buildDefinition":{"externalParameters":{"version":"` + version + `"}}}}`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	return dir
}

// The key comes as text, or as a file.
func TestSigningKeys(t *testing.T) {
	_, key, err := minisign.GenerateKey(nil)
	require.NoError(t, err)
	open, err := key.MarshalText()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "key")
	require.NoError(t, os.WriteFile(file, open, 0o600))
	for why, env := range map[string]map[string]string{
		"as text":   {"MINISIGN_KEY": string(open)},
		"in a file": {"MINISIGN_KEY_FILE": file},
	} {
		got, err := signingKey(func(name string) string { return env[name] })
		require.NoError(t, err, why)
		assert.True(t, key.Equal(got), why)
	}
	for why, env := range map[string]map[string]string{
		"no key":                {},
		"no file":               {"MINISIGN_KEY_FILE": file + "x"},
		"not a key":             {"MINISIGN_KEY": "RWQ"},
		"a password and no key": {"MINISIGN_PASSWORD": "secret"},
	} {
		_, err := signingKey(func(name string) string { return env[name] })
		assert.Error(t, err, why)
	}
}

// A key may have a password. To guess one takes a gigabyte and seconds, and so does this.
func TestSigningKeyWithPassword(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a gigabyte")
	}
	_, key, err := minisign.GenerateKey(nil)
	require.NoError(t, err)
	closed, err := minisign.EncryptKey("secret", key)
	require.NoError(t, err)
	env := map[string]string{"MINISIGN_KEY": string(closed), "MINISIGN_PASSWORD": "secret"}
	got, err := signingKey(func(name string) string { return env[name] })
	require.NoError(t, err)
	assert.True(t, key.Equal(got))
	env["MINISIGN_PASSWORD"] = "wrong"
	_, err = signingKey(func(name string) string { return env[name] })
	assert.Error(t, err)
}

// The signature covers the sums and the version, and is the same each time.
func TestSignature(t *testing.T) {
	public, key, err := minisign.GenerateKey(nil)
	require.NoError(t, err)
	dir := signable(t, "v1.2.3")
	require.NoError(t, sign(dir, key))
	signature, err := os.ReadFile(filepath.Join(dir, signatureFile))
	require.NoError(t, err)
	sums, err := os.ReadFile(filepath.Join(dir, sumsFile))
	require.NoError(t, err)
	assert.True(t, minisign.Verify(public, sums, signature))
	assert.False(t, minisign.Verify(public, append(sums, ' '), signature), "other sums")
	var read minisign.Signature
	require.NoError(t, read.UnmarshalText(signature))
	assert.Equal(t, "file:SHA256SUMS\tversion:v1.2.3", read.TrustedComment)
	read.TrustedComment = "file:SHA256SUMS\tversion:v9.9.9"
	forged, err := read.MarshalText()
	require.NoError(t, err)
	assert.False(t, minisign.Verify(public, sums, forged), "another version")
	require.NoError(t, sign(dir, key))
	again, err := os.ReadFile(filepath.Join(dir, signatureFile))
	require.NoError(t, err)
	assert.Equal(t, signature, again)
}

// Minisign itself makes a throwaway key and believes the signature, and no other.
func TestMinisignBelievesIt(t *testing.T) {
	if _, err := exec.LookPath("minisign"); err != nil {
		t.Skip("needs minisign")
	}
	keys, dir := t.TempDir(), signable(t, "v1.2.3")
	out, err := exec.Command("minisign", "-G", "-W", "-p", keys+"/public", "-s", keys+"/secret").CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Setenv("MINISIGN_KEY_FILE", keys+"/secret")
	require.NoError(t, run([]string{"sign", dir}))
	page, err := os.ReadFile("../docs/install.md")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^minisign -V .*$`).FindString(string(page))
	public, err := os.ReadFile(keys + "/public")
	require.NoError(t, err)
	words := strings.Fields(strings.Replace(line, "KEY", strings.Fields(string(public))[len(strings.Fields(string(public)))-1], 1))
	checked := exec.Command(words[0], words[1:]...)
	checked.Dir = dir
	out, err = checked.CombinedOutput()
	require.NoError(t, err, "as the page says: %v: %s", words, out)
	assert.Contains(t, string(out), "version:v1.2.3")
	verify := func() error {
		return exec.Command("minisign", "-V", "-p", keys+"/public", "-m", filepath.Join(dir, sumsFile)).Run()
	}
	require.NoError(t, verify())
	require.NoError(t, os.WriteFile(filepath.Join(dir, sumsFile), []byte("4567  ./other\n"), 0o600))
	assert.Error(t, verify())
}
