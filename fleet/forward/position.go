package forward

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// Position says how much of a trail the stream has.
type Position struct {
	// Sequence is the sequence of the last acknowledged record in the stream.
	Sequence uint64 `json:"sequence"`

	// Files are the files of the trail, by identity.
	Files map[string]Place `json:"files"`
}

// Place is how far a file is sent.
type Place struct {
	Name   string `json:"name"`   // its name at that time
	Offset int64  `json:"offset"` // of the next record
	Read   int64  `json:"read"`   // its size on disk when it was read to its end; 0 if it was not
	IsSent bool   `json:"sent"`   // the record at Offset was found in the stream
}

// same reports whether two positions agree about the trail's files.
func (p Position) same(other Position) bool { return maps.Equal(p.Files, other.Files) }

const positionName = "position.json"

// readPosition reads the position of a state directory. Without one, Files is nil.
func readPosition(dir string) (Position, error) {
	var p Position
	path := filepath.Join(dir, positionName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	if p.Files == nil {
		p.Files = map[string]Place{}
	}
	return p, nil
}

// write replaces the position on disk. It is durable when write returns.
func (p Position) write(dir string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return host.Replace(filepath.Join(dir, positionName), append(text, '\n'), 0o600)
}

// ErrRunning means that another process forwards with the same state.
var ErrRunning = errors.New("another shimgen-fleet forward is running")

// lock creates the state directory, and holds a lock until the file is closed or the process
// ends.
func lock(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", dir, ErrRunning)
	}
	return f, nil
}
