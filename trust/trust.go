package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/internal/records"
)

// State says whether a project file is trusted with its present text. The zero State is
// Untrusted.
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

// Records are the trust records of one installation.
type Records struct{ dir records.Dir }

// In returns the records of the installation with that root and owner.
func In(root string, owner int) Records {
	return Records{records.Dir{Path: filepath.Join(root, "state", "trusted"), Owner: owner}}
}

// A Record is one project file that was trusted.
type Record struct {
	Path string    `json:"path"`
	Hash string    `json:"sha256"` // of its text
	At   time.Time `json:"at"`
}

// File returns the path of the record about a project file. It need not exist.
func (r Records) File(project string) string {
	return r.dir.File(nameOf(project))
}

// nameOf returns the name of the record about a project file.
func nameOf(project string) string { return Hash([]byte(project)) }

// Hash returns the hash that a record stores for a text.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Look reports whether a project file, absolute and without links, is trusted with this
// text. If it returns an error, the file is not trusted.
func (r Records) Look(project string, text []byte) (State, error) {
	is, err := records.Read[Record](r.dir, nameOf(project))
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

// Add trusts a project file with this text, and with no other.
func (r Records) Add(project string, text []byte) error {
	if err := r.dir.Prepare(); err != nil {
		return err
	}
	return r.dir.Write(nameOf(project), Record{Path: project, Hash: Hash(text), At: time.Now().UTC().Truncate(time.Second)})
}

// Remove stops trusting a project file, and reports whether it was on record.
func (r Records) Remove(project string) (was bool, err error) { return r.dir.Remove(nameOf(project)) }

// All returns the records sorted by path. It skips files that are no records.
func (r Records) All() (all []Record, err error) {
	names, err := r.dir.Names()
	for _, name := range names {
		if is, err := records.Read[Record](r.dir, name); err == nil && nameOf(is.Path) == name {
			all = append(all, is)
		}
	}
	slices.SortFunc(all, func(a, b Record) int { return strings.Compare(a.Path, b.Path) })
	return all, err
}
