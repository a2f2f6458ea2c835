package grammar

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/wordlist"
	"github.com/agent-loop/shimgen/parser"
)

// fieldPaths are the keys whose value names a file that is written.
const fieldPaths = "file filename path dest repository dumppath"

// fields records the files that a list of values writes: java(1), -Xlog, where "file=" is optional.
func (r *reader) fields(u use) {
	for rest, more := u.word, true; more; {
		var group parser.Word
		group, rest, more = cut(rest, ':')
		for fields, more := group, true; more; {
			var field parser.Word
			field, fields, more = cut(fields, ',')
			key, value, keyed := cut(field, '=')
			name, _ := key.Text()
			switch {
			case keyed && wordlist.Among(name, fieldPaths):
				u.word = value
			case strings.HasPrefix(field.Prefix(), "/"), strings.HasPrefix(field.Prefix(), "."):
				u.word = field
			default:
				continue
			}
			r.touch(Writes, u)
		}
	}
}
