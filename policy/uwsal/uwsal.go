package uwsal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// Result is what came of a configuration.
type Result struct {
	Policy  string   // the policy file, comments and all
	Lost    []string // what could not be carried over, each with its line
	Carried int      // how many settings and entries were
}

// section is a table of the policy file, in the order that they are written in.
type section int

const (
	top section = iota
	profiles
	paths
	commands
	sandbox
	sections
)

// headers are what the sections begin with.
var headers = [sections]string{paths: "[paths]", commands: "[commands]", sandbox: "[sandbox]"}

// carrier carries one setting over. It writes comments and lines, or says what is lost.
type carrier func(c *conversion, k *key, n node)

// key is a key of the security block.
type key struct {
	name  string
	carry carrier
	in    section
	to    string // its name in the policy
	note  string // what is other than it was, or where it is done here
	item  func(text string) (entry, note string, err error)
}

// keys are those of the security block. What has no row is lost, and said.
var keys = []key{
	{name: "profile", carry: profile, in: top, to: "profile"},
	{name: "profiles", carry: ownProfiles, in: profiles},
	{name: "blocked_paths", carry: list, in: paths, to: "blocked", item: place},
	{name: "blocked_path_prefixes", carry: list, in: paths, to: "blocked_path_prefixes", item: same},
	{name: "blocked_home_patterns", carry: list, in: paths, to: "blocked_home_patterns", item: same},
	{
		name: "allowed_paths", carry: list, in: paths, to: "allowed", item: place,
		note: "an allowed path was an exception for a link in it too, wherever that led; here it is where the path leads, and credentials stay blocked",
	},
	{
		name: "blocked_commands", carry: list, in: commands, to: "blocked", item: expression,
		note: "these ignored case and were looked for in the whole line, quoted text and all; here in the words of each command that would run, and (?i) keeps them from telling cases apart",
	},
	{
		name: "allowed_commands", carry: list, in: commands, to: "allowed", item: expression,
		note: "one of these anywhere in a line let the whole line pass (under paranoid it was the list of what may run); here one must match a whole command, and excuses that one alone",
	},
	{name: "path_proxying", carry: elsewhere, note: `shims are made by "shimgen install"`},
	{name: "proot_sandbox", carry: confined, in: sandbox, to: "mode", note: "which sandbox it is, exec's --sandbox says"},
	{name: "proot_isolation", carry: confined, in: sandbox, to: "mode", note: "which sandbox it is, exec's --sandbox says"},
	{name: "proot_allowed_dirs", carry: elsewhere, note: "exec takes --proot-allow-dir for each"},
	{name: "audit_log_dir", carry: elsewhere, note: "the trail lies in the installation; AGENT_LOOP_AUDIT_LOG adds a copy of it"},
}

// conversion is one configuration on its way.
type conversion struct {
	Result
	name   string // of the file
	lines  [sections][]string
	called map[string]string // what profiles are called here
}

// Import says the security block of a configuration as a policy. The error says why there
// is none: the text is no JSON, has no such block, or a setting has the wrong type.
func Import(name string, text []byte) (Result, error) {
	root, err := parse(text)
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	block, ok := root.member("security")
	if !ok || block.kind != object {
		return Result{}, fmt.Errorf("%s: there is no object \"security\" in it", name)
	}
	c := &conversion{name: name, called: map[string]string{}}
	for _, n := range root.nodes() {
		if n.key != "security" {
			c.comment(top, "line %d: %q is not about security, and stays where it is", n.line, n.key)
		}
	}
	if err := c.carry(block); err != nil {
		return Result{}, fmt.Errorf("%s: %w", name, err)
	}
	c.Policy = c.text()
	if err := loads(c.Policy); err != nil {
		return Result{}, fmt.Errorf("%s: the policy made of it does not load: %w", name, err)
	}
	return c.Result, nil
}

// wrong is a setting of the wrong type, which a carrier panics with and carry returns.
type wrong struct{ error }

// carry carries the settings over in the order of the rows, and what has none as it comes.
func (c *conversion) carry(block node) (err error) {
	defer func() {
		if w, ok := recover().(wrong); ok {
			err = w.error
		}
	}()
	if own, ok := block.member("profiles"); ok {
		for _, n := range own.nodes() {
			c.called[n.key] = called(n.key)
		}
	}
	if _, ok := block.member("profile"); !ok {
		c.comment(top, "No profile is named, which was taken for cautious.")
		c.say(top, "profile = 'cautious'")
		c.Carried = 0
	}
	for i := range keys {
		if n, ok := block.member(keys[i].name); ok {
			keys[i].carry(c, &keys[i], n)
		}
	}
	for _, n := range block.nodes() {
		if !slices.ContainsFunc(keys, func(k key) bool { return k.name == n.key }) {
			c.lose(top, n, fmt.Sprintf("%q is no setting of a policy", n.key))
		}
	}
	return nil
}

// comment writes a comment.
func (c *conversion) comment(in section, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for _, r := range []string{"\n", "\r", "\t"} {
		text = strings.ReplaceAll(text, r, " ")
	}
	c.lines[in] = append(c.lines[in], "# "+printable(text))
}

// lose says that something has no counterpart, and why.
func (c *conversion) lose(in section, n node, why string) {
	c.comment(in, "line %d, not carried over: %s", n.line, why)
	c.Lost = append(c.Lost, fmt.Sprintf("line %d: %s", n.line, why))
}

// say writes a line of the policy.
func (c *conversion) say(in section, format string, args ...any) {
	c.lines[in] = append(c.lines[in], fmt.Sprintf(format, args...))
	c.Carried++
}

// text is the policy file.
func (c *conversion) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Made of %s by \"shimgen policy import\". What is added to the built-in rules there is\n# added to the built-in rules here, which are other ones: \"shimgen rules list\".\n", printable(c.name))
	for in, lines := range c.lines {
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

// loads tries a policy file.
func loads(text string) error {
	_, err := policy.Load([]policy.Layer{{Name: "import", Kind: policy.User, Data: []byte(text)}}, policy.Flags{})
	return err
}

// because is what the loader has against an entry, without the place, which is none of the
// file that is read.
func because(err error) error {
	text := err.Error()
	if place, rest, ok := strings.Cut(text, ": "); ok && strings.HasPrefix(place, "import:") {
		text = rest
	}
	return errors.New(text)
}

// printable is a text for a comment: control characters end it, or change what is seen.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == '\uFFFD' {
			return '?'
		}
		return r
	}, text)
}
