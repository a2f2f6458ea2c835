package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-loop/shimgen/gate"
	"github.com/agent-loop/shimgen/rules"
)

// custom is a user-defined profile: a built-in one to start with, and the settings that apply
// when it is chosen.
type custom struct {
	name        string
	base        *said[string]
	description string
	safeOnly    bool

	actions []said[rules.Action]
	mode    *said[Mode]
	level   *said[gate.Level]
	sandbox *said[Sandbox]
	allowed []said[PathEntry]
}

// customFields are the keys of [profiles.NAME].
func customFields() []field[custom] {
	return []field[custom]{
		{"base", func(c *custom, v value) error { return read(&c.base, v, readBuiltin) }},
		{"description", func(c *custom, v value) (err error) { c.description, err = v.text(); return err }},
		{"safe_only", func(c *custom, v value) (err error) { c.safeOnly, err = v.truth(); return err }},
		{"network", func(c *custom, v value) error { return read(&c.mode, v, readMode) }},
		{"audit", func(c *custom, v value) error { return read(&c.level, v, readLevel) }},
		{"sandbox", func(c *custom, v value) error { return read(&c.sandbox, v, readSandbox) }},
		{"allowed_paths", func(c *custom, v value) error {
			d := document{}
			err := readAllowedPaths(&d, v)
			c.allowed = d.allowed
			return err
		}},
		{"actions", func(c *custom, v value) error {
			d := document{}
			err := readActions(&d, v)
			c.actions = d.actions
			return err
		}},
	}
}

// readProfiles reads [profiles]: a table for each profile. Only files that may loosen the policy
// may define profiles.
func readProfiles(d *document, v value) error {
	table, ok := v.data.(map[string]any)
	if !ok {
		return v.mistyped("a table")
	}
	if d.source.Kind == Project {
		return v.errorf("profiles are for the user's and the system's files")
	}
	for _, in := range v.entries(table) {
		c := custom{name: in.key}
		if rank(in.key) >= 0 || isDerived(in.key) || !isProfileName(in.key) {
			return in.errorf("%q cannot be the name of a profile: use letters, digits and dashes, and none of %s", in.key, strings.Join(columns[:], ", "))
		}
		if err := fill(&c, in, customFields()); err != nil {
			return err
		}
		if c.base == nil {
			return in.errorf("profile %q: base is missing: one of %s", in.key, strings.Join(columns[:], ", "))
		}
		d.profiles = append(d.profiles, c)
	}
	return nil
}

// isProfileName reports whether a name is readable in a message and a log.
func isProfileName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 32
}

// readBuiltin reads the name of a built-in profile.
func readBuiltin(v value) (string, error) {
	i, err := v.word("profile", columns[:])
	return columns[max(i, 0)], err
}

// own returns a profile that a file defines, and that file. The last definition wins.
func (m *merger) own(name string) (*custom, *document) {
	for _, d := range slices.Backward(m.documents) {
		for i := range d.profiles {
			if d.profiles[i].name == name {
				return &d.profiles[i], d
			}
		}
	}
	return nil, nil
}

// names returns the names of all profiles.
func (m *merger) names() []string {
	names := append(slices.Clone(columns[:]), Recoverable, Observe)
	for _, d := range m.documents {
		for i := range d.profiles {
			names = append(names, d.profiles[i].name)
		}
	}
	return names
}

// begin returns the policy of a built-in or user-defined profile, without layers. The settings of a
// user-defined profile become settings of its file, with lower precedence than the file's own, so that
// the same restrictions apply to them.
func (m *merger) begin(name string) (*Policy, error) {
	switch name {
	case Observe:
		return m.beginObserving()
	case Recoverable:
		return beginRecoverable()
	}
	c, d := m.own(name)
	if c == nil {
		p, err := Builtin(name)
		if err != nil {
			return nil, fmt.Errorf("unknown profile %q%s: the profiles are %s", name, didYouMean(name, m.names()), strings.Join(m.names(), ", "))
		}
		return p, nil
	}
	p, err := Builtin(c.base.it)
	if err != nil {
		return nil, err
	}
	p.Profile, p.Base, p.Description = name, c.base.it, c.description
	p.SafeOnly = p.SafeOnly || c.safeOnly
	d.actions = append(slices.Clone(c.actions), d.actions...)
	d.allowed = append(slices.Clone(c.allowed), d.allowed...)
	orElse(&d.mode, c.mode)
	orElse(&d.level, c.level)
	orElse(&d.sandbox, c.sandbox)
	return p, nil
}

// orElse takes a profile's setting if its file does not set it.
func orElse[T any](into **said[T], s *said[T]) {
	if *into == nil {
		*into = s
	}
}
