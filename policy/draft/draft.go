package draft

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/tree"
)

// Result is the result of a translation.
type Result struct {
	Policy  string   // the policy file with its comments
	Lost    []string // what could not be translated, each with its line
	Carried int      // the number of translated settings and entries
}

// Section is a table of the policy file. Sections are written in this order.
type Section int

// The sections.
const (
	Top Section = iota
	Profiles
	Paths
	Commands
	Network
	Actions
	Sandbox
	Rules
	sections
)

// headers are the header lines of the sections.
var headers = [sections]string{Paths: "[paths]", Commands: "[commands]", Network: "[network]", Actions: "[actions]", Sandbox: "[sandbox]"}

// Draft is one policy file in the making.
type Draft struct {
	Result

	lines       [sections][]string
	lists       []list
	expressions int // bytes of regular expressions so far
	err         error
}

// list is a list in a section, with comments between its entries.
type list struct {
	in    Section
	key   string
	lines []string
	seen  map[string]bool
}

// Comment writes a comment.
func (d *Draft) Comment(in Section, format string, args ...any) {
	d.lines[in] = append(d.lines[in], comment(format, args...))
}

// comment returns a comment of one line.
func comment(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	for _, r := range []string{"\n", "\r", "\t"} {
		text = strings.ReplaceAll(text, r, " ")
	}
	return "# " + printable(text)
}

// Omit records that something is not translated, and why.
func (d *Draft) Omit(in Section, n tree.Node, why string) {
	d.Comment(in, "line %d, not carried over: %s", n.Line, why)
	d.Lost = append(d.Lost, fmt.Sprintf("line %d: %s", n.Line, why))
}

// Line writes a line of the policy.
func (d *Draft) Line(in Section, format string, args ...any) {
	d.lines[in] = append(d.lines[in], fmt.Sprintf(format, args...))
	d.Carried++
}

// Replace replaces a line.
func (d *Draft) Replace(in Section, line, by string) {
	for i, l := range d.lines[in] {
		if l == line {
			d.lines[in][i] = by
		}
	}
}

// HasKey reports whether a section already has a line with a key.
func (d *Draft) HasKey(in Section, key string) bool {
	for _, line := range d.lines[in] {
		if strings.HasPrefix(line, key+" = ") {
			return true
		}
	}
	return false
}

// Entry adds an entry to a list, below a comment with its origin. If the loader rejects the
// entry, it is recorded as lost. It reports whether the entry was added.
func (d *Draft) Entry(in Section, key, entry string, n tree.Node, from string) bool {
	if err := d.TryEntry(in, key, entry); err != nil {
		d.Omit(in, n, from+": "+err.Error())
		return false
	}
	l := d.list(in, key)
	l.lines = append(l.lines, "    "+comment("line %d, %s", n.Line, from))
	if !l.seen[entry] {
		l.seen[entry] = true
		l.lines = append(l.lines, "    "+policy.Quote(entry)+",")
	}
	d.Carried++
	return true
}

// TryEntry checks a list entry with the loader, and counts it if it is an expression. It rejects
// an exception for more than one command if that would make credentials readable.
func (d *Draft) TryEntry(in Section, key, entry string) error {
	if err := d.Try(headers[in] + "\n" + key + " = [" + policy.Quote(entry) + "]\n"); err != nil {
		return err
	}
	if in == Commands && key == "allowed" && IsWide(entry) {
		if err := opensCredentials(entry); err != nil {
			return err
		}
	}
	if strings.HasPrefix(entry, "re:") {
		if d.expressions += len(entry); d.expressions > policy.MaxExpressions {
			return fmt.Errorf("a policy has no more than %d bytes of expressions", policy.MaxExpressions)
		}
	}
	return nil
}

// list returns a list of a section, and creates it if necessary.
func (d *Draft) list(in Section, key string) *list {
	for i := range d.lists {
		if d.lists[i].in == in && d.lists[i].key == key {
			return &d.lists[i]
		}
	}
	d.lists = append(d.lists, list{in: in, key: key, seen: map[string]bool{}})
	return &d.lists[len(d.lists)-1]
}

// Try checks a text with the loader. The error is the loader's without the place, which is not
// one in the translated file.
func (d *Draft) Try(text string) error {
	err := loads(text)
	if err == nil {
		return nil
	}
	why := err.Error()
	if place, rest, ok := strings.Cut(why, ": "); ok && strings.HasPrefix(place, "import:") {
		why = rest
	}
	return errors.New(why)
}

// loads checks a policy file.
func loads(text string) error {
	_, err := load(text)
	return err
}

// load reads a text as the user's policy.
func load(text string) (*policy.Policy, error) {
	return policy.Load([]policy.Layer{{Name: "import", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
}

// Finish returns the policy file for a source file with a name. It returns an error if a setting
// had the wrong type.
func (d *Draft) Finish(name string) (Result, error) {
	if d.err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, d.err)
	}
	d.Policy = d.text(name)
	if err := loads(d.Policy); err != nil {
		return Result{}, fmt.Errorf("%s: the policy made of it does not load: %w", name, err)
	}
	return d.Result, nil
}

// text returns the policy file.
func (d *Draft) text(name string) string {
	for _, l := range d.lists {
		d.lines[l.in] = append(d.lines[l.in], l.key+" = [")
		d.lines[l.in] = append(append(d.lines[l.in], l.lines...), "]")
	}
	d.lists = nil
	var b strings.Builder
	fmt.Fprintf(&b, "# Made of %s by \"shimgen policy import\". What is added to the built-in rules there is\n# added to the built-in rules here, which are other ones: \"shimgen rules list\".\n", printable(name))
	for in, lines := range d.lines {
		if len(lines) == 0 {
			continue
		}
		b.WriteString("\n")
		if headers[in] != "" {
			b.WriteString(headers[in] + "\n")
		}
		b.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return b.String()
}

// printable returns a text for a comment, without control characters, which could end it or
// change what is displayed.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == '\uFFFD' {
			return '?'
		}
		return r
	}, text)
}
