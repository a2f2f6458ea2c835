package setting

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/agent-loop/shimgen/host"
)

// makeKey creates a file with a random key, unless the file exists.
func makeKey(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	key := make([]byte, 32)
	rand.Read(key) // it never fails
	return host.Replace(path, []byte(hex.EncodeToString(key)+"\n"), 0o600)
}
