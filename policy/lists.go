package policy

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/agent-loop/shimgen/policy/place"
)

// exception is one element of an allowed list: a string, or a table with the key of the string,
// override and, for a command, dir.
type exception struct {
	text     string
	override bool
	dir      string
}

// exceptions reads an allowed list.
func exceptions(v value, key string) ([]said[exception], error) {
	list, err := v.list()
	if err != nil {
		return nil, err
	}
	fields := exceptionFields(key)
	out := make([]said[exception], len(list))
	for i, e := range list {
		x := said[exception]{value: e}
		if _, table := e.data.(map[string]any); table {
			err = fill(&x.it, e, fields)
		} else {
			x.it.text, err = e.text()
		}
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// exceptionFields are the keys of such a table.
func exceptionFields(key string) []field[exception] {
	fields := []field[exception]{
		{key, func(x *exception, v value) (err error) { x.text, err = v.text(); return err }},
		{"override", func(x *exception, v value) (err error) { x.override, err = v.truth(); return err }},
	}
	if key == "command" {
		fields = append(fields, field[exception]{"dir", func(x *exception, v value) (err error) { x.dir, err = v.text(); return err }})
	}
	return fields
}

func readBlockedPaths(d *document, v value) error {
	return eachText(v, func(e value, text string) error {
		entry, err := newPath(text)
		if err != nil {
			return e.errorf("%s", err)
		}
		entry.From = e.where()
		d.blocked = append(d.blocked, entry)
		return nil
	})
}

// readBlockedHome reads names in every home directory.
func readBlockedHome(d *document, v value) error {
	return eachText(v, func(e value, text string) error {
		if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "~") {
			return e.errorf("%q: write it as it stands below the home directory", text)
		}
		entry, err := newPath("~/" + text)
		if err != nil {
			return e.errorf("%s", err)
		}
		entry.From = e.where()
		d.blocked = append(d.blocked, entry)
		return nil
	})
}

func readAllowedPaths(d *document, v value) error {
	list, err := exceptions(v, "path")
	for _, x := range list {
		entry, err := newException(x.it.text, x.it.override)
		if err != nil {
			return x.errorf("%s", err)
		}
		entry.From = x.where()
		d.allowed = append(d.allowed, said[PathEntry]{x.value, entry})
	}
	return err
}

func readBlockedCommands(d *document, v value) error {
	return eachText(v, func(e value, text string) error {
		entry, err := d.entry(e, exception{text: text}, false)
		d.refused = append(d.refused, entry)
		return err
	})
}

func readAllowedCommands(d *document, v value) error {
	list, err := exceptions(v, "command")
	for _, x := range list {
		entry, err := d.entry(x.value, x.it, true)
		if err != nil {
			return err
		}
		d.admitted = append(d.admitted, said[CommandEntry]{x.value, entry})
	}
	return err
}

// MaxExpressions limits the expressions of one file, in bytes: a compiled one can be thousands of
// times as large as its text.
const MaxExpressions = 16 << 10

// entry reads a command entry of the document.
func (d *document) entry(v value, x exception, allowed bool) (CommandEntry, error) {
	if strings.HasPrefix(x.text, "re:") {
		d.expressions += len(x.text)
	}
	if d.expressions > MaxExpressions {
		return CommandEntry{}, v.errorf("more than %d bytes of expressions in one file", MaxExpressions)
	}
	entry, err := newEntry(x.text, allowed, x.override)
	if err != nil {
		return entry, v.errorf("%q: %s", x.text, err)
	}
	if entry.Dir, err = onlyIn(x.dir); err != nil {
		return entry, v.errorf("%q: %s", x.text, err)
	}
	entry.From = v.where()
	return entry, nil
}

// onlyIn reads the directory of an exception; "" means any.
func onlyIn(dir string) (string, error) {
	switch {
	case dir == "":
		return "", nil
	case dir == "~" || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "~/"):
		return path.Clean(dir), nil
	}
	return "", fmt.Errorf("dir %q: neither absolute nor below ~", dir)
}

// eachText calls visit for each string of an array.
func eachText(v value, visit func(e value, text string) error) error {
	list, err := v.list()
	if err != nil {
		return err
	}
	for _, e := range list {
		text, err := e.text()
		if err != nil {
			return err
		}
		if err := visit(e, text); err != nil {
			return err
		}
	}
	return nil
}

// newPath reads a path entry. It follows no links; the code that matches the entry does.
func newPath(text string) (PathEntry, error) {
	switch {
	case text == "":
		return PathEntry{}, errors.New("an empty path")
	case strings.ContainsAny(text, "*?[\n\t"):
		return PathEntry{}, fmt.Errorf("%q: a path entry has no patterns: name a directory", text)
	case strings.HasPrefix(text, "~") && text != "~" && !strings.HasPrefix(text, "~/"):
		return PathEntry{}, fmt.Errorf("%q: write the home directory of another user out", text)
	}
	clean := path.Clean(text)
	if strings.HasPrefix(text, "~") && !strings.HasPrefix(clean, "~") {
		return PathEntry{}, fmt.Errorf("%q: leads out of the home directory: write it out", text)
	}
	return PathEntry{Path: clean}, nil
}

// newException is newPath for an allowed entry, which needs an override for credentials.
func newException(text string, override bool) (PathEntry, error) {
	entry, err := newPath(text)
	if err != nil {
		return entry, err
	}
	entry.Override = override
	if !override && place.IsSecret(entry.Path, []string{"~"}) {
		return entry, fmt.Errorf(`%q holds credentials: to allow it all the same, write { path = %q, override = true }`, text, text)
	}
	return entry, nil
}
