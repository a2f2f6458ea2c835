package uwsal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/policy"
)

// text is a string, or the end of the import.
func (n node) text() string {
	text, ok := n.data.(string)
	if !ok {
		panic(wrong{fmt.Errorf("line %d: %q is not a string", n.line, n.key)})
	}
	return text
}

// truth is true or false, or the end of the import.
func (n node) truth() bool {
	is, ok := n.data.(bool)
	if !ok {
		panic(wrong{fmt.Errorf("line %d: %q is not true or false", n.line, n.key)})
	}
	return is
}

// texts are the strings of a list, or the end of the import.
func (n node) texts() []node {
	if n.kind != array || slices.ContainsFunc(n.nodes(), func(item node) bool { _, ok := item.data.(string); return !ok }) {
		panic(wrong{fmt.Errorf("line %d: %q is not a list of strings", n.line, n.key)})
	}
	return n.nodes()
}

// list carries a list over, each entry that the loader takes.
func list(c *conversion, k *key, n node) {
	if k.note != "" {
		c.comment(k.in, "line %d, %s: %s.", n.line, k.name, k.note)
	}
	var entries []string
	for _, item := range n.texts() {
		entry, note, err := k.item(item.text())
		if err == nil {
			if err = loads(headers[k.in] + "\n" + k.to + " = [" + policy.Quote(entry) + "]\n"); err != nil {
				err = because(err)
			}
		}
		switch {
		case err != nil:
			c.lose(k.in, item, fmt.Sprintf("%s %q: %s", k.name, item.text(), err))
			continue
		case note != "":
			c.comment(k.in, "line %d, %q: %s.", item.line, item.text(), note)
		}
		entries = append(entries, policy.Quote(entry))
	}
	if len(entries) == 0 {
		return
	}
	c.say(k.in, "%s = [\n    %s,\n]", k.to, strings.Join(entries, ",\n    "))
	c.Carried += len(entries) - 1
}

// same is an entry that means the same.
func same(text string) (entry, note string, err error) { return text, "", nil }

// place is a path. That it began with ~ or with no slash meant something else.
func place(text string) (entry, note string, err error) {
	switch {
	case strings.HasPrefix(text, "~"):
		note = "~ was the name of a directory in the working directory, and is the home here"
	case !strings.HasPrefix(text, "/"):
		note = "was seen from where the agent was started, and is seen from the work directory here"
	}
	return text, note, nil
}

// expression is an expression of Python's.
func expression(text string) (entry, note string, err error) {
	entry, err = pattern(text)
	switch {
	case err != nil:
	case strings.TrimPrefix(entry, "re:(?i)") != text:
		note = `\Z and {,n} are written \z and {0,n}`
	case strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f }):
		note = `\w, \d and \b know the letters of ASCII alone here`
	}
	return entry, note, err
}

// profile carries the name of the profile over: one that nobody defines was cautious.
func profile(c *conversion, k *key, n node) {
	name := n.text()
	_, err := policy.Builtin(name)
	own, isOwn := c.called[name]
	switch {
	case isOwn:
		name = own
	case err != nil:
		c.comment(k.in, "line %d: there is no profile %q, which was taken for cautious.", n.line, name)
		name = "cautious"
	case name == "paranoid":
		c.comment(k.in, "line %d: paranoid allows what only reads and asks about a few more; allowed_commands add to that.", n.line)
	}
	c.say(k.in, "%s = %s", k.to, policy.Quote(name))
}

// confined carries over whether commands are confined.
func confined(c *conversion, k *key, n node) {
	mode := "none"
	if n.truth() {
		mode = "required"
		c.comment(k.in, "line %d, %s: without one a command ran all the same; here it does not. %s.", n.line, k.name, capital(k.note))
	}
	if len(c.lines[sandbox]) > 0 && slices.ContainsFunc(c.lines[sandbox], func(l string) bool { return strings.HasPrefix(l, k.to) }) {
		c.lose(k.in, n, fmt.Sprintf("%q says again whether commands are confined", n.key))
		return
	}
	c.say(k.in, "%s = %s", k.to, policy.Quote(mode))
}

// elsewhere is what no policy says. What is off or empty needs nothing.
func elsewhere(c *conversion, k *key, n node) {
	if is, ok := n.data.(bool); ok && !is || n.kind == array && len(n.nodes()) == 0 {
		c.comment(top, "line %d: %s is off, and nothing is lost: %s.", n.line, k.name, k.note)
		return
	}
	c.lose(top, n, fmt.Sprintf("%s is none of a policy's: %s", k.name, k.note))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
