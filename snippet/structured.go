package snippet

import (
	"errors"
	"strconv"
	"strings"

	"github.com/agent-loop/shimgen/internal/excerpt"
	"github.com/agent-loop/shimgen/internal/shellquote"
	"github.com/agent-loop/shimgen/internal/yaml"
)

// parsed reads a file of YAML or JSON. Comments of JSON's dialects are blanks.
func parsed(f file) (*yaml.Node, error) {
	text, err := f.text, yaml.CheckBreaks(f.text)
	if strings.HasSuffix(f.path, ".json") {
		text = withoutComments(text)
	}
	var n *yaml.Node
	if err == nil {
		n, err = yaml.Parse(text)
	}
	var e *yaml.Error
	if errors.As(err, &e) {
		return nil, failed(e.At, "%s", e.Text)
	}
	return n, err
}

// withoutComments puts blanks in the place of comments, so that all else stays where it is.
func withoutComments(s string) string {
	out := []byte(s)
	for i := 0; i < len(out); {
		end := 0
		switch {
		case out[i] == '"':
			for i++; i < len(out) && out[i] != '"'; i++ {
				if out[i] == '\\' {
					i++
				}
			}
			i++
		case strings.HasPrefix(s[i:], "//"):
			if end = strings.IndexByte(s[i:], '\n'); end < 0 {
				end = len(s) - i
			}
		case strings.HasPrefix(s[i:], "/*"):
			if n := strings.Index(s[i+len("/*"):], "*/"); n >= 0 {
				end = n + len("/**/")
			} else {
				end = len(s) - i
			}
		default:
			i++
		}
		for ; end > 0; end-- {
			if out[i] != '\n' {
				out[i] = ' '
			}
			i++
		}
	}
	return string(out)
}

// argv is an argument vector as shell source that means it. What is no text of its items is
// a word that nobody knows.
func argv(items ...*yaml.Node) excerpt.Text {
	var b excerpt.Builder
	for i, n := range items {
		if i > 0 {
			b.Put(" ", n.At)
		}
		if !n.IsScalar() {
			b.Put(`"`+unknownWord+`"`, n.At)
			continue
		}
		b.Put(shellquote.Word(n.Text.String), n.At)
	}
	return b.Text()
}

// commandOf is what a command and the list of its arguments run, without a shell.
func commandOf(command, args *yaml.Node) excerpt.Text {
	return argv(append(command.List(), args.List()...)...)
}

// lineOf is the same where a shell runs it: the command is its source.
func lineOf(command, args *yaml.Node) excerpt.Text {
	var b excerpt.Builder
	b.Add(command.Text, 0, len(command.Text.String))
	if list := args.List(); len(list) > 0 {
		words := argv(list...)
		b.Put(" ", list[0].At)
		b.Add(words, 0, len(words.String))
	}
	return b.Text()
}

// join joins the names that lead to a value.
func join(names ...string) string { return strings.Join(names, ".") }

// nth is the name of an item of a list.
func nth(i int) string { return strconv.Itoa(i) }
