package filter

import (
	"path"
	"strings"
)

// maxText bounds what a filter writes, in bytes.
const maxText = 64 << 10

// Filter evaluates a program that only turns its arguments and its input into text. Output
// returns false if the output is not known.
type Filter struct {
	Output func(call Call) (string, bool)
	Reads  bool // it needs its input
}

// Call is one run of a filter.
type Call struct {
	Bash        bool     // the shell is bash, whose builtins behave in a known way
	Args        []string // after its name
	Input       string
	Files       []string         // the contents of the files in Input, if it comes from files
	HasInput    bool             // Input is known
	EchoEscapes bool             // echo interprets backslashes
	Spend       func(n int) bool // counts work; false if there was too much
}

// Lookup finds a filter by name, or by its path in a usual directory of programs
// (coreutils(1), sed(1), xxd(1), and the builtins of shells).
func Lookup(name string) (Filter, bool) {
	if strings.HasPrefix(name, "/") {
		if dir := path.Dir(name); dir == "/bin" || dir == "/usr/bin" {
			name = path.Base(name)
		}
	}
	switch name {
	case "echo":
		return Filter{echo, false}, true
	case "printf":
		return Filter{Printf, false}, true
	case "cat":
		return Filter{cat, true}, true
	case "tee":
		return Filter{tee, true}, true
	case "base64":
		return Filter{base64Text, true}, true
	case "base32":
		return Filter{base32Text, true}, true
	case "basenc":
		return Filter{basenc, true}, true
	case "openssl":
		return Filter{openssl, true}, true
	case "jq":
		return Filter{jqDecoder, false}, true
	case "python3", "python":
		return Filter{pythonDecoder, true}, true
	case "xxd":
		return Filter{unhex, true}, true
	case "tr":
		return Filter{translate, true}, true
	case "rev":
		return Filter{reverseLines, true}, true
	case "tac":
		return Filter{tac, true}, true
	case "head":
		return Filter{head, true}, true
	case "tail":
		return Filter{tail, true}, true
	case "cut":
		return Filter{cutColumns, true}, true
	case "sed":
		return Filter{Sed, true}, true
	case "awk", "gawk", "mawk", "nawk":
		return Filter{awk, false}, true
	case "uniq":
		return Filter{unique, true}, true
	case "grep":
		return Filter{grepOnly, true}, true
	case "paste":
		return Filter{pasteLines, true}, true
	case "xargs":
		return Filter{xargsLines, true}, true
	case "seq":
		return Filter{sequence, false}, true
	case ":", "true", "false":
		return Filter{silence, false}, true
	case "basename":
		return Filter{baseName, false}, true
	case "dirname":
		return Filter{dirName, false}, true
	}
	return Filter{}, false
}

// silence is the filter of a program that prints nothing.
func silence(Call) (string, bool) { return "", true }

// isText reports whether text can pass through a shell unchanged: it has no NUL.
func isText(text []byte) bool { return strings.IndexByte(string(text), 0) < 0 }
