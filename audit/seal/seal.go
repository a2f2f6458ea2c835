package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
	"github.com/agent-loop/shimgen/host"
)

// fileName is that of the seals, in the directory of the trail.
const fileName = "seals"

// maxSeals is how long the file of the seals may be, in bytes: a seal an hour for sixty years.
const maxSeals = 64 << 20

// seal is a line of the file.
type seal struct {
	Time     time.Time `json:"time"`
	Previous string    `json:"previous"` // hash of the line before; "" for the first
	Files    []file    `json:"files"`    // that have grown since, or are new
}

// file is what a file of the trail held.
type file struct {
	Day    string `json:"day"` // as [time.DateOnly] has it, in UTC
	Part   int    `json:"part,omitempty"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// day is the file's. It is one, for read has looked.
func (f file) day() time.Time {
	day, _ := time.Parse(time.DateOnly, f.Day)
	return day
}

// name is how the file was called, if it was not compressed.
func (f file) name() string { return audit.DayFile{Day: f.day(), Part: f.Part}.Name() }

// Head is the last seal.
type Head struct {
	Hash  string // of the seal, 64 hexadecimal digits
	Files int    // how many files it has
	Bytes int64  // how long they are together
	Seals int    // how many there are
}

// Add seals what the trail in a directory holds now. If it has not grown since the last seal, Add
// returns that one. The error says so if the seals that are there are no chain.
func Add(dir string, owner int, now time.Time) (Head, error) {
	f, err := host.Open(filepath.Join(dir, fileName), host.AuditLog(owner))
	if err != nil {
		return Head{}, err
	}
	defer f.Close() // which ends the lock
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		return Head{}, err
	}
	c, err := read(dir)
	if err != nil {
		return Head{}, err
	}
	next := seal{Time: now.UTC().Truncate(time.Second), Previous: c.hash}
	if next.Files, err = grown(dir, c); err != nil {
		return Head{}, err
	}
	if len(next.Files) == 0 {
		return c.head(), nil
	}
	line, err := json.Marshal(next)
	if err != nil {
		return Head{}, err
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return Head{}, err
	}
	c.seals, c.hash = append(c.seals, next), hashOf(line)
	return c.head(), f.Sync()
}

// grown returns what the files hold that have grown since the last seal.
func grown(dir string, c chain) ([]file, error) {
	sealed := map[string]int64{}
	for _, s := range c.seals {
		for _, f := range s.Files {
			sealed[f.name()] = f.Bytes
		}
	}
	stored, err := query.Files(dir)
	if err != nil {
		return nil, err
	}
	var files []file
	for _, d := range stored {
		f := file{Day: d.Day.Format(time.DateOnly), Part: d.Part}
		before, known := sealed[f.name()]
		size, err := textSize(dir, d)
		if err == nil && (!known || size != before) {
			sums, failed := hashes(dir, d, []int64{size})
			f.Bytes, f.SHA256, err = size, sums[size], failed
			files = append(files, f)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return grown(dir, c) // it was just numbered, compressed or removed
		}
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// chain is what the file of the seals holds.
type chain struct {
	seals  []seal
	hashes map[string]bool
	hash   string // of the last seal
}

func (c chain) head() Head {
	h := Head{Hash: c.hash, Seals: len(c.seals)}
	if h.Seals > 0 {
		for _, f := range c.seals[h.Seals-1].Files {
			h.Files++
			h.Bytes += f.Bytes
		}
	}
	return h
}

// read reads the seals. The error says where they are no chain.
func read(dir string) (chain, error) {
	c := chain{hashes: map[string]bool{}}
	path := filepath.Join(dir, fileName)
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	defer f.Close()
	text, err := host.Read(f, maxSeals)
	if err != nil {
		return c, err
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		var s seal
		if len(text) == 0 {
			break
		}
		if err := json.Unmarshal(line, &s); err != nil {
			return c, fmt.Errorf("%s: line %d is no seal: %w", path, i+1, err)
		}
		if s.Previous != c.hash {
			return c, fmt.Errorf("%s: line %d does not follow on the line before: seals were changed or removed", path, i+1)
		}
		for _, f := range s.Files {
			if _, err := time.Parse(time.DateOnly, f.Day); err != nil || f.Part < 0 || f.Bytes < 0 || len(f.SHA256) != 2*sha256.Size {
				return c, fmt.Errorf("%s: line %d names no file of a trail", path, i+1)
			}
		}
		c.seals, c.hash = append(c.seals, s), hashOf(line)
		c.hashes[c.hash] = true
	}
	return c, nil
}

func hashOf(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}
