package uwsal

import (
	"fmt"
	"strings"

	"github.com/agent-loop/shimgen/policy"
	"github.com/agent-loop/shimgen/policy/draft"
	"github.com/agent-loop/shimgen/policy/tree"
)

// list translates a list: each entry that the loader accepts.
func list(c *conversion, k *key, n tree.Node) {
	if k.note != "" {
		c.Comment(k.in, "line %d, %s: %s.", n.Line, k.name, k.note)
	}
	var entries []string
	for _, item := range c.Texts(n) {
		text := c.Text(item)
		entry, note, err := k.item(text)
		if err == nil {
			err = c.TryEntry(k.in, k.to, entry)
		}
		switch {
		case err != nil:
			c.Omit(k.in, item, fmt.Sprintf("%s %q: %s", k.name, text, err))
			continue
		case note != "":
			c.Comment(k.in, "line %d, %q: %s.", item.Line, text, note)
		}
		entries = append(entries, policy.Quote(entry))
	}
	if len(entries) == 0 {
		return
	}
	c.Line(k.in, "%s = [\n    %s,\n]", k.to, strings.Join(entries, ",\n    "))
	c.Carried += len(entries) - 1
}

// same translates an entry with the same meaning.
func same(text string) (entry, note string, err error) { return text, "", nil }

// place translates a path. A leading ~, or a missing leading slash, had another meaning there.
func place(text string) (entry, note string, err error) {
	switch {
	case strings.HasPrefix(text, "~"):
		note = "~ was the name of a directory in the working directory, and is the home here"
	case !strings.HasPrefix(text, "/"):
		note = "was seen from where the agent was started, and is seen from the work directory here"
	}
	return text, note, nil
}

// expression translates a Python regular expression.
func expression(text string) (entry, note string, err error) {
	entry, err = draft.Expression(text)
	switch {
	case err != nil:
	case entry != text:
		note = `\Z and {,n} are written \z and {0,n}`
	case strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f }):
		note = `\w, \d and \b know the letters of ASCII alone here`
	}
	return "re:(?i)" + entry, note, err
}

// profile translates the name of the profile: an undefined one meant cautious.
func profile(c *conversion, k *key, n tree.Node) {
	name := c.Text(n)
	_, err := policy.Builtin(name)
	own, isOwn := c.called[name]
	switch {
	case isOwn:
		name = own
	case err != nil:
		c.Comment(k.in, "line %d: there is no profile %q, which was taken for cautious.", n.Line, name)
		name = "cautious"
	case name == "paranoid":
		c.Comment(k.in, "line %d: paranoid allows what only reads and asks about a few more; allowed_commands add to that.", n.Line)
	}
	c.Line(k.in, "%s = %s", k.to, policy.Quote(name))
}

// confined translates whether commands are confined.
func confined(c *conversion, k *key, n tree.Node) {
	mode := "none"
	if c.Bool(n) {
		mode = "required"
		c.Comment(k.in, "line %d, %s: without one a command ran all the same; here it does not. %s.", n.Line, k.name, capital(k.note))
	}
	if c.HasKey(k.in, k.to) {
		c.Omit(k.in, n, fmt.Sprintf("%q says again whether commands are confined", n.Key))
		return
	}
	c.Line(k.in, "%s = %s", k.to, policy.Quote(mode))
}

// elsewhere handles a setting that no policy has. One that is off or empty needs nothing.
func elsewhere(c *conversion, k *key, n tree.Node) {
	if is, ok := n.Data.(bool); ok && !is || n.Kind == tree.Array && len(n.Nodes()) == 0 {
		c.Comment(draft.Top, "line %d: %s is off, and nothing is lost: %s.", n.Line, k.name, k.note)
		return
	}
	c.Omit(draft.Top, n, fmt.Sprintf("%s is none of a policy's: %s", k.name, k.note))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
