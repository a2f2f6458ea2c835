package seal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/audit"
	"github.com/agent-loop/shimgen/audit/query"
)

// Found is what a trail is like, compared with its seals.
type Found struct {
	Hash     string    `json:"hash"`           // of the last seal
	Seals    int       `json:"seals"`          // how many there are
	Sealed   time.Time `json:"sealed"`         // when the last one was made
	Intact   int       `json:"intact"`         // files that begin with all that was sealed of them
	Removed  []string  `json:"removed"`        // files that are gone, as the bound on the trail removes the oldest; the oldest first
	Faults   []string  `json:"faults"`         // what was changed or removed, a line each
	Unsealed int64     `json:"unsealed_bytes"` // written since
}

// Print writes it in words.
func (f Found) Print(out io.Writer) error {
	text := ""
	for _, fault := range f.Faults {
		text += "fail  " + fault + "\n"
	}
	if n := len(f.Removed); n > 0 {
		text += fmt.Sprintf("warn  %d of the oldest files are gone, to %s: the bound removes them (keep_days, keep_mib)\n", n, f.Removed[n-1])
	}
	text += fmt.Sprintf("%d of the files are as they were sealed; last at %s, seal %d, %s\n", f.Intact, f.Sealed.Format(time.RFC3339), f.Seals, f.Hash)
	if f.Unsealed > 0 {
		text += fmt.Sprintf("%d bytes are not sealed\n", f.Unsealed)
	}
	_, err := io.WriteString(out, text)
	return err
}

// ErrNoSeal says that a trail has no seals, or not the one that was asked for.
var ErrNoSeal = errors.New("no such seal")

// Verify compares a trail with its seals. The hash, which may be "", is that of a seal which must
// be among them: it says that they are those of then, or grew from them. The error is of reading,
// of seals that are no chain, or wraps [ErrNoSeal].
func Verify(dir, hash string) (Found, error) {
	c, err := read(dir)
	if err != nil {
		return Found{}, err
	}
	if len(c.seals) == 0 {
		return Found{}, fmt.Errorf("the trail has no seals: %w", ErrNoSeal)
	}
	if hash != "" && !c.hashes[hash] {
		return Found{}, fmt.Errorf("%.64s: %w: the seals of this trail are other ones", hash, ErrNoSeal)
	}
	v := verification{dir: dir, claims: claimsOf(c)}
	v.found = Found{Hash: c.hash, Seals: len(c.seals), Sealed: c.seals[len(c.seals)-1].Time, Removed: []string{}, Faults: []string{}}
	for range 3 { // a file may be numbered, compressed or removed meanwhile
		if v.stored, err = query.Files(dir); err == nil {
			err = v.hashAll()
		}
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if err == nil {
		v.compare()
		slices.SortFunc(v.found.Removed, func(a, b string) int {
			x, _ := audit.ParseName(a)
			y, _ := audit.ParseName(b)
			return x.Compare(y)
		})
	}
	return v.found, err
}

// claim is what one seal says of one file.
type claim struct {
	file
	seal    int // its number, from 1 on
	highest int // the last number that a file of its day had then
}

// isAbout reports whether a claim may be about a file. One that was not numbered then may be by
// now, behind those that were.
func (c claim) isAbout(d audit.DayFile) bool {
	return d.Day.Format(time.DateOnly) == c.Day && (d.Part == c.Part || c.Part == 0 && d.Part > c.highest)
}

func claimsOf(c chain) (all []claim) {
	highest := map[string]int{}
	for i, s := range c.seals {
		for _, f := range s.Files {
			highest[f.Day] = max(highest[f.Day], f.Part)
		}
		for _, f := range s.Files {
			all = append(all, claim{f, i + 1, highest[f.Day]})
		}
	}
	return all
}

type verification struct {
	dir    string
	claims []claim
	stored []audit.DayFile
	sums   []map[int64]string // of each stored file
	found  Found
}

// hashAll reads each file once, up to all the lengths that claims about it name.
func (v *verification) hashAll() error {
	v.sums = nil
	for _, d := range v.stored {
		var lengths []int64
		for _, c := range v.claims {
			if c.isAbout(d) && !slices.Contains(lengths, c.Bytes) {
				lengths = append(lengths, c.Bytes)
			}
		}
		sums, err := hashes(v.dir, d, lengths)
		if errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil {
			v.found.Faults = append(v.found.Faults, fmt.Sprintf("%s: cannot be read: %v", d.Name(), err))
		}
		v.sums = append(v.sums, sums)
	}
	return nil
}

// compare finds the claims that do not hold.
func (v *verification) compare() {
	held := make([]int64, len(v.stored)) // how much of each file is sealed
	broken := make([]bool, len(v.stored))
	for _, c := range v.claims {
		if i := v.holder(c); i >= 0 {
			held[i] = max(held[i], c.Bytes)
			continue
		}
		file := v.currentFile(c)
		i := slices.IndexFunc(v.stored, func(d audit.DayFile) bool { return d.Compare(file) == 0 })
		switch {
		case i >= 0:
			broken[i] = true
			v.fault(fmt.Sprintf("%s: it does not begin with the %d bytes that seal %d has of it: it was changed", v.stored[i].Name(), c.Bytes, c.seal))
		case slices.ContainsFunc(v.stored, func(d audit.DayFile) bool { return d.Compare(file) < 0 }):
			v.fault(file.Name() + ": it was removed, although older files are there")
		case !slices.Contains(v.found.Removed, file.Name()):
			v.found.Removed = append(v.found.Removed, file.Name())
		}
	}
	if last := v.newest(); slices.Contains(v.found.Removed, last.Name()) &&
		!slices.ContainsFunc(v.stored, func(d audit.DayFile) bool { return d.Compare(last) > 0 }) {
		v.fault(last.Name() + ": it was removed, and nothing newer is there: the bound removes only the oldest files")
	}
	for i, d := range v.stored {
		if broken[i] {
			continue
		}
		if held[i] > 0 {
			v.found.Intact++
		}
		if size, err := textSize(v.dir, d); err == nil {
			v.found.Unsealed += max(size-held[i], 0)
		}
	}
}

// holder is the index of a stored file that begins with what a claim has of it, or -1.
func (v *verification) holder(c claim) int {
	for i, d := range v.stored {
		if c.isAbout(d) && v.sums[i][c.Bytes] == c.SHA256 {
			return i
		}
	}
	return -1
}

// currentFile is what the file of a claim must be called now. If another of its day was numbered since,
// so was it, with the next number.
func (v *verification) currentFile(c claim) audit.DayFile {
	part := c.Part
	isNumbered := slices.ContainsFunc(v.stored, func(d audit.DayFile) bool { return c.isAbout(d) && d.Part > 0 }) ||
		slices.ContainsFunc(v.claims, func(other claim) bool { return other.Day == c.Day && other.Part > c.highest })
	if part == 0 && isNumbered {
		part = c.highest + 1
	}
	return audit.DayFile{Day: c.day(), Part: part}
}

// newest is the newest file that was sealed.
func (v *verification) newest() (last audit.DayFile) {
	for i, c := range v.claims {
		if d := v.currentFile(c); i == 0 || d.Compare(last) > 0 {
			last = d
		}
	}
	return last
}

// fault adds a fault, once.
func (v *verification) fault(text string) {
	if !slices.Contains(v.found.Faults, text) {
		v.found.Faults = append(v.found.Faults, text)
	}
}
