package parser

import (
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/parser/internal/filter"
	"github.com/agent-loop/shimgen/parser/tree"
)

// readOptions are the options of read or mapfile that select a part of the text.
type readOptions struct {
	letters string // of those without a value
	count   string // of characters: -n, -N
	exact   bool   // -N
	end     string // -d
	ends    bool   // -d was given
	fd      string // -u
}

// optionsWithValue returns the options of read and mapfile that take a value.
func optionsWithValue(builtin string) string {
	if builtin == "read" {
		return "dinNptu"
	}
	return "dnOsuCc"
}

// readOptionsOf splits the words after the name into options and names (bash(1), SHELL BUILTIN
// COMMANDS). It returns false if they are not known.
func readOptionsOf(args []tree.Word, valued string) (o readOptions, names []string, known bool) {
	for len(args) > 0 && strings.HasPrefix(args[0].Prefix(), "-") {
		option, known := args[0].Text()
		args = args[1:]
		if !known {
			return o, nil, false
		}
		letters := option[1:]
		i := strings.IndexAny(letters, valued)
		if i < 0 {
			o.letters += letters
			continue
		}
		value := letters[i+1:]
		if o.letters += letters[:i]; value == "" {
			if len(args) == 0 {
				return o, nil, false
			}
			if value, known = args[0].Text(); !known {
				return o, nil, false
			}
			args = args[1:]
		}
		switch letters[i] {
		case 'O', 's', 'C', 'c':
			return o, nil, false // it does not take all lines
		case 'd':
			o.end, o.ends = value, true
		case 'n', 'N':
			o.count, o.exact = value, letters[i] == 'N'
		case 'u':
			o.fd = value
		}
	}
	for _, a := range args {
		name, known := a.Text()
		if !known || !tree.IsName(name) {
			return o, nil, false
		}
		names = append(names, name)
	}
	return o, names, true
}

// delimiter returns the line delimiter: a newline, or the first character of -d, or NUL if -d is
// empty.
func (o *readOptions) delimiter() string {
	switch {
	case !o.ends:
		return "\n"
	case o.end == "":
		return "\x00"
	}
	return o.end[:1]
}

// line returns what read takes from a text: up to the delimiter, or a number of characters.
func (o *readOptions) line(text string) (string, bool) {
	line := text
	if !o.exact {
		line, _, _ = strings.Cut(text, o.delimiter())
	}
	if o.count == "" {
		return line, true
	}
	n, err := strconv.Atoi(o.count)
	if err != nil || n < 0 || !filter.IsASCII(line) {
		return "", false
	}
	return line[:min(n, len(line))], true
}
