package script

import (
	"errors"
	"strings"
)

// PatchLang is the language of the patches that coding agents apply by themselves.
const PatchLang = "apply-patch"

// The heads of a patch that name a file, each to the end of its line.
const (
	patchAdd    = "*** Add File:"
	patchUpdate = "*** Update File:"
	patchDelete = "*** Delete File:"
	patchMove   = "*** Move to:"
)

var errPatch = errors.New("a patch that names no file")

// readPatch returns what applying a patch does to files: each is written, deleted, or
// both where it is moved. Agents pass over blanks before a head, around the name, and
// over what stands around the patch, as the marks of a here-document; so does this, and
// a line of context that looks like a head counts as one. Where there is no such head
// the heads of a unified diff are read.
func readPatch(code string, given Given) ([]Act, error) {
	var acts []Act
	updated := ""
	note := func(kind Kind, name string, from, to int) {
		a := Arg{Text: name, Known: true}
		if given.Holes && strings.Contains(name, Hole) {
			a = Arg{Text: strings.ReplaceAll(name, markByte, markMark), Drawn: true}
		}
		acts = append(acts, Act{Kind: kind, Call: "patch", Args: []Arg{a}, Offset: from, End: to})
	}
	at := 0
	for line := range strings.Lines(code) {
		from := at
		at += len(line)
		head, name := patchHead(line)
		switch head {
		case patchAdd, patchUpdate:
			note(Writes, name, from, at)
			updated = name
		case patchDelete:
			note(Deletes, name, from, at)
		case patchMove:
			note(Writes, name, from, at)
			if updated != "" {
				note(Deletes, updated, from, at)
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

// patchHead returns the head that a line is, and the name behind it.
func patchHead(line string) (head, name string) {
	line = strings.TrimSpace(line)
	for _, head := range [...]string{patchAdd, patchUpdate, patchDelete, patchMove} {
		if rest, ok := strings.CutPrefix(line, head); ok {
			if name = strings.TrimSpace(rest); name != "" {
				return head, name
			}
		}
	}
	return "", ""
}

// diffHeads notes the files of a unified diff: the name behind "+++" is written, and
// that behind "---" deleted where nothing is.
func diffHeads(code string, note func(kind Kind, name string, from, to int)) {
	old, at := "", 0
	for line := range strings.Lines(code) {
		from := at
		at += len(line)
		if rest, ok := strings.CutPrefix(line, "--- "); ok {
			old = diffName(rest)
		}
		if to, ok := strings.CutPrefix(strings.TrimSpace(line), "rename to "); ok {
			note(Writes, to, from, at)
		}
		rest, ok := strings.CutPrefix(line, "+++ ")
		if !ok {
			continue
		}
		switch name := diffName(rest); {
		case name == "" && old != "":
			note(Deletes, old, from, at)
		case name != "":
			note(Writes, name, from, at)
		}
	}
}

// diffName is the name in a head of a diff, without git's first letter and diff's time;
// "" for the one that stands for no file.
func diffName(s string) string {
	s, _, _ = strings.Cut(strings.TrimRight(s, "\r\n"), "\t")
	s = strings.TrimSpace(s)
	if s == "/dev/null" {
		return ""
	}
	if rest, ok := strings.CutPrefix(s, "a/"); ok {
		return rest
	}
	return strings.TrimPrefix(s, "b/")
}
