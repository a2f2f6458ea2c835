package settings

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Append returns the text with an element, given as JSON, at the end of the list that the
// keys lead to. It creates missing objects and the list. It is an error if a value of
// another type is in their place.
func (d Document) Append(element string, keys ...string) (string, error) {
	at := d.Root
	for i, key := range keys {
		if at.Kind != Object {
			return "", fmt.Errorf("%s is not an object", name(keys[:i]))
		}
		next, found, err := at.Get(key)
		if err != nil {
			return "", err
		}
		if !found {
			return d.insert(at, key, wrapped(keys[i+1:], element))
		}
		at = next
	}
	if at.Kind != List {
		return "", fmt.Errorf("%s is not a list", name(keys))
	}
	return d.insert(at, "", element)
}

// name names a place in errors.
func name(keys []string) string {
	if len(keys) == 0 {
		return "the file's value"
	}
	return strings.Join(keys, ".")
}

// wrapped returns a list with the element, inside objects with these keys.
func wrapped(keys []string, element string) string {
	text := "[" + element + "]"
	for _, key := range slices.Backward(keys) {
		text = "{" + Quote(key) + ":" + text + "}"
	}
	return text
}

// insert puts a member, its value given as JSON, behind the last of a container.
func (d Document) insert(c Value, key, value string) (string, error) {
	v, err := Parse(value)
	if err != nil {
		return "", err
	}
	s := d.style(c)
	text := s.render(v.Root, s.depth)
	if key != "" {
		text = Quote(key) + ": " + text
	}
	if len(c.Members) == 0 {
		return d.fill(c, s, text), nil
	}
	last := c.Members[len(c.Members)-1]
	if last.comma >= 0 {
		at := d.sameLine(last.comma+1, s)
		return d.Text[:at] + s.lead + text + "," + d.Text[at:], nil
	}
	at := d.sameLine(last.Value.End, s)
	return d.Text[:last.Value.End] + "," + d.Text[last.Value.End:at] + s.lead + text + d.Text[at:], nil
}

// fill puts a text into a container without members, behind its comments.
func (d Document) fill(c Value, s style, text string) string {
	inner := d.Text[c.Start+1 : c.End-1]
	kept := strings.TrimRight(inner, " \t\r\n")
	tail := inner[len(kept):]
	if kept == "" || !strings.Contains(tail, "\n") {
		tail = s.newline + s.outer
	}
	return d.Text[:c.Start+1] + kept + s.lead + text + tail + d.Text[c.End-1:]
}

// sameLine returns where the comments on the line after a member end, if each member has
// its own line: such comments belong to the member.
func (d Document) sameLine(at int, s style) int {
	if !strings.Contains(s.lead, "\n") {
		return at
	}
	for {
		rest := d.Text[at:]
		comment := at + len(rest) - len(strings.TrimLeft(rest, " \t"))
		rest = d.Text[comment:]
		switch {
		case strings.HasPrefix(rest, "//"):
			line, _, _ := strings.Cut(rest, "\n")
			return comment + len(strings.TrimSuffix(line, "\r"))
		case strings.HasPrefix(rest, "/*"):
			text, _, _ := strings.Cut(rest[2:], "*/") // the parser has checked that it ends
			if strings.Contains(text, "\n") {
				return at
			}
			at = comment + len("/*") + len(text) + len("*/")
		default:
			return at
		}
	}
}

// Remove returns the text without the member at the end of a trail: the index of a member
// of the root, then of a member of that, and so on.
func (d Document) Remove(trail ...int) (string, error) {
	if len(trail) == 0 {
		return "", errors.New("the file itself is not a member")
	}
	c, err := d.At(trail[:len(trail)-1]...)
	if err != nil {
		return "", err
	}
	i := trail[len(trail)-1]
	if i < 0 || i >= len(c.Members) {
		return "", errors.New("there is no such member")
	}
	m := c.Members[i]
	before, between, after := d.Text[:m.lead], "", d.Text[m.Value.End:]
	switch {
	case m.comma >= 0:
		between, after = d.Text[m.Value.End:m.comma], d.Text[m.comma+1:]
	case i > 0:
		comma := c.Members[i-1].comma
		before = d.Text[:comma] + d.Text[comma+1:m.lead]
	}
	if len(c.Members) == 1 && strings.Trim(d.Text[c.Start+1:m.lead], " \t\r\n") == "" {
		tail := strings.TrimLeft(between+d.Text[len(d.Text)-len(after):c.End-1], " \t\r\n")
		if tail == "" {
			return d.Text[:c.Start+1] + d.Text[c.End-1:], nil
		}
	}
	return before + between + after, nil
}

// At returns the value at the end of a trail.
func (d Document) At(trail ...int) (Value, error) {
	v := d.Root
	for _, i := range trail {
		if i < 0 || i >= len(v.Members) {
			return Value{}, errors.New("there is no such member")
		}
		v = v.Members[i].Value
	}
	return v, nil
}
