// Package provenance keeps what commands brought from the network, so that later ones are
// judged with it: `curl -o x URL` in one command and `sh x` in the next are harmless only
// each by itself.
//
//	ledger := provenance.In("/home/u/.agent-loop", uid)
//	err := ledger.Add(provenance.Record{Path: "/w/x", Source: "download", Command: "curl -o x URL"})
//	r, ok := ledger.Look("/w/x")
//
// A record is about a path, which is absolute. [Ledger.Look] believes it only if what is
// there has changed since the command was judged, so that a command that was never run, or
// failed, leaves no trace. A record is kept for [KeptFor].
//
// # Limits
//
// What is renamed or copied by a program that nobody judges is not followed. Whoever has the
// user's uid can remove the records (docs/threat-model.md).
package provenance

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/internal/records"
)

const (
	// KeptFor is how long a record counts.
	KeptFor = 24 * time.Hour

	// maxRecords is how many there are at most; the oldest go first.
	maxRecords = 512

	// slack is how much later than a file's own times a judgement may seem to be: file
	// systems know the time less exactly than we do.
	slack = 2 * time.Second
)

// Record is what one command brought to one path.
type Record struct {
	Path     string    `json:"path"`
	Source   string    `json:"source"` // "download", of a file; "archive" or "clone", of a directory
	At       time.Time `json:"at"`
	Command  string    `json:"command"` // in short, without credentials
	Agent    string    `json:"agent,omitempty"`
	Session  string    `json:"session,omitempty"`
	Decision string    `json:"decision"` // its id in the audit trail
	Read     bool      `json:"read"`     // somebody has looked at it since
}

// Ledger are the records of one installation.
type Ledger struct{ dir records.Dir }

// In returns the ledger of the installation with that root and owner.
func In(root string, owner int) Ledger {
	return Ledger{records.Dir{Path: filepath.Join(root, "state", "provenance"), Owner: owner}}
}

// IsEmpty reports whether nothing was ever added. It costs one system call.
func (l Ledger) IsEmpty() bool {
	_, err := os.Lstat(l.dir.Path)
	return err != nil
}

// Add keeps a record, in the place of one about the same path.
func (l Ledger) Add(r Record) error {
	if err := l.dir.Prepare(); err != nil {
		return err
	}
	l.tidy()
	r.Path = real(r.Path)
	return l.dir.Write(nameOf(r.Path), r)
}

// Look returns the record about what is at a path, absolute, by whatever links it is reached.
func (l Ledger) Look(path string) (r Record, ok bool) {
	path = real(path)
	names := []string{path}
	if to, err := filepath.EvalSymlinks(path); err == nil && to != path {
		names = append(names, to)
	}
	for _, name := range names {
		r, err := records.Read[Record](l.dir, nameOf(name))
		if err != nil || r.Path != name || time.Since(r.At) > KeptFor {
			continue
		}
		if changed, there := changed(name); there && !changed.Before(r.At.Add(-slack)) {
			return r, true
		}
	}
	return Record{}, false
}

// changed is when the state of what is at a path was changed last, which nobody can set.
func changed(path string) (at time.Time, there bool) {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return at, false
	}
	return time.Unix(st.Ctim.Unix()), true
}

// MarkRead says that somebody has looked at what is at a path.
func (l Ledger) MarkRead(path string) error {
	r, ok := l.Look(path)
	if !ok || r.Read {
		return nil
	}
	r.Read = true
	return l.dir.Write(nameOf(r.Path), r)
}

// nameOf is the name of the record about a path.
func nameOf(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16])
}

// real is a path whose directory is reached through no link, if it is there.
func real(path string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, filepath.Base(path))
}

// tidy removes what is too old, and the oldest where there are too many.
func (l Ledger) tidy() {
	names, err := l.dir.Names()
	if err != nil {
		return
	}
	ages := make(map[string]time.Time, len(names))
	for _, name := range names {
		if info, err := os.Lstat(l.dir.File(name)); err == nil {
			ages[name] = info.ModTime()
		}
	}
	slices.SortFunc(names, func(a, b string) int { return ages[a].Compare(ages[b]) })
	for i, name := range names {
		if time.Since(ages[name]) > KeptFor || i < len(names)-maxRecords+1 {
			_, _ = l.dir.Remove(name) // what stays is removed the next time
		}
	}
}
