// Package share decides which parts of an audit trail's record leave the machine.
//
//	rule := share.Rule{Level: share.Hashed, Key: key}
//	body, leaves := rule.Record(line)
//
// [class] lists each field of each event: the decision, the judged text, or fields that stay
// here at any level. An unlisted field stays here, so a new field of the trail leaves only
// after somebody has listed it.
//
// # Limits
//
// The trail's texts lack only the credentials that were recognised when they were written.
// Record searches for the shapes of credentials once more, and does nothing else: a password
// that looks like an ordinary word of a command leaves with the command. At [Hashed]
// everybody with the key can try guesses, and everybody sees which texts are equal.
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

// The levels. Each includes the one before.
const (
	None      Level = iota
	Decisions       // the decision, the rules, the time, and for whom
	Hashed          // also a keyed hash of each text
	Commands        // the texts themselves, without credentials
)

// names are the names of the levels, in order.
const names = "none decisions hashed commands"

// String returns the level's name in a configuration.
func (l Level) String() string { return strings.Fields(names)[l] }

// Parse returns the level with a name.
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

// HashMark begins the hash that replaces a text.
const HashMark = "hmac-sha256:"

// Record returns the parts of a record that leave, as one JSON object, and whether any do.
// The members keep their order.
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
			_ = json.Unmarshal(m.value, &event) // without a string there is no event
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

// separator returns the text before a member.
func separator(written int) byte {
	if written == 0 {
		return '{'
	}
	return ','
}

// member is a name and its value, as written in a record.
type member struct {
	name  string
	value json.RawMessage
}

// split returns the members of an object in order, the first of each name.
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

// value returns what leaves of a value of a class.
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
	case c == says && raw[0] != '[' && raw[0] != '{' && raw[0] != 'n': // a number or a boolean
		return raw, true
	}
	return nil, false
}

// encoded returns a text or a list of texts as JSON.
func encoded(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // encoding texts cannot fail
	return bytes.TrimSpace(out.Bytes())
}

// hash returns the replacement for a text.
func (r Rule) hash(s string) string {
	mac := hmac.New(sha256.New, r.Key)
	mac.Write([]byte(s))
	return HashMark + hex.EncodeToString(mac.Sum(nil)[:16])
}
