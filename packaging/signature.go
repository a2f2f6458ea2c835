package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"aead.dev/minisign"
)

// signingKey takes the secret key, as minisign -G writes it, from the environment: the text
// of it in MINISIGN_KEY, or its file's name in MINISIGN_KEY_FILE. MINISIGN_PASSWORD opens a
// key that has one.
func signingKey(getenv func(string) string) (key minisign.PrivateKey, err error) {
	text := []byte(getenv("MINISIGN_KEY"))
	if file := getenv("MINISIGN_KEY_FILE"); len(text) == 0 && file != "" {
		if text, err = os.ReadFile(file); err != nil {
			return key, err
		}
	}
	if len(text) == 0 {
		return key, errors.New("no key to sign with: set MINISIGN_KEY or MINISIGN_KEY_FILE")
	}
	if minisign.IsEncrypted(text) {
		return minisign.DecryptKey(getenv("MINISIGN_PASSWORD"), text)
	}
	err = key.UnmarshalText(text)
	return key, err
}

// sign signs the sums of a release. The comment that the signature covers names the version,
// so that an older release cannot pass for a newer one.
func sign(dir string, key minisign.PrivateKey) error {
	version, err := versionOf(dir)
	if err != nil {
		return err
	}
	sums, err := os.ReadFile(filepath.Join(dir, sumsFile))
	if err != nil {
		return err
	}
	public, ok := key.Public().(minisign.PublicKey)
	if !ok {
		return errors.New("not a key of minisign")
	}
	signed := minisign.NewReader(bytes.NewReader(sums)) // which hashes what is read, as minisign does for long files
	if _, err := io.Copy(io.Discard, signed); err != nil {
		return err
	}
	signature := signed.SignWithComments(key, fmt.Sprintf("file:%s\tversion:%s", sumsFile, version), "signature of shimgen "+version)
	if !minisign.Verify(public, sums, signature) {
		return errors.New("the signature does not verify")
	}
	return os.WriteFile(filepath.Join(dir, signatureFile), signature, 0o644)
}
