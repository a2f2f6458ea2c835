package patch

import (
	"errors"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/script/internal/effect"
)

// Lang is the language of the patches that coding agents apply by themselves.
const Lang = "apply-patch"

// The headers of a patch that name a file, each up to the end of its line.
const (
	add         = "*** Add File:"
	update      = "*** Update File:"
	patchDelete = "*** Delete File:"
	move        = "*** Move to:"
)

var errPatch = errors.New("a patch that names no file")

// Read returns the effects on files of applying a patch: each file is written, deleted, or both if
// it is moved. Like the agents, it ignores blanks before a header and around the name, and text
// around the patch such as the marks of a here-document. A line of context that looks like a
// header counts as one. Without any such header, it reads the headers of a unified diff.
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

// head returns a line's header, and the name after it.
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

// diffHeads records the files of a unified diff: the name after "+++" is written, and the name
// after "---" is deleted if there is no new file. Neither line may exist if git renames, copies,
// creates or deletes a whole file, or changes its mode or its bytes.
func diffHeads(code string, note func(kind effect.Kind, name string, from, to int)) {
	old, both, at := "", "", 0
	var last fileHead // a header that git repeats in other words
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

// fileHead is an operation on a whole file in a diff.
type fileHead struct {
	kind effect.Kind
	name string
}

// gitHead returns the operation in a line that git writes before a file's hunks, and the file. A
// line without a name applies to the names of the diff.
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

// gitName returns the name that occurs twice after "diff --git", with a/ and b/. If there are two
// names, the following headers have them.
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

// secondHalf returns the second of two equally long names separated by a blank.
func secondHalf(both string) string { return both[len(both)/2+len(both)%2:] }

// unquoted returns a name without git's C-style quotes.
func unquoted(name string) string {
	if plain, err := strconv.Unquote(name); err == nil && strings.HasPrefix(name, `"`) {
		return plain
	}
	return name
}

// diffName returns the name in a header without a/ or b/ and without the time; "" for /dev/null.
func diffName(s string) string {
	s = headName(s)
	if rest, ok := strings.CutPrefix(s, "a/"); ok {
		return rest
	}
	return strings.TrimPrefix(s, "b/")
}

// headName returns the name in a header as written, without the time; "" for /dev/null.
func headName(s string) string {
	s, _, _ = strings.Cut(strings.TrimRight(s, "\r\n"), "\t")
	s = unquoted(strings.TrimSpace(s))
	if s == "/dev/null" {
		return ""
	}
	return s
}
