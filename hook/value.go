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

// kind is what a JSON value is.
type kind uint8

const (
	other kind = iota // a number, true, false, null
	str
	object
	list
)

// value is a JSON value that keeps what a map would lose: the order of keys and
// those that are there twice, of which an agent may take either.
type value struct {
	kind   kind
	string string
	fields []field
	items  []*value
}

type field struct {
	key   string
	value *value
}

// maxNesting bounds the recursion over a payload.
const maxNesting = 100

var errDeep = errors.New("the payload is nested too deeply")

// parse reads a payload: one object, and nothing behind it.
func parse(payload []byte) (*value, error) {
	d := json.NewDecoder(bytes.NewReader(payload))
	v, err := read(d, 0)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("the payload is empty or cut off")
	case errors.Is(err, errDeep):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the payload is not JSON at byte %d", d.InputOffset())
	case v.kind != object:
		return nil, errors.New("the payload is not an object")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the payload goes on behind its end")
	}
	return v, nil
}

// read takes one value from a decoder.
func read(d *json.Decoder, depth int) (*value, error) {
	if depth > maxNesting {
		return nil, errDeep
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
			return readList(d, depth)
		}
		return readObject(d, depth)
	}
	return &value{}, nil
}

func readList(d *json.Decoder, depth int) (*value, error) {
	v := &value{kind: list}
	for d.More() {
		item, err := read(d, depth+1)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token()
	return v, err
}

func readObject(d *json.Decoder, depth int) (*value, error) {
	v := &value{kind: object}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		inner, err := read(d, depth+1)
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
		for _, f := range v.fields {
			if f.key == key && f.value.string != "" {
				return f.value.string
			}
		}
	}
	return ""
}

// has reports whether an object has one of some keys.
func (v *value) has(keys []string) bool {
	return slices.ContainsFunc(v.fields, func(f field) bool { return slices.Contains(keys, f.key) })
}

// hasAny is has for several lists of keys.
func (v *value) hasAny(lists ...[]string) bool {
	return slices.ContainsFunc(lists, v.has)
}

// texts returns a text, or the texts of a list.
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

// objects returns the objects a value holds directly, itself among them.
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

// unwrap replaces arguments that are sent as a text holding JSON by what it holds.
func (v *value) unwrap() {
	for i, f := range v.fields {
		if text := f.value.string; slices.Contains(inputKeys, f.key) && strings.HasPrefix(strings.TrimSpace(text), "{") {
			if inner, err := parse([]byte(text)); err == nil {
				v.fields[i].value = inner
			}
		}
	}
}
