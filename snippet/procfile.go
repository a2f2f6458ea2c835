package snippet

import (
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
)

// readProcfile reads a list of processes, a name and a command a line.
func readProcfile(f file) ([]Snippet, error) {
	var found []Snippet
	whole := excerpt.Whole(f.text)
	for from := 0; from < len(f.text); {
		end := from + len(f.text[from:])
		if n := strings.IndexByte(f.text[from:], '\n'); n >= 0 {
			end = from + n
		}
		name, _, ok := strings.Cut(f.text[from:end], ":")
		if ok && strings.Trim(name, wordBytes) == "" && name != "" {
			found = append(found, Snippet{Name: name, Text: whole.Slice(from+len(name)+1, end), Lang: "sh", Base: AtFile})
		}
		from = end + 1
	}
	return found, nil
}

// wordBytes are those of names.
const wordBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
