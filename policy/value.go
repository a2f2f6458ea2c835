package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// value is a value in a policy file, with its place.
type value struct {
	file *file
	path string
	key  string // its key; an element has that of its array
	data any
}

// file is a policy file that is being read.
type file struct {
	name  string
	lines map[string]int
}

// decode reads TOML. Every error has the file's name and a line.
func decode(name string, data []byte) (value, error) {
	f := &file{name: name}
	root := value{file: f, data: map[string]any{}}
	switch {
	case len(data) > maxFile:
		return root, root.errorf("more than %d bytes", maxFile)
	case !utf8.Valid(data):
		return root, root.errorf("not UTF-8")
	}
	text := string(data)
	lines, at, err := locate(text)
	f.lines = lines
	if errors.Is(err, errOdd) {
		text = text[:min(at+1, len(text))] // the rest may be past the limits
	} else if err != nil {
		return root, fmt.Errorf("%s:%d: %s", name, 1+strings.Count(text[:at], "\n"), err)
	}
	var tree map[string]any
	if _, broken := toml.Decode(bare(text), &tree); broken != nil {
		_, broken = toml.Decode(text, &tree) // knows the line
		return root, syntaxError(name, broken)
	}
	if err != nil {
		return root, fmt.Errorf("%s:%d: %s", name, 1+strings.Count(text[:at], "\n"), err)
	}
	root.data = tree
	return root, nil
}

// bare removes empty lines and comments from a text. Policies are mostly comments, every hook
// reads one, and the decoder is slow. It removes nothing if a string may extend over several
// lines, or if the text contains a NUL, which the decoder treats specially.
func bare(text string) string {
	if strings.Contains(text, "\x00") || strings.Contains(text, `"""`) || strings.Contains(text, "'''") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for text != "" {
		line := text
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			line = text[:end+1]
		}
		if line != "\n" && !isComment(line) {
			b.WriteString(line)
		}
		text = text[len(line):]
	}
	return b.String()
}

// isComment reports whether a line is a comment that TOML allows, including its end.
func isComment(line string) bool {
	comment, ends := strings.CutSuffix(strings.TrimLeft(line, " \t"), "\n")
	if !ends || comment == "" || comment[0] != '#' {
		return false
	}
	for i := range len(comment) { // by bytes: every hook does this
		if comment[i] < ' ' || comment[i] >= 0x7f {
			return false
		}
	}
	return true
}

// syntaxError formats a decoder's error as one line.
func syntaxError(name string, err error) error {
	line, text := 1, err.Error()
	var parse toml.ParseError
	if errors.As(err, &parse) {
		line, text = max(parse.Position.Line, 1), parse.Message
	}
	return fmt.Errorf("%s:%d: %s", name, line, strings.ReplaceAll(text, "\n", " "))
}

// line returns the line of a value, or of its container.
func (v value) line() int {
	for path := v.path; ; {
		if n, ok := v.file.lines[path]; ok {
			return n
		}
		i := strings.LastIndex(path, between)
		if i < 0 {
			return 1
		}
		path = path[:i]
	}
}

// where returns the start of every message about a value: FILE:LINE.
func (v value) where() string { return fmt.Sprintf("%s:%d", v.file.name, v.line()) }

func (v value) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %s", v.where(), fmt.Sprintf(format, args...))
}

// at returns the value of a key in a table.
func (v value) at(key string, data any) value {
	return value{file: v.file, path: join(v.path, key), key: key, data: data}
}

// text, truth and list read a value of one type.

func (v value) text() (string, error) {
	s, ok := v.data.(string)
	if !ok {
		return "", v.mistyped("a string")
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }) {
		return "", v.errorf("%s: control character in %q", v.key, s)
	}
	return s, nil
}

func (v value) truth() (bool, error) {
	is, ok := v.data.(bool)
	if !ok {
		return false, v.mistyped("true or false")
	}
	return is, nil
}

func (v value) list() ([]value, error) {
	var elements []value
	add := func(data any) {
		elements = append(elements, value{file: v.file, path: element(v.path, len(elements)), key: v.key, data: data})
	}
	switch data := v.data.(type) {
	case []any:
		for _, d := range data {
			add(d)
		}
	case []map[string]any:
		for _, d := range data {
			add(d)
		}
	default:
		return nil, v.mistyped("an array")
	}
	return elements, nil
}

// texts reads an array of strings.
func (v value) texts() ([]string, error) {
	list, err := v.list()
	if err != nil {
		return nil, err
	}
	out := make([]string, len(list))
	for i, e := range list {
		if out[i], err = e.text(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// mistyped returns the error for a value of the wrong type.
func (v value) mistyped(want string) error {
	return v.errorf("%s must be %s, not %s", v.key, want, typeName(v.data))
}

// typeName returns the type of a decoded value.
func typeName(data any) string {
	switch data.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any:
		return "an array"
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "an array of tables"
	}
	return "a date or time"
}

// field is an allowed key of a table, and the function that reads it.
type field[T any] struct {
	name string
	read func(into *T, v value) error
}

// fill reads a table by its fields, in the order of the file. Keys are case-sensitive.
func fill[T any](into *T, v value, fields []field[T]) error {
	table, ok := v.data.(map[string]any)
	if !ok {
		return v.mistyped("a table")
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	for _, in := range v.entries(table) {
		i := slices.Index(names, in.key)
		if i < 0 {
			return in.errorf("unknown key %q%s", in.key, didYouMean(in.key, names))
		}
		if err := fields[i].read(into, in); err != nil {
			return err
		}
	}
	return nil
}

// entries returns the entries of a table, in the order of their lines.
func (v value) entries(table map[string]any) []value {
	in := make([]value, 0, len(table))
	for key, data := range table {
		in = append(in, v.at(key, data))
	}
	slices.SortFunc(in, func(x, y value) int {
		if x.line() != y.line() {
			return x.line() - y.line()
		}
		return strings.Compare(x.path, y.path)
	})
	return in
}
