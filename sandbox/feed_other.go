//go:build !linux

package sandbox

import (
	"errors"
	"os"
)

// feedFile returns an open file without a name that contains data, to be read from its start.
func feedFile(data []byte) (*os.File, error) {
	f, err := os.CreateTemp("", "shimgen-")
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err = errors.Join(os.Remove(f.Name()), err); err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
