package undo

import (
	"errors"
	"fmt"
	"slices"

	"github.com/agent-loop/shimgen/trash"
)

// OfSession returns what was kept for an agent's session, the newest first. Without a
// session it returns this for the session with the latest loss. The error wraps
// [trash.ErrNoItem] if there is nothing.
func (k Keepers) OfSession(session string) (items []Item, err error) {
	all, err := k.Items()
	if err != nil {
		return nil, err
	}
	for _, it := range slices.Backward(all) {
		if session == "" {
			session = it.Session
		}
		if it.Session != "" && it.Session == session {
			items = append(items, it)
		}
	}
	switch {
	case len(items) > 0:
		return items, nil
	case session == "":
		return nil, fmt.Errorf("no agent's session has lost anything: %w", trash.ErrNoItem)
	}
	return nil, fmt.Errorf("session %s: %w", session, trash.ErrNoItem)
}

// RestoreAll restores what several commands lost, in the order of the items. If one cannot
// be restored, it continues with the others and returns all errors together. It returns what
// it restored.
func (k Keepers) RestoreAll(items []Item, paths ...string) (done []Item, err error) {
	all := ids(items)
	for _, id := range all {
		back, failed := k.Restore(id, paths...)
		done = append(done, back...)
		if len(all) > 1 && len(paths) > 0 && errors.Is(failed, trash.ErrNoItem) {
			continue // another command's
		}
		err = errors.Join(err, failed)
	}
	return done, err
}

// DiffAll returns what RestoreAll would change with the same arguments. It compares each
// command's losses with the present state, not with the state after the earlier restores.
func (k Keepers) DiffAll(items []Item, paths ...string) (string, error) {
	all, text := ids(items), ""
	var err error
	for _, id := range all {
		one, failed := k.Diff(id, paths...)
		if len(all) > 1 && len(paths) > 0 && errors.Is(failed, trash.ErrNoItem) {
			continue // another command's
		}
		if len(all) > 1 && one != "" {
			text += id + ":\n"
		}
		text, err = text+one, errors.Join(err, failed)
	}
	return text, err
}

// ids returns the ids of items, each once.
func ids(items []Item) (all []string) {
	for _, it := range items {
		if !slices.Contains(all, it.ID) {
			all = append(all, it.ID)
		}
	}
	return all
}
