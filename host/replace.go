package host

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace replaces content and mode of the file at path atomically, whatever the umask:
// every reader finds either the old file or the new one, also after a power cut. Its
// directory must exist, and nobody else may be able to write it.
func Replace(path string, content []byte, mode os.FileMode) error {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	// Sync the content before the rename: after a crash the new name could lead to an
	// empty file.
	if err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // report the earlier error
		return err
	}
	return syncDir(dir)
}

// syncDir syncs the names in a directory. Some file systems cannot.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	_ = dir.Sync() // fsync(2): EINVAL on file systems without it
	return nil
}
