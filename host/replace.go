package host

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace gives the file at path a content and a mode, whatever the umask is, in one
// step: whoever opens it finds the old one whole or the new one, after a power cut too.
// Its directory must be there, and be nobody else's to write.
func Replace(path string, content []byte, mode os.FileMode) error {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	// The content is on the disk before its name is: a name without it is an empty file.
	if err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name()) // the error to report is the one before
		return err
	}
	return syncDir(dir)
}

// syncDir has the names in a directory written to the disk. Some file systems cannot.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	_ = dir.Sync() // fsync(2): EINVAL where it means nothing
	return nil
}
