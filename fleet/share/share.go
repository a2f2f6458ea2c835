// Package share decides what of a record of the audit trail leaves the machine.
//
//	rule := share.Rule{Level: share.Hashed, Key: key}
//	body, leaves := rule.Record(line)
//
// [class] has each field of each event: what was decided, the text of what was judged, or
// what stays here at any level. A field that it does not have stays here, so a new field of
// the trail leaves only once somebody has said so.
//
// # Limits
//
// The trail holds texts without the credentials that were recognised when they were written.
// Record looks for their shapes once more, and no more than that: a password that looks like
// any other word of a command leaves with the command. At [Hashed] whoever has the key can try
// guesses, and everybody sees which texts are the same.
package share

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
)

// Level says how much leaves. The zero Level is nothing.
type Level uint8

// The levels, each with all of the one before.
const (
	None      Level = iota
	Decisions       // what was decided, by which rules, when and for whom
	Hashed          // and a keyed hash of each text
	Commands        // the texts themselves, without credentials
)

// names of the levels, in their order.
const names = "none decisions hashed commands"

// String is the level's name in a configuration.
func (l Level) String() string { return strings.Fields(names)[l] }

// Parse returns the level of a name.
func Parse(name string) (Level, error) {
	i := slices.Index(strings.Fields(names), name)
	if i < 0 {
		return None, fmt.Errorf("send = %q: must be one of %s", name, strings.ReplaceAll(names, " ", ", "))
	}
	return Level(i), nil
}

// Rule says what leaves.
type Rule struct {
	Level Level
	Key   []byte // of the hashes
}

// HashMark begins a text that was replaced by its hash.
const HashMark = "hmac-sha256:"

// Record returns what of a record leaves, as one JSON object, and whether anything does. The
// members keep their order.
func (r Rule) Record(line []byte) (body []byte, leaves bool) {
	if r.Level == None {
		return nil, false
	}
	members, ok := split(line)
	if !ok {
		return nil, false
	}
	event := ""
	for _, m := range members {
		if m.name == "event" {
			_ = json.Unmarshal(m.value, &event) // what is no string is no event
		}
	}
	var out bytes.Buffer
	for _, m := range members {
		value, kept := r.value(classOf(event, m.name), m.value)
		if !kept {
			continue
		}
		fmt.Fprintf(&out, "%c%q:%s", separator(out.Len()), m.name, value)
	}
	if out.Len() == 0 {
		return nil, false
	}
	out.WriteByte('}')
	return out.Bytes(), true
}

// separator is what stands before a member.
func separator(written int) byte {
	if written == 0 {
		return '{'
	}
	return ','
}

// member is a name and its value as they stand in a record.
type member struct {
	name  string
	value json.RawMessage
}

// split returns the members of an object in their order, the first of each name.
func split(line []byte) (members []member, ok bool) {
	in := json.NewDecoder(bytes.NewReader(line))
	if t, err := in.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	for in.More() {
		t, err := in.Token()
		name, isName := t.(string)
		m := member{name: name}
		if err != nil || !isName || in.Decode(&m.value) != nil {
			return nil, false
		}
		if !slices.ContainsFunc(members, func(other member) bool { return other.name == name }) {
			members = append(members, m)
		}
	}
	return members, true
}

// value is what leaves of a value of a class.
func (r Rule) value(c class, raw json.RawMessage) (value []byte, kept bool) {
	if c == stays || c == text && r.Level < Hashed {
		return nil, false
	}
	mapped := gate.Redact
	if c == text && r.Level == Hashed {
		mapped = r.hash
	}
	var one string
	var list []string
	switch {
	case json.Unmarshal(raw, &one) == nil && raw[0] == '"':
		return encoded(mapped(one)), true
	case raw[0] == '[' && json.Unmarshal(raw, &list) == nil:
		for i := range list {
			list[i] = mapped(list[i])
		}
		return encoded(list), true
	case c == says && raw[0] != '[' && raw[0] != '{' && raw[0] != 'n': // a number or a truth
		return raw, true
	}
	return nil, false
}

// encoded is a text or a list of texts as JSON.
func encoded(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // texts always can be
	return bytes.TrimSpace(out.Bytes())
}

// hash is what takes the place of a text.
func (r Rule) hash(s string) string {
	mac := hmac.New(sha256.New, r.Key)
	mac.Write([]byte(s))
	return HashMark + hex.EncodeToString(mac.Sum(nil)[:16])
}
