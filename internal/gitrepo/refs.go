package gitrepo

import (
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// How many refs are read, and how long the one file of many may be, in bytes.
const (
	maxRefs       = 100_000
	maxPackedRefs = 16 << 20
)

// Head returns the full name of the current branch, "" if HEAD is detached.
func (r Repository) Head() string {
	name, _ := strings.CutPrefix(line(filepath.Join(r.Dir, "HEAD")), "ref: ")
	if !strings.HasPrefix(name, "refs/") {
		return ""
	}
	return name
}

// Ref returns what a full name names: "HEAD", or one that begins with "refs/".
func (r Repository) Ref(name string) (Hash, bool) {
	for range 5 { // a ref may name another
		if !isRefName(name) {
			return Hash{}, false
		}
		dir := r.Common
		if !strings.HasPrefix(name, "refs/") {
			dir = r.Dir
		}
		is := line(filepath.Join(dir, name))
		if h, ok := parseHash(is); ok {
			return h, true
		}
		next, isLink := strings.CutPrefix(is, "ref: ")
		if !isLink {
			h, ok := r.packedRefs()[name]
			return h, ok
		}
		name = next
	}
	return Hash{}, false
}

// isRefName reports whether a name may be that of a file below the repository
// (git-check-ref-format(1)).
func isRefName(name string) bool {
	return name != "" && filepath.IsLocal(name) && !strings.Contains(name, "..") && !strings.ContainsAny(name, "\x00\n ~^:?*[\\")
}

// packedRefs are those in the one file of many: a hash, a blank and a name a line.
func (r Repository) packedRefs() map[string]Hash {
	rows, _, err := content(filepath.Join(r.Common, "packed-refs"), maxPackedRefs)
	if err != nil {
		return nil
	}
	all := map[string]Hash{}
	for row := range strings.Lines(string(rows)) {
		hash, name, _ := strings.Cut(strings.TrimSuffix(row, "\n"), " ")
		if h, ok := parseHash(hash); ok && len(all) < maxRefs {
			all[name] = h
		}
	}
	return all
}

// Refs are the branches, remote branches and tags, and what else has a name, by full name.
func (r Repository) Refs() map[string]Hash {
	all := r.packedRefs()
	if all == nil {
		all = map[string]Hash{}
	}
	_ = filepath.WalkDir(filepath.Join(r.Common, "refs"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil // what cannot be read is no ref
		}
		name, _ := filepath.Rel(r.Common, path)
		if h, ok := r.Ref(name); ok {
			all[name] = h
		}
		if len(all) >= maxRefs {
			return fs.SkipAll
		}
		return nil
	})
	return all
}

// Stashes is how many stashes there are: as many as the log of refs/stash has lines.
func (r Repository) Stashes() int {
	return strings.Count(text(filepath.Join(r.Common, "logs", "refs", "stash")), "\n")
}

// Resolve returns the commit that a name means: HEAD, a branch, a tag, a hash or the
// beginning of one, each with any number of "^" and "~N" behind it. Other forms of
// gitrevisions(7) mean nothing here.
func (r Repository) Resolve(name string) (Hash, bool) {
	base, steps, ok := cutSteps(name)
	if !ok {
		return Hash{}, false
	}
	s, err := r.openStore()
	if err != nil {
		return Hash{}, false
	}
	defer s.close()
	h, ok := r.named(s, base)
	if !ok {
		return Hash{}, false
	}
	c, err := s.commit(h)
	for _, parent := range steps {
		if err != nil || parent >= len(c.parents) {
			return Hash{}, false
		}
		c, err = s.commit(c.parents[parent])
	}
	return c.hash, err == nil
}

// maxSteps is how far from a name a commit may be.
const maxSteps = 10_000

// cutSteps cuts what stands behind a name into steps from a commit to one of its parents,
// by its number from 0.
func cutSteps(name string) (base string, steps []int, ok bool) {
	at := strings.IndexAny(name, "^~")
	if at < 0 {
		return name, nil, name != ""
	}
	base, rest := name[:at], name[at:]
	for rest != "" {
		op := rest[0]
		rest = rest[1:]
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		n := 1
		if digits > 0 {
			n, _ = strconv.Atoi(rest[:digits]) // 0 if it is too long, which means itself
		}
		switch rest = rest[digits:]; {
		case op == '~' && n+len(steps) <= maxSteps:
			steps = append(steps, make([]int, n)...)
		case op == '^' && n > 0 && len(steps) < maxSteps:
			steps = append(steps, n-1)
		case op == '^' && n == 0:
		default:
			return "", nil, false
		}
	}
	return base, steps, base != ""
}

// named returns the object of a name in the order of gitrevisions(7).
func (r Repository) named(s *store, name string) (Hash, bool) {
	if name == "@" {
		name = "HEAD"
	}
	for _, form := range []string{"%", "refs/%", "refs/tags/%", "refs/heads/%", "refs/remotes/%", "refs/remotes/%/HEAD"} {
		full := strings.Replace(form, "%", name, 1)
		if full == name && !strings.HasPrefix(full, "refs/") && strings.ToUpper(full) != full {
			continue // a file of the repository that is no ref
		}
		if h, ok := r.Ref(full); ok {
			return h, true
		}
	}
	if h, ok := parseHash(name); ok {
		return h, true
	}
	return s.abbreviated(name)
}

// abbreviated returns the only object whose name begins so.
func (s *store) abbreviated(begin string) (found Hash, ok bool) {
	if len(begin) < 4 || len(begin) > 40 {
		return found, false
	}
	even, err := hex.DecodeString(begin[:len(begin)&^1])
	if err != nil {
		return found, false
	}
	add := func(h Hash) {
		if strings.HasPrefix(h.String(), begin) && h != found {
			found, ok = h, found.IsZero()
		}
	}
	for _, dir := range s.dirs {
		names, _ := os.ReadDir(filepath.Join(dir, begin[:2])) // none, if it is not there
		for _, e := range names {
			if h, isHash := parseHash(begin[:2] + e.Name()); isHash {
				add(h)
			}
		}
	}
	for _, p := range s.packs {
		from, to := p.between(even[0])
		for i := from; i < to && i < from+1<<16; i++ {
			if h, err := p.name(i); err == nil {
				add(h)
			}
		}
	}
	return found, ok
}
