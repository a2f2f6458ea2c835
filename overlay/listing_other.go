//go:build !linux

package overlay

import "iter"

// A listing is empty on systems whose sandboxes do not mount shims over programs.
type listing struct{}

type dirEntry struct {
	name  []byte
	inode uint64
}

func listed(_ string, pool []byte) (listing, []byte) { return listing{}, pool }

func (listing) entries() iter.Seq[dirEntry] { return func(func(dirEntry) bool) {} }
