package trash

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-loop/shimgen/internal/pathname"
)

// Item is something in the trash.
type Item struct {
	ID      string    `json:"id"`   // the removal's id, and a number
	Path    string    `json:"path"` // where it was
	Deleted time.Time `json:"deleted"`
	Bytes   int64     `json:"bytes"`
	Cause

	part string // the chosen part, relative to Path; "" means all
}

// Removal returns the id of the removal that moved an item.
func (it Item) Removal() string {
	id, _, _ := strings.Cut(it.ID, ".")
	return id
}

// below reports whether an item was at a path or below it.
func (it Item) below(path string) bool { return it.Path == path || pathname.Below(it.Path, path) }

// named returns the items, or parts of them, that were at or below some paths.
func named(items []Item, paths []string) []Item {
	var chosen []Item
	for _, it := range items {
		if slices.ContainsFunc(paths, it.below) {
			chosen = append(chosen, it)
			continue
		}
		for _, path := range paths {
			if pathname.Below(path, it.Path) {
				part := it
				part.part = strings.TrimPrefix(path, it.Path+"/")
				chosen = append(chosen, part)
			}
		}
	}
	return chosen
}

// String formats an item on one line. Anybody may have chosen its path and command: escape
// it before it reaches a terminal.
func (it Item) String() string {
	if it.part != "" {
		return it.ID + "  " + it.Path + "/" + it.part
	}
	return fmt.Sprintf("%s  %s  %d bytes", it.ID, it.Path, it.Bytes) + it.Text()
}

const (
	infoSuffix = ".trashinfo"
	infoHead   = "[Trash Info]"
	maxInfo    = 64 << 10
)

// keys are the keys of a record: those of the specification, and our own.
const (
	keyPath     = "Path"
	keyDate     = "DeletionDate"
	keyTime     = "X-Shimgen-Time"
	keyBytes    = "X-Shimgen-Bytes"
	keyDecision = "X-Shimgen-Decision"
	keyCommand  = "X-Shimgen-Command"
	keyAgent    = "X-Shimgen-Agent"
	keySession  = "X-Shimgen-Session"
)

// info returns the text of a record. Values are escaped as in a URL, so each is one line.
func (it Item) info() string {
	var b strings.Builder
	b.WriteString(infoHead + "\n")
	line := func(key, value string) {
		if value != "" {
			b.WriteString(key + "=" + value + "\n")
		}
	}
	line(keyPath, strings.ReplaceAll(url.PathEscape(it.Path), "%2F", "/"))
	line(keyDate, it.Deleted.Local().Format("2006-01-02T15:04:05"))
	line(keyTime, it.Deleted.UTC().Format(time.RFC3339Nano))
	line(keyBytes, strconv.FormatInt(it.Bytes, 10))
	line(keyDecision, url.PathEscape(it.Decision))
	line(keyCommand, url.PathEscape(it.Command))
	line(keyAgent, url.PathEscape(it.Agent))
	line(keySession, url.PathEscape(it.Session))
	return b.String()
}

// parseInfo reads a record. A record of another program lacks our lines.
func parseInfo(id, text string) (Item, error) {
	it := Item{ID: id}
	head, rest, _ := strings.Cut(text, "\n")
	if strings.TrimSpace(head) != infoHead {
		return it, fmt.Errorf("%s%s: no record of the trash", id, infoSuffix)
	}
	into := map[string]*string{keyPath: &it.Path, keyDecision: &it.Decision, keyCommand: &it.Command, keyAgent: &it.Agent, keySession: &it.Session}
	for line := range strings.Lines(rest) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		var err error
		switch at := into[key]; {
		case at != nil:
			*at, err = url.PathUnescape(value)
		case key == keyTime:
			it.Deleted, err = time.Parse(time.RFC3339Nano, value)
		case key == keyDate && it.Deleted.IsZero():
			it.Deleted, err = time.ParseInLocation("2006-01-02T15:04:05", value, time.Local)
		case key == keyBytes:
			it.Bytes, err = strconv.ParseInt(value, 10, 64)
		}
		if err != nil {
			return it, fmt.Errorf("%s%s: %s: %w", id, infoSuffix, key, err)
		}
	}
	if !strings.HasPrefix(it.Path, "/") || strings.Contains(it.Path, "\x00") {
		return it, fmt.Errorf("%s%s: no path", id, infoSuffix)
	}
	return it, nil
}
