// Package undo restores what shims kept: files that rm would have deleted (package trash),
// and what git would have discarded (package stash, in the repositories).
//
//	k := undo.Keepers{Can: can, Book: book, Git: git}
//	items, err := k.Items()
//	text, err := k.Diff(items[0].ID)
//	done, err := k.Restore(items[0].ID)
//
// An id names everything that one command lost.
package undo

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

// Keepers are the places that hold restorable things.
type Keepers struct {
	Can  trash.Can
	Book stash.Book
	Git  func() (stash.Git, error) // the real git; called only if a repository has something
}

// Item is something that can be restored: an item of the trash or of the book. Its string is
// one line, parts of which anybody may have chosen: escape it before it reaches a terminal.
type Item struct {
	fmt.Stringer

	Time    time.Time
	ID      string // of everything that one command lost
	Session string // the agent's name for its session; "" for none
}

func ofTrash(it trash.Item) Item { return Item{it, it.Deleted, it.Removal(), it.Session} }
func ofGit(it stash.Item) Item   { return Item{it, it.Time, it.ID, it.Session} }

// MarshalJSON returns the JSON of the trash's or the book's item.
func (i Item) MarshalJSON() ([]byte, error) { return json.Marshal(i.Stringer) }

// Items returns everything that can be restored, the oldest first.
func (k Keepers) Items() ([]Item, error) {
	all := []Item{}
	items, err := k.Can.Items()
	for _, it := range items {
		all = append(all, ofTrash(it))
	}
	if err != nil {
		return all, err
	}
	kept, err := k.Book.Items()
	for _, it := range kept {
		all = append(all, ofGit(it))
	}
	slices.SortStableFunc(all, func(a, b Item) int { return a.Time.Compare(b.Time) })
	return all, err
}

// inBook reports whether an id belongs to the book.
func (k Keepers) inBook(id string) bool {
	_, err := k.Book.Item(id)
	return !errors.Is(err, stash.ErrNoItem)
}

// Restore restores what an id names. With absolute paths it restores only what was at or
// below one of them. It returns what it restored, also with an error. See
// [trash.Can.Restore] and [stash.Book.Restore].
func (k Keepers) Restore(id string, paths ...string) (done []Item, err error) {
	if k.inBook(id) {
		git, err := k.Git()
		if err != nil {
			return nil, err
		}
		it, err := k.Book.Restore(git, id, paths...)
		if err != nil {
			return nil, err
		}
		return []Item{ofGit(it)}, nil
	}
	items, err := k.Can.Restore(id, paths...)
	for _, it := range items {
		done = append(done, ofTrash(it))
	}
	return done, err
}

// Empty deletes what was kept before a time, and returns it.
func (k Keepers) Empty(before time.Time) (gone []Item, err error) {
	items, err := k.Can.Empty(before)
	for _, it := range items {
		gone = append(gone, ofTrash(it))
	}
	kept, listed := k.Book.Items()
	err = errors.Join(err, listed)
	for _, it := range kept {
		if !it.Time.Before(before) {
			continue
		}
		git, failed := k.Git()
		if failed == nil {
			failed = k.Book.Forget(git, it.ID)
		}
		if failed != nil {
			return gone, errors.Join(err, failed)
		}
		gone = append(gone, ofGit(it))
	}
	return gone, err
}
