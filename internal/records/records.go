// Package records keeps small records as JSON files that one user alone can read or write, a
// file for each.
//
//	dir := records.Dir{Path: "/home/u/.agent-loop/state/trusted", Owner: uid}
//	err := dir.Write("name", record)
//	record, err := records.Read[Record](dir, "name")
//
// A reader finds a record as it was before or after a write, never in between. What somebody
// else could have written is an error, not a record.
package records

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/host"
)

// Dir is a directory of records. It need not exist: then it has none.
type Dir struct {
	Path  string // absolute; the directory two levels above it exists
	Owner int    // the user id
}

// maxRecord is how long a record may be, in bytes: as long as the longest command, with room
// for what is said about it.
const maxRecord = 16 << 20

const suffix = ".json"

// File is the path of a record, which need not exist. A name is one component of a path.
func (d Dir) File(name string) string { return filepath.Join(d.Path, name+suffix) }

// Code is a short name for a record about some texts, for a person to type: 16 hexadecimal digits.
func Code(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// IsCode reports whether a text could be a Code.
func IsCode(text string) bool {
	return len(text) == 16 && strings.Trim(text, "0123456789abcdef") == ""
}

// Prepare makes the directory and the one above it, if they are missing, and sees to it that
// nobody else can enter them.
func (d Dir) Prepare() error {
	for _, dir := range []string{filepath.Dir(d.Path), d.Path} {
		f, err := host.Open(dir, host.PrivateDir(d.Owner))
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

// Write writes a record in a directory that is prepared, in the place of one of that name.
func (d Dir) Write(name string, record any) error {
	text, err := json.MarshalIndent(record, "", "  ")
	if err != nil {
		return err
	}
	if len(text) >= maxRecord {
		return fmt.Errorf("%s: %d bytes are too many for a record", d.File(name), len(text))
	}
	return host.Replace(d.File(name), append(text, '\n'), 0o600)
}

// Read reads a record. The error wraps [fs.ErrNotExist] if there is none of that name.
func Read[T any](d Dir, name string) (record T, err error) {
	f, err := host.Open(d.File(name), host.Policy(d.Owner))
	if err != nil {
		return record, err
	}
	defer f.Close()
	text, err := host.Read(f, maxRecord)
	if err != nil {
		return record, err
	}
	if err := json.Unmarshal(text, &record); err != nil {
		return record, fmt.Errorf("%s: %w", d.File(name), err)
	}
	return record, nil
}

// Names are the names of the records, sorted.
func (d Dir) Names() (names []string, err error) {
	entries, err := os.ReadDir(d.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), suffix); ok && e.Type().IsRegular() {
			names = append(names, name)
		}
	}
	return names, err
}

// Remove removes a record, and reports whether there was one.
func (d Dir) Remove(name string) (was bool, err error) {
	err = os.Remove(d.File(name))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// waited is how long Alone waits for another process. Whoever has the same uid could hold the
// lock for ever, and must not be able to stop a decision by that.
const waited = 250 * time.Millisecond

// Alone calls change while no other process is in a call of Alone for the same directory, which
// is prepared: a record that change reads is still the same when it writes it. If another
// process does not come to an end, it calls change all the same.
func (d Dir) Alone(change func() error) error {
	lock, err := host.Open(filepath.Join(d.Path, ".lock"), host.AuditLog(d.Owner))
	if err != nil {
		return err
	}
	defer lock.Close() // which ends the lock
	for end := time.Now().Add(waited); unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	return change()
}
