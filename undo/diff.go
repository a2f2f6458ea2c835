package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/agent-loop/shimgen/stash"
	"github.com/agent-loop/shimgen/trash"
)

const (
	longest  = 256 << 10 // of a compared text, in bytes
	maxFiles = 500       // in a diff
)

// errMany ends a diff.
var errMany = errors.New("many files")

// Diff returns what Restore would change with the same arguments, as a unified diff from the
// present state to the restored one. It changes nothing. Anybody may have chosen the text:
// escape it before it reaches a terminal.
func (k Keepers) Diff(id string, paths ...string) (string, error) {
	var out strings.Builder
	if k.inBook(id) {
		git, err := k.Git()
		if err != nil {
			return "", err
		}
		c, err := k.Book.Changes(git, id, paths...)
		if err != nil {
			return "", err
		}
		writeChanges(&out, c)
		return out.String(), nil
	}
	n := 0
	err := k.Can.Look(id, paths, longest+1, func(f trash.Found) error {
		if n++; n > maxFiles {
			return errMany
		}
		writeFound(&out, f)
		return nil
	})
	if errors.Is(err, errMany) {
		fmt.Fprintf(&out, "and more: only the first %d are shown\n", maxFiles)
		err = nil
	}
	return out.String(), err
}

// writeFound writes a file that would come out of the trash.
func writeFound(out *strings.Builder, f trash.Found) {
	switch {
	case f.Mode.IsDir():
		fmt.Fprintf(out, "directory %s\n", f.Path)
	case f.Mode&fs.ModeSymlink != 0:
		fmt.Fprintf(out, "symbolic link %s\n", f.Path)
	case isText(string(f.Text)):
		writeDiff(out, f.Path, "", string(f.Text), false, true)
	default:
		fmt.Fprintf(out, "file %s, %d bytes\n", f.Path, f.Size)
	}
}

// writeChanges writes the changes in a repository.
func writeChanges(out *strings.Builder, c stash.Changes) {
	for i, f := range c.Files {
		switch {
		case i == maxFiles:
			fmt.Fprintf(out, "and more: only the first %d are shown\n", maxFiles)
		case i > maxFiles:
		case f.Now.Text == f.Kept.Text && f.Now.Mode != 0 && f.Kept.Mode != 0:
			fmt.Fprintf(out, "mode %s: %o, back to %o\n", f.Path, f.Now.Mode, f.Kept.Mode)
		case isText(f.Now.Text) && isText(f.Kept.Text):
			writeDiff(out, f.Path, f.Now.Text, f.Kept.Text, f.Now.Mode != 0, f.Kept.Mode != 0)
		default:
			fmt.Fprintf(out, "file %s: %d bytes, back to %d\n", f.Path, len(f.Now.Text), len(f.Kept.Text))
		}
	}
	for _, r := range c.Refs {
		now := r.Now
		if now == "" {
			now = "not there"
		}
		fmt.Fprintf(out, "ref %s: %s, back to %s\n", r.Name, now, r.Kept)
	}
	if c.Conflict != nil {
		fmt.Fprintf(out, "undo would refuse: %s\n", c.Conflict)
	}
}

// isText reports whether a diff can show a text.
func isText(text string) bool {
	return len(text) <= longest && utf8.ValidString(text) && !strings.Contains(text, "\x00")
}

// writeDiff writes the diff of a file. A missing file is /dev/null.
func writeDiff(out *strings.Builder, path, before, after string, was, is bool) {
	from, to := "/dev/null", "/dev/null"
	if was {
		from = path
	}
	if is {
		to = path
	}
	text := string(diff.Diff(from, []byte(before), to, []byte(after)))
	if text == "" { // an empty file that appears or disappears
		fmt.Fprintf(out, "--- %s\n+++ %s\n", from, to)
		return
	}
	out.WriteString(text[strings.Index(text, "\n")+1:]) // the first line is "diff a b"
}
