package shimdir

import (
	"errors"
	"fmt"
	"strings"
)

// A Shell is a family of shells that share quoting and assignment.
type Shell uint8

// The families. Posix is sh, bash, dash, ksh, mksh and zsh.
const (
	Posix Shell = iota
	Fish
	Csh
)

// Quote returns text as one literal word of s. Control characters are the
// caller's to refuse: csh has no quoting for a newline.
func (s Shell) Quote(text string) string {
	switch s {
	case Fish: // fish(1), "Quotes": only \' and \\ mean something in them
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	case Csh: // csh(1) expands history even between single quotes
		return "'" + strings.NewReplacer(`'`, `'\''`, `!`, `\!`).Replace(text) + "'"
	default:
		return "'" + strings.ReplaceAll(text, `'`, `'\''`) + "'"
	}
}

// Export returns one line that sets an environment variable.
func (s Shell) Export(name, value string) string {
	switch s {
	case Fish:
		return "set -gx " + name + " " + s.Quote(value)
	case Csh:
		return "setenv " + name + " " + s.Quote(value)
	default:
		return "export " + name + "=" + s.Quote(value)
	}
}

// Prepend returns one line that puts dir first on PATH unless it stands there
// already, so that evaluating it twice is evaluating it once. It never leaves an
// empty entry, which would mean the current directory.
func (s Shell) Prepend(dir string) (string, error) {
	if err := checkOnPath(dir); err != nil {
		return "", err
	}
	q := s.Quote(dir)
	switch s {
	case Fish:
		return `if test "$PATH[1]" != ` + q + `; set -gx PATH ` + q + ` $PATH; end`, nil
	case Csh:
		return `if ( "$path[1]" != ` + q + ` ) set path = ( ` + q + ` $path:q )`, nil
	default:
		return `case "${PATH-}" in ` + q + `|` + q + `:*) ;; *) PATH=` + q + `"${PATH:+:$PATH}"; export PATH ;; esac`, nil
	}
}

// Markers of our block in a file of the user's. # begins a comment in all
// families.
const (
	blockBegin = "# >>> shimgen >>>"
	blockEnd   = "# <<< shimgen <<<"

	// cutLine is the first line of a block that stands behind a last line without a
	// newline, so that this can be given back as it was.
	cutLine = "# The line above had no newline at its end."
)

// addBlock returns text with body in a marked block: in the place of the block
// that is there, else at the end. Adding twice is adding once. It is an error
// if the markers in text do not pair, for then nobody can tell what is ours.
//
// Taking the block out gives text back byte for byte.
func addBlock(text, body string) (string, error) {
	before, after, found, err := cutBlock(text)
	if err != nil {
		return "", err
	}
	if !found {
		before, after = text, ""
	}
	if strings.HasSuffix(strings.TrimRight(before, "\n"), `\`) {
		return "", errors.New("the last line asks to be continued (ends in a backslash)")
	}
	body = strings.TrimSuffix(body, "\n") + "\n" + blockEnd + "\n"
	if before != "" && !strings.HasSuffix(before, "\n") {
		return before + "\n" + blockBegin + "\n" + cutLine + "\n" + body + after, nil
	}
	return before + blockBegin + "\n" + body + after, nil
}

// cutBlock splits text around the marked block, with the newline before it where that
// came with the block and nothing was written behind it since. A second block, or a
// marker without its partner, is an error.
func cutBlock(text string) (before, after string, found bool, err error) {
	begin, bodyStart, begins := marker(text, blockBegin)
	endStart, end, ends := marker(text, blockEnd)
	switch {
	case begins == 0 && ends == 0:
		return text, "", false, nil
	case begins != 1 || ends != 1 || endStart < bodyStart:
		return "", "", false, fmt.Errorf("the lines %q and %q do not pair", blockBegin, blockEnd)
	}
	before, after = text[:begin], text[end:]
	if after == "" && strings.HasPrefix(text[bodyStart:], cutLine+"\n") {
		before = strings.TrimSuffix(before, "\n")
	}
	return before, after, true, nil
}

// marker finds the lines that are mark and nothing else: where the first one
// starts, where the line after it starts, and how many there are.
func marker(text, mark string) (start, next, count int) {
	offset := 0
	for line := range strings.Lines(text) {
		if strings.TrimRight(line, " \t\r\n") == mark {
			if count == 0 {
				start, next = offset, offset+len(line)
			}
			count++
		}
		offset += len(line)
	}
	return start, next, count
}
