package rules

import (
	"strings"

	"github.com/agent-loop/shimgen/grammar"
	"github.com/agent-loop/shimgen/grammar/spec"
	"github.com/agent-loop/shimgen/internal/wordlist"
)

// verb returns the subcommand of an invocation as its words joined by "/", with its first
// operand, which may be a subcommand that the grammar lacks. It returns "" if there is none, or
// if an unknown word is in its place.
func verb(v *grammar.Invocation) string {
	path := strings.ReplaceAll(v.Sub, " ", "/")
	if len(v.Operands) > 0 {
		if text, known := v.Operands[0].Word.Text(); known && text != "" && path != "" {
			return path + "/" + text
		} else if known && path == "" {
			return text
		}
	}
	return path
}

// KnownVerb reports whether a list of subcommands contains a path, or one above it; or whether
// the path is only the first words of some entries, which does nothing by itself.
func KnownVerb(list, path string) bool {
	if path == "" {
		return true
	}
	for end := 0; end < len(path); end++ {
		if i := strings.IndexByte(path[end:], '/'); i >= 0 {
			end += i
		} else {
			end = len(path)
		}
		if hasEntry(list, path[:end]) {
			return true
		}
	}
	if within(list, path+"/") {
		return true
	}
	if strings.IndexByte(list, '*') < 0 {
		return false
	}
	for p := range wordlist.Each(list) {
		if strings.IndexByte(p, '*') >= 0 && below(p, path) {
			return true
		}
	}
	return false
}

// below reports whether a path, or a prefix of it up to a slash, matches a pattern.
func below(pattern, path string) bool {
	for end := 0; end < len(path); end++ {
		if i := strings.IndexByte(path[end:], '/'); i >= 0 {
			end += i
		} else {
			end = len(path)
		}
		if spec.Glob(pattern, path[:end]) {
			return true
		}
	}
	return false
}

// within reports whether an entry of a list begins with a text.
func within(list, begin string) bool {
	return strings.HasPrefix(list, begin) || strings.Contains(list, " "+begin)
}

// hasEntry reports whether a list contains an entry.
func hasEntry(list, entry string) bool {
	if entry == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(list[from:], entry)
		if i < 0 {
			return false
		}
		i += from
		from = i + len(entry)
		if (i == 0 || list[i-1] == ' ') && (from == len(list) || list[from] == ' ') {
			return true
		}
	}
}
