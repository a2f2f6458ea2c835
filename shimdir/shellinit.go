package shimdir

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/internal/shellquote"
)

// A Shell is a family of shells that share quoting and assignment.
type Shell uint8

// The families. Posix covers sh, bash, dash, ksh, mksh and zsh.
const (
	Posix Shell = iota
	Fish
	Csh
)

// Quote returns text as one literal word of s. The caller must refuse control characters:
// csh cannot quote a newline.
func (s Shell) Quote(text string) string {
	switch s {
	case Fish: // fish(1), "Quotes": only \' and \\ are special in them
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	case Csh: // csh(1) expands history even between single quotes
		return "'" + strings.NewReplacer(`'`, `'\''`, `!`, `\!`).Replace(text) + "'"
	default:
		return shellquote.Single(text)
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

// Prepend returns one line that puts dir first on PATH unless it already is, so
// evaluating the line twice changes nothing. It never leaves an empty entry, which would
// mean the current directory.
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

// agentsLine is the first line of a block that is for agents alone.
const agentsLine = "# Only in shells that an agent started, as one of these variables says."

// ifAny returns source that runs a line only if one of some environment variables is set
// and not empty, and the line itself without any variables.
func (s Shell) ifAny(variables []string, line string) string {
	if len(variables) == 0 {
		return line
	}
	var values strings.Builder
	for _, name := range variables {
		if s == Fish {
			values.WriteString("$" + name)
		} else {
			values.WriteString("${" + name + "-}")
		}
	}
	if s == Fish {
		return agentsLine + "\n" + `if test -n "` + values.String() + `"; ` + line + `; end`
	}
	return agentsLine + "\n" + `if [ -n "` + values.String() + `" ]; then ` + line + `; fi`
}

// Markers of our block in a user's file. # begins a comment in all families.
const (
	blockBegin = "# >>> shimgen >>>"
	blockEnd   = "# <<< shimgen <<<"

	// cutLine is the first line of a block behind a last line without a newline, so that
	// removal can restore that.
	cutLine = "# The line above had no newline at its end."
)

// addBlock returns text with body in a marked block: in place of an existing block, else
// at the end. It is idempotent. It is an error if the markers in text do not pair, for
// then nobody can tell what is ours.
//
// Removing the block restores text byte for byte.
func addBlock(text, body string) (string, error) {
	before, after, found, err := cutBlock(text)
	if err != nil {
		return "", err
	}
	if !found {
		before, after = text, ""
	}
	if strings.HasSuffix(strings.TrimRight(before, "\n"), `\`) {
		return "", errors.New("the last line is continued (ends in a backslash)")
	}
	body = strings.TrimSuffix(body, "\n") + "\n" + blockEnd + "\n"
	if before != "" && !strings.HasSuffix(before, "\n") {
		return before + "\n" + blockBegin + "\n" + cutLine + "\n" + body + after, nil
	}
	return before + blockBegin + "\n" + body + after, nil
}

// cutBlock splits text around the marked block, which includes the newline before it if
// that came with the block and nothing was written behind it since. A second block, or a
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

// marker finds the lines that consist of mark: where the first one starts, where the line
// after it starts, and how many there are.
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
