package patch

import (
	"errors"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Lang is the language of the patches that coding agents apply by themselves.
const Lang = "apply-patch"

// The heads of a patch that name a file, each to the end of its line.
const (
	add         = "*** Add File:"
	update      = "*** Update File:"
	patchDelete = "*** Delete File:"
	move        = "*** Move to:"
)

var errPatch = errors.New("a patch that names no file")

// Read returns what applying a patch does to files: each is written, deleted, or
// both where it is moved. Agents pass over blanks before a head, around the name, and
// over what stands around the patch, as the marks of a here-document; so does this, and
// a line of context that looks like a head counts as one. Where there is no such head
// the heads of a unified diff are read.
func Read(code string, given effect.CommandLine) ([]effect.Act, error) {
	var acts []effect.Act
	updated := ""
	note := func(kind effect.Kind, name string, from, to int) {
		a := effect.Arg{Text: name, Known: true}
		if given.Placeholders && strings.Contains(name, effect.Placeholder) {
			a = effect.Arg{Text: effect.CodeTemplate(name), Template: true}
		}
		acts = append(acts, effect.Act{Kind: kind, Call: "patch", Args: []effect.Arg{a}, Offset: from, End: to})
	}
	at := 0
	for line := range strings.Lines(code) {
		from := at
		at += len(line)
		head, name := head(line)
		switch head {
		case add, update:
			note(effect.Writes, name, from, at)
			updated = name
		case patchDelete:
			note(effect.Deletes, name, from, at)
		case move:
			note(effect.Writes, name, from, at)
			if updated != "" {
				note(effect.Deletes, updated, from, at)
			}
		}
	}
	if len(acts) == 0 {
		diffHeads(code, note)
	}
	if len(acts) == 0 {
		return nil, errPatch
	}
	return acts, nil
}

// head returns the head that a line is, and the name behind it.
func head(line string) (head, name string) {
	line = strings.TrimSpace(line)
	for _, head := range [...]string{add, update, patchDelete, move} {
		if rest, ok := strings.CutPrefix(line, head); ok {
			if name = strings.TrimSpace(rest); name != "" {
				return head, name
			}
		}
	}
	return "", ""
}

// diffHeads notes the files of a unified diff: the name behind "+++" is written, and
// that behind "---" deleted where nothing is. Where git says that a file as a whole is
// renamed, copied, made, deleted, given a mode or changed in its bytes, there may be
// neither.
func diffHeads(code string, note func(kind effect.Kind, name string, from, to int)) {
	old, both, at := "", "", 0
	var last fileHead // which git says once more in other words
	for line := range strings.Lines(code) {
		from := at
		at += len(line)
		if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
			both = gitName(strings.TrimSpace(rest))
		}
		if rest, ok := strings.CutPrefix(line, "--- "); ok {
			old = diffName(rest)
		}
		kind, name := gitHead(strings.TrimSpace(line), both)
		if rest, ok := strings.CutPrefix(line, "+++ "); ok {
			if kind, name = effect.Writes, diffName(rest); name == "" {
				kind, name = effect.Deletes, old
			}
		}
		if said := (fileHead{kind, name}); name != "" && said != last {
			note(kind, name, from, at)
			last = said
		}
	}
}

// fileHead is what a diff says of a file as a whole.
type fileHead struct {
	kind effect.Kind
	name string
}

// gitHead is what a line says that git writes before the hunks of a file, and of which
// file: of both names where the line has none.
func gitHead(line, both string) (kind effect.Kind, name string) {
	for _, head := range [...]struct {
		IsAbbreviation string
		kind           effect.Kind
		named          bool
	}{
		{"rename from ", effect.Deletes, true},
		{"rename to ", effect.Writes, true},
		{"copy to ", effect.Writes, true},
		{"deleted file mode ", effect.Deletes, false},
		{"new file mode ", effect.Writes, false},
		{"new mode ", effect.Changes, false},
		{"GIT binary patch", effect.Writes, false},
	} {
		if rest, ok := strings.CutPrefix(line, head.IsAbbreviation); ok {
			if head.named {
				return head.kind, unquoted(rest)
			}
			return head.kind, both
		}
	}
	return 0, ""
}

// gitName is the name that stands twice in the line before the heads, behind a/ and b/;
// where they are two, the heads name them.
func gitName(both string) string {
	if strings.HasPrefix(both, `"`) {
		first, err := strconv.QuotedPrefix(both)
		if err != nil {
			return ""
		}
		return diffName(first)
	}
	return diffName(secondHalf(both))
}

// secondHalf is the second of two names of one length with a blank between them.
func secondHalf(both string) string { return both[len(both)/2+len(both)%2:] }

// unquoted is a name that git put into quotes, as C writes it, or as it is.
func unquoted(name string) string {
	if plain, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
		return plain
	}
	return name
}

// diffName is the name in a head of a diff, without git's first letter and diff's time;
// "" for the one that stands for no file.
func diffName(s string) string {
	s = headName(s)
	if rest, ok := strings.CutPrefix(s, "a/"); ok {
		return rest
	}
	return strings.TrimPrefix(s, "b/")
}

// headName is the name in a head of a diff as it stands there, without diff's time; ""
// for the one that stands for no file.
func headName(s string) string {
	s, _, _ = strings.Cut(strings.TrimRight(s, "\r\n"), "\t")
	s = unquoted(strings.TrimSpace(s))
	if s == "/dev/null" {
		return ""
	}
	return s
}
