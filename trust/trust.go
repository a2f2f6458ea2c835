package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/host"
)

// State says whether a project file is trusted as it is. The zero State is Untrusted.
type State uint8

// The states.
const (
	Untrusted State = iota
	Changed         // another text was trusted at this path
	Trusted
)

// String returns "not trusted", "changed since it was trusted" or "trusted".
func (s State) String() string {
	switch s {
	case Trusted:
		return "trusted"
	case Changed:
		return "changed since it was trusted"
	default:
		return "not trusted"
	}
}

// Records are those of one installation.
type Records struct {
	dir   string
	owner int
}

// In returns the records of the installation with that root and owner.
func In(root string, owner int) Records {
	return Records{filepath.Join(root, "state", "trusted"), owner}
}

// A Record is one project file that was trusted.
type Record struct {
	Path string    `json:"path"`
	Hash string    `json:"sha256"` // of its text
	At   time.Time `json:"at"`
}

// File returns the path of the record about a project file. It need not exist.
func (r Records) File(project string) string {
	return filepath.Join(r.dir, Hash([]byte(project))+".json")
}

// Hash is the hash by which a record knows a text.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// maxRecord limits one record, in bytes: a path and a hash.
const maxRecord = 64 << 10

// Look says whether a project file, absolute and without links, is trusted with this text.
// With an error it is not.
func (r Records) Look(project string, text []byte) (State, error) {
	is, err := r.read(r.File(project))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Untrusted, nil
	case err != nil:
		return Untrusted, err
	case is.Path != project:
		return Untrusted, nil
	case is.Hash != Hash(text):
		return Changed, nil
	}
	return Trusted, nil
}

// read reads a record, which must be its owner's alone.
func (r Records) read(file string) (is Record, err error) {
	f, err := host.Open(file, host.Policy(r.owner))
	if err != nil {
		return is, err
	}
	defer f.Close()
	text, err := host.Read(f, maxRecord)
	if err != nil {
		return is, err
	}
	if err := json.Unmarshal(text, &is); err != nil {
		return is, fmt.Errorf("%s: %w", file, err)
	}
	return is, nil
}

// Add trusts a project file with this text, and no other.
func (r Records) Add(project string, text []byte) error {
	for _, dir := range []string{filepath.Dir(r.dir), r.dir} {
		d, err := host.Open(dir, host.PrivateDir(r.owner))
		if err != nil {
			return err
		}
		d.Close()
	}
	is, err := json.Marshal(Record{Path: project, Hash: Hash(text), At: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	return host.Replace(r.File(project), append(is, '\n'), 0o600)
}

// Remove trusts a project file no longer, and reports whether it was on record.
func (r Records) Remove(project string) (was bool, err error) {
	switch err := os.Remove(r.File(project)); {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, nil
}

// All returns the records by path. What is no record is left out.
func (r Records) All() ([]Record, error) {
	entries, err := os.ReadDir(r.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, e := range entries {
		is, err := r.read(filepath.Join(r.dir, e.Name()))
		if err == nil && r.File(is.Path) == filepath.Join(r.dir, e.Name()) {
			all = append(all, is)
		}
	}
	slices.SortFunc(all, func(a, b Record) int { return strings.Compare(a.Path, b.Path) })
	return all, nil
}
