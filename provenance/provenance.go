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
	"net/url"
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
	Read     *State    `json:"read"`     // as somebody has looked at it since, or nil
}

// State is what a file was when somebody looked at it.
type State struct {
	Device, Inode uint64
	Size          int64
	Changed       time.Time // its state, which nobody can set
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

// Add keeps records, each in the place of one about the same path; of too many the last.
func (l Ledger) Add(all ...Record) error {
	all = all[max(0, len(all)-maxRecords):]
	if err := l.dir.Prepare(); err != nil {
		return err
	}
	l.tidy(len(all))
	for _, r := range all {
		r.Path = real(r.Path)
		if old, ok := l.find(r.Path, r.Source); ok { // judged again, whether or not it runs again
			r.At = old.At
		}
		if err := l.write(r); err != nil {
			return err
		}
	}
	return nil
}

// write keeps a record. A path may hold any bytes, and JSON cannot.
func (l Ledger) write(r Record) error {
	name := nameOf(r.Path, r.Source)
	r.Path = url.PathEscape(r.Path)
	return l.dir.Write(name, r)
}

// find returns the record of one source about a path that is real, if it is to be believed.
func (l Ledger) find(path, source string) (r Record, ok bool) {
	r, err := records.Read[Record](l.dir, nameOf(path, source))
	if err != nil || time.Since(r.At) > KeptFor {
		return r, false
	}
	if r.Path, err = url.PathUnescape(r.Path); err != nil || r.Path != path || r.Source != source {
		return r, false
	}
	now, there := stateOf(path)
	if r.Read != nil && *r.Read != now {
		r.Read = nil // it is another file by now
	}
	return r, there && !now.Changed.Before(r.At.Add(-slack))
}

// Sources are those of records, the gravest first.
func Sources() []string { return []string{"download", "archive", "clone"} }

// Look returns the record about what is at a path, absolute, by whatever links it is reached;
// of several the one of the gravest source.
func (l Ledger) Look(path string) (r Record, ok bool) {
	path = real(path)
	names := []string{path}
	if to, err := filepath.EvalSymlinks(path); err == nil && to != path {
		names = append(names, to)
	}
	for _, source := range Sources() {
		for _, name := range names {
			if r, ok := l.find(name, source); ok {
				return r, true
			}
		}
	}
	return Record{}, false
}

// Paths are those of all records, whether they are to be believed or not.
func (l Ledger) Paths() (all []string) {
	names, _ := l.dir.Names() // none where they cannot be read
	for _, name := range names {
		r, err := records.Read[Record](l.dir, name)
		if path, fault := url.PathUnescape(r.Path); err == nil && fault == nil {
			all = append(all, path)
		}
	}
	return all
}

// stateOf is what is at a path now.
func stateOf(path string) (s State, there bool) {
	var st unix.Stat_t
	if unix.Lstat(path, &st) != nil {
		return s, false
	}
	return State{uint64(st.Dev), st.Ino, st.Size, time.Unix(st.Ctim.Unix()).UTC()}, true
}

// MarkRead says that somebody has looked at what is at a path.
func (l Ledger) MarkRead(path string) error {
	r, ok := l.Look(path)
	if !ok || r.Read != nil {
		return nil
	}
	now, there := stateOf(r.Path)
	if !there {
		return nil
	}
	r.Read = &now
	return l.write(r)
}

// nameOf is the name of the record of one source about a path.
func nameOf(path, source string) string {
	sum := sha256.Sum256([]byte(source + "\x00" + path))
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

// tidy removes what is too old, and the oldest where there are too many, with room for some more.
func (l Ledger) tidy(more int) {
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
		if time.Since(ages[name]) > KeptFor || i < len(names)-maxRecords+more {
			_, _ = l.dir.Remove(name) // what stays is removed the next time
		}
	}
}
