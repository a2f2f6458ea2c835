package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// kind is the kind of a JSON value.
type kind uint8

const (
	other kind = iota // a number, true, false, null
	str
	object
	list
)

// value is a JSON value that keeps what a map would lose: the order of keys, and
// duplicate keys, of which an agent may take either one.
type value struct {
	kind   kind
	string string
	fields []field
	items  []*value

	facts *facts // of an object, computed on first use
}

// facts answer what is asked about an object for each of its keys. One pass over the keys
// computes them, for an object may have many keys.
type facts struct {
	texts     map[string]string // the first non-empty text under a key; "" if there is none
	arguments [][]string        // the lists of texts beside a command
	explained bool              // at most one text may be content
	path      bool              // a text is a path by its key and form
}

// known computes the facts of an object once.
func (v *value) known() *facts {
	if v.facts != nil {
		return v.facts
	}
	v.facts = &facts{texts: make(map[string]string, len(v.fields))}
	unexplained := 0
	for _, f := range v.fields {
		if v.facts.texts[f.key] == "" {
			v.facts.texts[f.key] = f.value.string
		}
		switch f.value.kind {
		case list:
			if says(f.key, listWords) {
				v.facts.arguments = append(v.facts.arguments, f.value.texts())
			}
		case str:
			v.facts.path = v.facts.path || isPath(f.key, f.value.string)
			if !slices.Contains(proseKeys, strings.ToLower(f.key)) && !slices.Contains(dirKeys, f.key) {
				unexplained++
			}
		}
	}
	v.facts.explained = unexplained <= 1
	return v.facts
}

type field struct {
	key   string
	value *value
}

// The bounds on a payload besides its length: the recursion depth, and how many values it
// holds, each of which takes many times its bytes in memory.
const (
	maxNesting = 100
	maxValues  = 1 << 17
)

var (
	errDeep = errors.New("the payload is nested too deeply")
	errMany = errors.New("the payload holds more than 131072 values")
)

// reader reads values and counts down how many are left.
type reader struct {
	*json.Decoder
	left *int
}

// parse reads a payload: one object and nothing behind it. It subtracts what it reads
// from left, the number of values that may still come.
func parse(payload []byte, left *int) (*value, error) {
	d := reader{json.NewDecoder(bytes.NewReader(payload)), left}
	v, err := d.read(0)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the payload is empty or cut off")
	case errors.Is(err, errDeep), errors.Is(err, errMany):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the payload is not JSON at byte %d", d.InputOffset())
	case v.kind != object:
		return nil, errors.New("the payload is not an object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is text after the payload's object")
	}
	return v, nil
}

// read takes one value from a decoder.
func (d reader) read(depth int) (*value, error) {
	if depth > maxNesting {
		return nil, errDeep
	}
	if *d.left--; *d.left < 0 {
		return nil, errMany
	}
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case string:
		return &value{kind: str, string: t}, nil
	case json.Delim:
		if t == '[' {
			return d.readList(depth)
		}
		return d.readObject(depth)
	}
	return &value{}, nil
}

func (d reader) readList(depth int) (*value, error) {
	v := &value{kind: list}
	for d.More() {
		item, err := d.read(depth + 1)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token()
	return v, err
}

func (d reader) readObject(depth int) (*value, error) {
	v := &value{kind: object}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		inner, err := d.read(depth + 1)
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		v.fields = append(v.fields, field{name, inner})
	}
	_, err := d.Token()
	return v, err
}

// text returns the first text under one of some keys, in the keys' order.
func (v *value) text(keys []string) string {
	for _, key := range keys {
		if text := v.known().texts[key]; text != "" {
			return text
		}
	}
	return ""
}

// has reports whether an object has one of some keys.
func (v *value) has(keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool {
		_, there := v.known().texts[key]
		return there
	})
}

// hasAny is has for several lists of keys.
func (v *value) hasAny(lists ...[]string) bool {
	return slices.ContainsFunc(lists, v.has)
}

// texts returns a text, or the texts in a list.
func (v *value) texts() []string {
	if v.kind == str {
		return []string{v.string}
	}
	var all []string
	for _, item := range v.items {
		if item.kind == str {
			all = append(all, item.string)
		}
	}
	return all
}

// leaves returns the texts of a value and of all lists in it.
func (v *value) leaves() []string {
	if v.kind == str {
		return []string{v.string}
	}
	var all []string
	for _, item := range v.items {
		all = append(all, item.leaves()...)
	}
	return all
}

// objects returns the objects a value holds directly, itself included.
func (v *value) objects() []*value {
	if v.kind == object {
		return []*value{v}
	}
	var all []*value
	for _, item := range v.items {
		all = append(all, item.objects()...)
	}
	return all
}

// inputs returns the objects that hold a tool's arguments.
func (v *value) inputs() []*value {
	var all []*value
	for _, f := range v.fields {
		if slices.Contains(inputKeys, f.key) {
			all = append(all, f.value.objects()...)
		}
	}
	return all
}

// unwrap parses arguments that are sent as a text with JSON in it. It returns an error if
// they hold more values than are left.
func (v *value) unwrap(left *int) error {
	for i, f := range v.fields {
		if text := f.value.string; slices.Contains(inputKeys, f.key) && strings.HasPrefix(strings.TrimSpace(text), "{") {
			inner, err := parse([]byte(text), left)
			if errors.Is(err, errMany) {
				return err
			}
			if err == nil {
				v.fields[i].value, v.facts = inner, nil
			}
		}
	}
	return nil
}
